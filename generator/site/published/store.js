// The games of this browser: files in its private storage, or in a folder that the visitor chose.
// Python works on copies in memory. Every change is written before it is answered, whole or not at
// all, and other tabs read it again. A version that changes with every write tells them.
const STORED = ["data", "templates", "cards_data", "output"]; // in the order of writing: the journal first
const isStored = (path) => !path.startsWith("output/") || path.endsWith(".json"); // PDFs are downloaded
const VERSION = "version.txt";
const seenAs = (file) => `${file.size} ${file.lastModified}`;

async function folder(root, parts, create) {
  let here = root;
  for (const part of parts) here = await here.getDirectoryHandle(part, { create });
  return here;
}

export async function write(root, path, content) {
  const parts = path.split("/");
  const name = parts.pop();
  const file = await (await folder(root, parts, true)).getFileHandle(name, { create: true });
  const stream = await file.createWritable(); // the old content stays until it is closed
  try {
    await stream.write(content);
  } catch (fault) {
    await stream.abort().catch(() => null);
    throw fault;
  }
  await stream.close();
  return file.getFile();
}

async function read(root, path) {
  const parts = path.split("/");
  const name = parts.pop();
  try {
    const file = await (await folder(root, parts, false)).getFileHandle(name);
    return new Uint8Array(await (await file.getFile()).arrayBuffer());
  } catch (fault) {
    if (fault.name === "NotFoundError") return null;
    throw fault;
  }
}

async function remove(root, path) {
  const parts = path.split("/");
  const name = parts.pop();
  try {
    await (await folder(root, parts, false)).removeEntry(name);
  } catch (fault) {
    if (fault.name !== "NotFoundError") throw fault;
  }
}

// Every file below a folder, by path: hidden ones belong to other programs.
export async function* filesBelow(root, path) {
  for await (const [name, handle] of root.entries()) {
    if (name.startsWith(".")) continue;
    if (handle.kind === "directory") yield* filesBelow(handle, `${path}${name}/`);
    else yield [`${path}${name}`, await handle.getFile()];
  }
}

// places: {data, games}, the handles of the folders for the journal and for the games.
export function openStore(FS, home, places, name) {
  const lock = `ecotable ${name}`;
  const channel = new BroadcastChannel(lock);
  const stored = new Map(); // path: size and time in the browser's storage
  const known = new Map(); // path: the state of the copy when both were the same
  let version = "";

  const rootOf = (path) => (path.startsWith("data/") ? places.data : places.games);

  // A replaced file is another node, even if it has the same size and time.
  function state(path) {
    const { node } = FS.lookupPath(`${home}/${path}`);
    return `${node.id} ${node.usedBytes} ${node.mtime}`;
  }

  function* copies(path) {
    for (const entry of FS.readdir(`${home}/${path}`)) {
      if (entry.startsWith(".")) continue;
      const below = `${path}/${entry}`;
      if (FS.isDir(FS.stat(`${home}/${below}`).mode)) yield* copies(below);
      else yield below;
    }
  }

  const allCopies = () => STORED.flatMap((top) => (FS.analyzePath(`${home}/${top}`).exists ? [...copies(top)].filter(isStored) : []));

  async function storedFiles() {
    const found = new Map();
    for (const top of STORED) {
      const root = await folder(rootOf(`${top}/`), [top], true);
      for await (const [path, file] of filesBelow(root, `${top}/`)) if (isStored(path)) found.set(path, file);
    }
    return found;
  }

  // Make the copies equal to the files; return whether anything differed.
  async function pull() {
    const found = await storedFiles();
    let changed = false;
    for (const [path, file] of found) {
      const seen = seenAs(file);
      if (stored.get(path) === seen && known.get(path) === (FS.analyzePath(`${home}/${path}`).exists && state(path))) continue;
      FS.mkdirTree(`${home}/${path.slice(0, path.lastIndexOf("/"))}`);
      FS.writeFile(`${home}/${path}`, new Uint8Array(await file.arrayBuffer()));
      FS.utime(`${home}/${path}`, file.lastModified, file.lastModified); // prints are sorted by time
      stored.set(path, seen);
      known.set(path, state(path));
      changed = true;
    }
    for (const path of allCopies()) {
      if (found.has(path)) continue;
      FS.unlink(`${home}/${path}`);
      stored.delete(path);
      known.delete(path);
      changed = true;
    }
    version = await storedVersion();
    return changed;
  }

  async function storedVersion() {
    const content = await read(places.data, VERSION);
    return content ? new TextDecoder().decode(content) : "";
  }

  // Write what differs. If the storage is full, everything is as before, and the fault is thrown.
  async function push() {
    const now = allCopies();
    const changed = now.filter((path) => known.get(path) !== state(path));
    const gone = [...known.keys()].filter((path) => !now.includes(path));
    if (!changed.length && !gone.length) return false;
    const before = [];
    try {
      for (const path of changed) {
        before.push([path, await read(rootOf(path), path)]);
        stored.set(path, seenAs(await write(rootOf(path), path, FS.readFile(`${home}/${path}`))));
      }
      for (const path of gone) {
        before.push([path, await read(rootOf(path), path)]);
        await remove(rootOf(path), path);
      }
    } catch (fault) {
      for (const [path, content] of before.reverse()) {
        await (content ? write(rootOf(path), path, content) : remove(rootOf(path), path)).catch(() => null);
      }
      stored.clear();
      await pull();
      throw fault;
    }
    version = crypto.randomUUID();
    await write(places.data, VERSION, new TextEncoder().encode(version));
    for (const path of gone) {
      known.delete(path);
      stored.delete(path);
    }
    for (const path of changed) known.set(path, state(path));
    channel.postMessage(version);
    return true;
  }

  return {
    // Read the files, unless they are as they were.
    follow: () => navigator.locks.request(lock, { mode: "shared" }, pull),
    // Do something that may change files, on the newest ones, and write them before it is answered.
    changing: (work, written) =>
      navigator.locks.request(lock, async () => {
        if ((await storedVersion()) !== version) await pull();
        const answer = work();
        if (await push()) written();
        return answer;
      }),
    heard: (listener) => (channel.onmessage = ({ data }) => data !== version && listener()),
  };
}

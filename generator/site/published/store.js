// The games of this browser: files in its private storage, or in a folder that the visitor chose.
// Python works on copies in memory. Every change is written before it is answered: each file whole or
// not at all, and several files together. Other tabs notice by a version that changes before files do.
const STORED = ["data", "templates", "cards_data", "output"]; // in the order of writing: the journal first
const isStored = (path) => !path.startsWith("output/") || path.endsWith(".json"); // PDFs are downloaded
const VERSION = "version.txt";
// The files of an unfinished change: the tab that finds them finishes it.
const UNFINISHED = "unfinished.bin";
const RECENT_MS = 3000;
const RELEASE_MS = 5000;
const RETRY_MS = 20;
// A file that was saved just now may be saved again in the same moment, with the same size.
const seenAs = (file) => (Date.now() - file.lastModified < RECENT_MS ? "" : `${file.size} ${file.lastModified}`);
const isGame = (path) => !path.startsWith("data/");
const equal = (one, other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

async function folder(root, parts, create) {
  let here = root;
  for (const part of parts) here = await here.getDirectoryHandle(part, { create });
  return here;
}

// A busy browser still holds a file for a moment after it answered that writing has ended.
async function whenReleased(work) {
  const end = Date.now() + RELEASE_MS;
  for (;;) {
    try {
      return await work();
    } catch (fault) {
      if (fault.name !== "NoModificationAllowedError" || Date.now() > end) throw fault;
      await new Promise((done) => setTimeout(done, RETRY_MS));
    }
  }
}

export async function write(root, path, content) {
  const parts = path.split("/");
  const name = parts.pop();
  const file = await (await folder(root, parts, true)).getFileHandle(name, { create: true });
  const stream = await whenReleased(() => file.createWritable()); // the old content stays until it is closed
  try {
    await stream.write(content);
  } catch (fault) {
    await stream.abort().catch(() => null);
    throw fault;
  }
  await stream.close();
  return file.getFile();
}

export async function read(root, path) {
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
    const place = await folder(root, parts, false);
    await whenReleased(() => place.removeEntry(name));
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

// Changes are [path, content], or [path, null] for a file to remove.
export const packed = (changes) =>
  new Blob([JSON.stringify(changes.map(([path, content]) => [path, content && content.length])), "\n", ...changes.map(([, content]) => content ?? "")]);

export function unpacked(bytes) {
  let at = bytes.indexOf(10) + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))).map(([path, size]) => {
    const content = size === null ? null : bytes.slice(at, at + size);
    at += size ?? 0;
    return [path, content];
  });
}

// places: {data, games}, the handles of the folders for the journal and for the games.
export function openStore(FS, home, places, name) {
  const lock = `ecotable ${name}`;
  const channel = new BroadcastChannel(lock);
  const stored = new Map(); // path: size and time in the browser's storage
  const known = new Map(); // path: the state of the copy when both were the same
  const outside = places.games !== places.data; // other programs change these files too
  let version = "";

  const rootOf = (path) => (isGame(path) ? places.games : places.data);
  const put = ([path, content]) => (content ? write(rootOf(path), path, content) : remove(rootOf(path), path));
  const exists = (path) => FS.analyzePath(`${home}/${path}`).exists;

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

  const allCopies = () => STORED.flatMap((top) => (exists(top) ? [...copies(top)].filter(isStored) : []));

  async function storedFiles() {
    const found = new Map();
    for (const top of STORED) {
      const root = await folder(rootOf(`${top}/`), [top], true);
      for await (const [path, file] of filesBelow(root, `${top}/`)) if (isStored(path)) found.set(path, file);
    }
    return found;
  }

  const isSame = (path, file) => stored.get(path) === (seenAs(file) || null) && known.get(path) === (exists(path) && state(path));

  // Make the copies equal to the files; return whether anything differed. All are read before the
  // first is copied: what Python is asked meanwhile, it answers from files that belong together.
  async function pull() {
    const found = await storedFiles();
    version = await storedVersion();
    const contents = [];
    for (const [path, file] of found) if (!isSame(path, file)) contents.push([path, file, new Uint8Array(await file.arrayBuffer())]);
    const gone = allCopies().filter((path) => !found.has(path));
    let changed = gone.length > 0;
    for (const [path, file, content] of contents) {
      if (!exists(path) || !equal(FS.readFile(`${home}/${path}`), content)) {
        FS.mkdirTree(`${home}/${path.slice(0, path.lastIndexOf("/"))}`);
        FS.writeFile(`${home}/${path}`, content);
        FS.utime(`${home}/${path}`, file.lastModified, file.lastModified); // prints are sorted by time
        changed = true;
      }
      settle(path, file);
    }
    for (const path of gone) {
      FS.unlink(`${home}/${path}`);
      forget(path);
    }
    return changed;
  }

  function settle(path, file) {
    stored.set(path, seenAs(file));
    known.set(path, state(path));
  }

  function forget(path) {
    stored.delete(path);
    known.delete(path);
  }

  async function storedVersion() {
    const content = await read(places.data, VERSION);
    return content ? new TextDecoder().decode(content) : "";
  }

  // A tab was ended while it wrote several files.
  async function finish() {
    const content = await read(places.data, UNFINISHED);
    if (!content) return;
    if (content.length) for (const change of unpacked(content)) await put(change);
    await remove(places.data, UNFINISHED);
  }

  function changes() {
    const now = new Set(allCopies());
    const changed = [...now].filter((path) => known.get(path) !== state(path));
    const gone = [...known.keys()].filter((path) => !now.has(path));
    return [...changed.map((path) => [path, FS.readFile(`${home}/${path}`)]), ...gone.map((path) => [path, null])];
  }

  // A new file is empty for a moment. The journal may be ahead of one file of a game.
  const isRisky = (wanted) => wanted.some(([path]) => !known.has(path)) || wanted.filter(([path]) => isGame(path)).length > 1;

  // Write what differs. If the storage is full, everything is as before, and the fault is thrown.
  async function push() {
    const wanted = changes();
    if (!wanted.length) return false;
    const before = [];
    try {
      version = crypto.randomUUID();
      await write(places.data, VERSION, new TextEncoder().encode(version));
      if (isRisky(wanted)) await write(places.data, UNFINISHED, packed(wanted));
      for (const [path, content] of wanted) {
        before.push([path, await read(rootOf(path), path)]);
        const file = await put([path, content]);
        if (file) settle(path, file);
        else forget(path);
      }
    } catch (fault) {
      await restore(before);
      throw fault;
    }
    await remove(places.data, UNFINISHED);
    channel.postMessage(version);
    return true;
  }

  // What was unfinished leaves the space that the old files need.
  async function restore(before) {
    await remove(places.data, UNFINISHED);
    for (const change of before.reverse()) await put(change).catch(() => null);
    stored.clear();
    await pull();
  }

  return {
    // Read the files, unless they are as they were.
    follow: () =>
      navigator.locks.request(lock, async () => {
        await finish();
        return pull();
      }),
    // Do something that may change files, on the newest ones, and write them before it is answered.
    changing: (work, written) =>
      navigator.locks.request(lock, async () => {
        if (outside || (await storedVersion()) !== version) {
          await finish();
          await pull();
        }
        const answer = work();
        if (await push()) written();
        return answer;
      }),
    heard: (listener) => (channel.onmessage = ({ data }) => data !== version && listener()),
  };
}

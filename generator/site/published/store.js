// The games of this browser: versions in its private storage, or files in a folder that the visitor
// chose. Python works on copies in memory. Every change is written before it is answered, whole or not
// at all, and other tabs hear of it.
import { pathsBelow } from "./archives.js";
import { openVersions } from "./versions.js";
import { bytesOf, equal, ifFull, ifMissing, whenReleased, writeStream } from "./whole_files.js";

const STORED = ["data", "templates", "cards_data", "output"];
const RECENT_MS = 3000;
const isStored = (/** @type {string} */ path) => !path.startsWith("output/") || path.endsWith(".json"); // PDFs are downloaded
/** A file that was saved just now may be saved again in the same moment, with the same size.
 * @param {File} file */
const stampOf = (file) => (Date.now() - file.lastModified < RECENT_MS ? "" : `${file.size} ${file.lastModified}`);

/** Every file below a folder, by path: hidden ones belong to other programs.
 * @param {FileSystemDirectoryHandle} root @param {string} path @returns {AsyncGenerator<[string, File]>} */
async function* filesBelow(root, path) {
  for await (const [name, handle] of root.entries()) {
    if (name.startsWith(".")) continue;
    if (handle.kind === "directory") yield* filesBelow(/** @type {FileSystemDirectoryHandle} */ (handle), `${path}${name}/`);
    else yield [`${path}${name}`, await /** @type {FileSystemFileHandle} */ (handle).getFile()];
  }
}

async function plainFiles(/** @type {FileSystemDirectoryHandle} */ root, /** @type {string[]} */ tops) {
  const files = [];
  for (const top of tops) {
    const folder = await root.getDirectoryHandle(top).catch(ifMissing);
    if (folder) for await (const file of filesBelow(folder, `${top}/`)) if (isStored(file[0])) files.push(file);
  }
  return files;
}

/** Change a file in the visitor's folder; return how to change it back. Browsers keep its old content until
 * the new one is whole.
 * @param {FileSystemDirectoryHandle} root @param {Change} change @returns {Promise<Change>} */
async function replace(root, [path, content]) {
  const parts = path.split("/");
  const name = parts.pop() ?? "";
  let folder = root;
  for (const part of parts) folder = await folder.getDirectoryHandle(part, { create: true });
  const old = await folder.getFileHandle(name).catch(ifMissing);
  const before = old && (await bytesOf(await old.getFile()));
  if (content) {
    const file = await folder.getFileHandle(name, { create: true });
    try {
      await writeStream(file, content);
    } catch (fault) {
      if (!old) await whenReleased(() => folder.removeEntry(name));
      throw fault;
    }
  } else if (old) await whenReleased(() => folder.removeEntry(name));
  return [path, before];
}

/** @param {PythonFiles} FS @param {string} home @param {Places} places @param {string} name */
export function openStore(FS, home, places, name) {
  const outside = places.games === places.data ? null : places.games; // other programs change it too
  const versions = openVersions(places.data, () => plainFiles(places.data, STORED));
  const lock = `ecotable ${name}`;
  const channel = new BroadcastChannel(lock);
  /** Files whose copies were equal: their versions, or their sizes and times in the visitor's folder.
   * @type {Map<string, {stamp: string, copy: string}>} */
  const synced = new Map();

  const isOutside = (/** @type {string} */ path) => outside !== null && !path.startsWith("data/");
  const exists = (/** @type {string} */ path) => FS.analyzePath(`${home}/${path}`).exists;

  /** A replaced file is another node, even if it has the same size and time.
   * @param {string} path */
  function state(path) {
    const { node } = FS.lookupPath(`${home}/${path}`);
    return `${node.id} ${node.usedBytes} ${node.mtime}`;
  }

  const isUnchanged = (/** @type {string} */ path) => synced.get(path)?.copy === state(path);
  const settle = (/** @type {string} */ path, /** @type {string} */ stamp) => synced.set(path, { stamp, copy: state(path) });

  const allCopies = () => STORED.flatMap((top) => (exists(top) ? pathsBelow(FS, home, top).filter(isStored) : []));

  /** @returns {Promise<Stored[]>} */
  async function entries() {
    const own = Object.entries(versions.list().files).map(([path, key]) => ({ path, stamp: key, read: () => versions.read(key) }));
    const others = outside ? await plainFiles(outside, STORED.slice(1)) : [];
    return [...own, ...others.map(([path, file]) => ({ path, stamp: stampOf(file), read: async () => ({ path, content: await bytesOf(file), time: file.lastModified }) }))];
  }

  const isSame = (/** @type {Stored} */ { path, stamp }) => stamp !== "" && synced.get(path)?.stamp === stamp && exists(path) && isUnchanged(path);

  // Make the copies equal to the files; return whether anything differed. All are read before the
  // first is copied: what Python is asked meanwhile, it answers from files that belong together.
  async function pull() {
    const byPath = new Map((await entries()).map((entry) => [entry.path, entry]));
    const fresh = [];
    for (const entry of byPath.values()) if (!isSame(entry)) fresh.push({ ...entry, version: await entry.read() });
    const damaged = fresh.filter(({ version }) => !version).map(({ path }) => path);
    if (damaged.length) await versions.lose(damaged);
    damaged.forEach((path) => byPath.delete(path));
    const gone = allCopies().filter((path) => !byPath.has(path));
    let changed = gone.length > 0;
    for (const { path, stamp, version } of fresh) {
      if (!version) continue;
      if (!exists(path) || !equal(FS.readFile(`${home}/${path}`), version.content)) {
        FS.mkdirTree(`${home}/${path.slice(0, path.lastIndexOf("/"))}`);
        FS.writeFile(`${home}/${path}`, version.content);
        FS.utime(`${home}/${path}`, version.time, version.time); // prints are sorted by time
        changed = true;
      }
      settle(path, stamp);
    }
    for (const path of gone) {
      FS.unlink(`${home}/${path}`);
      synced.delete(path);
    }
    return changed;
  }

  /** @returns {Change[]} */
  function changes() {
    const now = new Set(allCopies());
    const changed = [...now].filter((path) => !isUnchanged(path));
    const gone = [...synced.keys()].filter((path) => !now.has(path));
    return [...changed.map((path) => /** @type {Change} */ ([path, FS.readFile(`${home}/${path}`)])), ...gone.map((path) => /** @type {Change} */ ([path, null]))];
  }

  // Write what differs. If the storage is full, everything is as before, and the fault is thrown.
  async function push() {
    const pending = changes();
    if (!pending.length) return false;
    const { files: before } = versions.list();
    const files = { ...before };
    /** @type {VersionList["due"]} */
    const due = [];
    try {
      for (const [path, content] of pending) {
        const key = content && (await versions.add(path, content));
        if (isOutside(path)) due.push([path, key]);
        else if (key) files[path] = key;
        else delete files[path];
      }
      await versions.commit(files, due);
      await finish();
    } catch (fault) {
      await versions.restore(before).catch(() => null);
      synced.clear();
      await pull();
      throw fault;
    }
    for (const [path, content] of pending) {
      if (content) settle(path, files[path] ?? "");
      else synced.delete(path);
    }
    await versions.sweep();
    channel.postMessage(versions.list().number);
    return true;
  }

  // Write into the visitor's folder what is due there; if that fails, the folder is as before.
  async function finish() {
    const { files, due } = versions.list();
    if (!outside || !due.length) return;
    const before = [];
    try {
      for (const [path, key] of due) {
        const version = key ? await versions.read(key) : null;
        if (version || !key) before.push(await replace(outside, [path, version && version.content]));
      }
      await versions.commit(files);
    } catch (fault) {
      for (const change of before.reverse()) await replace(outside, change).catch(() => null);
      throw fault;
    }
  }

  return {
    // Read the files, unless they are as they were. What cannot be written now is finished at the next
    // change.
    follow: () =>
      navigator.locks.request(lock, async () => {
        await versions.load().catch(ifFull);
        await finish().catch(() => null);
        return pull();
      }),
    /** Do something that may change files, on the newest ones, and write them before it is answered.
     * @template T @param {() => T} work @param {() => unknown} written @returns {Promise<T>} */
    changing: (work, written) =>
      navigator.locks.request(lock, async () => {
        const { number } = versions.list();
        await versions.load();
        await finish();
        if (outside || versions.list().number !== number) await pull();
        const answer = work();
        if (await push()) written();
        return answer;
      }),
    /** @param {() => unknown} listener */
    heard: (listener) => (channel.onmessage = ({ data }) => data !== versions.list().number && listener()),
    damaged: versions.damaged,
  };
}

// Versions of files in the browser's private storage. None is overwritten: each is a file of its own,
// whose name begins with its checksum, and a change counts as soon as a new list of all versions is whole. The list
// also holds changes that are due in a folder of the visitor's.
import { bytesOf, checksum, ifFull, ifMissing, numbers, put, readWhole, whenReleased, writeWhole } from "./whole_files.js";

const LIST = "list";
const CREATE = { create: true };
const hash = async (/** @type {Uint8Array<ArrayBuffer>} */ content) => Array.from(await checksum(content), (one) => one.toString(16).padStart(2, "0")).join("");

/** @param {FileSystemDirectoryHandle} root @param {() => Promise<[string, File][]>} older what was stored in
 * earlier days: files under their own names */
export function openVersions(root, older) {
  const folder = () => root.getDirectoryHandle("versions", CREATE);
  /** @type {VersionList} */
  let list = { number: -1, files: {}, due: [] };
  /** @type {string[]} */
  const damaged = [];

  async function fileOf(/** @type {string} */ key) {
    const handle = await (await folder()).getFileHandle(key).catch(ifMissing);
    return handle && handle.getFile();
  }

  /** @param {Uint8Array<ArrayBuffer>} content @returns {[path: string, content: Uint8Array<ArrayBuffer>]} */
  function split(content) {
    const end = content.indexOf(10);
    return [new TextDecoder().decode(content.subarray(0, end)), content.slice(end + 1)];
  }

  /** A version, or null if it is missing or damaged.
   * @param {string} key @returns {Promise<Version | null>} */
  async function read(key) {
    const file = await fileOf(key);
    const bytes = file && (await bytesOf(file));
    if (!bytes || !key.startsWith(await hash(bytes))) return null;
    const [path, content] = split(bytes);
    return { path, content, time: file.lastModified };
  }

  /** @param {string} path @param {Uint8Array} content @returns {Promise<string>} its key */
  async function add(path, content) {
    const whole = await bytesOf(new Blob([path, "\n", /** @type {BlobPart} */ (content)]));
    const key = `${await hash(whole)} ${crypto.randomUUID()}`; // an older one may just be deleted
    await put(await folder(), key, whole);
    return key;
  }

  /** @param {VersionList["files"]} files @param {VersionList["due"]} due */
  async function commit(files, due = []) {
    const number = await writeWhole(root, LIST, new TextEncoder().encode(JSON.stringify({ files, due })));
    list = { number, files, due };
  }

  // Delete the versions that no list holds.
  async function sweep() {
    const used = new Set([...Object.values(list.files), ...list.due.map(([, key]) => key)]);
    const all = await folder();
    for await (const key of all.keys()) if (!used.has(key)) await whenReleased(() => all.removeEntry(key)).catch(() => null);
  }

  /** Without space for it, a list counts on this page, and is written with the next change.
   * @param {VersionList["files"]} files @param {VersionList["due"]} due */
  const adopt = (files, due) => commit(files, due).catch(ifFull).then(() => (list = { ...list, files, due }));

  /** Put what is left of a damaged file beside, if there is space.
   * @param {string} path @param {string} key */
  async function setAside(path, key) {
    damaged.push(path);
    const file = await fileOf(key);
    const place = file && (await root.getDirectoryHandle("damaged", CREATE).catch(() => null));
    if (place) await put(place, encodeURIComponent(path), split(await bytesOf(file))[1]).catch(() => null);
  }

  // Without a list, the newest version of each file counts.
  async function recover() {
    /** @type {VersionList["files"]} */
    const files = {};
    /** @type {Record<string, number>} */
    const times = {};
    for await (const key of (await folder()).keys()) {
      const version = await read(key);
      if (!version) await setAside(key, key);
      else if (!(times[version.path] > version.time)) [files[version.path], times[version.path]] = [key, version.time];
    }
    for (const [path, file] of await older()) files[path] ??= await add(path, await bytesOf(file));
    await adopt(files, []);
  }

  return {
    list: () => list,
    read,
    add,
    commit,
    sweep,
    // Read the list, unless it is still the same.
    async load() {
      const [number = 0] = await numbers(root, LIST);
      if (number === list.number) return;
      const content = await readWhole(root, LIST);
      if (content) list = { number, ...JSON.parse(new TextDecoder().decode(content)) };
      else await recover();
    },
    /** Free the space of a change that failed, and take its list back.
     * @param {VersionList["files"]} files the files before */
    async restore(files) {
      const isCommitted = list.files !== files;
      list = { ...list, files, due: [] };
      await sweep();
      if (isCommitted) await commit(files);
    },
    /** @param {string[]} paths */
    async lose(paths) {
      const files = { ...list.files };
      for (const path of paths) {
        await setAside(path, files[path]);
        delete files[path];
      }
      await adopt(files, list.due);
    },
    // The paths of the files that were damaged, once.
    damaged: () => damaged.splice(0),
  };
}

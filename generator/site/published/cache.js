// Results of earlier visits, as ecotable keeps them in a folder on a computer. Here they are one file
// in the browser's storage: read at the start, and written when there is nothing else to do. Without
// it, or without space for it, a visit takes longer.
import { pack, pathsBelow, unpackInto } from "./archives.js";
import { readWhole, writeWhole } from "./whole_files.js";

const FOLDER = "/cache";
const FILE = "cache";

export function openCache(/** @type {PythonFiles} */ FS, /** @type {FileSystemDirectoryHandle | null} */ root) {
  let saved = "";
  /** @template T @param {(root: FileSystemDirectoryHandle) => Promise<T>} work */
  const alone = async (work) => root && navigator.locks.request(`ecotable cache ${root.name}`, () => work(root)).catch(() => null);

  return {
    async restore() {
      const content = await alone((own) => readWhole(own, FILE));
      if (content) unpackInto(FS, FOLDER, content);
      saved = content ? pathsBelow(FS, FOLDER).join() : "";
    },
    /** @param {() => void} prune */
    async save(prune) {
      if (!FS.analyzePath(FOLDER).exists) return;
      prune();
      const stored = pathsBelow(FS, FOLDER);
      if (stored.join() === saved) return;
      saved = stored.join();
      const content = await pack(stored.map((path) => [path, FS.readFile(`${FOLDER}/${path}`)]));
      await alone((own) => writeWhole(own, FILE, content));
    },
  };
}

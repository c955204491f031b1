// Results of earlier visits, as ecotable keeps them in a folder on a computer. Here they are one file
// in the browser's storage: read at the start, and written when there is nothing else to do.
import { packed, read, unpacked, write } from "./store.js";

const FOLDER = "/cache";
const FILE = "cache.bin";

export function openCache(FS, root) {
  let saved = "";

  const paths = (folder) =>
    FS.readdir(folder).flatMap((name) => {
      const path = `${folder}/${name}`;
      if (name.startsWith(".")) return [];
      return FS.isDir(FS.stat(path).mode) ? paths(path) : [path];
    });

  return {
    async restore() {
      const content = await read(root, FILE).catch(() => null);
      if (content) unpackInto(FS, FOLDER, content);
      saved = content ? paths(FOLDER).join() : "";
    },
    // Without space, the next visit takes longer.
    async save(prune) {
      if (!FS.analyzePath(FOLDER).exists) return;
      prune();
      const found = paths(FOLDER);
      if (found.join() === saved) return;
      saved = found.join();
      const entries = found.map((path) => [path.slice(FOLDER.length + 1), FS.readFile(path)]);
      await write(root, FILE, packed(entries)).catch(() => undefined);
    },
  };
}

// Write packed files into a folder of Python's memory.
export function unpackInto(FS, folder, content) {
  const folders = new Set();
  for (const [path, bytes] of unpacked(content)) {
    const above = `${folder}/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
    if (!folders.has(above)) FS.mkdirTree(above);
    folders.add(above);
    FS.writeFile(`${folder}/${path}`, bytes, { canOwn: true });
  }
}

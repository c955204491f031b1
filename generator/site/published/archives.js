// Several files in one, compressed as a whole on the site: names and sizes, then all contents.

/** @param {[path: string, content: Uint8Array<ArrayBuffer>][]} files */
export const pack = async (files) => new Uint8Array(await new Blob([JSON.stringify(files.map(([path, { length }]) => [path, length])), "\n", ...files.map(([, content]) => content)]).arrayBuffer());

/** @param {Uint8Array<ArrayBuffer>} bytes @returns {[path: string, content: Uint8Array<ArrayBuffer>][]} */
export function unpack(bytes) {
  let at = bytes.indexOf(10) + 1;
  return JSON.parse(new TextDecoder().decode(bytes.subarray(0, at))).map((/** @type {[string, number]} */ [path, size]) => [path, bytes.subarray(at, (at += size))]);
}

/** The files below a folder of Python's memory, without hidden ones.
 * @param {PythonFiles} FS @param {string} root @param {string} folder @returns {string[]} */
export function pathsBelow(FS, root, folder = "") {
  return FS.readdir(`${root}/${folder}`).flatMap((name) => {
    const path = folder ? `${folder}/${name}` : name;
    if (name.startsWith(".")) return [];
    return FS.isDir(FS.stat(`${root}/${path}`).mode) ? pathsBelow(FS, root, path) : [path];
  });
}

/** Write packed files into a folder of Python's memory.
 * @param {PythonFiles} FS @param {string} folder @param {Uint8Array<ArrayBuffer>} content */
export function unpackInto(FS, folder, content) {
  const folders = new Set();
  for (const [path, bytes] of unpack(content)) {
    const above = `${folder}/${path.slice(0, Math.max(0, path.lastIndexOf("/")))}`;
    if (!folders.has(above)) FS.mkdirTree(above);
    folders.add(above);
    FS.writeFile(`${folder}/${path}`, bytes, { canOwn: true });
  }
}

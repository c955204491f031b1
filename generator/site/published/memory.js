// Python's memory once all modules are loaded, saved in the browser's storage: later visits begin with
// it. It belongs to one version of the site and of the browser.
import { checksum, equal, numbers, readWhole, whenReleased, writeWhole } from "./whole_files.js";

const FILE = "memory";

const owner = (/** @type {string} */ version) => checksum(new TextEncoder().encode(`${version} ${navigator.userAgent}`));

export async function readMemory(/** @type {FileSystemDirectoryHandle} */ folder, /** @type {string} */ version) {
  const content = await readWhole(folder, FILE);
  const mark = await owner(version);
  return content && equal(content.subarray(0, mark.length), mark) ? content.subarray(mark.length) : null;
}

/** @param {FileSystemDirectoryHandle} folder @param {string} version @param {Uint8Array<ArrayBuffer>} memory */
export async function writeMemory(folder, version, memory) {
  const content = new Uint8Array(await new Blob([await owner(version), memory]).arrayBuffer());
  await navigator.locks.request(`ecotable memory ${folder.name}`, () => writeWhole(folder, FILE, content));
}

export async function forgetMemory(/** @type {FileSystemDirectoryHandle} */ folder) {
  for (const number of await numbers(folder, FILE)) await whenReleased(() => folder.removeEntry(`${FILE}.${number}`));
}

/** Pyodide's options for beginning with a memory; it makes no room for it. @param {Uint8Array} memory @param {string} engine */
export async function restoring(memory, engine) {
  const { default: create } = await import(engine);
  const createPyodideModule = async (/** @type {object} */ settings) => {
    const module = await create(settings);
    module._emscripten_resize_heap(memory.length);
    return module;
  };
  return { _loadSnapshot: memory, createPyodideModule };
}

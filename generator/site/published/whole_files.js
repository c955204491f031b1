// Files in the browser's private storage, written whole or not at all: a new one is NAME.NUMBER and
// begins with the checksum of its content. The older one is deleted afterwards, and a file whose
// checksum is wrong counts as missing. Only workers can write here.
const CHECKSUM_BYTES = 32;
const RELEASE_MS = 5000;
const RETRY_MS = 20;

const pause = (/** @type {number} */ milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

/** A browser still holds a file for a moment after the page that wrote it has ended. Firefox then seldom
 * gives no answer at all.
 * @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function whenReleased(work) {
  const late = pause(RELEASE_MS).then(() => Promise.reject(new DOMException("", "NoModificationAllowedError")));
  const end = Date.now() + RELEASE_MS;
  for (;;) {
    const attempt = work();
    try {
      return await Promise.race([attempt, late]);
    } catch (fault) {
      attempt.then((/** @type {any} */ handle) => handle?.close?.(), () => null);
      if (/** @type {Error} */ (fault).name !== "NoModificationAllowedError" || Date.now() >= end) throw fault;
      await pause(RETRY_MS);
    }
  }
}

export function ifMissing(/** @type {Error} */ fault) {
  if (fault.name !== "NotFoundError") throw fault;
  return null;
}

export function ifFull(/** @type {Error} */ fault) {
  if (fault.name !== "QuotaExceededError") throw fault;
}

export const bytesOf = async (/** @type {Blob} */ file) => new Uint8Array(await file.arrayBuffer());

export const checksum = async (/** @type {Uint8Array<ArrayBuffer>} */ content) => new Uint8Array(await crypto.subtle.digest("SHA-256", content));

export const equal = (/** @type {Uint8Array} */ one, /** @type {Uint8Array} */ other) => one.length === other.length && one.every((byte, at) => byte === other[at]);

/** Whatever fails, a file must not stay held. @param {FileSystemSyncAccessHandle} handle */
async function release(handle) {
  try {
    await handle.close();
  } catch {
    await handle.close();
  }
}

/** @type {boolean | undefined} */
let isDirect;
/** Whether workers can write files at once: Safari since 15.2, but not WebKit on Linux, which then holds
 * the file that was tried. A full storage is tried again. @param {FileSystemDirectoryHandle} folder */
async function direct(folder) {
  if (isDirect === undefined) {
    const file = await folder.getFileHandle("probe", { create: true });
    isDirect = await whenReleased(() => file.createSyncAccessHandle()).then(release).then(() => true, () => false);
  }
  return isDirect;
}

export const isWritable = (/** @type {FileSystemDirectoryHandle} */ folder) => direct(folder).then((can) => can || "createWritable" in FileSystemFileHandle.prototype, () => true);

/** @param {FileSystemFileHandle} file @param {Uint8Array<ArrayBuffer>} content */
export async function writeStream(file, content) {
  const stream = await whenReleased(() => file.createWritable());
  try {
    await stream.write(content);
    await stream.close();
  } catch (fault) {
    await stream.abort().catch(() => null);
    throw fault;
  }
}

/** @param {FileSystemFileHandle} file @param {Uint8Array<ArrayBuffer>} content */
async function writeDirect(file, content) {
  const handle = await whenReleased(() => file.createSyncAccessHandle());
  try {
    await handle.truncate(0); // Safari before 16.4 answers with promises
    if (handle.write(content, { at: 0 }) !== content.length) throw new DOMException("", "QuotaExceededError");
    await handle.flush();
  } finally {
    await release(handle);
  }
}

/** Write a file; a full storage leaves none.
 * @param {FileSystemDirectoryHandle} folder @param {string} name @param {Uint8Array<ArrayBuffer>} content */
export async function put(folder, name, content) {
  const write = (await direct(folder)) ? writeDirect : writeStream;
  const file = await folder.getFileHandle(name, { create: true });
  try {
    await write(file, content);
  } catch (fault) {
    await whenReleased(() => folder.removeEntry(name)).catch(() => null);
    throw fault;
  }
}

/** The numbers of a file, the newest first.
 * @param {FileSystemDirectoryHandle} folder @param {string} name */
export async function numbers(folder, name) {
  const entries = [];
  for await (const entry of folder.keys()) if (entry.startsWith(`${name}.`)) entries.push(Number(entry.slice(name.length + 1)));
  return entries.filter(Number.isSafeInteger).sort((one, other) => other - one);
}

/** The content of the newest file that is whole, or null.
 * @param {FileSystemDirectoryHandle} folder @param {string} name */
export async function readWhole(folder, name) {
  for (const number of await numbers(folder, name)) {
    const bytes = await bytesOf(await (await folder.getFileHandle(`${name}.${number}`)).getFile());
    const content = bytes.subarray(CHECKSUM_BYTES);
    if (equal(bytes.subarray(0, CHECKSUM_BYTES), await checksum(content))) return content;
  }
  return null;
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name @param {Uint8Array<ArrayBuffer>} content */
export async function writeWhole(folder, name, content) {
  const older = await numbers(folder, name);
  const number = (older[0] ?? 0) + 1;
  await put(folder, `${name}.${number}`, await bytesOf(new Blob([await checksum(content), content])));
  for (const one of older) await whenReleased(() => folder.removeEntry(`${name}.${one}`)).catch(() => null);
  return number;
}

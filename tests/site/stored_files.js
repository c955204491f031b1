// The files that a site has stored, as Base64: for tests that look at them or damage them.
const ALL = { recursive: true };

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

// A browser still holds a file for a moment after the page that wrote it has ended; Firefox then seldom
// gives no answer at all.
async function retry(work) {
  for (let left = 200; ; left -= 1) {
    const late = pause(3000).then(() => Promise.reject(new DOMException("", "NoModificationAllowedError")));
    try {
      return await Promise.race([work(), late]);
    } catch (fault) {
      if (fault.name === "NotFoundError") return null; // an attempt without an answer had removed it
      if (fault.name !== "NoModificationAllowedError" || !left) throw fault;
      await pause(50);
    }
  }
}

async function place(path) {
  let folder = await navigator.storage.getDirectory();
  for (const part of path) folder = await folder.getDirectoryHandle(part, { create: true });
  return folder;
}

function text(buffer) {
  const letters = [];
  for (const byte of new Uint8Array(buffer)) letters.push(String.fromCharCode(byte));
  return btoa(letters.join(""));
}

async function* below(folder, path) {
  for await (const [name, handle] of folder.entries()) {
    if (handle.kind === "directory") yield* below(handle, `${path}${name}/`);
    else yield [path + name, await handle.getFile()];
  }
}

export async function sizes(root) {
  const files = {};
  for await (const [path, file] of below(await place(root), "")) files[path] = file.size;
  return files;
}

export async function read(root) {
  const files = {};
  for await (const [path, file] of below(await place(root), "")) files[path] = text(await file.arrayBuffer());
  return files;
}

// WebKit on Linux has only streams, and then holds the file that was tried.
async function tryDirect() {
  const file = await (await navigator.storage.getDirectory()).getFileHandle("tried", { create: true });
  const handle = await retry(() => file.createSyncAccessHandle()).catch(() => null);
  handle?.close();
  return handle !== null;
}

export const isDirect = await tryDirect();

export async function fill(file, bytes) {
  if (isDirect) {
    const handle = await retry(() => file.createSyncAccessHandle());
    handle.truncate(0);
    handle.write(bytes, { at: 0 });
    handle.close();
  } else {
    const stream = await retry(() => file.createWritable());
    await stream.write(bytes);
    await stream.close();
  }
}

// Store these files and no others.
export async function write(root, files) {
  const own = await place(root);
  for await (const name of own.keys()) await retry(() => own.removeEntry(name, ALL));
  for (const [path, content] of Object.entries(files)) {
    const parts = path.split("/");
    const name = parts.pop();
    const file = await (await place([...root, ...parts])).getFileHandle(name, { create: true });
    await fill(file, Uint8Array.from(atob(content), (one) => one.charCodeAt(0)));
  }
}

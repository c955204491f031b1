// The store of a site, whose copies are in a map instead of Python's memory, and what can happen to it.
import { openStore } from "./store.js";
import { fill, isDirect } from "./stored_files.js";

const PATHS = ["templates/a", "cards_data/a", "cards_data/b", "data/j"];
const bytes = (text) => new TextEncoder().encode(text);

function copies() {
  const files = new Map();
  let last = 0;
  const below = (path) => [...files.keys()].filter((one) => one.startsWith(`${path}/`));
  return {
    analyzePath: (path) => ({ exists: files.has(path) || below(path).length > 0 }),
    lookupPath: (path) => ({ node: files.get(path) }),
    readdir: (path) => below(path).map((one) => one.slice(path.length + 1)),
    stat: (path) => ({ mode: files.has(path) ? "file" : "folder" }),
    isDir: (mode) => mode === "folder",
    mkdirTree: () => null,
    readFile: (path) => files.get(path).content,
    writeFile: (path, content) => files.set(path, { id: (last += 1), content }),
    unlink: (path) => files.delete(path),
    utime: () => null,
  };
}

async function place(name) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(name, { create: true });
}

async function tab(games) {
  // As on iPads before version 26; WebKit on Linux has nothing else, and a folder needs it.
  if (isDirect && !games) delete FileSystemFileHandle.prototype.createWritable;
  const FS = copies();
  const data = await place("journal");
  return { FS, store: openStore(FS, "/h", { data, games: games ? await place(games) : data }, `test ${games}`) };
}

function put(FS, files) {
  for (const [path, text] of Object.entries(files)) {
    if (text === null) FS.unlink(`/h/${path}`);
    else FS.writeFile(`/h/${path}`, bytes(text));
  }
}

function texts(FS) {
  const text = (path) => new TextDecoder().decode(FS.readFile(`/h/${path}`));
  return PATHS.map((path) => (FS.analyzePath(`/h/${path}`).exists ? text(path) : null));
}

// What a tab reads that is opened now, and what it finds damaged.
export async function seen(games) {
  const { FS, store } = await tab(games);
  await store.follow();
  return { files: texts(FS), damaged: store.damaged() };
}

export async function change(files, games = "") {
  const { FS, store } = await tab(games);
  await store.follow();
  return store.changing(() => put(FS, files), () => null).then(() => texts(FS), (fault) => [fault.name, ...texts(FS)]);
}

// ---- faults ------------------------------------------------------------------------------------

const OPERATIONS = [
  [self.FileSystemSyncAccessHandle, ["truncate", "write", "flush", "close"]],
  [self.FileSystemDirectoryHandle, ["removeEntry", "getFileHandle"]],
  [self.FileSystemWritableFileStream, ["write", "close"]],
];

// Before each operation on files, `happen` is told its number and its name.
function watch(happen) {
  let count = 0;
  for (const [{ prototype } = {}, names] of OPERATIONS) {
    for (const name of prototype ? names : []) {
      const work = prototype[name];
      prototype[name] = function (...values) {
        count += 1;
        happen(count, name, (...others) => work.apply(this, others), values);
        return work.apply(this, values);
      };
    }
  }
}

// The tab is ended at an operation: nothing is done any more, and a file that is being written has half
// of its content.
export async function changeAndDie(files, games, at) {
  watch((count, name, work, [content, place]) => {
    if (count < at) return;
    if (count === at && name === "write" && place) work(content.subarray(0, content.length / 2), place);
    self.postMessage({ value: "ended" });
    throw new Error("ended");
  });
  await change(files, games);
  return "finished";
}

// The storage is full at an operation that writes.
export function changeWithoutSpace(files, games, at) {
  let writes = 0;
  watch((count, name) => {
    if (name === "write" && (writes += 1) === at) throw new DOMException("full", "QuotaExceededError");
  });
  return change(files, games);
}

// An operation fails once in a tab that goes on; then it changes the same again. Returns both answers, and
// how many files are still held.
export async function changeAfterFault(files, operation, at) {
  const { prototype } = self.FileSystemFileHandle;
  const open = prototype.createSyncAccessHandle;
  let held = 0;
  prototype.createSyncAccessHandle = async function () {
    const handle = await open.call(this);
    held += 1;
    handle.close = () => {
      self.FileSystemSyncAccessHandle.prototype.close.call(handle);
      held -= 1;
    };
    return handle;
  };
  let count = 0;
  watch((_, name) => {
    if (name === operation && (count += 1) === at) throw new DOMException("full", "QuotaExceededError");
  });
  const { FS, store } = await tab("");
  await store.follow();
  const work = () => store.changing(() => put(FS, files), () => null).then(() => texts(FS), (fault) => [fault.name, ...texts(FS)]);
  const first = await work();
  const isOver = count < at;
  count = at;
  return { first, second: await work(), held, isOver };
}

// Another tab was ended just now: the browser still holds its files for a moment.
export function changeWhileHeld(files) {
  const { prototype } = self.FileSystemFileHandle;
  const open = prototype.createSyncAccessHandle;
  const end = Date.now() + 300;
  prototype.createSyncAccessHandle = function () {
    if (Date.now() < end) return Promise.reject(new DOMException("held", "NoModificationAllowedError"));
    return open.call(this);
  };
  return change(files);
}

// Tabs change files one after the other; other programs change the visitor's folder.
export async function together(steps) {
  const tabs = new Map();
  for (const { name, games = "", elsewhere = {}, files } of steps) {
    if (!tabs.has(name)) tabs.set(name, await tab(games));
    for (const [path, text] of Object.entries(elsewhere)) await saveElsewhere(await place(games), path, text);
    const { FS, store } = tabs.get(name);
    await store.changing(() => put(FS, files), () => null);
  }
  return (await seen(steps.at(-1).games ?? "")).files;
}

async function saveElsewhere(root, path, text) {
  const [top, name] = path.split("/");
  const file = await (await root.getDirectoryHandle(top, { create: true })).getFileHandle(name, { create: true });
  await fill(file, bytes(text));
}

// Put before a site's worker: its storage is full as long as there is a cache called "full".
let isFull = true;
const look = async () => (isFull = await caches.has("full"));

function refuse() {
  if (isFull) throw new DOMException("full", "QuotaExceededError");
}

for (const { prototype } of [self.FileSystemSyncAccessHandle, self.FileSystemWritableFileStream].filter(Boolean)) {
  const write = prototype.write;
  prototype.write = function (...values) {
    refuse();
    return write.apply(this, values);
  };
}
for (const name of ["getFileHandle", "getDirectoryHandle"]) {
  const open = FileSystemDirectoryHandle.prototype[name];
  FileSystemDirectoryHandle.prototype[name] = async function (path, options) {
    await look();
    return open.call(this, path).catch((fault) => {
      if (options?.create && this.name) refuse(); // only the site's own folder can be made
      return open.call(this, path, options);
    });
  };
}

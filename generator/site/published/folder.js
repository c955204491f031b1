// The folder on this computer that the visitor chose for games, where browsers offer that. Its handle
// is stored, but browsers may ask for permission again at every visit.
const SCOPE = new URL("./", import.meta.url).pathname;
const READ_WRITE = { mode: "readwrite" };

/** @typedef {(mode: {mode: string}) => Promise<PermissionState>} Permit not yet in the types of browsers
 * @typedef {FileSystemDirectoryHandle & {queryPermission?: Permit, requestPermission?: Permit}} Folder */

/** @type {<Found>(request: IDBRequest<Found>) => Promise<Found>} */
function promise(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** @type {<Found>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<Found>) => Promise<Found>} */
async function folders(mode, ask) {
  const opening = indexedDB.open("ecotable folders", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("folders");
  const database = await promise(opening);
  try {
    return await promise(ask(database.transaction("folders", mode).objectStore("folders")));
  } finally {
    database.close();
  }
}

/** Return nothing if games are in the browser's storage. Each folder has a journal of its own, by its id.
 * @returns {Promise<{id: string, handle: Folder, granted: boolean} | null>} */
export async function chosenFolder() {
  /** @type {{id: string, handle: Folder} | null} */
  const entry = await folders("readonly", (store) => store.get(SCOPE)).catch(() => null);
  if (!entry) return null;
  const granted = (await entry.handle.queryPermission?.(READ_WRITE)) ?? "granted";
  return { ...entry, granted: granted === "granted" };
}

export async function choose(/** @type {FileSystemDirectoryHandle} */ handle) {
  const before = await chosenFolder();
  const same = before && (await before.handle.isSameEntry(handle));
  const id = same ? before.id : crypto.randomUUID();
  await folders("readwrite", (store) => store.put({ id, handle }, SCOPE));
}

export const leave = () => folders("readwrite", (store) => store.delete(SCOPE));

/** Ask the visitor for a permission that the browser has not kept; return whether it was given.
 * @param {{handle: Folder}} chosen */
export const askPermission = async ({ handle }) => (await handle.requestPermission?.(READ_WRITE)) === "granted";

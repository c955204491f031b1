// The folder on this computer that the visitor chose for games, where browsers offer that. Its handle
// is stored, but browsers may ask for permission again at every visit.
const SCOPE = new URL("./", import.meta.url).pathname;
const READ_WRITE = { mode: "readwrite" };

function done(asked) {
  return new Promise((resolve, reject) => {
    asked.onsuccess = () => resolve(asked.result);
    asked.onerror = () => reject(asked.error);
  });
}

async function folders(mode, ask) {
  const opening = indexedDB.open("ecotable folders", 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore("folders");
  const database = await done(opening);
  try {
    return await done(ask(database.transaction("folders", mode).objectStore("folders")));
  } finally {
    database.close();
  }
}

// {id, handle, granted}, or nothing if games are in the browser's storage. Each folder has a journal
// of its own, by its id.
export async function chosen() {
  const found = await folders("readonly", (store) => store.get(SCOPE)).catch(() => null);
  if (!found) return null;
  const granted = (await found.handle.queryPermission?.(READ_WRITE)) ?? "granted";
  return { ...found, granted: granted === "granted" };
}

export async function choose(handle) {
  const before = await chosen();
  const same = before && (await before.handle.isSameEntry(handle));
  const id = same ? before.id : crypto.randomUUID();
  await folders("readwrite", (store) => store.put({ id, handle }, SCOPE));
}

export const leave = () => folders("readwrite", (store) => store.delete(SCOPE));

export const allowed = async ({ handle }) => (await handle.requestPermission(READ_WRITE)) === "granted";

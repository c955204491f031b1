// Tables saved in this browser: a list of tables, and an append-only list of taps for each.
// The database numbers the taps, so two tabs never overwrite each other. No tap is lost, even if
// the tab closes a moment later.

// Taps that are still being written to the database, also saved in synchronous storage: when a tab
// closes, a busy database drops writes that it has not started. A written tap is removed from here;
// the next tab rescues what a closed tab left behind.
const PREFIX = "ecotable-tap-";
let turn = 0;

/** Save a tap with its table; return a function that removes it. @type {(table: SavedTable, tap: Tap) => () => void} */
function addPending(table, tap) {
  const key = PREFIX + tap.mark;
  try {
    localStorage.setItem(key, JSON.stringify({ table, tap, turn: (turn += 1) }));
  } catch {
    return () => {}; // storage is disabled or full: rely on the database
  }
  return () => localStorage.removeItem(key);
}

/** Return the taps that were never written, in order. @returns {{table: SavedTable, tap: Tap, forget(): void}[]} */
function pendingTaps() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => read(key) ?? []).sort((one, other) => one.tap.at - other.tap.at || one.turn - other.turn);
  } catch {
    return [];
  }
}

function read(/** @type {string} */ key) {
  const forget = () => localStorage.removeItem(key);
  try {
    const { table, tap, turn: place } = JSON.parse(localStorage.getItem(key) ?? "");
    if (table.id && tap.table === table.id) return { table, tap, turn: place, forget };
  } catch {
    // not one of our taps
  }
  forget();
  return null;
}

const NAME = "ecotable";
const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
const FORGOTTEN_MS = 30 * 24 * 3600 * 1000; // deleted tables are purged after a month

/** @type {<Found>(request: IDBRequest<Found>) => Promise<Found>} */
const promise = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

let opening = /** @type {Promise<IDBDatabase> | undefined} */ (undefined);
const pending = pendingTaps(); // from closed tabs

const database = () => (opening ??= open());

async function open() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore("tables", { keyPath: "id" });
    request.result.createObjectStore("taps", { keyPath: "number", autoIncrement: true }).createIndex("table", "table");
  };
  const base = await promise(request);
  base.onversionchange = () => base.close();
  await rescue(base).catch(() => {}); // they remain pending
  return base;
}

// Write pending taps that are missing. A tab that is still open may write the same tap again.
async function rescue(/** @type {IDBDatabase} */ base) {
  if (!pending.length) return;
  const work = base.transaction(["tables", "taps"], "readwrite");
  const done = finish(work);
  const [tables, store] = [work.objectStore("tables"), work.objectStore("taps")];
  for (const { table, tap } of pending) {
    const stored = await promise(store.index("table").getAll(table.id));
    if (stored.some((one) => one.mark === tap.mark)) continue;
    const row = await promise(tables.get(table.id));
    if (!row || row.changed < table.changed) tables.put(table);
    store.add(tap);
  }
  await done;
  pending.forEach((one) => one.forget());
}

const finish = (/** @type {IDBTransaction} */ work) =>
  new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Write one tap, and the table with its newest title; return the tap with its number.
 * The tap is marked as pending before the first await, so it is safe even if the tab closes. */
export async function write(/** @type {Omit<SavedTable, "changed">} */ table, /** @type {Tap} */ tap) {
  const now = Date.now();
  const row = { ...table, changed: now };
  const full = { ...tap, table: table.id, at: tap.at ?? now, mark: tap.mark ?? newId() };
  const forget = addPending(row, full);
  const base = await database();
  const work = base.transaction(["tables", "taps"], "readwrite", { durability: "relaxed" });
  const done = finish(work);
  work.objectStore("tables").put(row);
  const adding = promise(work.objectStore("taps").add(full));
  work.commit();
  const [number] = await Promise.all([adding, done]);
  forget();
  channel?.postMessage(table.id);
  return { ...full, number: Number(number) };
}

/** Return the taps of a table. One that was rescued while its tab was still writing it was saved twice. */
export async function taps(/** @type {string} */ id) {
  const base = await database();
  /** @type {Tap[]} */
  const saved = await promise(base.transaction("taps").objectStore("taps").index("table").getAll(id));
  const marks = new Set();
  return saved.filter(({ mark }) => !mark || (!marks.has(mark) && marks.add(mark)));
}

/** Check that a row describes a table; damaged or foreign rows do not. @param {Partial<SavedTable>} partial */
export const isWhole = ({ id, game, title, changed }) => [id, game, title].every((text) => typeof text === "string") && Number.isFinite(changed);

/** Check that the result stored in a row is readable; rows of older versions have none. */
export function areFacts(/** @type {any} */ facts) {
  const { winners, people, outcome } = facts ?? {};
  const isSide = (/** @type {any} */ one) => typeof one?.name === "string" && (one.points === null || Number.isFinite(one.points));
  return Array.isArray(winners) && winners.every((one) => typeof one === "string") && Array.isArray(people) && people.every(isSide) && typeof outcome === "string";
}

const withFacts = (/** @type {SavedTable} */ table) => (areFacts(table.facts) ? table : { ...table, facts: undefined });

/** Return all tables that are not deleted, newest first. @returns {Promise<SavedTable[]>} */
export async function tables() {
  const base = await database();
  const all = await promise(base.transaction("tables").objectStore("tables").getAll());
  await Promise.all(all.filter((table) => table.deleted < Date.now() - FORGOTTEN_MS).map((table) => sweep(base, table.id)));
  return all.filter((table) => isWhole(table) && !table.deleted).map(withFacts).sort((one, other) => other.changed - one.changed);
}

/** @type {(id: string, deleted?: number | null) => Promise<void>} */
export const remove = (id, deleted = Date.now()) => changeRow(id, { deleted });

export const note = (/** @type {string} */ id, /** @type {TableFacts} */ facts) => changeRow(id, { facts });

async function changeRow(/** @type {string} */ id, /** @type {Partial<SavedTable>} */ more) {
  const work = (await database()).transaction("tables", "readwrite");
  const stored = await promise(work.objectStore("tables").get(id));
  if (stored) work.objectStore("tables").put({ ...stored, ...more });
  await finish(work);
  channel?.postMessage(id);
}

/** Add a table with its taps from a file. Return 1 if it is new; otherwise add only the missing taps. */
export async function adopt(/** @type {SavedTable} */ table, /** @type {Tap[]} */ taps) {
  const base = await database();
  const work = base.transaction(["tables", "taps"], "readwrite");
  const done = finish(work);
  const [rows, store] = [work.objectStore("tables"), work.objectStore("taps")];
  const stored = await promise(rows.get(table.id));
  const marks = new Set((await promise(store.index("table").getAll(table.id))).map((one) => one.mark));
  if (!stored || stored.deleted || stored.changed < table.changed) rows.put(table);
  for (const tap of taps) if (!marks.has(tap.mark)) store.add(tap);
  await done;
  channel?.postMessage(table.id);
  return stored && !stored.deleted ? 0 : 1;
}

export const restore = (/** @type {string} */ id) => remove(id, null);

async function sweep(/** @type {IDBDatabase} */ base, /** @type {string} */ id) {
  const work = base.transaction(["tables", "taps"], "readwrite");
  work.objectStore("tables").delete(id);
  const keys = await promise(work.objectStore("taps").index("table").getAllKeys(id));
  keys.forEach((key) => work.objectStore("taps").delete(key));
}

/** Report when another tab writes to a table. @param {(id: string) => void} listener */
export function listen(listener) {
  channel?.addEventListener("message", ({ data }) => listener(data));
}

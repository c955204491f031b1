// Tables saved in this browser: a list of tables, and an append-only list of taps for each.
// The database numbers the taps, so two tabs never overwrite each other. No tap is lost, even if
// the tab closes a moment later.
import { addPending, pendingTaps } from "./pending.js";

const NAME = "ecotable";
const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
const FORGOTTEN_MS = 30 * 24 * 3600 * 1000; // deleted tables are purged after a month

/** @type {(request: IDBRequest) => Promise<any>} */
const promised = (request) =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** @type {Promise<IDBDatabase> | undefined} */
let opening;
const pending = pendingTaps(); // from closed tabs

function database() {
  opening ??= opened().then(async (base) => {
    await rescue(base).catch(() => {}); // they remain pending
    return base;
  });
  return opening;
}

/** @returns {Promise<IDBDatabase>} */
function opened() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore("tables", { keyPath: "id" });
      request.result.createObjectStore("taps", { keyPath: "number", autoIncrement: true }).createIndex("table", "table");
    };
    request.onsuccess = () => {
      request.result.onversionchange = () => request.result.close();
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
}

// Write pending taps that are missing. A tab that is still open may write the same tap again.
async function rescue(base) {
  if (!pending.length) return;
  const work = base.transaction(["tables", "taps"], "readwrite");
  const done = finished(work);
  const [tables, store] = [work.objectStore("tables"), work.objectStore("taps")];
  for (const { table, tap } of pending) {
    const known = await promised(store.index("table").getAll(table.id));
    if (known.some((one) => one.mark === tap.mark)) continue;
    const row = await promised(tables.get(table.id));
    if (!row || row.changed < table.changed) tables.put(table);
    store.add(tap);
  }
  await done;
  pending.forEach((one) => one.forget());
}

/** @type {(work: IDBTransaction) => Promise<any>} */
const finished = (work) =>
  new Promise((resolve, reject) => {
    work.oncomplete = resolve;
    work.onabort = () => reject(work.error);
  });

export function newId() {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
}

/** Write one tap, and the table with its newest title; return the tap with its number.
 * The tap is marked as pending before the first await, so it is safe even if the tab closes.
 * @type {(table: Omit<SavedTable, "changed">, tap: Tap) => Promise<Tap>} */
export async function write(table, tap) {
  const now = Date.now();
  const row = { ...table, changed: now };
  const full = { ...tap, table: table.id, at: tap.at ?? now, mark: tap.mark ?? newId() };
  const forget = addPending(row, full);
  const base = await database();
  const work = base.transaction(["tables", "taps"], "readwrite", { durability: "relaxed" });
  const done = finished(work);
  work.objectStore("tables").put(row);
  const adding = promised(work.objectStore("taps").add(full));
  work.commit();
  const [number] = await Promise.all([adding, done]);
  forget();
  channel?.postMessage(table.id);
  return { ...full, number };
}

/** @type {(id: string) => Promise<Tap[]>} */
export async function taps(id) {
  const base = await database();
  return once(await promised(base.transaction("taps").objectStore("taps").index("table").getAll(id)));
}

// A tap that was rescued while its tab was still writing it appears twice.
function once(taps) {
  const marks = new Set();
  return taps.filter(({ mark }) => !mark || (!marks.has(mark) && marks.add(mark)));
}

// Check that a row describes a table; damaged or foreign rows do not.
export const isWhole = ({ id, game, title, changed }) => [id, game, title].every((text) => typeof text === "string") && Number.isFinite(changed);

/** Check that the result stored in a row is readable; rows of older versions have none.
 * @type {(facts: any) => boolean} */
export function areFacts(facts) {
  const { winners, people, outcome } = facts ?? {};
  const named = (one) => typeof one?.name === "string" && (one.points === null || Number.isFinite(one.points));
  return Array.isArray(winners) && winners.every((one) => typeof one === "string") && Array.isArray(people) && people.every(named) && typeof outcome === "string";
}

const withFacts = (table) => (areFacts(table.facts) ? table : { ...table, facts: undefined });

/** Return all tables that are not deleted, newest first.
 * @returns {Promise<SavedTable[]>} */
export async function tables() {
  const base = await database();
  const all = await promised(base.transaction("tables").objectStore("tables").getAll());
  await Promise.all(all.filter((table) => table.deleted < Date.now() - FORGOTTEN_MS).map((table) => sweep(base, table.id)));
  return all.filter((table) => isWhole(table) && !table.deleted).map(withFacts).sort((one, other) => other.changed - one.changed);
}

/** @type {(id: string, deleted?: number | null) => Promise<void>} */
export const remove = (id, deleted = Date.now()) => changeRow(id, { deleted });

/** @type {(id: string, facts: TableFacts) => Promise<void>} */
export const note = (id, facts) => changeRow(id, { facts });

/** @type {(id: string, more: Partial<SavedTable>) => Promise<void>} */
async function changeRow(id, more) {
  const work = (await database()).transaction("tables", "readwrite");
  const known = await promised(work.objectStore("tables").get(id));
  if (known) work.objectStore("tables").put({ ...known, ...more });
  await finished(work);
  channel?.postMessage(id);
}

/** Add a table with its taps from a file. Return 1 if it is new; otherwise add only the missing taps.
 * @type {(table: SavedTable, taps: Tap[]) => Promise<number>} */
export async function adopt(table, taps) {
  const base = await database();
  const work = base.transaction(["tables", "taps"], "readwrite");
  const done = finished(work);
  const [rows, store] = [work.objectStore("tables"), work.objectStore("taps")];
  const known = await promised(rows.get(table.id));
  const marks = new Set((await promised(store.index("table").getAll(table.id))).map((one) => one.mark));
  if (!known || known.deleted || known.changed < table.changed) rows.put(table);
  for (const tap of taps) if (!marks.has(tap.mark)) store.add(tap);
  await done;
  channel?.postMessage(table.id);
  return known && !known.deleted ? 0 : 1;
}

export const restore = (id) => remove(id, null);

async function sweep(base, id) {
  const work = base.transaction(["tables", "taps"], "readwrite");
  work.objectStore("tables").delete(id);
  const keys = await promised(work.objectStore("taps").index("table").getAllKeys(id));
  keys.forEach((key) => work.objectStore("taps").delete(key));
}

// Report when another tab writes to a table.
export function listen(heard) {
  channel?.addEventListener("message", ({ data }) => heard(data));
}

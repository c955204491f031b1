// Export and import of all tables of this browser: {ecotable: 1, tables: [{table, taps}]}.
// An import only adds; it never overwrites.
import * as savedTables from "./saved_tables.js";
import { isShortText } from "./page.js";

const FORMAT = 1;
const LARGEST = 20 * 1024 * 1024;
const DOINGS = ["start", "set", "add", "drop", "all", "undo", "redo", "count", "finish"];

export async function allTables() {
  const tables = await savedTables.tables();
  const rows = await Promise.all(tables.map(async (table) => ({ table, taps: await savedTables.taps(table.id) })));
  return `${JSON.stringify({ ecotable: FORMAT, tables: rows }, null, 1)}\n`;
}

/** Add the tables of a file; return how many were new, or null if the file is not an export. */
export async function addTables(/** @type {File} */ file) {
  if (file.size > LARGEST) return null;
  const content = await file.text().then(JSON.parse).catch(() => null);
  if (content?.ecotable !== FORMAT || !Array.isArray(content.tables) || !content.tables.every(isTable)) return null;
  /** @type {{tables: {table: SavedTable, taps: Tap[]}[]}} */
  const { tables } = content;
  let count = 0;
  for (const { table, taps } of tables) count += await savedTables.adopt(cleanRow(table), taps.map((tap) => cleanTap(table.id, tap)));
  return count;
}

/** @param {any} one */
const isTable = (one) => Boolean(savedTables.isWhole(one?.table ?? {}) && /^[\w-]{1,40}$/.test(one.table.id) && isShortText(one.table.game) && Array.isArray(one.taps) && one.taps.length && one.taps.every(isTap));

const isSet = (/** @type {any} */ one) => Array.isArray(one) && Array.isArray(one[0]) && one[0].length > 0;

function isTap(/** @type {any} */ tap) {
  if (!tap || !DOINGS.includes(tap.do)) return false;
  if (tap.do === "start" || tap.do === "all") return isRecord(tap.answers);
  if (tap.do === "set") return Array.isArray(tap.sets) && tap.sets.every(isSet);
  if (tap.do === "count") return Array.isArray(tap.path) && tap.path.length > 0 && [tap.add, tap.low, tap.high, tap.from].every(Number.isInteger);
  return tap.do === "add" ? isShortText(tap.group) && isRecord(tap.item) : tap.do !== "drop" || (isShortText(tap.group) && Number.isInteger(tap.index));
}

const isRecord = (/** @type {unknown} */ value) => value !== null && typeof value === "object" && !Array.isArray(value);

/** Return only the known keys of a row. @param {SavedTable} table @returns {SavedTable} */
function cleanRow({ id, game, title, began, changed, facts }) {
  const whole = { id, game, title: title.slice(0, 400), began: Number.isFinite(began) ? began : changed, changed };
  return savedTables.areFacts(facts) ? { ...whole, facts } : whole;
}

/** The database assigns the number. @type {(table: string, tap: Tap) => Tap} */
function cleanTap(table, tap) {
  const rest = Object.fromEntries(Object.entries(tap).filter(([key]) => key !== "number"));
  return /** @type {Tap} */ ({ ...rest, table, mark: isShortText(tap.mark) ? tap.mark : savedTables.newId() });
}

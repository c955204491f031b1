// Taps on their way to the database, kept meanwhile where a write is done at once: a database that
// is busy drops what it has not begun when the tab goes away. A tap that is written is pending no
// longer; what a closed tab left behind is handed to the next one.
const PREFIX = "ecotable-tap-";
let turn = 0;

/** Keeps a tap with the table it belongs to; gives back how to forget it.
 * @type {(table: SavedTable, tap: Tap) => () => void} */
export function addPending(table, tap) {
  const key = PREFIX + tap.mark;
  try {
    localStorage.setItem(key, JSON.stringify({ table, tap, turn: (turn += 1) }));
  } catch {
    return () => {}; // switched off, or full: the database alone then
  }
  return () => localStorage.removeItem(key);
}

/** The taps that were never written, in their order.
 * @returns {{table: SavedTable, tap: Tap, forget(): void}[]} */
export function pendingTaps() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.flatMap((key) => read(key) ?? []).sort((one, other) => one.tap.at - other.tap.at || one.turn - other.turn);
  } catch {
    return [];
  }
}

function read(key) {
  const forget = () => localStorage.removeItem(key);
  try {
    const { table, tap, turn: place } = JSON.parse(localStorage.getItem(key) ?? "");
    if (table.id && tap.table === table.id) return { table, tap, turn: place, forget };
  } catch {
    // no tap of ours
  }
  forget();
  return null;
}

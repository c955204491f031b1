// Taps that are still being written to the database, also saved in synchronous storage: when a tab
// closes, a busy database drops writes that it has not started. A written tap is removed from here;
// the next tab rescues what a closed tab left behind.
const PREFIX = "ecotable-tap-";
let turn = 0;

/** Save a tap with its table; return a function that removes it.
 * @type {(table: SavedTable, tap: Tap) => () => void} */
export function addPending(table, tap) {
  const key = PREFIX + tap.mark;
  try {
    localStorage.setItem(key, JSON.stringify({ table, tap, turn: (turn += 1) }));
  } catch {
    return () => {}; // storage is disabled or full: rely on the database
  }
  return () => localStorage.removeItem(key);
}

/** Return the taps that were never written, in order.
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
    // not one of our taps
  }
  forget();
  return null;
}

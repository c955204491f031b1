// What is on its way to the database, noted where a write is done at once: a database that is busy
// drops what it has not begun when the tab goes away. A note goes as soon as its tap is written;
// what a tab left behind is handed to the next one.
const PREFIX = "ecotable-tap-";
let turn = 0;

// Notes a tap with the table it belongs to; gives back how to forget it.
export function note(table, tap) {
  const key = PREFIX + tap.mark;
  try {
    localStorage.setItem(key, JSON.stringify({ table, tap, turn: (turn += 1) }));
  } catch {
    return () => {}; // switched off, or full: the database alone then
  }
  return () => localStorage.removeItem(key);
}

// The notes that lie there, in the order of their taps: {table, tap, forget}.
export function left() {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
    return keys.map(read).filter(Boolean).sort((one, other) => one.tap.at - other.tap.at || one.turn - other.turn);
  } catch {
    return [];
  }
}

function read(key) {
  const forget = () => localStorage.removeItem(key);
  try {
    const { table, tap, turn: place } = JSON.parse(localStorage.getItem(key));
    if (table.id && tap.table === table.id) return { table, tap, turn: place, forget };
  } catch {
    // no note of ours
  }
  forget();
  return null;
}

// The state of the workbench: the table, the selected cell, the marked rows, rejected input.

/** @type {{record: any, table: string, version: string}} */
export const bench = { record: null, table: new URLSearchParams(location.search).get("table") ?? "", version: "" };

export const chosen = { row: "", column: "", anchor: "" };

// Marked rows in addition to the selected one, by id.
/** @type {Set<string>} */
export const marked = new Set();

// Rejected input, by "table\nrow\ncolumn": shown, but never written.
/** @type {Map<string, {text: string, problem: string}>} */
export const refused = new Map();

// Input that is being written, by "table\nrow\ncolumn".
/** @type {Map<string, string>} */
export const pending = new Map();

export const keyOf = (row, column) => `${bench.table}\n${row}\n${column}`;
export const grid = () => bench.record.grid;
export const columns = () => grid().columns;
export const columnNamed = (name) => columns().find((column) => column.name === name);
// The positions of columns and rows, computed once for each grid.
const index = { of: /** @type {any} */ (null), columns: new Map(), rows: new Map() };

function indexed() {
  if (index.of !== grid()) {
    index.of = grid();
    index.columns = new Map(columns().map((column, at) => [column.name, at]));
    index.rows = new Map(grid().rows.map((row) => [row[index.columns.get("id")], row]));
  }
  return index;
}

const at = (name) => indexed().columns.get(name);
export const idOf = (row) => row[at("id")];
export const rowNamed = (id) => indexed().rows.get(id);

/** Return the text of a cell in the file as last read.
 * @type {(id: string, column: string) => string} */
export function cellOf(id, column) {
  const row = rowNamed(id);
  return row ? row[at(column)] : "";
}

// The text as shown: input that is not yet in the file comes first.
export function shownCell(id, column) {
  const key = keyOf(id, column);
  return refused.get(key)?.text ?? pending.get(key) ?? cellOf(id, column);
}

/** Return the text of the file after all pending writes; editors open with it.
 * @type {(id: string, column: string) => string} */
export const openedCell = (id, column) => pending.get(keyOf(id, column)) ?? cellOf(id, column);

export function setCell(id, column, text) {
  const row = rowNamed(id);
  if (row) row[at(column)] = text;
}

export const titleOfRow = (id) => {
  const name = columns().find((column) => ["name", "title"].includes(column.name));
  return (name && cellOf(id, name.name)) || id;
};

// What the workbench shows: the table, which cell is chosen, which rows, what was typed and refused.

/** @type {{record: any, table: string, version: string}} */
export const bench = { record: null, table: new URLSearchParams(location.search).get("table") ?? "", version: "" };

export const chosen = { row: "", column: "", anchor: "" };

// Rows that are marked beside the chosen one, by id.
/** @type {Set<string>} */
export const marked = new Set();

// What was typed and is not allowed, by "table\nrow\ncolumn": kept and shown, never written.
/** @type {Map<string, {text: string, problem: string}>} */
export const refused = new Map();

// What is on its way to the file, by "table\nrow\ncolumn".
/** @type {Map<string, string>} */
export const pending = new Map();

export const keyOf = (row, column) => `${bench.table}\n${row}\n${column}`;
export const grid = () => bench.record.grid;
export const columns = () => grid().columns;
export const columnNamed = (name) => columns().find((column) => column.name === name);
// Where columns and rows are in the grid, looked up once for each grid.
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

/** The text of a cell in the file as it was last read.
 * @type {(id: string, column: string) => string} */
export function cellOf(id, column) {
  const row = rowNamed(id);
  return row ? row[at(column)] : "";
}

// The same as it is shown: what was typed comes before what stands in the file.
export function shownCell(id, column) {
  const key = keyOf(id, column);
  return refused.get(key)?.text ?? pending.get(key) ?? cellOf(id, column);
}

/** What the file holds once everything is written that is on its way: what an editor opens with.
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

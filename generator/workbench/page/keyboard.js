// The keyboard in the table: moving, typing, selecting, filling, pasting; and the row buttons above it.
import { $ } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { change, step, writeCells } from "./changing.js";
import { closeEditor, editorFor } from "./editors.js";
import { cellNode, markTo, paintGrid, paintRows, view } from "./grid.js";
import { bench, cellOf, chosen, columnNamed, columns, marked, openedCell, shownCell } from "./state.js";

const PAGE_ROWS = 12;
/** @type {(row: string, column: string) => void} */
let told = () => undefined;
export const whenMoved = (listener) => (told = listener);

/** Select a cell and focus it.
 * @type {(row: string, column: string, focus?: boolean) => void} */
export function choose(row, column, focus = true) {
  const moved = chosen.row !== row || chosen.column !== column;
  Object.assign(chosen, { row, column });
  const node = cellNode(row, column);
  if (focus) node?.focus({ preventScroll: true });
  if (moved) told(row, column);
}

function moveBy(down, across, event) {
  const names = columns().map((column) => column.name);
  const row = Math.min(view.ids.length - 1, Math.max(0, view.ids.indexOf(chosen.row) + down));
  const column = Math.min(names.length - 1, Math.max(0, names.indexOf(chosen.column) + across));
  if (event?.shiftKey && down) markTo(view.ids[row]);
  else if (down) {
    marked.clear();
    chosen.anchor = "";
  }
  choose(view.ids[row], names[column]);
}

const FAR = 1_000_000;
/** @type {Record<string, (event: KeyboardEvent) => void>} */
const KEYS = {
  ArrowDown: (event) => (event.altKey ? moveRow(1) : moveBy(1, 0, event)),
  ArrowUp: (event) => (event.altKey ? moveRow(-1) : moveBy(-1, 0, event)),
  ArrowRight: () => moveBy(0, 1),
  ArrowLeft: () => moveBy(0, -1),
  PageDown: (event) => moveBy(PAGE_ROWS, 0, event),
  PageUp: (event) => moveBy(-PAGE_ROWS, 0, event),
  Home: (event) => moveBy(event.ctrlKey ? -FAR : 0, -FAR),
  End: (event) => moveBy(event.ctrlKey ? FAR : 0, FAR),
  Enter: () => edit({}),
  F2: () => edit({}),
  Delete: () => void writeCells(rowsMeant().map((row) => [row, chosen.column, ""])),
  " ": () => (isBool() ? edit({ typed: "toggle" }) : edit({})),
};

const isBool = () => columnNamed(chosen.column)?.kind === "bool";
// The rows that a button applies to: the marked ones, else the selected one.
export const rowsMeant = () => (marked.size ? view.ids.filter((id) => marked.has(id)) : [chosen.row].filter(Boolean));

function press(event) {
  if (event.target.closest(".editor") || !chosen.row) return;
  const control = event.ctrlKey || event.metaKey;
  const number = columnNamed(chosen.column)?.kind === "int";
  if (control && event.key.toLowerCase() === "d") fillDown();
  else if (KEYS[event.key] && !(control && !["Home", "End"].includes(event.key))) KEYS[event.key](event);
  else if (number && (event.key === "+" || event.key === "-")) edit({ typed: `step${event.key}` });
  else if (event.key.length === 1 && !control && !event.altKey) edit({ typed: event.key });
  else return;
  event.preventDefault();
}

/** Open the editor of the selected cell; a typed character replaces its content.
 * @type {(how: {typed?: string}) => void} */
export function edit({ typed }) {
  const { row, column: name } = chosen;
  const column = columnNamed(name);
  if (!column) return;
  const text = shownCell(row, name);
  if (typed === "step+" || typed === "step-") return stepBy(column, typed === "step+" ? 1 : -1);
  if (typed === "toggle") return void writeCells([[row, name, ["yes", "true", "1", "x"].includes(text.toLowerCase()) ? "" : "yes"]]);
  closeEditor();
  const opened = openedCell(row, name);
  let open = true;
  const done = (key) => {
    if (!open) return;
    open = false;
    const value = made.read();
    delete made.node.parentElement?.dataset.mark;
    made.node.remove();
    paintRows();
    if (key !== "Escape") void writeCells([[row, name, value]], () => opened);
    if (key === "Enter") moveBy(1, 0);
    else if (key === "Tab") moveBy(0, 1);
    else if (key === "ShiftTab") moveBy(0, -1);
    else if (key === "Escape") choose(row, name);
  };
  const plain = !["choice", "bool", "ref"].includes(column.kind);
  const made = editorFor(column, typed && plain ? typed : text, done);
  const cell = cellNode(row, name);
  cell?.append(made.node);
  if (typed && column.kind === "int") made.node.querySelector("input")?.focus();
  else made.focus();
  made.node.scrollIntoView({ block: "nearest", inline: "nearest" }); // an editor may be wider than its cell
}

function stepBy(column, by) {
  const rows = rowsMeant();
  const cells = rows.map((row) => {
    const next = (Number.parseInt(shownCell(row, column.name), 10) || (column.name === "copies" ? 1 : 0)) + by;
    return [row, column.name, String(Math.min(column.max ?? Infinity, Math.max(column.min ?? -Infinity, next)))];
  });
  void writeCells(cells);
}

// Copy the cell of the topmost marked row down to the others; if none is marked, the cell above.
export function fillDown() {
  const rows = rowsMeant();
  const above = rows.length > 1 ? rows[0] : view.ids[view.ids.indexOf(chosen.row) - 1];
  const targets = rows.length > 1 ? rows.slice(1) : rows;
  if (above) void writeCells(targets.map((row) => [row, chosen.column, cellOf(above, chosen.column)]));
}

// ---- copying from and to a spreadsheet ----------------------------------------------------------

function paste(event) {
  if (event.target.closest(".editor")) return;
  event.preventDefault();
  const lines = splitRange(event.clipboardData.getData("text/plain"));
  const names = columns().map((column) => column.name);
  const [top, left] = [view.ids.indexOf(chosen.row), names.indexOf(chosen.column)];
  // A single cell fills every marked row.
  const rows = lines.length === 1 && marked.size > 1 ? rowsMeant() : view.ids.slice(top, top + lines.length);
  const cells = rows.flatMap((row, down) => lines[lines.length === 1 ? 0 : down].map((text, across) => [row, names[left + across], text]));
  void writeCells(cells.filter(([, column]) => column));
}

// Parse the clipboard of a spreadsheet: tabs, line ends, and quotes around both.
export function splitRange(text) {
  const cells = [[""]];
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at];
    const line = cells[cells.length - 1];
    if (quoted && sign === '"' && text[at + 1] === '"') (line[line.length - 1] += '"'), (at += 1);
    else if (sign === '"' && (quoted || line[line.length - 1] === "")) quoted = !quoted;
    else if (!quoted && sign === "\t") line.push("");
    else if (!quoted && (sign === "\n" || sign === "\r")) {
      if (sign === "\r" && text[at + 1] === "\n") at += 1;
      if (at < text.length - 1) cells.push([""]);
    } else line[line.length - 1] += sign;
  }
  return cells;
}

function copy(event) {
  if (event.target.closest(".editor")) return;
  event.preventDefault();
  const rows = rowsMeant();
  const text = marked.size ? rows.map((row) => columns().map((column) => cellOf(row, column.name)).join("\t")).join("\n") : cellOf(chosen.row, chosen.column);
  event.clipboardData.setData("text/plain", text);
}

// ---- rows ------------------------------------------------------------------------------------

function freeId(id) {
  const base = id.replace(/_\d+$/, "");
  const free = (name) => !bench.record.grid.rows.some((row) => row.includes(name));
  for (let n = 2; ; n += 1) if (free(`${base}_${n}`)) return `${base}_${n}`;
}

const newId = () => (bench.record.grid.rows.some((row) => row.includes("new")) ? freeId("new") : "new");

async function addRow(whole) {
  const like = chosen.row || view.ids.at(-1);
  if (!like) return;
  const id = whole ? freeId(like) : newId();
  await change({ kind: "add", like, id, whole });
  if (view.ids.includes(id)) choose(id, "id");
}

async function deleteRows() {
  const rows = rowsMeant();
  const at = Math.max(0, view.ids.indexOf(rows[0]) - 1);
  marked.clear();
  await change({ kind: "delete", rows });
  if (view.ids.length) choose(view.ids[Math.min(at, view.ids.length - 1)], chosen.column);
}

function benchRows() {
  const rows = rowsMeant();
  const all = rows.every((row) => cellOf(row, "copies") === "0");
  void writeCells(rows.map((row) => [row, "copies", all ? "1" : "0"]));
}

function moveRow(by) {
  const ids = bench.record.grid.rows.map((row) => row[columns().findIndex((column) => column.name === "id")]);
  const at = ids.indexOf(chosen.row) + by;
  if (at < 0 || at >= ids.length) return;
  const above = by < 0 ? ids[at - 1] ?? "" : ids[at];
  void change({ kind: "move", row: chosen.row, above }).then(() => choose(chosen.row, chosen.column));
}

export function listenToKeyboard() {
  $("grid").addEventListener("keydown", press);
  $("grid").addEventListener("paste", paste);
  $("grid").addEventListener("copy", copy);
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    void step(key === "y" || event.shiftKey ? "redo" : "undo");
  });
  const on = (id, act) => $(id).addEventListener("click", act);
  on("add", () => void addRow(false));
  on("duplicate", () => void addRow(true));
  on("delete", () => void deleteRows());
  on("bench", benchRows);
  on("up", () => moveRow(-1));
  on("down", () => moveRow(1));
  on("fill", fillDown);
  on("undo", () => void step("undo"));
  on("redo", () => void step("redo"));
  $("find").addEventListener("input", ({ target }) => {
    view.find = target.value;
    paintGrid();
  });
  $("find").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && view.ids.length) choose(view.ids[0], chosen.column || columns()[0].name);
  });
  $("bench").title = say("bench_hint");
}

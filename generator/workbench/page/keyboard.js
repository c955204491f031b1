// The keyboard in the table: moving, typing, selecting, filling, pasting; and the row buttons above it.
import { $, on, say } from "../../../scorer/web/page/page.js";
import { change, step, writeCells } from "./changing.js";
import { cellNode, clip, editorFor, isYes, markTo, rowIds, view } from "./grid.js";
import { cellOf, chosen, columnNamed, columns, grid, idOf, marked, openedCell, shownCell } from "./view.js";

const PAGE_ROWS = 12;

/** Select a cell and focus it. @type {(row: string, column: string, focus?: boolean) => void} */
export function choose(row, column, focus = true) {
  Object.assign(chosen, { row, column });
  const node = cellNode(row, column);
  if (focus) node?.focus({ preventScroll: true });
}

/** @type {(down: number, across: number, event?: KeyboardEvent) => void} */
function moveBy(down, across, event) {
  const [ids, names] = [rowIds(), columns().map((column) => column.name)];
  const row = Math.min(ids.length - 1, Math.max(0, ids.indexOf(chosen.row) + down));
  const column = Math.min(names.length - 1, Math.max(0, names.indexOf(chosen.column) + across));
  if (event?.shiftKey && down) markTo(ids[row]);
  else if (down) {
    marked.clear();
    chosen.anchor = "";
  }
  choose(ids[row], names[column]);
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
  " ": () => edit(columnNamed(chosen.column)?.kind === "bool" ? { typed: "toggle" } : {}),
};

// The rows that a button applies to: the marked ones, else the selected one.
const rowsMeant = () => (marked.size ? rowIds().filter((id) => marked.has(id)) : [chosen.row].filter(Boolean));

function press(/** @type {Heard<HTMLElement, "keydown">} */ event) {
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

/** Open the editor of the selected cell; a typed character replaces its content. */
export function edit(/** @type {{typed?: string}} */ { typed }) {
  const { row, column: name } = chosen;
  const column = columnNamed(name);
  if (!column) return;
  const text = shownCell(row, name);
  if (typed === "step+" || typed === "step-") return stepBy(column, typed === "step+" ? 1 : -1);
  if (typed === "toggle") return void writeCells([[row, name, isYes(text) ? "" : "yes"]]);
  $("grid").querySelector(".editor")?.remove();
  const opened = openedCell(row, name);
  let open = true;
  const finish = (/** @type {string} */ key) => {
    if (!open) return;
    open = false;
    const value = editor.read();
    editor.node.remove();
    if (view.editing === `${row}\n${name}`) view.editing = "";
    if (key !== "Escape") void writeCells([[row, name, value]], () => opened);
    if (key === "Enter") moveBy(1, 0);
    else if (key === "Tab") moveBy(0, 1);
    else if (key === "ShiftTab") moveBy(0, -1);
    else if (key === "Escape") choose(row, name);
  };
  const plain = !["choice", "bool", "ref"].includes(column.kind);
  const editor = editorFor(column, typed && plain ? typed : text, finish);
  view.editing = `${row}\n${name}`;
  cellNode(row, name)?.append(editor.node);
  if (typed && column.kind === "int") editor.node.querySelector("input")?.focus();
  else editor.focus();
  editor.node.scrollIntoView({ block: "nearest", inline: "nearest" }); // an editor may be wider than its cell
}

function stepBy(/** @type {Column} */ column, /** @type {number} */ by) {
  const number = (/** @type {string} */ row) => Number.parseInt(shownCell(row, column.name), 10) || (column.name === "copies" ? 1 : 0);
  void writeCells(rowsMeant().map((row) => [row, column.name, String(clip(column, number(row) + by))]));
}

// Copy the cell of the topmost marked row down to the others; if none is marked, the cell above.
function fillDown() {
  const rows = rowsMeant();
  const above = rows.length > 1 ? rows[0] : rowIds()[rowIds().indexOf(chosen.row) - 1];
  const targets = rows.length > 1 ? rows.slice(1) : rows;
  if (above) void writeCells(targets.map((row) => [row, chosen.column, cellOf(above, chosen.column)]));
}

function paste(/** @type {Heard<HTMLElement, "paste">} */ event) {
  if (event.target.closest(".editor")) return;
  event.preventDefault();
  const lines = splitRange(event.clipboardData?.getData("text/plain") ?? "");
  const names = columns().map((column) => column.name);
  const [top, left] = [rowIds().indexOf(chosen.row), names.indexOf(chosen.column)];
  // A single cell fills every marked row.
  const rows = lines.length === 1 && marked.size > 1 ? rowsMeant() : rowIds().slice(top, top + lines.length);
  const cells = rows.flatMap((row, down) => lines[lines.length === 1 ? 0 : down].map((text, across) => [row, names[left + across], text]));
  void writeCells(cells.filter(([, column]) => column));
}

/** Parse the clipboard of a spreadsheet: tabs, line ends, and quotes around both. @param {string} text */
function splitRange(text) {
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

function copy(/** @type {Heard<HTMLElement, "copy">} */ event) {
  if (event.target.closest(".editor")) return;
  event.preventDefault();
  const line = (/** @type {string} */ row) => columns().map((column) => cellOf(row, column.name)).join("\t");
  const text = marked.size ? rowsMeant().map(line).join("\n") : cellOf(chosen.row, chosen.column);
  event.clipboardData?.setData("text/plain", text);
}

const isFree = (/** @type {string} */ name) => !grid().rows.some((row) => row.includes(name));

function freeId(/** @type {string} */ id) {
  const base = id.replace(/_\d+$/, "");
  for (let n = 2; ; n += 1) if (isFree(`${base}_${n}`)) return `${base}_${n}`;
}

async function addRow(/** @type {boolean} */ whole) {
  const like = chosen.row || rowIds().at(-1);
  if (!like) return;
  const id = whole ? freeId(like) : isFree("new") ? "new" : freeId("new");
  await change({ kind: "add", like, id, whole });
  if (rowIds().includes(id)) choose(id, "id");
}

async function deleteRows() {
  const rows = rowsMeant();
  const at = Math.max(0, rowIds().indexOf(rows[0]) - 1);
  marked.clear();
  await change({ kind: "delete", rows });
  const ids = rowIds();
  if (ids.length) choose(ids[Math.min(at, ids.length - 1)], chosen.column);
}

function benchRows() {
  const rows = rowsMeant();
  const all = rows.every((row) => cellOf(row, "copies") === "0");
  void writeCells(rows.map((row) => [row, "copies", all ? "1" : "0"]));
}

function moveRow(/** @type {1 | -1} */ by) {
  const ids = grid().rows.map(idOf);
  const at = ids.indexOf(chosen.row) + by;
  if (at < 0 || at >= ids.length) return;
  const above = by < 0 ? ids[at - 1] ?? "" : ids[at];
  void change({ kind: "move", row: chosen.row, above }).then(() => choose(chosen.row, chosen.column));
}

function pressCell(/** @type {Heard<HTMLElement, "mousedown">} */ event) {
  /** @type {HTMLElement | null} */
  const cell = event.target.closest("[role=gridcell]");
  const row = cell?.parentElement?.dataset.row;
  if (!row || event.target.closest(".editor")) return;
  if (event.shiftKey) markTo(row);
  else if (!event.ctrlKey && !event.metaKey) marked.clear();
  else {
    if (chosen.row) marked.add(chosen.row);
    if (!marked.delete(row)) marked.add(row);
  }
  choose(row, cell.dataset.column ?? "");
}

/** A button beside a number: the row of its cell was selected when it was pressed. @param {Heard<HTMLElement, "click">} event */
function pressStep({ target }) {
  if (target.matches(".step") && !target.closest(".editor")) edit({ typed: target.textContent === "+" ? "step+" : "step-" });
}

export function listenToKeyboard() {
  on($("grid"), "keydown", press);
  on($("grid"), "paste", paste);
  on($("grid"), "copy", copy);
  on($("grid"), "mousedown", pressCell);
  on($("grid"), "click", pressStep);
  on($("grid"), "dblclick", ({ target }) => target.closest("[role=gridcell]") && !target.closest(".editor, .step") && edit({}));
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (typing || !(event.ctrlKey || event.metaKey)) return;
    const key = event.key.toLowerCase();
    if (key !== "z" && key !== "y") return;
    event.preventDefault();
    void step(key === "y" || event.shiftKey ? "redo" : "undo");
  });
  on($("add"), "click", () => void addRow(false));
  on($("duplicate"), "click", () => void addRow(true));
  on($("delete"), "click", () => void deleteRows());
  on($("bench"), "click", benchRows);
  on($("up"), "click", () => moveRow(-1));
  on($("down"), "click", () => moveRow(1));
  on($("fill"), "click", fillDown);
  on($("undo"), "click", () => void step("undo"));
  on($("redo"), "click", () => void step("redo"));
  on($("find"), "input", ({ target }) => (view.find = target.value));
  on($("find"), "keydown", (event) => {
    if (event.key === "Enter" && rowIds().length) choose(rowIds()[0], chosen.column || columns()[0].name);
  });
  $("bench").title = say("bench_hint");
}

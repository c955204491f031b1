// The table: a WAI-ARIA grid with an editor for each kind of column. Only the rows near the viewport are in the page.
import { $, all, button, make, on, say } from "../../../scorer/web/page/page.js";
import { problemText } from "./problems.js";
import { flush, memo, state } from "./signals.js";
import { bench, chosen, columnNamed, columns, current, grid, idOf, keyOf, marked, pending, refused, shownCell } from "./view.js";

const ROW_PX = 36;
const MARGIN = 25; // extra rows above and below the viewport, so that fast scrolling shows no blanks
/** @type {Record<string, number>} */
const WIDTHS = { int: 92, bool: 92, choice: 150, ref: 170, list: 210, text: 250 };
/** @type {Record<string, number>} */
const NARROW = { id: 190, copies: 96, name: 200, reason: 260 };
/** What is searched and sorted, the part that is visible, and the cell with an open editor, as "row\ncolumn". */
export const view = state({ find: "", sort: "", down: false, top: 0, height: 0, editing: "" });

const widthOf = (/** @type {Column} */ { name, kind }) => NARROW[name] ?? (name.startsWith("name:") ? NARROW.name : WIDTHS[kind]);

/** The ids of the rows of the view: searched and sorted; the file keeps its own order. */
export const rowIds = memo(() => {
  const words = view.find.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rows = grid().rows.filter((row) => words.every((word) => row.some((cell) => cell.toLocaleLowerCase().includes(word))));
  const ids = rows.map(idOf);
  if (!view.sort) return ids;
  const collate = new Intl.Collator(document.documentElement.lang, { numeric: true });
  const compare = (/** @type {string} */ a, /** @type {string} */ b) => collate.compare(shownCell(a, view.sort), shownCell(b, view.sort));
  return ids.sort((a, b) => compare(a, b) * (view.down ? -1 : 1));
});

export function paintGrid() {
  const node = $("grid");
  const title = bench.record.tables.find(([name]) => name === bench.table)?.[1] || bench.table;
  node.setAttribute("aria-rowcount", String(rowIds().length + 1));
  node.setAttribute("aria-colcount", String(columns().length));
  node.setAttribute("aria-label", say("table_named", { what: title }));
  node.style.width = `${columns().reduce((sum, column) => sum + widthOf(column), 0)}px`;
  node.style.height = `${(rowIds().length + 1) * ROW_PX}px`;
  $("place").textContent = grid().problems?.join(" ") ?? grid().place;
  if ($("find").value !== view.find) $("find").value = view.find;
}

/** The rows that are visible, the selected one, which may have the focus, and one with an open editor. */
export function paintRows() {
  const ids = rowIds();
  const first = Math.max(0, Math.floor(view.top / ROW_PX) - MARGIN);
  const last = Math.min(ids.length, Math.ceil((view.top + view.height) / ROW_PX) + MARGIN);
  const near = new Set(ids.slice(first, last));
  if (ids.includes(chosen.row)) near.add(chosen.row);
  const byRow = new Map(all("[data-row]", $("grid")).map((node) => [node.dataset.row, node]));
  // A row with an open editor stays, even if it is deleted from the file, so that no input is lost.
  const edited = view.editing.split("\n")[0];
  for (const [id = "", node] of byRow) if (!near.has(id) && id !== edited) node.remove();
  let lastNode = paintHead();
  ids.forEach((id, index) => {
    if (!near.has(id)) return;
    const node = byRow.get(id) ?? make("div", { role: "row", class: "grid-row", "data-row": id });
    paintRow(node, id, index);
    // In visual order; a node that is already in place is not moved, so that it keeps the focus.
    if (lastNode.nextElementSibling !== node) lastNode.after(node);
    lastNode = node;
  });
}

function paintHead() {
  const head = all(".grid-head", $("grid"))[0] ?? make("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": 1 });
  if (!head.isConnected) $("grid").prepend(head);
  const names = columns().map((column) => column.name).join();
  if (head.dataset.names !== names) {
    head.dataset.names = names;
    head.replaceChildren(...columns().map(headCell));
  }
  for (const cell of all("[data-column]", head)) {
    const sorted = cell.dataset.column === view.sort ? (view.down ? "descending" : "ascending") : "none";
    cell.setAttribute("aria-sort", sorted);
  }
  return head;
}

function headCell(/** @type {Column} */ column, /** @type {number} */ at) {
  const sort = () => sortBy(column.name);
  const press = make("button", { type: "button", tabindex: -1, onclick: sort, title: column.help || null }, column.name);
  return newCell(column, at, "columnheader", press);
}

/** @type {(column: Column, at: number, role: string, content?: Child) => HTMLElement} */
function newCell(column, at, role, content = "") {
  const kind = role === "gridcell" ? `grid-cell kind-${column.kind}` : "grid-cell";
  const cell = make("div", { role, class: kind, "aria-colindex": at + 1, "data-column": column.name }, content);
  cell.style.width = `${widthOf(column)}px`;
  return cell;
}

/** Sort up, then down, then as in the file. @param {string} name */
function sortBy(name) {
  if (view.sort !== name) Object.assign(view, { sort: name, down: false });
  else if (!view.down) view.down = true;
  else Object.assign(view, { sort: "", down: false });
}

function paintRow(/** @type {HTMLElement} */ node, /** @type {string} */ id, /** @type {number} */ index) {
  node.style.top = `${(index + 1) * ROW_PX}px`;
  node.setAttribute("aria-rowindex", String(index + 2));
  node.setAttribute("aria-selected", String(marked.has(id) || chosen.row === id));
  node.classList.toggle("marked", marked.has(id));
  node.classList.toggle("benched", shownCell(id, "copies") === "0");
  const names = columns().map((column) => column.name).join();
  if (node.dataset.names !== names && !view.editing.startsWith(`${id}\n`)) {
    node.dataset.names = names;
    node.replaceChildren(...columns().map((column, at) => newCell(column, at, "gridcell")));
  }
  if (node.dataset.names !== names) return;
  columns().forEach((column, at) => paintCell(/** @type {HTMLElement} */ (node.children[at]), id, column));
}

function paintCell(/** @type {HTMLElement} */ cell, /** @type {string} */ id, /** @type {Column} */ column) {
  const text = shownCell(id, column.name);
  const wrong = problemOf(id, column.name);
  const here = chosen.row === id && chosen.column === column.name;
  cell.tabIndex = here ? 0 : -1;
  cell.classList.toggle("chosen", here);
  cell.classList.toggle("wrong", Boolean(wrong));
  cell.classList.toggle("saving", pending.has(keyOf(id, column.name)));
  cell.setAttribute("aria-invalid", String(Boolean(wrong)));
  if (wrong) cell.title = wrong;
  else cell.removeAttribute("title");
  const mark = `${text}\n${here}\n${wrong}`;
  if (view.editing === `${id}\n${column.name}` || cell.dataset.mark === mark) return;
  cell.dataset.mark = mark;
  cell.replaceChildren(...cellContent(text, column, here));
}

function cellContent(/** @type {string} */ text, /** @type {Column} */ column, /** @type {boolean} */ here) {
  if (column.kind === "list" && text) return text.split("|").map((word) => make("span", { class: "chip-word" }, word.trim()));
  const words = make("span", { class: "cell-text" }, column.name === "copies" && !text ? "1" : text);
  if (column.kind !== "int" || !here) return [words];
  const step = (/** @type {string} */ sign, /** @type {string} */ key) =>
    make("button", { type: "button", class: "step", tabindex: -1, "aria-label": say(key, { what: column.name }) }, sign);
  return [step("−", "one_less"), words, step("+", "one_more")];
}

/** Problems of the files that name a row and a column, as in `keyOf`. @type {() => Map<string, string>} */
const problemsByCell = memo(() => {
  const problems = new Map();
  const deck = `${bench.table}/`;
  const note = (/** @type {Problem} */ problem, /** @type {string} */ card) => {
    if (!card?.startsWith(deck)) return;
    const column = /column "([^"]+)"/.exec(problem.en.where)?.[1] ?? "id";
    const here = problemText(problem);
    const words = [here.found, here.allowed && say("allowed", { what: here.allowed }), here.hint].filter(Boolean).join("; ");
    problems.set(keyOf(card.slice(deck.length), columnNamed(column) ? column : "id"), words);
  };
  for (const problem of current.gallery.problems) note(problem, problem.card);
  for (const card of current.gallery.cards) for (const problem of card.problems) note(problem, card.name);
  return problems;
});

const problemOf = (/** @type {string} */ row, /** @type {string} */ column) => refused.get(keyOf(row, column))?.problem ?? problemsByCell().get(keyOf(row, column)) ?? "";

/** The selected cell: what it allows, and its problem. */
export function paintCellHelp() {
  const column = columnNamed(chosen.column);
  const problem = problemOf(chosen.row, chosen.column);
  const help = make("span", {}, column ? ` ${helpOf(column)}` : "");
  const wrong = problem && make("p", { class: "problem-text" }, `⚠ ${problem}`);
  const fresh = make("div", {}, make("b", {}, `${chosen.row} · ${chosen.column}`), help, wrong);
  if (fresh.textContent !== $("cell-help").textContent) $("cell-help").replaceChildren(...fresh.childNodes); // read aloud
}

/** Scroll to a cell and return its element. @type {(row: string, column: string) => HTMLElement | null} */
export function cellNode(row, column) {
  const index = rowIds().indexOf(row);
  if (index < 0) return null;
  const frame = $("frame");
  const top = index * ROW_PX; // below the header, which stays visible
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + 2 * ROW_PX > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + 2 * ROW_PX - frame.clientHeight;
  measure();
  const node = $("grid").querySelector(`[data-row="${CSS.escape(row)}"] [data-column="${CSS.escape(column)}"]`);
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return /** @type {HTMLElement | null} */ (node);
}

/** See which rows are visible now; new rows appear in the same frame. */
function measure() {
  Object.assign(view, { top: $("frame").scrollTop, height: $("frame").clientHeight });
  flush();
}

export function listenToGrid() {
  on($("frame"), "scroll", measure);
  new ResizeObserver(measure).observe($("frame"));
}

export function markTo(/** @type {string} */ row) {
  chosen.anchor ||= chosen.row;
  const [a, b] = [rowIds().indexOf(chosen.anchor), rowIds().indexOf(row)].sort((one, two) => one - two);
  marked.clear();
  for (const id of rowIds().slice(Math.max(0, a), b + 1)) marked.add(id);
}

/** @typedef {{node: HTMLElement, read(): string, focus(): void}} Editor */

/** Create the editor for a column, with a text in it; it calls `done(key)` to close.
 * @type {(column: Column, text: string, done: (key: string) => void) => Editor} */
export function editorFor(column, text, done) {
  const editor = EDITORS[column.kind](column, text);
  editor.node.classList.add("editor");
  on(editor.node, "keydown", (event) => {
    event.stopPropagation();
    const pressed = event.key === "Enter" && event.target.matches("button"); // this chooses a value and does not close the editor
    if (pressed) return;
    const newLine = event.key === "Enter" && event.shiftKey && column.kind === "text";
    if ((event.key === "Enter" && !newLine) || event.key === "Tab" || event.key === "Escape") {
      if (event.defaultPrevented) return;
      event.preventDefault();
      done(event.key === "Tab" && event.shiftKey ? "ShiftTab" : event.key);
    }
  });
  on(editor.node, "focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && editor.node.contains(relatedTarget)) return;
    setTimeout(() => editor.node.isConnected && !editor.node.contains(document.activeElement) && done("blur"));
  });
  return editor;
}

const labels = (/** @type {Column} */ column) => ({ "aria-label": column.name, "aria-describedby": "cell-help" });

/** Return a number within the limits of its column. @type {(column: Column, number: number) => number} */
export const clip = ({ min, max }, number) => Math.min(max ?? Infinity, Math.max(min ?? -Infinity, number));

function selectEditor(/** @type {string[][]} */ options, /** @type {Column} */ column, /** @type {string} */ text) {
  const choices = options.some(([value]) => value === text) ? options : [[text, text], ...options];
  const empty = column.required || choices.some(([value]) => value === "") ? [] : [["", "–"]];
  const select = make("select", labels(column), ...[...empty, ...choices].map(([value, label]) => new Option(label, value, false, value === text)));
  return { node: make("span", {}, select), read: () => select.value, focus: () => select.focus() };
}

export const isYes = (/** @type {string} */ text) => ["yes", "true", "1", "x"].includes(text.toLowerCase());

// As many suggestions as fit below a cell; typing narrows them.
const MOST_OFFERED = 30;

/** A text: { suggests the game's symbols, Ctrl+B makes the selection bold. @type {(column: Column, text: string) => Editor} */
function textEditor(column, text) {
  const area = make("textarea", { rows: 3, spellcheck: true, ...labels(column) });
  area.value = text;
  const offers = make("span", { class: "symbol-offers", role: "group", "aria-label": say("symbols") });
  const put = (/** @type {string} */ before, after = "") => {
    const { selectionStart: from, selectionEnd: to, value } = area;
    area.setRangeText(`${before}${value.slice(from, to)}${after}`, from, to, after ? "select" : "end");
    area.focus();
    area.dispatchEvent(new Event("input"));
  };
  const offer = () => {
    const typed = /\{(\w*)$/.exec(area.value.slice(0, area.selectionStart))?.[1];
    const fitting = typed === undefined ? [] : grid().symbols.filter((name) => name.startsWith(typed)).slice(0, MOST_OFFERED);
    const rest = (/** @type {string} */ name) => `${name.slice(typed?.length)}}`;
    offers.replaceChildren(...fitting.map((name) => button(`{${name}}`, () => put(rest(name)), { class: "chip-word" })));
  };
  area.addEventListener("input", offer);
  area.addEventListener("keydown", (event) => {
    if (event.key === "b" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      put("**", "**");
    }
    const begun = /\{\w+$/.test(area.value.slice(0, area.selectionStart));
    if ((event.key === "Enter" || event.key === "Tab") && begun && offers.firstElementChild) {
      event.preventDefault();
      offers.querySelector("button")?.click();
    }
    if (event.key === "ArrowDown" && offers.firstElementChild) {
      event.preventDefault();
      offers.querySelector("button")?.focus();
    }
  });
  const focus = () => {
    area.focus();
    area.setSelectionRange(area.value.length, area.value.length);
  };
  return { node: make("span", { class: "text-editor" }, area, offers), read: () => area.value, focus };
}

/** @type {Record<Column["kind"], (column: Column, text: string) => Editor>} */
const EDITORS = {
  int(column, text) {
    const input = make("input", { type: "text", inputmode: "numeric", autocomplete: "off", value: text, ...labels(column) });
    const step = (/** @type {number} */ by) => {
      input.value = String(clip(column, (Number.parseInt(input.value, 10) || 0) + by));
      input.focus();
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        event.preventDefault();
        step(event.key === "ArrowUp" ? 1 : -1);
      }
    });
    const less = button("−", () => step(-1), { class: "step", "aria-label": say("one_less", { what: column.name }) });
    const more = button("+", () => step(1), { class: "step", "aria-label": say("one_more", { what: column.name }) });
    return { node: make("span", { class: "number-editor" }, less, input, more), read: () => input.value, focus: () => input.select() };
  },
  list(column, text) {
    const split = (/** @type {string} */ list) => list.split("|").map((word) => word.trim()).filter(Boolean);
    let words = split(text);
    const chips = make("span", { class: "chip-words" });
    const list = make("datalist", { id: "list-words" }, ...column.choices.map((word) => make("option", { value: word })));
    const input = make("input", { type: "text", list: "list-words", autocomplete: "off", placeholder: say("add_word"), ...labels(column) });
    const chip = (/** @type {string} */ word, /** @type {number} */ at) =>
      button(`${word} ×`, () => take(at), { class: "chip-word", "aria-label": say("take_off", { what: word }) });
    const paint = () => chips.replaceChildren(...words.map(chip));
    const take = (/** @type {number} */ at) => {
      words.splice(at, 1);
      paint();
      input.focus();
    };
    const put = () => {
      words = [...words, ...split(input.value)];
      input.value = "";
      paint();
    };
    input.addEventListener("keydown", (event) => {
      if (event.key === "Enter" && input.value.trim()) {
        event.preventDefault();
        put();
      } else if (event.key === "Backspace" && !input.value) take(words.length - 1);
    });
    paint();
    const read = () => {
      put();
      return words.join("|");
    };
    return { node: make("span", { class: "list-editor" }, chips, input, list), read, focus: () => input.focus() };
  },
  text: textEditor,
  choice: (column, text) => (column.choices.length ? selectEditor(column.choices.map((word) => [word, word]), column, text) : textEditor(column, text)),
  bool: (column, text) => selectEditor([["yes", say("yes")], ["no", say("no")]], { ...column, required: true }, isYes(text) ? "yes" : "no"),
  ref: (column, text) => selectEditor(column.pieces.map(([id, name]) => [id, name ? `${name} (${id})` : id]), column, text),
};

export function helpOf(/** @type {Column} */ column) {
  const parts = [column.help];
  if (column.choices.length) parts.push(say("allowed", { what: column.choices.join(", ") }));
  if (column.kind === "int" && column.min !== null && column.max !== null) parts.push(say("from_to", { low: column.min, high: column.max }));
  if (!bench.record.own) parts.push(say("not_own_yet"));
  return parts.filter(Boolean).join(" · ");
}

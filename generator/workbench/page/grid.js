// The table: a WAI-ARIA grid. Only the rows near the viewport are in the page.
import { $, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { told } from "./problems.js";
import { shown } from "./view.js";
import { bench, chosen, columnNamed, columns, grid, idOf, keyOf, marked, pending, refused, shownCell } from "./state.js";

const ROW_PX = 36;
const BEYOND = 25; // extra rows above and below the viewport, so that fast scrolling shows no blanks
const WIDTHS = { int: 92, bool: 92, choice: 150, ref: 170, list: 210, text: 250 };
const NARROW = { id: 190, copies: 96, name: 200, reason: 260 };
export const view = { find: "", sort: "", down: false, ids: /** @type {string[]} */ ([]) };
/** @type {{choose(row: string, column: string): void, edit(how: {typed?: string}): void}} */
let act = { choose: () => undefined, edit: () => undefined };

export const whenChosen = (listener) => (act = listener);
const widthOf = (column) => NARROW[column.name] ?? (column.name.startsWith("name:") ? NARROW.name : WIDTHS[column.kind]);

// The rows of the view: searched and sorted; the file keeps its own order.
function arrange() {
  const words = view.find.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  const rows = grid().rows.filter((row) => words.every((word) => row.some((cell) => cell.toLocaleLowerCase().includes(word))));
  view.ids = rows.map(idOf);
  if (!view.sort) return;
  const collate = new Intl.Collator(document.documentElement.lang, { numeric: true });
  view.ids.sort((a, b) => collate.compare(shownCell(a, view.sort), shownCell(b, view.sort)) * (view.down ? -1 : 1));
}

export function paintGrid() {
  arrange();
  const node = $("grid");
  node.setAttribute("aria-rowcount", view.ids.length + 1);
  node.setAttribute("aria-colcount", columns().length);
  node.setAttribute("aria-label", say("table_named", { what: titleOfTable() }));
  node.style.width = `${columns().reduce((sum, column) => sum + widthOf(column), 0)}px`;
  node.style.height = `${(view.ids.length + 1) * ROW_PX}px`;
  $("place").textContent = grid().place ?? "";
  paintRows();
}

const titleOfTable = () => bench.record.tables.find(([name]) => name === bench.table)?.[1] || bench.table;

// Called directly on every scroll event, so that new rows appear in the same frame.
export function paintRows() {
  if (!bench.record || $("grid-part").hidden) return;
  const frame = $("frame");
  const first = Math.max(0, Math.floor(frame.scrollTop / ROW_PX) - BEYOND);
  const last = Math.min(view.ids.length, Math.ceil((frame.scrollTop + frame.clientHeight) / ROW_PX) + BEYOND);
  const wantedIds = new Set(view.ids.slice(first, last));
  if (view.ids.includes(chosen.row)) wantedIds.add(chosen.row); // never remove the focused element
  const there = new Map([...$("grid").querySelectorAll("[data-row]")].map((node) => [node.dataset.row, node]));
  // A row with an open editor stays, even if it is deleted from the file, so that no input is lost.
  for (const [id, node] of there) if (!wantedIds.has(id) && !node.querySelector(".editor")) node.remove();
  let head = $("grid").firstElementChild;
  if (!head?.classList.contains("grid-head")) $("grid").prepend((head = make("div", { role: "row", class: "grid-row grid-head", "aria-rowindex": 1 })));
  paintHead(head);
  const problems = problemsByCell();
  let lastNode = head;
  view.ids.forEach((id, index) => {
    if (!wantedIds.has(id)) return;
    const node = there.get(id) ?? make("div", { role: "row", class: "grid-row", "data-row": id });
    paintRow(node, id, index, problems);
    // In visual order; a node that is already in place is not moved, so that it keeps the focus.
    if (lastNode.nextElementSibling !== node) lastNode.after(node);
    lastNode = node;
  });
}

function paintHead(head) {
  const names = columns().map((column) => column.name).join();
  if (head.dataset.names !== names) {
    head.dataset.names = names;
    head.replaceChildren(
      ...columns().map((column, index) => {
        const sort = () => sortBy(column.name);
        const press = make("button", { type: "button", tabindex: -1, onclick: sort, title: column.help || null }, column.name);
        const cell = make("div", { role: "columnheader", class: "grid-cell", "aria-colindex": index + 1, "data-column": column.name }, press);
        cell.style.width = `${widthOf(column)}px`;
        return cell;
      }),
    );
  }
  for (const cell of head.children) {
    const sorted = cell.dataset.column === view.sort ? (view.down ? "descending" : "ascending") : "none";
    cell.setAttribute("aria-sort", sorted);
  }
}

export function sortBy(name) {
  if (view.sort !== name) Object.assign(view, { sort: name, down: false });
  else if (!view.down) view.down = true;
  else Object.assign(view, { sort: "", down: false });
  paintGrid();
}

function paintRow(node, id, index, problems) {
  node.style.top = `${(index + 1) * ROW_PX}px`;
  node.setAttribute("aria-rowindex", index + 2);
  node.setAttribute("aria-selected", marked.has(id) || chosen.row === id ? "true" : "false");
  node.classList.toggle("marked", marked.has(id));
  node.classList.toggle("benched", shownCell(id, "copies") === "0");
  const all = columns();
  const names = all.map((column) => column.name).join();
  if (node.dataset.names !== names && !node.querySelector(".editor")) {
    node.dataset.names = names;
    node.replaceChildren(
      ...all.map((column, at) => {
        const cell = make("div", { role: "gridcell", class: `grid-cell kind-${column.kind}`, "aria-colindex": at + 1, "data-column": column.name });
        cell.style.width = `${widthOf(column)}px`;
        return cell;
      }),
    );
  }
  if (node.dataset.names === names) all.forEach((column, at) => paintCell(node.children[at], id, column, problems));
}

function paintCell(cell, id, column, problems) {
  const text = shownCell(id, column.name);
  const key = keyOf(id, column.name);
  const wrong = refused.get(key)?.problem ?? problems.get(key) ?? "";
  const here = chosen.row === id && chosen.column === column.name;
  cell.tabIndex = here ? 0 : -1;
  cell.classList.toggle("chosen", here);
  cell.classList.toggle("wrong", Boolean(wrong));
  cell.classList.toggle("saving", pending.has(key));
  cell.setAttribute("aria-invalid", wrong ? "true" : "false");
  if (wrong) cell.title = wrong;
  else cell.removeAttribute("title");
  const editing = cell.querySelector(".editor");
  const mark = `${text}\n${here}\n${wrong}`;
  if (editing || cell.dataset.mark === mark) return;
  cell.dataset.mark = mark;
  cell.replaceChildren(...cellContent(text, column, here));
}

function cellContent(text, column, here) {
  if (column.kind === "list" && text) return text.split("|").map((word) => make("span", { class: "chip-word" }, word.trim()));
  const words = make("span", { class: "cell-text" }, column.name === "copies" && !text ? "1" : text);
  if (column.kind !== "int" || !here) return [words];
  const step = (by) => (event) => {
    event.stopPropagation();
    act.edit({ typed: `${by}` });
  };
  const less = make("button", { type: "button", class: "step", tabindex: -1, "aria-label": say("one_less", { what: column.name }), onclick: step("step-") }, "−");
  const more = make("button", { type: "button", class: "step", tabindex: -1, "aria-label": say("one_more", { what: column.name }), onclick: step("step+") }, "+");
  return [less, words, more];
}

// Problems of the files that name a row and a column, as "row\ncolumn".
function problemsByCell() {
  const found = new Map();
  const gallery = shown.gallery;
  if (!gallery) return found;
  const deck = `${bench.table}/`;
  const note = (problem, card) => {
    if (!card?.startsWith(deck)) return;
    const column = /column "([^"]+)"/.exec(problem.en.where)?.[1] ?? "id";
    const here = told(problem);
    const words = [here.found, here.allowed && say("allowed", { what: here.allowed }), here.hint].filter(Boolean).join("; ");
    found.set(keyOf(card.slice(deck.length), columnNamed(column) ? column : "id"), words);
  };
  for (const problem of gallery.problems) note(problem, problem.card);
  for (const card of gallery.cards) for (const problem of card.problems) note(problem, card.name);
  return found;
}

export const problemOf = (row, column) => refused.get(keyOf(row, column))?.problem ?? problemsByCell().get(keyOf(row, column)) ?? "";

/** Scroll to a cell and return its element.
 * @type {(row: string, column: string) => any} */
export function cellNode(row, column) {
  const index = view.ids.indexOf(row);
  if (index < 0) return null;
  const frame = $("frame");
  const top = index * ROW_PX; // below the header, which stays visible
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + 2 * ROW_PX > frame.scrollTop + frame.clientHeight) frame.scrollTop = top + 2 * ROW_PX - frame.clientHeight;
  paintRows();
  const node = $("grid").querySelector(`[data-row="${CSS.escape(row)}"] [data-column="${CSS.escape(column)}"]`);
  node?.scrollIntoView({ block: "nearest", inline: "nearest" });
  return node;
}

export function listenToGrid() {
  $("frame").addEventListener("scroll", paintRows);
  new ResizeObserver(paintRows).observe($("frame"));
  $("grid").addEventListener("mousedown", (event) => {
    const cell = event.target.closest("[role=gridcell]");
    const row = cell?.parentElement.dataset.row;
    if (!row || event.target.closest(".editor")) return;
    if (event.shiftKey) markTo(row);
    else if (event.ctrlKey || event.metaKey) toggleMark(row);
    else marked.clear();
    act.choose(row, cell.dataset.column);
  });
  $("grid").addEventListener("dblclick", (event) => {
    if (event.target.closest("[role=gridcell]") && !event.target.closest(".editor, .step")) act.edit({});
  });
}

function toggleMark(row) {
  if (chosen.row) marked.add(chosen.row);
  if (!marked.delete(row)) marked.add(row);
}

export function markTo(row) {
  chosen.anchor ||= chosen.row;
  const [a, b] = [view.ids.indexOf(chosen.anchor), view.ids.indexOf(row)].sort((one, two) => one - two);
  marked.clear();
  for (const id of view.ids.slice(Math.max(0, a), b + 1)) marked.add(id);
}

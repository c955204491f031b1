// The squares of a board: a grid with arrow-key navigation. Screen readers get each cell as a whole.
// The board can be rotated to where you sit.
import { draw, make, on, say } from "../page.js";
import { cellLook, cellName, clusters, neighbours } from "./cells.js";
import { newRun } from "../touch.js";

const EDGES = ["top", "right", "bottom", "left"];
/** @type {Record<string, number[]>} */
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };

export function token(/** @type {Field} */ field, /** @type {string} */ value) {
  const { letter, shape, colour, symbol, sign } = cellLook(field, value);
  if (letter) return make("span", { class: "built" }, letter);
  if (!shape) return make("span", { class: "sign" }, sign);
  const icon = draw("svg", { viewBox: "0 0 20 20", class: "thing" }, draw("path", { d: shape }), draw("path", { d: shape, class: "inner" }));
  icon.style.color = colour ?? "";
  return make("span", { class: "piece" }, icon, symbol ? make("img", { class: "symbol", src: symbol, alt: "" }) : null);
}

/** A board on the screen: its cells by "row,column", and its places [row, column] in the rows of the screen.
 * @typedef {{nodes: Map<string, HTMLElement>, places: number[][][]}} Squares
 * @typedef {(row: number, column: number) => void} Press
 * @typedef {{turn?: number, onpress?: Press | null, label?: string}} How
 * @typedef {{node: HTMLElement, show(cells: string[][], lit?: Set<string>): void}} Grid */

/** Build the grid. With `onpress(row, column)` its cells are buttons. @type {(table: AnsweredTable, field: Field, how?: How) => Grid} */
export function boardGrid(table, field, { turn = 0, onpress = null, label = field.label } = {}) {
  const places = turnGrid(field.low, field.high, turn);
  const nodes = /** @type {Squares["nodes"]} */ (new Map());
  const rows = places.map((row) => make("div", { role: "row", class: "board-row" }, ...row.map(([r, c]) => square(nodes, r, c, onpress))));
  const grid = make("div", { role: "grid", class: `board${onpress ? "" : " still"}`, "aria-label": label }, ...rows);
  grid.style.setProperty("--columns", String(places[0].length));
  if (onpress) {
    on(grid, "keydown", (event) => moveFocus(event, { nodes, places }));
    const [corner] = nodes.values();
    corner.tabIndex = 0;
  }
  /** @type {Grid["show"]} */
  const show = (cells, lit = new Set()) => {
    const ofCells = clusters(cells, field.clusters);
    for (const [at, node] of nodes) showCell(table, field, node, at, { cells, ofCells, lit, places });
  };
  return { node: grid, show };
}

/** @type {(nodes: Squares["nodes"], r: number, c: number, onpress: Press | null) => HTMLElement} */
function square(nodes, r, c, onpress) {
  const attributes = { role: "gridcell", class: "cell", "data-at": `${r},${c}` };
  const node = onpress
    ? make("button", { ...attributes, type: "button", tabindex: -1, id: `cell-${r}-${c}`, onclick: () => onpress(r, c) })
    : make("div", attributes);
  nodes.set(`${r},${c}`, node);
  return node;
}

/** @typedef {{cells: string[][], ofCells: Map<string, string[]>, lit: Set<string>, places: number[][][]}} Shown */

/** @type {(table: AnsweredTable, field: Field, node: HTMLElement, at: string, shown: Shown) => void} */
function showCell(table, field, node, at, { cells, ofCells, lit, places }) {
  const [r, c] = at.split(",").map(Number);
  const value = cells[r][c];
  if (node.dataset.value !== value) node.replaceChildren(token(field, value));
  node.dataset.value = value;
  const cluster = ofCells.get(at);
  const around = neighboursAsSeen(at, places);
  EDGES.forEach((edge, index) => {
    node.classList.toggle(`edge-${edge}`, cluster !== undefined && !cluster.includes(around[index]));
  });
  node.classList.toggle("clustered", Boolean(cluster));
  node.classList.toggle("lit", lit.has(at));
  const what = cellName(table.form, table.answers(), field, value);
  const place = say("cell", { row: r + 1, column: c + 1 });
  const more = cluster ? `, ${say("in_cluster", { n: cluster.length })}` : "";
  const counts = lit.has(at) ? `, ${say("counts_here")}` : "";
  node.setAttribute("aria-label", `${place}, ${what}${more}${counts}`);
}

/** The neighbours above, right, below and left on the screen, however the board is rotated. */
function neighboursAsSeen(/** @type {string} */ at, /** @type {number[][][]} */ places) {
  const [y, x] = seenAt(at, places);
  return neighbours(`${y},${x}`).map((near) => {
    const [y, x] = near.split(",").map(Number);
    return places[y]?.[x]?.join(",");
  });
}

function seenAt(/** @type {string} */ at, /** @type {number[][][]} */ places) {
  const y = places.findIndex((row) => row.some((place) => place.join() === at));
  return [y, places[y].findIndex((place) => place.join() === at)];
}

/** Rows of [row, column] as seen from a side of the table. @type {(rows: number, columns: number, turn: number) => number[][][]} */
function turnGrid(rows, columns, turn) {
  let seen = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => [r, c]));
  for (let quarter = 0; quarter < turn; quarter++) {
    seen = seen[0].map((_, c) => seen.map((row) => row[c]).reverse());
  }
  return seen;
}

const clip = (/** @type {number} */ value, /** @type {number} */ most) => Math.max(0, Math.min(most, value));

function moveFocus(/** @type {Heard<HTMLElement, "keydown">} */ event, /** @type {Squares} */ { nodes, places }) {
  const step = STEPS[event.key];
  const { at } = event.target.dataset;
  if (!step || !at) return;
  event.preventDefault();
  const [y, x] = seenAt(at, places);
  const next = places[clip(y + step[0], places.length - 1)][clip(x + step[1], places[0].length - 1)];
  nodes.forEach((node) => (node.tabIndex = -1));
  const node = nodes.get(next.join());
  if (node) node.tabIndex = 0;
  node?.focus();
}

/** `paint(places, run)` receives every cell of the stroke so far, as [row, column].
 * @type {(grid: HTMLElement, paint: (places: number[][], run: string) => boolean) => void} */
export function strokes(grid, paint) {
  let cells = /** @type {string[]} */ ([]); // of the stroke, as "row,column"
  let run = "";
  let painted = false;
  grid.addEventListener("pointerdown", (event) => {
    const at = cellAt(event);
    painted = false;
    run = newRun();
    cells = at && event.button === 0 ? [at] : [];
  });
  grid.addEventListener("pointermove", (event) => {
    const at = cells.length && event.buttons ? cellAt(event) : null;
    if (!at || cells.includes(at)) return;
    const longer = [...cells, at];
    painted = true;
    if (paint(longer.map((one) => one.split(",").map(Number)), run)) cells = longer;
    else cells = [];
  });
  for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => (cells = []));
  // The click that ends a stroke is not a tap.
  grid.addEventListener("click", (event) => painted && event.detail && event.stopPropagation(), { capture: true });

  /** Touch events go to the element where the touch began, so look up the cell under the finger. */
  function cellAt(/** @type {PointerEvent} */ { clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-at]");
    return cell instanceof HTMLElement && grid.contains(cell) ? (cell.dataset.at ?? null) : null;
  }
}

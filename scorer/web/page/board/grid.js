// The squares of a board: a grid with arrow-key navigation. Screen readers get each cell as a whole.
// The board can be rotated to where you sit.
import { drawn, make } from "../dom.js";
import { say } from "../words.js";
import { cellLook, cellName } from "./cells.js";
import { clusters, neighbours } from "./clusters.js";

const EDGES = ["top", "right", "bottom", "left"];
const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };

// Build the node that shows a cell.
export function token(field, value) {
  const { letter, shape, colour, symbol, sign } = cellLook(field, value);
  if (letter) return make("span", { class: "built" }, letter);
  if (!shape) return make("span", { class: "sign" }, sign);
  const icon = drawn("svg", { viewBox: "0 0 20 20", class: "thing" }, drawn("path", { d: shape }), drawn("path", { d: shape, class: "inner" }));
  icon.style.color = colour ?? "";
  return make("span", { class: "piece" }, icon, symbol ? make("img", { class: "symbol", src: symbol, alt: "" }) : null);
}

/** Build the grid: {node, show(cells, lit)}. With `onpress(row, column)` its cells are buttons.
 * @param {AnsweredTable} table
 * @param {Field} field
 * @param {{turn?: number, onpress?: ((row: number, column: number) => void) | null, label?: string}} how */
export function boardGrid(table, field, { turn = 0, onpress = null, label = field.label } = {}) {
  const places = turned(field.low, field.high, turn);
  const nodes = new Map();
  const rows = places.map((row) => make("div", { role: "row", class: "board-row" }, ...row.map(([r, c]) => square(nodes, r, c, onpress))));
  const grid = make("div", { role: "grid", class: `board${onpress ? "" : " still"}`, "aria-label": label }, ...rows);
  grid.style.setProperty("--columns", String(places[0].length));
  if (onpress) {
    grid.addEventListener("keydown", (event) => moved(event, nodes, places));
    nodes.get(places[0][0].join(",")).tabIndex = 0;
  }
  const show = (cells, lit = new Set()) => {
    const found = clusters(cells, field.clusters);
    for (const [at, node] of nodes) showCell(table, field, node, at, { cells, found, lit, places });
  };
  return { node: grid, show };
}

function square(nodes, r, c, onpress) {
  const given = { role: "gridcell", class: "cell", "data-at": `${r},${c}` };
  const node = onpress
    ? make("button", { ...given, type: "button", tabindex: -1, id: `cell-${r}-${c}`, onclick: () => onpress(r, c) })
    : make("div", given);
  nodes.set(`${r},${c}`, node);
  return node;
}

function showCell(table, field, node, at, { cells, found, lit, places }) {
  const [r, c] = at.split(",").map(Number);
  const value = cells[r][c];
  if (node.dataset.value !== value) node.replaceChildren(token(field, value));
  node.dataset.value = value;
  const cluster = found.get(at);
  const around = neighboursAsSeen(at, places);
  EDGES.forEach((edge, index) => {
    node.classList.toggle(`edge-${edge}`, Boolean(cluster) && !cluster.includes(around[index]));
  });
  node.classList.toggle("clustered", Boolean(cluster));
  node.classList.toggle("lit", lit.has(at));
  const what = cellName(table.form, table.answers(), field, value);
  const place = say("cell", { row: r + 1, column: c + 1 });
  const more = cluster ? `, ${say("in_cluster", { n: cluster.length })}` : "";
  const counts = lit.has(at) ? `, ${say("counts_here")}` : "";
  node.setAttribute("aria-label", `${place}, ${what}${more}${counts}`);
}

// The neighbours above, right, below and left on the screen, however the board is rotated.
function neighboursAsSeen(at, places) {
  const seen = new Map(places.flatMap((row, y) => row.map((place, x) => [`${place[0]},${place[1]}`, `${y},${x}`])));
  return neighbours(seen.get(at)).map((near) => {
    const [y, x] = near.split(",").map(Number);
    return places[y]?.[x]?.join(",");
  });
}

// Rows of [row, column] as seen from a side of the table.
function turned(rows, columns, turn) {
  let seen = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => [r, c]));
  for (let quarter = 0; quarter < turn; quarter++) {
    seen = seen[0].map((_, c) => seen.map((row) => row[c]).reverse());
  }
  return seen;
}

function moved(event, nodes, places) {
  const step = STEPS[event.key];
  const at = event.target.dataset?.at;
  if (!step || !at) return;
  event.preventDefault();
  const y = places.findIndex((row) => row.some((place) => place.join(",") === at));
  const x = places[y].findIndex((place) => place.join(",") === at);
  const clip = (value, most) => Math.max(0, Math.min(most, value));
  const next = places[clip(y + step[0], places.length - 1)][clip(x + step[1], places[0].length - 1)];
  nodes.forEach((node) => (node.tabIndex = -1));
  const node = nodes.get(next.join(","));
  node.tabIndex = 0;
  node.focus();
}

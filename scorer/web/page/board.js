// The board: choose what lies there, then tap the tiles. A grid that arrow keys move through;
// each cell is spoken whole. It can be turned to where one sits.
import { button, drawn, make } from "./dom.js";
import { clusters, neighbours } from "./clusters.js";
import { cellsOf } from "./path.js";
import { cellName } from "./taps.js";
import { say } from "./words.js";

export const SHAPES = ["M10 1a9 9 0 1 0 .01 0z", "M10 0l10 10-10 10L0 10z", "M10 1l10 18H0z", "M1 1h18v18H1z"];
const EDGES = ["top", "right", "bottom", "left"];
const TURN_KEY = "ecotable-turn";

// What a cell shows: a shape for a thing, a letter for a project, a sign for the rest.
export function token(field, value) {
  if (/^[A-Z]$/.test(value)) return make("span", { class: "built" }, value);
  const index = field.choices.findIndex((choice) => choice.value === value);
  const choice = field.choices[index];
  if (!choice?.colour) return make("span", { class: "sign" }, value === field.default ? "" : value === "-" ? "×" : value);
  const icon = drawn("svg", { viewBox: "0 0 20 20", class: "thing" }, drawn("path", { d: SHAPES[index % SHAPES.length] }));
  icon.style.setProperty("color", choice.colour);
  return icon;
}

// The squares alone: {node, show(cells, lit), cells}. `onpress(row, column)` makes them buttons.
export function squares(table, field, { turn = 0, onpress = null, label = field.label } = {}) {
  const places = turned(field.low, field.high, turn);
  const nodes = new Map();
  const rows = places.map((row) => make("div", { role: "row", class: "board-row" }, ...row.map(([r, c]) => square(nodes, r, c, onpress))));
  const grid = make("div", { role: "grid", class: `board${onpress ? "" : " still"}`, "aria-label": label }, ...rows);
  grid.style.setProperty("--columns", places[0].length);
  if (onpress) grid.addEventListener("keydown", (event) => moved(event, nodes, places));
  const first = nodes.get(places[0][0].join(","));
  if (onpress) first.tabIndex = 0;
  const show = (cells, lit = new Set()) => {
    const found = clusters(cells, field.clusters);
    for (const [at, node] of nodes) showCell(table, field, node, at, { cells, found, lit, places });
  };
  return { node: grid, nodes, show };
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

// The neighbours above, right, below and left on the screen, however the board is turned.
function neighboursAsSeen(at, places) {
  const seen = new Map(places.flatMap((row, y) => row.map((place, x) => [`${place[0]},${place[1]}`, `${y},${x}`])));
  return neighbours(seen.get(at)).map((near) => {
    const [y, x] = near.split(",").map(Number);
    return places[y]?.[x]?.join(",");
  });
}

// Rows of [row, column] as one sees them from a side of the table.
function turned(rows, columns, turn) {
  let seen = Array.from({ length: rows }, (_, r) => Array.from({ length: columns }, (_, c) => [r, c]));
  for (let quarter = 0; quarter < turn; quarter++) {
    seen = seen[0].map((_, c) => seen.map((row) => row[c]).reverse());
  }
  return seen;
}

function moved(event, nodes, places) {
  const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] };
  const step = steps[event.key];
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

// ---- the part of the form ------------------------------------------------------------------

export function boardPart(table, field, path) {
  const letters = table.form.fields.find((one) => one.kind === "letters");
  const view = { chosen: field.choices[0].value, turn: Number(remembered(TURN_KEY)) || 0, board: null };
  const holder = make("div", { class: "board-holder" });
  const palette = make("div", { class: "palette", role: "radiogroup", "aria-label": say("place_what") });
  const adding = letters ? adder(table, letters, (letter) => choose(letter)) : null;
  const press = (r, c) => {
    const now = cellsOf(table.answers()[field.key])[r][c];
    table.tap([field.key, r, c], now === view.chosen ? field.default : view.chosen);
  };
  const choose = (value) => {
    view.chosen = value;
    update();
  };
  const build = () => {
    view.board = squares(table, field, { turn: view.turn, onpress: press });
    view.board.node.addEventListener("keydown", (event) => typedCell(event, table, field));
    holder.replaceChildren(view.board.node);
  };
  const turn = button(say("turn_board"), () => {
    view.turn = (view.turn + 1) % 4;
    remember(TURN_KEY, view.turn);
    build();
    update();
  }, { class: "plain", id: "turn-board" });
  const update = () => {
    const values = [...field.choices.map((choice) => choice.value), ...Object.keys(table.answers()[letters?.key] ?? {})];
    if (!values.includes(view.chosen)) view.chosen = values[0];
    showPalette(palette, table, field, letters, { values, chosen: view.chosen, choose });
    view.board.show(cellsOf(table.answers()[field.key]));
    adding?.update();
  };
  build();
  const problem = make("p", { class: "problem", id: "f-board-problem", hidden: true });
  const hint = make("p", { class: "help" }, say("board_help"));
  const heading = make("div", { class: "board-head" }, make("h3", {}, field.label), turn);
  const beside = make("div", { class: "board-side" }, palette, adding?.node, hint);
  const node = make("div", { class: "field board-field", "data-field": `f-${path.join("-")}` }, heading, problem, holder, beside);
  return { node, update };
}

// On a cell, a key places what it stands for: a letter of a project, c, o, r, ?, - or a dot.
function typedCell(event, table, field) {
  const at = event.target.dataset?.at;
  if (!at || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  const letters = table.form.fields.find((one) => one.kind === "letters");
  const known = [...field.choices.map((choice) => choice.value), ...Object.keys(table.answers()[letters?.key] ?? {})];
  if (!known.includes(event.key)) return;
  event.preventDefault();
  table.tap([field.key, ...at.split(",").map(Number)], event.key);
}

function showPalette(palette, table, field, letters, { values, chosen, choose }) {
  const signature = JSON.stringify([values, table.answers()[letters?.key]]);
  if (palette.dataset.signature !== signature) {
    const inputs = values.map((value) => paletteItem(table, field, value, choose));
    palette.replaceChildren(...inputs);
    palette.dataset.signature = signature;
  }
  for (const input of palette.querySelectorAll("input")) input.checked = input.value === chosen;
}

function paletteItem(table, field, value, choose) {
  const input = make("input", { type: "radio", name: `palette-${field.key}`, value, id: `palette-${value}`, onchange: () => choose(value) });
  const name = cellName(table.form, table.answers(), field, value).replace(/^[A-Z], /, "");
  return make("label", { class: "swatch" }, input, make("span", { class: "swatch-token", "aria-hidden": "true" }, token(field, value)), make("span", { class: "swatch-name" }, name));
}

// Projects join the palette one by one; each gets a letter of its name. One without tokens can go.
function adder(table, letters, chosen) {
  const select = make("select", { id: "add-project", onchange: () => add(select.value) });
  const add = (key) => {
    if (!key) return;
    const now = table.answers()[letters.key] ?? {};
    const letter = freeLetter(letters.choices.find((choice) => choice.value === key), now);
    if (letter && table.tap([letters.key], { ...now, [letter]: key })) chosen(letter);
    select.value = "";
  };
  const remove = make("div", { class: "chips" });
  const update = () => {
    const now = table.answers()[letters.key] ?? {};
    const free = letters.choices.filter((choice) => !Object.values(now).includes(choice.value));
    select.replaceChildren(make("option", { value: "" }, say("add_project")), ...free.map((choice) => make("option", { value: choice.value }, choice.label)));
    const board = table.form.fields.find((one) => one.kind === "board");
    const used = new Set(cellsOf(table.answers()[board.key]).flat());
    const idle = Object.entries(now).filter(([letter]) => !used.has(letter));
    remove.replaceChildren(...idle.map(([letter, key]) => removal(table, letters, letter, key)));
  };
  const label = make("label", { for: "add-project" }, letters.label);
  const problem = make("p", { class: "problem", id: `f-${letters.key}-problem`, hidden: true });
  return { node: make("div", { class: "field adder", "data-field": `f-${letters.key}` }, label, select, remove, problem), update };
}

function removal(table, letters, letter, key) {
  const name = letters.choices.find((choice) => choice.value === key)?.label ?? key;
  const { [letter]: _, ...rest } = table.answers()[letters.key];
  return button(`${letter} ${name} ×`, () => table.tap([letters.key], rest), { class: "chip", "aria-label": say("remove_what", { what: `${letter}, ${name}` }) });
}

function freeLetter(choice, taken) {
  const plain = choice.label.normalize("NFD").toUpperCase().replace(/[^A-Z]/g, "");
  return [...plain, ..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].find((letter) => !(letter in taken));
}

function remembered(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null; // storage can be switched off
  }
}

function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // It holds for this visit.
  }
}

// A board with rows and columns: choose a piece, then tap the cells.
import { cellName, cellsOf, drawBoard } from "../board/cells.js";
import { boardGrid, strokes, token } from "../board/grid.js";
import { isLetter, letterName, letterPart, lettersOf, means } from "../board/letters.js";
import { icon, isShortText, make, on, say } from "../page.js";
import { idOf, problemLine } from "../fields.js";
import { remember, recall } from "../local_storage.js";

const TURN_KEY = "ecotable-turn";

const counting = (/** @type {number} */ length) => Array.from({ length }, (_, index) => index);

/** @type {Kind} */
export const board = {
  ask(table, field, path) {
    const view = { chosen: field.choices[0].value, turn: Number(recall(TURN_KEY)) || 0 };
    const holder = make("div");
    const palette = make("div", { class: "palette", role: "radiogroup", "aria-label": say("place_what") });
    const chosen = make("p", { class: "chosen-piece", "aria-hidden": "true" });
    const letters = letterPart(table, (letter) => choose(letter));
    const cells = () => cellsOf(table.value(path));
    const paint = (/** @type {number[][]} */ places, /** @type {string} */ run) => table.add({ do: "set", sets: places.map((place) => [[...path, ...place], view.chosen]), run });
    const press = (/** @type {number} */ r, /** @type {number} */ c) => table.tap([...path, r, c], cells()[r][c] === view.chosen ? field.default : view.chosen);
    const choose = (/** @type {string} */ value) => {
      view.chosen = value;
      update();
    };
    const build = () => {
      const built = boardGrid(table, field, { turn: view.turn, onpress: press });
      on(built.node, "keydown", (event) => typedCell(event, table, field, path));
      strokes(built.node, paint);
      holder.replaceChildren(built.node);
      return built;
    };
    let grid = build();
    const onTurn = () => {
      view.turn = (view.turn + 1) % 4;
      remember(TURN_KEY, view.turn);
      grid = build();
      update();
    };
    const turn = make("button", { type: "button", class: "plain turn", id: "turn-board", onclick: onTurn }, icon("turn"), make("span", {}, say("turn_board")));
    const update = () => {
      const values = signs(table, field);
      if (!values.includes(view.chosen)) view.chosen = values[0];
      showPalette(palette, table, field, { values, chosen: view.chosen, choose });
      const [what, n] = [cellName(table.form, table.answers(), field, view.chosen), leftOf(table, field, view.chosen)];
      chosen.textContent = n === undefined ? what : say("piece_left", { what, n });
      grid.show(cells());
      letters?.update(new Set(cells().flat()));
    };
    const heading = make("div", { class: "board-head" }, make("h3", {}, field.label), turn);
    const beside = make("div", { class: "board-side" }, palette, chosen, letters?.node, make("p", { class: "help" }, say("board_help")));
    const node = make("div", { class: "field board-field", "data-field": idOf(path) }, heading, holder, beside, problemLine(idOf(path)));
    return { node, update };
  },
  initial: (field) => counting(field.low).map(() => counting(field.high).map(() => field.default).join(" ")),
  isSound: (field, value) =>
    Array.isArray(value) && value.length === field.low && value.every((row) => isShortText(row) && row.split(" ").length === field.high),
  count: (value, component) => cellsOf(value).flat().filter((cell) => means(component, cell)).length,
  valueText: cellName,
  places: (field) => counting(field.low).flatMap((r) => counting(field.high).map((c) => [r, c])),
  placeText: (field, [row, column]) => (column === undefined ? field.label : say("cell", { row: Number(row) + 1, column: Number(column) + 1 })),
  // The scored board: cells light up, and it can be drawn on a canvas.
  resultView(table, field) {
    const cells = () => cellsOf(table.answers()[field.key]);
    const grid = boardGrid(table, field, { label: say("counted_cells") });
    /** @type {ResultView["light"]} */
    const light = (lit = []) => grid.show(cells(), new Set(lit.map(([r, c]) => `${r - 1},${c - 1}`)));
    light();
    const node = make("div", { class: "result-board" }, grid.node, make("p", { class: "help" }, say("tap_line")));
    const key = () => keyOf(table, field, cells().flat());
    return { node, light, key, draw: (pen, place) => drawBoard(pen, field, cells(), place) };
  },
};

function keyOf(/** @type {AnsweredTable} */ table, /** @type {Field} */ field, /** @type {string[]} */ used) {
  const letters = Object.keys(lettersOf(table.form, table.answers())).filter((letter) => used.includes(letter));
  const shaped = field.choices.filter((choice) => choice.shape && used.includes(choice.value));
  const pieces = shaped.map((choice) => say("key_shape", { shape: say(`shape_${choice.shape}`), what: choice.label }));
  return [...letters.map((letter) => `${letter} = ${letterName(table.form, table.answers(), letter)}`), ...pieces];
}

/** What can be placed: the choices and the assigned letters. @type {(table: AnsweredTable, field: Field) => string[]} */
const signs = (table, field) => [...field.choices.map((choice) => choice.value), ...Object.keys(lettersOf(table.form, table.answers()))];

/** Pressing the key of a sign places it on the focused cell.
 * @type {(event: Heard<HTMLElement, "keydown">, table: AnsweredTable, field: Field, path: Path) => void} */
function typedCell(event, table, field, path) {
  const at = event.target.dataset.at;
  if (!at || event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!signs(table, field).includes(event.key)) return;
  event.preventDefault();
  table.tap([...path, ...at.split(",").map(Number)], event.key);
}

/** @typedef {{values: string[], chosen: string, choose(value: string): void}} Signs */

/** @type {(palette: HTMLElement, table: AnsweredTable, field: Field, signs: Signs) => void} */
function showPalette(palette, table, field, { values, chosen, choose }) {
  const signature = JSON.stringify([values, lettersOf(table.form, table.answers())]);
  if (palette.dataset.signature !== signature) {
    palette.replaceChildren(...values.map((value) => paletteItem(table, field, value, choose)));
    palette.dataset.signature = signature;
  }
  for (const input of palette.querySelectorAll("input")) {
    input.checked = input.value === chosen;
    const left = leftOf(table, field, input.value);
    const badge = palette.querySelector(`[data-left="${input.value}"]`);
    if (badge) badge.textContent = left === undefined ? "" : String(left);
  }
}

/** How many of a piece are still in the box. @type {(table: AnsweredTable, field: Field, value: string) => number | undefined} */
const leftOf = (table, field, value) => table.left(field.key, (component) => means(component, value));

/** @type {(table: AnsweredTable, field: Field, value: string, choose: (value: string) => void) => HTMLElement} */
function paletteItem(table, field, value, choose) {
  const input = make("input", { type: "radio", name: `palette-${field.key}`, value, id: `palette-${value}`, onchange: () => choose(value) });
  const name = isLetter(value) ? letterName(table.form, table.answers(), value) : cellName(table.form, table.answers(), field, value);
  const sign = make("span", { class: "swatch-token", "data-value": value, "aria-hidden": "true" }, token(field, value));
  const left = make("span", { class: "swatch-left", "data-left": value, "aria-hidden": "true" });
  return make("label", { class: "swatch" }, input, sign, make("span", { class: "swatch-name" }, name), left);
}

// Kompensaatiopeli: the boards side by side, with the points of both sides.
import { cellLook, cellsOf } from "../../../page/board/cells.js";
import { draw, make } from "../../../page/dom.js";
import { say } from "../../../page/words.js";
import { picture, text } from "./marks.js";

const CELL = 44;
const GAP = 4;

/** @type {DebriefPicture} */
export function boards(tables, game) {
  const field = game.fields.find((one) => one.kind === "board");
  if (!field) return make("p", {}, "");
  return make("ul", { class: "beside", "aria-label": say("pic_boards") }, ...tables.map((table) => board(table, field)));
}

function board(/** @type {DebriefTable} */ table, /** @type {Field} */ field) {
  const rows = cellsOf(table.answers[field.key] ?? []);
  const side = Math.max(1, rows.length) * CELL;
  const cells = rows.flatMap((row, r) => row.flatMap((value, c) => cell(field, value, c * CELL, r * CELL)));
  const sides = (table.result?.sides ?? []).map((one) => make("li", { class: table.result?.winners.includes(one.name) ? "won" : "" }, `${one.name} `, make("b", {}, String(one.total))));
  return make("li", {}, make("h3", {}, table.name), picture(side, side, `${field.label}: ${table.name}`, cells), make("ul", { class: "sides-line" }, ...sides));
}

/** @type {(field: Field, value: string, x: number, y: number) => Child[]} */
function cell(field, value, x, y) {
  const look = cellLook(field, value);
  const size = CELL - GAP;
  const tile = draw("rect", { x, y, width: size, height: size, rx: 5, class: look.letter ? "cell-built" : "cell-open" });
  if (look.letter) return [tile, text(x + size / 2, y + size / 2 + 8, look.letter, { class: "cell-letter", "text-anchor": "middle" })];
  if (look.shape) {
    const piece = draw("path", { d: look.shape, fill: look.colour, transform: `translate(${x + size / 8} ${y + size / 8}) scale(${(0.75 * size) / 20})` });
    const symbol = look.symbol ? draw("image", { href: look.symbol, x: x + size / 4, y: y + size / 4, width: size / 2, height: size / 2, class: "cell-symbol" }) : null;
    return [tile, piece, symbol];
  }
  return [tile, text(x + size / 2, y + size / 2 + 7, look.sign ?? "", { class: "cell-sign", "text-anchor": "middle" })];
}

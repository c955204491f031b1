// Ecologic: Profits against Enviros, one dot per player; dots on the line are in balance.
import { make } from "../../../page/dom.js";
import { itemsOf } from "../../../page/fields.js";
import { say } from "../../../page/words.js";
import { line, mark, picture, short, text } from "./marks.js";

const [SIDE, LEFT, TOP, BOTTOM] = [560, 70, 30, 70];
const STEP = 5;
const [NAME, ROW] = [14, 22];

/** @typedef {Point & {index: number, name: string}} Dot */

/** @type {DebriefPicture} */
export function balance(tables, game) {
  const dots = tables.flatMap(({ answers }, index) =>
    itemsOf(answers, "players").map(({ name = "", profits, enviros }) => ({ index, name, x: count(profits), y: count(enviros) })),
  );
  const most = Math.ceil(Math.max(Number(game.numbers.table?.highest) || 20, ...dots.map((dot) => Math.max(dot.x, dot.y))) / STEP) * STEP;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: LEFT + (x / most) * SIDE, y: TOP + SIDE - (y / most) * SIDE });
  const [low, high] = [at(0, 0), at(most, most)];
  const label = say("pic_ecologic");
  const drawing = picture(
    LEFT + SIDE + 150,
    TOP + SIDE + BOTTOM,
    label,
    grid(most, at),
    line(low.x, low.y, high.x, high.y, "balance"),
    balanceWord(at(most * 0.68, most * 0.68)),
    text(LEFT + SIDE / 2, TOP + SIDE + 56, say("pic_profits"), { class: "pic-axis", "text-anchor": "middle" }),
    text(24, TOP + SIDE / 2, say("pic_enviros"), { class: "pic-axis", "text-anchor": "middle", transform: `rotate(-90 24 ${TOP + SIDE / 2})` }),
    apart(dots).flatMap((dot) => dotLabel(dot, at(dot.x, dot.y))),
  );
  return make("div", { class: "with-legend" }, drawing, legend(tables));
}

const balanceWord = (/** @type {Point} */ { x, y }) => text(x, y, say("pic_balance"), { class: "pic-note", "text-anchor": "middle", transform: `rotate(-45 ${x} ${y}) translate(0 26)` });

const count = (/** @type {any} */ value) => (typeof value === "number" ? value : 0);

function grid(/** @type {number} */ most, /** @type {ToPoint} */ at) {
  const steps = Array.from({ length: most / STEP + 1 }, (_, index) => index * STEP);
  return steps.flatMap((step) => {
    const [left, right, top, bottom] = [at(0, step), at(most, step), at(step, most), at(step, 0)];
    return [
      line(left.x, left.y, right.x, right.y, "grid"),
      line(top.x, top.y, bottom.x, bottom.y, "grid"),
      text(left.x - 12, left.y + 7, String(step), { class: "pic-small", "text-anchor": "end" }),
      text(bottom.x, bottom.y + 26, String(step), { class: "pic-small", "text-anchor": "middle" }),
    ];
  });
}

/** Stack the labels of players with the same numbers downwards, near the lower edge upwards. @param {Dot[]} dots */
function apart(dots) {
  const seen = new Map();
  return dots.map((dot) => {
    const place = `${dot.x},${dot.y}`;
    seen.set(place, (seen.get(place) ?? -1) + 1);
    return { ...dot, down: seen.get(place) };
  });
}

function dotLabel(/** @type {Dot & {down: number}} */ dot, /** @type {Point} */ { x, y }) {
  const place = y + dot.down * (y > TOP + SIDE / 2 ? -ROW : ROW);
  return [mark(dot.index, { x, y: place }), text(x + 15, place + 6, short(dot.name, NAME), { class: "pic-small" })];
}

export function legend(/** @type {DebriefTable[]} */ tables) {
  const items = tables.map((table, index) => make("li", {}, picture(26, 26, "", mark(index, { x: 13, y: 13 })), make("span", {}, table.name)));
  items.forEach((item) => item.firstElementChild?.setAttribute("aria-hidden", "true"));
  return make("ul", { class: "legend" }, ...items);
}

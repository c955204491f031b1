// Any other game: the points of each side, table by table.
import { draw, make } from "../../../page/dom.js";
import { number, say } from "../../../page/words.js";
import { picture, short, text } from "./marks.js";

const [NAME, BAR, ROW] = [190, 380, 34];

/** @type {DebriefPicture} */
export function totals(tables) {
  const rows = tables.flatMap((table) => (table.result?.sides ?? []).map((side) => ({ name: `${table.name}: ${side.name}`, total: side.total })));
  const most = Math.max(1, ...rows.map((row) => row.total));
  const bars = rows.flatMap((row, index) => [
    text(NAME - 10, index * ROW + 23, short(row.name, 20), { class: "pic-small", "text-anchor": "end" }),
    draw("rect", { x: NAME, y: index * ROW + 5, width: (Math.max(0, row.total) / most) * BAR, height: ROW - 10, rx: 4, class: "bar-total" }),
    text(NAME + (Math.max(0, row.total) / most) * BAR + 8, index * ROW + 24, number(row.total), { class: "pic-number" }),
  ]);
  return make("div", {}, picture(NAME + BAR + 60, Math.max(1, rows.length) * ROW, say("pic_totals"), bars));
}

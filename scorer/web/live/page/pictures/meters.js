// BETTER Life: both meters of each table, vote by vote, with the goal and the end.
import { draw, make } from "../../../page/dom.js";
import { say } from "../../../page/words.js";
import { line, picture, text } from "./marks.js";

const [WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM] = [300, 190, 34, 26, 36, 30];

/** @typedef {{votes: number, goal: number, end: number, most: number}} Scale */

/** @type {DebriefPicture} */
export function meters(tables, game) {
  const { policy, loss } = game.numbers.meters ?? {};
  const votes = Math.max(Number(game.numbers.rounds) || 0, 1);
  const key = make("ul", { class: "legend" }, keyItem("meter-policy", say("pic_policy")), keyItem("meter-loss", say("pic_loss")));
  const charts = tables.map((table) => chart(table, { votes, goal: Number(policy?.needed) || 0, end: Number(loss?.lost_at) || 0, most: Number(policy?.highest) || 15 }));
  return make("div", {}, key, make("ul", { class: "beside charts", "aria-label": say("pic_meters") }, ...charts));
}

function keyItem(/** @type {string} */ kind, /** @type {string} */ label) {
  const drawing = picture(40, 14, "", line(2, 7, 38, 7, kind));
  drawing.setAttribute("aria-hidden", "true");
  return make("li", {}, drawing, make("span", {}, label));
}

// The position of a meter after each vote: its lines in the result, added up.
function steps(/** @type {DebriefTable} */ table, /** @type {number} */ index) {
  let sum = 0;
  return (table.result?.extras[index]?.lines ?? []).map(({ points }) => (sum += points));
}

function chart(/** @type {DebriefTable} */ table, /** @type {Scale} */ { votes, goal, end, most }) {
  const at = (/** @type {number} */ vote, /** @type {number} */ value) => ({ x: LEFT + (vote / votes) * WIDTH, y: TOP + HEIGHT - (value / most) * HEIGHT });
  const [policy, loss] = [steps(table, 0), steps(table, 1)];
  const label = `${table.name}: ${say("pic_policy")} ${policy.join(", ")}; ${say("pic_loss")} ${loss.join(", ")}`;
  const drawing = picture(
    LEFT + WIDTH + RIGHT,
    TOP + HEIGHT + BOTTOM,
    label,
    Array.from({ length: votes + 1 }, (_, vote) => text(at(vote, 0).x, at(0, 0).y + 22, String(vote), { class: "pic-small", "text-anchor": "middle" })),
    line(at(0, 0).x, at(0, 0).y, at(votes, 0).x, at(0, 0).y, "axis"),
    limit(at(0, goal), at(votes, goal), say("pic_goal", { n: goal })),
    limit(at(0, end), at(votes, end), say("pic_lost", { n: end })),
    path(policy, at, "meter-policy"),
    path(loss, at, "meter-loss"),
    ends(policy, at),
    ends(loss, at),
  );
  return make("li", {}, make("h3", {}, table.name), drawing);
}

/** @param {Point} from @param {Point} to @param {string} label */
const limit = (from, to, label) => [line(from.x, from.y, to.x, to.y, "limit"), text(from.x + 4, from.y - 6, label, { class: "pic-small" })];

function path(/** @type {number[]} */ values, /** @type {ToPoint} */ at, /** @type {string} */ kind) {
  const points = values.map((value, vote) => at(vote, value));
  return draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: kind });
}

/** Place the last number at its line. @param {number[]} values @param {ToPoint} at */
function ends(values, at) {
  if (!values.length) return [];
  const { x, y } = at(values.length - 1, values[values.length - 1]);
  return [text(x + 4, y - 8, String(values.at(-1)), { class: "pic-number" })];
}

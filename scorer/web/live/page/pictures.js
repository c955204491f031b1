// One picture for each game, made for what it teaches: all tables of the class side by side.
import { cellLook, cellsOf } from "../../page/board/cells.js";
import { draw, make, number, say } from "../../page/page.js";
import { itemsOf } from "../../page/fields.js";

/** Return the figure of a game for its tables with a result. @type {DebriefPicture} */
export const pictureOf = (tables, game) => (PICTURES[game.slug] ?? totals)(tables, game);

// Marks distinguish tables by shape and colour, never by colour alone.
const SHAPES = [
  ...["M0-9a9 9 0 1 0 .01 0z", "M-8-8h16v16h-16z", "M0-11l10 18h-20z", "M0-11l11 11l-11 11l-11-11z"],
  ...["M0 11l10-18h-20z", "M-3-10h6v7h7v6h-7v7h-6v-7h-7v-6h7z"],
];
const COLOURS = 6;

function mark(/** @type {number} */ index, /** @type {Point} */ { x, y }) {
  const colour = Math.floor(index + index / SHAPES.length) % COLOURS;
  return draw("path", { d: SHAPES[index % SHAPES.length], transform: `translate(${x} ${y})`, class: `mark mark-${colour}` });
}

/** @type {(at: Point, content: string, kind: string, anchor?: "start" | "middle" | "end", transform?: string) => SVGElement} */
const text = ({ x, y }, content, kind, anchor = "start", transform = undefined) =>
  draw("text", { x, y, class: kind, "text-anchor": anchor, transform }, content);

const line = (/** @type {Point} */ from, /** @type {Point} */ to, /** @type {string} */ kind) =>
  draw("line", { x1: from.x, y1: from.y, x2: to.x, y2: to.y, class: kind });

/** A picture with a text alternative; without one, it is only seen.
 * @type {(width: number, height: number, label: string, ...children: (Child | Child[])[]) => SVGSVGElement} */
function picture(width, height, label, ...children) {
  const spoken = label ? { role: "img", "aria-label": label } : { "aria-hidden": "true" };
  return draw("svg", { viewBox: `0 0 ${width} ${height}`, ...spoken, class: "picture" }, ...children.flat());
}

const short = (/** @type {string} */ content, /** @type {number} */ most) =>
  content.length > most ? `${content.slice(0, most - 1)}…` : content;

const legend = (/** @type {[sign: SVGElement, name: string][]} */ ...items) =>
  make("ul", { class: "legend" }, ...items.map(([sign, name]) => make("li", {}, sign, make("span", {}, name))));

/** A picture for each table. @type {(label: string, tables: DebriefTable[], parts: (table: DebriefTable) => Child[]) => HTMLElement} */
const beside = (label, tables, parts) =>
  make("ul", { class: "beside", "aria-label": label }, ...tables.map((table) => make("li", {}, make("h3", {}, table.name), ...parts(table))));

const [SIDE, LEFT, TOP] = [560, 70, 30];
const STEP = 5;
const ROW = 22;

/** @typedef {Point & {index: number, name: string}} Dot */

/** Ecologic: Profits against Enviros, one dot per player; dots on the line are in balance. @type {DebriefPicture} */
function balance(tables, game) {
  const count = (/** @type {any} */ value) => (typeof value === "number" ? value : 0);
  const dots = tables.flatMap(({ answers }, index) =>
    itemsOf(answers, "players").map(({ name = "", profits, enviros }) => ({ index, name, x: count(profits), y: count(enviros) })),
  );
  const highest = Math.max(Number(game.numbers.table?.highest) || 20, ...dots.flatMap((dot) => [dot.x, dot.y]));
  const most = Math.ceil(highest / STEP) * STEP;
  const at = (/** @type {number} */ x, /** @type {number} */ y) => ({ x: LEFT + (x / most) * SIDE, y: TOP + SIDE - (y / most) * SIDE });
  const word = at(most * 0.68, most * 0.68);
  const [below, left] = [{ x: LEFT + SIDE / 2, y: TOP + SIDE + 56 }, { x: 24, y: TOP + SIDE / 2 }];
  const drawing = picture(
    LEFT + SIDE + 150,
    TOP + SIDE + 70,
    say("pic_ecologic"),
    grid(most, at),
    line(at(0, 0), at(most, most), "balance"),
    text(word, say("pic_balance"), "pic-note", "middle", `rotate(-45 ${word.x} ${word.y}) translate(0 26)`),
    text(below, say("pic_profits"), "pic-axis", "middle"),
    text(left, say("pic_enviros"), "pic-axis", "middle", `rotate(-90 ${left.x} ${left.y})`),
    apart(dots).flatMap((dot) => dotLabel(dot, at(dot.x, dot.y))),
  );
  const names = tables.map(({ name }, index) => /** @type {[SVGElement, string]} */ ([picture(26, 26, "", mark(index, { x: 13, y: 13 })), name]));
  return make("div", { class: "with-legend" }, drawing, legend(...names));
}

function grid(/** @type {number} */ most, /** @type {ToPoint} */ at) {
  const steps = Array.from({ length: most / STEP + 1 }, (_, index) => index * STEP);
  return steps.flatMap((step) => {
    const [left, bottom] = [at(0, step), at(step, 0)];
    return [
      line(left, at(most, step), "grid"),
      line(at(step, most), bottom, "grid"),
      text({ x: left.x - 12, y: left.y + 7 }, String(step), "pic-small", "end"),
      text({ x: bottom.x, y: bottom.y + 26 }, String(step), "pic-small", "middle"),
    ];
  });
}

/** Stack the labels of players with the same numbers downwards, near the lower edge upwards. */
function apart(/** @type {Dot[]} */ dots) {
  const isSame = (/** @type {Dot} */ one, /** @type {Dot} */ other) => one.x === other.x && one.y === other.y;
  return dots.map((dot, index) => ({ ...dot, down: dots.slice(0, index).filter((one) => isSame(one, dot)).length }));
}

function dotLabel(/** @type {Dot & {down: number}} */ dot, /** @type {Point} */ { x, y }) {
  const place = y + dot.down * (y > TOP + SIDE / 2 ? -ROW : ROW);
  return [mark(dot.index, { x, y: place }), text({ x: x + 15, y: place + 6 }, short(dot.name, 14), "pic-small")];
}

const CELL = 44;
const GAP = 4;

/** Kompensaatiopeli: the boards side by side, with the points of both sides. @type {DebriefPicture} */
function boards(tables, game) {
  const field = game.fields.find((one) => one.kind === "board");
  return field ? beside(say("pic_boards"), tables, (table) => board(table, field)) : make("p");
}

function board(/** @type {DebriefTable} */ { name, answers, result }, /** @type {Field} */ field) {
  const rows = cellsOf(answers[field.key] ?? []);
  const side = Math.max(1, rows.length) * CELL;
  const cells = rows.flatMap((row, r) => row.flatMap((value, c) => cell(field, value, c * CELL, r * CELL)));
  const sides = result?.sides.map((one) =>
    make("li", { class: result.winners.includes(one.name) && "won" }, `${one.name} `, make("b", {}, String(one.total))),
  );
  return [picture(side, side, `${field.label}: ${name}`, cells), make("ul", { class: "sides-line" }, ...(sides ?? []))];
}

/** @type {(field: Field, value: string, x: number, y: number) => Child[]} */
function cell(field, value, x, y) {
  const { letter, shape, colour, symbol, sign } = cellLook(field, value);
  const size = CELL - GAP;
  const middle = x + size / 2;
  const tile = draw("rect", { x, y, width: size, height: size, rx: 5, class: letter ? "cell-built" : "cell-open" });
  if (letter) return [tile, text({ x: middle, y: y + size / 2 + 8 }, letter, "cell-letter", "middle")];
  if (!shape) return [tile, text({ x: middle, y: y + size / 2 + 7 }, sign ?? "", "cell-sign", "middle")];
  const place = `translate(${x + size / 8} ${y + size / 8}) scale(${(0.75 * size) / 20})`;
  const inside = { x: x + size / 4, y: y + size / 4, width: size / 2, height: size / 2, class: "cell-symbol" };
  return [tile, draw("path", { d: shape, fill: colour, transform: place }), symbol && draw("image", { href: symbol, ...inside })];
}

const METER = { width: 300, height: 190, left: 34, top: 26, right: 36, bottom: 30 };

/** BETTER Life: both meters of each table, vote by vote, with the goal and the end. @type {DebriefPicture} */
function meters(tables, { numbers }) {
  const { policy, loss } = numbers.meters ?? {};
  const votes = Math.max(Number(numbers.rounds) || 0, 1);
  const [goal, end] = [Number(policy?.needed) || 0, Number(loss?.lost_at) || 0];
  const most = Number(policy?.highest) || 15;
  /** @type {ToPoint} */
  const at = (vote, value) => ({
    x: METER.left + (vote / votes) * METER.width,
    y: METER.top + METER.height - (value / most) * METER.height,
  });
  const limit = (/** @type {number} */ value, /** @type {string} */ label) => {
    const { x, y } = at(0, value);
    return [line({ x, y }, at(votes, value), "limit"), text({ x: x + 4, y: y - 6 }, label, "pic-small")];
  };
  const chart = (/** @type {DebriefTable} */ table) => {
    const [won, lost] = [steps(table, 0), steps(table, 1)];
    return picture(
      METER.left + METER.width + METER.right,
      METER.top + METER.height + METER.bottom,
      `${table.name}: ${say("pic_policy")} ${won.join(", ")}; ${say("pic_loss")} ${lost.join(", ")}`,
      Array.from({ length: votes + 1 }, (_, vote) => text({ x: at(vote, 0).x, y: at(0, 0).y + 22 }, String(vote), "pic-small", "middle")),
      line(at(0, 0), at(votes, 0), "axis"),
      limit(goal, say("pic_goal", { n: goal })),
      limit(end, say("pic_lost", { n: end })),
      curve(won.map((value, vote) => at(vote, value)), won, "meter-policy"),
      curve(lost.map((value, vote) => at(vote, value)), lost, "meter-loss"),
    );
  };
  const sign = (/** @type {string} */ kind) => picture(40, 14, "", line({ x: 2, y: 7 }, { x: 38, y: 7 }, kind));
  const key = legend([sign("meter-policy"), say("pic_policy")], [sign("meter-loss"), say("pic_loss")]);
  const charts = beside(say("pic_meters"), tables, (table) => [chart(table)]);
  charts.classList.add("charts");
  return make("div", {}, key, charts);
}

/** The position of a meter after each vote: its lines in the result, added up. */
function steps(/** @type {DebriefTable} */ table, /** @type {number} */ index) {
  let sum = 0;
  return (table.result?.extras[index]?.lines ?? []).map(({ points }) => (sum += points));
}

/** A meter, with its last number at its end. @type {(points: Point[], values: number[], kind: string) => SVGElement[]} */
function curve(points, values, kind) {
  const drawing = draw("polyline", { points: points.map(({ x, y }) => `${x},${y}`).join(" "), class: kind });
  const last = points.at(-1);
  return last ? [drawing, text({ x: last.x + 4, y: last.y - 8 }, String(values.at(-1)), "pic-number")] : [drawing];
}

const STAR = "M0-14l4 10h10l-8 7 3 11-9-7-9 7 3-11-8-7h10z";
const CROSS = "M-9-9l18 18M9-9l-18 18";
const SIGN = 38;

/** Ecosfera Baltica: restored habitats as stars, impacts as crosses. @type {DebriefPicture} */
function stars(tables, game) {
  const habitats = game.fields.find((field) => field.key === "habitats")?.choices.length ?? 0;
  const impacts = game.fields.find((field) => field.key === "impacts")?.high ?? 0;
  return beside(say("pic_stars"), tables, ({ name, answers, result }) => {
    const saved = answers.habitats?.length ?? 0;
    const hit = Number(answers.impacts) || 0;
    const texts = [say("pic_habitats", { n: saved, most: habitats }), say("pic_impacts", { n: hit, most: impacts })];
    const drawing = picture(
      Math.max(habitats, impacts) * SIGN,
      2 * SIGN + 6,
      `${name}: ${texts.join(", ")}`,
      signs(habitats, saved, STAR, "star", SIGN / 2),
      signs(impacts, hit, CROSS, "cross", SIGN * 1.5 + 6),
    );
    const ending = { won: say("won"), lost: say("lost_all"), ongoing: say("ongoing"), ranked: "", draw: "" };
    const verdict = result ? ending[result.outcome] : "";
    return [drawing, make("p", {}, texts.join(" · ")), make("p", { class: "won" }, verdict)];
  });
}

/** @type {(most: number, count: number, d: string, kind: string, y: number) => SVGElement[]} */
const signs = (most, count, d, kind, y) =>
  Array.from({ length: most }, (_, index) =>
    draw("path", { d, transform: `translate(${SIGN * (index + 0.5)} ${y})`, class: index < count ? `${kind} on` : kind }),
  );

const [NAME, BAR, LINE] = [190, 380, 34];

/** Any other game: the points of each side, table by table. @type {DebriefPicture} */
function totals(tables) {
  const rows = tables.flatMap((table) => table.result?.sides.map(({ name, total }) => ({ name: `${table.name}: ${name}`, total })) ?? []);
  const most = Math.max(1, ...rows.map((row) => row.total));
  const bars = rows.flatMap(({ name, total }, index) => {
    const [y, width] = [index * LINE, (Math.max(0, total) / most) * BAR];
    return [
      text({ x: NAME - 10, y: y + 23 }, short(name, 20), "pic-small", "end"),
      draw("rect", { x: NAME, y: y + 5, width, height: LINE - 10, rx: 4, class: "bar-total" }),
      text({ x: NAME + width + 8, y: y + 24 }, number(total), "pic-number"),
    ];
  });
  return make("div", {}, picture(NAME + BAR + 60, Math.max(1, rows.length) * LINE, say("pic_totals"), bars));
}

/** @type {Record<string, DebriefPicture>} */
const PICTURES = { ecologic: balance, kompensaatiopeli: boards, better_life: meters, ecosfera_baltica: stars };

// Ecosfera Baltica: restored habitats as stars, impacts as crosses, one row per table.
import { draw, make } from "../../../page/dom.js";
import { say } from "../../../page/words.js";
import { picture } from "./marks.js";

const STAR = "M0-14l4 10h10l-8 7 3 11-9-7-9 7 3-11-8-7h10z";
const CROSS = "M-9-9l18 18M9-9l-18 18";
const STEP = 38;

/** @type {DebriefPicture} */
export function stars(tables, game) {
  const habitats = game.fields.find((field) => field.key === "habitats")?.choices.length ?? 0;
  const impacts = game.fields.find((field) => field.key === "impacts")?.high ?? 0;
  return make("ul", { class: "beside", "aria-label": say("pic_stars") }, ...tables.map((table) => row(table, habitats, impacts)));
}

function row(/** @type {DebriefTable} */ table, /** @type {number} */ habitats, /** @type {number} */ impacts) {
  const saved = table.answers.habitats?.length ?? 0;
  const hit = Number(table.answers.impacts) || 0;
  const texts = [say("pic_habitats", { n: saved, most: habitats }), say("pic_impacts", { n: hit, most: impacts })];
  const drawing = picture(
    Math.max(habitats, impacts) * STEP,
    2 * STEP + 6,
    `${table.name}: ${texts.join(", ")}`,
    signs(habitats, saved, STAR, "star", STEP / 2),
    signs(impacts, hit, CROSS, "cross", STEP * 1.5 + 6),
  );
  const { outcome } = table.result ?? {};
  const verdict = outcome === "won" ? say("won") : outcome === "lost" ? say("lost_all") : outcome === "ongoing" ? say("ongoing") : "";
  return make("li", {}, make("h3", {}, table.name), drawing, make("p", {}, texts.join(" · ")), make("p", { class: "won" }, verdict));
}

/** @param {number} most @param {number} count @param {string} d @param {string} kind @param {number} y */
const signs = (most, count, d, kind, y) =>
  Array.from({ length: most }, (_, index) => draw("path", { d, transform: `translate(${STEP * (index + 0.5)} ${y})`, class: index < count ? `${kind} on` : kind }));

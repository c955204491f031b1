// The large view: both sides, their previous version, the cells and the problems.
import { $, drawn, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { breakable, nodeOf } from "./cards.js";
import { markSeen } from "./connection.js";
import { linesOf, newFace, paintFace } from "./faces.js";
import { focusCard, visible } from "./keys.js";
import { problemList } from "./problems.js";
import { cardNamed, deckOf, problemsOf, shown, titleOf } from "./view.js";

const open = { name: "" };

export function enlarge(name) {
  open.name = name;
  if (!$("large").open) $("large").showModal();
  paintLarge();
  $("large-title").focus();
}

export function paintLarge() {
  const card = cardNamed(open.name);
  if (!card) return $("large").close();
  const items = visible();
  const at = items.indexOf(nodeOf(card));
  const id = titleOf(card) === card.id ? "" : ` ${card.id}`;
  $("large-title").replaceChildren(breakable("span", {}, titleOf(card)), make("small", {}, ` · ${deckOf(card).title}${id && " ·"}${id}`));
  $("large-count").textContent = at < 0 ? "" : say("of", { n: at + 1, most: items.length });
  $("before-field").hidden = !card.before;
  $("one-seen").hidden = !card.state;
  paintLargeFaces(card, deckOf(card));
  const problems = problemsOf(card);
  $("large-problems").replaceChildren(...(problems.length ? [problemList(problems)] : []));
  $("large-fields").replaceChildren(...facts(card));
}

// Every cell, with its previous text below it if it changed.
function facts(card) {
  const was = new Map(card.before?.fields ?? []);
  const about = [[say("fact_place"), card.place], [say("fact_version"), card.version || "–"], [say("fact_copies"), String(card.copies)]];
  const cells = card.fields.filter(([name, value]) => value || was.get(name));
  return [...cells, ...about].flatMap(([name, value]) => {
    const differs = was.has(name) && was.get(name) !== value;
    const old = differs ? [make("dd", { class: "was" }, say("was", { what: was.get(name) || "–" }))] : [];
    return [make("dt", { class: differs && "differs" }, name.replaceAll("_", " ")), make("dd", {}, value || "–"), ...old];
  });
}

// The pictures side by side: each side now and, if requested, before.
function figures(card, deck) {
  const found = (deck.has_back ? ["front", "back"] : ["front"]).map((side) => ({ side, key: card[side], when: card.state === "gone" ? "gone" : card.old ? "old" : "" }));
  if (!$("before").checked || !card.before) return found;
  return found.flatMap((one) => {
    const key = card.before[one.side];
    const now = { ...one, when: one.when || "now" };
    return key === one.key && one.side === "back" ? [] : [{ side: one.side, key, when: "before" }, now];
  });
}

function paintLargeFaces(card, deck) {
  const wide = figures(card, deck);
  const place = $("large-faces");
  const named = ({ side, when }) => `${side} ${when}`;
  if ([...place.children].map((figure) => figure.dataset.what).join() !== wide.map(named).join()) {
    place.replaceChildren(...wide.map((one) => figureOf(one.side, named(one))));
  }
  const width = largeWidth(deck, wide.length);
  wide.forEach((one, index) => paintFigure(place.children[index], one, card, deck, width));
}

function paintFigure(figure, { side, key, when }, card, deck, width) {
  const face = figure.firstChild;
  const guides = $("guides").checked;
  paintFace(face, card, deck, { key, width, guides });
  face.querySelector(".guides")?.remove();
  if (guides && key) face.append(guideLines(deck, linesOf(deck, face.dataset.side)));
  const title = say(`side_${side}`);
  figure.lastChild.textContent = when ? say(`side_${when}`, { side: title }) : title;
  figure.classList.toggle("earlier", when === "before" || when === "old");
  const said = (when === "before" ? card.before : card).said[side === "back" ? 1 : 0];
  face.querySelector("img")?.setAttribute("alt", said);
}

const figureOf = (side, what) => make("figure", { "data-what": what }, newFace(side), make("figcaption"));

// As large as fits side by side (stacked on a narrow screen).
function largeWidth(deck, count) {
  const room = $("large-faces");
  const narrow = matchMedia("(max-width: 700px)").matches;
  const across = (room.clientWidth - 36 - 18 * (count - 1)) / (narrow && deck.width_mm > deck.height_mm ? 1 : count);
  const down = narrow ? innerHeight * 0.6 : room.clientHeight - 76;
  const bleed = $("guides").checked ? 2 * deck.bleed_mm : 0;
  const scale = Math.min(across / (deck.width_mm + bleed), down / (deck.height_mm + bleed), 12);
  return deck.width_mm * scale * ($("magnify").checked ? 2 : 1);
}

function guideLines(deck, side) {
  const box = `${-deck.bleed_mm} ${-deck.bleed_mm} ${deck.width_mm + 2 * deck.bleed_mm} ${deck.height_mm + 2 * deck.bleed_mm}`;
  const lines = drawn("svg", { class: "guides", viewBox: box, "aria-hidden": "true" });
  for (const [kind, path] of [["under", side.cut], ["cut", side.cut], ["under", side.safe], ["safe", side.safe]]) {
    lines.append(drawn("path", { class: `line-${kind}`, d: path }));
  }
  return lines;
}

function walk(way) {
  const items = visible();
  const next = items[items.findIndex((item) => item.dataset.name === open.name) + way];
  if (!next) return;
  open.name = next.dataset.name ?? "";
  paintLarge();
}

export function listenToLarge() {
  const large = $("large");
  large.addEventListener("keydown", (event) => {
    if (event.key === "ArrowRight") walk(1);
    if (event.key === "ArrowLeft") walk(-1);
  });
  large.addEventListener("click", (event) => event.target === large && large.close());
  large.addEventListener("close", () => focusCard(shown.nodes.get(open.name)));
  $("earlier").addEventListener("click", () => walk(-1));
  $("later").addEventListener("click", () => walk(1));
  $("close").addEventListener("click", () => large.close());
  for (const name of ["guides", "magnify", "before"]) $(name).addEventListener("change", paintLarge);
  $("one-seen").addEventListener("click", () => {
    markSeen(open.name);
    $("large-title").focus();
  });
  addEventListener("resize", () => large.open && paintLarge());
}

// The page of `ecotable preview`, the workbench opened read-only: all decks as a gallery, and one card large.
import { $, all, draw, lang, make, on, say } from "../../../scorer/web/page/page.js";
import { breakable, clickedCard, focusCard, focusFirstCard, listenToKeys, nodeOf, paint, roveVisible, tileOf } from "./cards.js";
import { connect, markSeen } from "./connection.js";
import { clearFilters, inOrder, listenToControls, matchingCards, paintChips, paintHead } from "./controls.js";
import { paintProblems, problemList } from "./problems.js";
import { effect, flush, state } from "./signals.js";
import { cardNamed, current, deckOf, nodes, problemsOf, rememberView, settings, titleOf } from "./view.js";
import { facesIn, keyOfSide, linesOf, paintFace } from "./faces.js";

const SWITCHES = /** @type {const} */ (["guides", "magnify", "before"]);
/** The name of the card, the switches, and the size of the window. */
const view = state({ name: "", guides: false, magnify: false, before: false, window: "" });

function enlarge(/** @type {string} */ name) {
  view.name = name;
  flush();
  $("large-title").focus();
}

function paintLarge() {
  if (!view.name) return;
  const card = cardNamed(view.name);
  if (!card) return $("large").close();
  if (!$("large").open) $("large").showModal();
  const cards = matchingCards();
  const deck = deckOf(card);
  const id = titleOf(card) === card.id ? "" : ` · ${card.id}`;
  $("large-title").replaceChildren(breakable("span", {}, titleOf(card)), make("small", {}, ` · ${deck.title}${id}`));
  const at = cards.indexOf(card);
  $("large-count").textContent = at < 0 ? "" : say("of", { n: at + 1, most: cards.length });
  $("before-field").hidden = !card.before;
  $("one-seen").hidden = !card.state;
  paintFigures(card, deck);
  const problems = problemsOf(card);
  $("large-problems").replaceChildren(...(problems.length ? [problemList(problems)] : []));
  $("large-fields").replaceChildren(...facts(card));
}

/** Every cell, with its previous text below it if it changed. @param {Card} card */
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

/** A side of a card, now or before. @typedef {{side: string, key: string, when: string}} Figure */

/** The pictures side by side: each side now and, if requested, before. @type {(card: Card, deck: Deck) => Figure[]} */
function figuresOf(card, deck) {
  const when = card.state === "gone" ? "gone" : card.old ? "old" : "";
  const now = (deck.has_back ? ["front", "back"] : ["front"]).map((side) => ({ side, key: keyOfSide(card, side), when }));
  const { before } = card;
  if (!view.before || !before) return now;
  return now.flatMap((one) => {
    const old = { ...one, key: keyOfSide(before, one.side), when: "before" };
    return old.key === one.key && one.side === "back" ? [] : [old, { ...one, when: one.when || "now" }];
  });
}

function paintFigures(/** @type {Card} */ card, /** @type {Deck} */ deck) {
  const figures = figuresOf(card, deck);
  const place = $("large-faces");
  const names = figures.map(({ side, when }) => `${side} ${when}`);
  if ([...place.querySelectorAll("figure")].map((figure) => figure.dataset.what).join() !== names.join()) place.replaceChildren();
  const frame = (/** @type {HTMLElement} */ face, /** @type {number} */ at) =>
    make("figure", { "data-what": names[at] }, face, make("figcaption"));
  const width = largeWidth(deck, figures.length);
  facesIn(place, figures.map(({ side }) => side), frame).forEach((face, at) => paintFigure(face, figures[at], card, deck, width));
}

/** @type {(face: HTMLElement, figure: Figure, card: Card, deck: Deck, width: number) => void} */
function paintFigure(face, { side, key, when }, card, deck, width) {
  const { guides } = view;
  paintFace(face, card, deck, { key, width, guides });
  face.querySelector(".guides")?.remove();
  if (guides && key) face.append(guideLines(deck, linesOf(deck, side)));
  const title = say(`side_${side}`);
  const figure = /** @type {HTMLElement} */ (face.parentElement);
  figure.querySelector("figcaption")?.replaceChildren(when ? say(`side_${when}`, { side: title }) : title);
  figure.classList.toggle("earlier", when === "before" || when === "old");
  const { said: speech } = (when === "before" && card.before) || card;
  face.querySelector("img")?.setAttribute("alt", speech[side === "back" ? 1 : 0]);
}

/** As large as fits side by side (stacked on a narrow screen). @type {(deck: Deck, count: number) => number} */
function largeWidth(deck, count) {
  void view.window;
  const room = $("large-faces");
  const narrow = matchMedia("(max-width: 700px)").matches;
  const across = (room.clientWidth - 36 - 18 * (count - 1)) / (narrow && deck.width_mm > deck.height_mm ? 1 : count);
  const down = narrow ? innerHeight * 0.6 : room.clientHeight - 76;
  const bleed = view.guides ? 2 * deck.bleed_mm : 0;
  const scale = Math.min(across / (deck.width_mm + bleed), down / (deck.height_mm + bleed), 12);
  return deck.width_mm * scale * (view.magnify ? 2 : 1);
}

function guideLines(/** @type {Deck} */ deck, /** @type {{cut: string, safe: string}} */ side) {
  const bleed = deck.bleed_mm;
  const box = `${-bleed} ${-bleed} ${deck.width_mm + 2 * bleed} ${deck.height_mm + 2 * bleed}`;
  const lines = [["under", side.cut], ["cut", side.cut], ["under", side.safe], ["safe", side.safe]];
  const paths = lines.map(([kind, path]) => draw("path", { class: `line-${kind}`, d: path }));
  return draw("svg", { class: "guides", viewBox: box, "aria-hidden": "true" }, ...paths);
}

function walk(/** @type {1 | -1} */ direction) {
  const cards = matchingCards();
  const next = cards[cards.findIndex((card) => card.name === view.name) + direction];
  if (next) view.name = next.name;
}

function listenToLarge() {
  const large = $("large");
  on(large, "keydown", (event) => {
    if (event.key === "ArrowRight") walk(1);
    if (event.key === "ArrowLeft") walk(-1);
  });
  on(large, "click", (event) => event.target === large && large.close());
  on(large, "close", () => {
    const item = nodes.get(view.name);
    view.name = "";
    focusCard(item);
  });
  on($("earlier"), "click", () => walk(-1));
  on($("later"), "click", () => walk(1));
  on($("close"), "click", () => large.close());
  for (const name of SWITCHES) {
    view[name] = $(name).checked;
    on($(name), "change", ({ target }) => (view[name] = target.checked));
  }
  on($("one-seen"), "click", () => {
    void markSeen(view.name);
    $("large-title").focus();
  });
  addEventListener("resize", () => (view.window = `${innerWidth} ${innerHeight}`));
}

const inMm = (/** @type {number} */ mm) => mm.toLocaleString(lang, { maximumFractionDigits: 1 });

/** Every deck with its cards; those that do not match the filters are hidden. */
function paintGallery() {
  const { decks } = current.gallery;
  const cards = inOrder();
  const cardNodes = $("gallery").querySelectorAll(".card");
  const titles = decks.map((deck) => `${deck.name} ${deck.title} ${sizeOf(deck)}`).join("\n");
  const same = cardNodes.length === cards.length && cards.every((card, at) => nodes.get(card.name) === cardNodes[at]);
  if (!same || $("gallery").dataset.decks !== titles) rebuild(titles);
  cards.forEach(paint);
  const matched = new Set(matchingCards());
  for (const card of cards) nodeOf(card).hidden = !matched.has(card);
  for (const section of all(".deck")) section.hidden = !section.querySelector(".card:not([hidden])");
  const [nothing] = all(".nothing");
  nothing.hidden = matched.size > 0;
  nothing.textContent = say(cards.length ? "no_match" : "no_cards");
  roveVisible();
}

function rebuild(/** @type {string} */ titles) {
  const focused = document.activeElement?.closest(".card");
  $("gallery").dataset.decks = titles;
  $("gallery").replaceChildren(...current.gallery.decks.map(deckSection), make("p", { class: "nothing" }));
  const again = focused instanceof HTMLElement && nodes.get(focused.dataset.name ?? "");
  if (again) tileOf(again).focus({ preventScroll: true });
}

function deckSection(/** @type {Deck} */ deck) {
  const id = `deck-${deck.name}`;
  const cards = inOrder().filter((card) => card.deck === deck.name);
  const grid = make("ul", { class: "grid", "aria-labelledby": id }, ...cards.map(nodeOf));
  return make("section", { class: "deck" }, make("h2", { id }, deck.title, make("small", {}, sizeOf(deck))), grid);
}

const sizeOf = (/** @type {Deck} */ deck) => `${howMany(deck)}, ${inMm(deck.width_mm)} × ${inMm(deck.height_mm)} mm`;

function howMany(/** @type {Deck} */ { total, different }) {
  if (total === different) return say("pieces", { n: total });
  return different === 1 ? say("pieces_alike", { n: total }) : say("pieces_different", { n: total, different });
}

/** Another gallery may lack a deck that was wanted. */
function forgetDecks() {
  for (const name of settings.decks) if (!current.gallery.decks.some((deck) => deck.name === name)) settings.decks.delete(name);
}

function showCard(/** @type {string} */ name) {
  clearFilters();
  flush();
  focusCard(nodes.get(name));
}

on($("text"), "keydown", (event) => {
  if (event.key === "Escape") settings.text = "";
  if (event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    focusFirstCard();
  }
});
on($("gallery"), "click", (event) => {
  const name = clickedCard(event);
  if (name) enlarge(name);
});
listenToControls((game) => {
  if (!game) return;
  settings.decks.clear();
  Object.assign(settings, { changed: false, problems: false });
});
listenToKeys();
listenToLarge();
void connect().then(() => {
  [forgetDecks, () => paintHead("title"), paintChips, paintGallery, () => paintProblems(showCard), paintLarge, rememberView].forEach(effect);
  const [pressed] = all('#decks [aria-pressed="true"]');
  $("decks").scrollLeft = pressed.offsetLeft - $("decks").offsetLeft - 8;
  document.body.dataset.ready = "true";
});

// The cards of the gallery: picture, name, changes and problems; and the keys that move between them.
import { $, all, idle, make, on, say } from "../../../scorer/web/page/page.js";
import { lookAt } from "./connection.js";
import { facesIn, keyOfSide, paintFace, sides, tileSpan, tileWidth } from "./faces.js";
import { problemList } from "./problems.js";
import { bench, chosen, current, deckOf, nodes, problemsOf, settings, titleOf } from "./view.js";
import { matching } from "./controls.js";

const MOST_PROBLEMS = 3;

export function nodeOf(/** @type {Card} */ card) {
  const node = nodes.get(card.name) ?? newNode(card);
  nodes.set(card.name, node);
  return node;
}

/** A name or an id that may break after each underscore.
 * @type {(tag: "b" | "small" | "span", attributes: Record<string, string>, text: string) => HTMLElement} */
export function breakable(tag, attributes, text) {
  const parts = (text.match(/[^_]*_|[^_]+/g) ?? []).flatMap((part) => [part, make("wbr")]);
  return make(tag, attributes, ...parts);
}

function newNode(/** @type {Card} */ card) {
  const parts = ["faces", "badges", "caption"].map((name) => make("span", { class: name }));
  const tile = make("button", { class: "tile", type: "button", tabindex: -1 }, ...parts);
  const item = make("li", { class: "card", "data-name": card.name }, tile, make("ul", { class: "card-problems" }));
  lookAt(item);
  return item;
}

export function clickedCard(/** @type {Heard<HTMLElement, "click">} */ { target }) {
  const item = target.closest(".tile")?.parentElement;
  return item?.dataset.name ?? "";
}

/** What each tile shows. @type {WeakMap<HTMLElement, unknown[]>} */
const painted = new WeakMap();

/** Paint a card, unless its tile shows all of this. @param {Card} card */
export function paint(card) {
  const item = nodeOf(card);
  const deck = deckOf(card);
  const problems = problemsOf(card);
  const shows = [card, deck, settings.side, settings.zoom, ...problems];
  const before = painted.get(item);
  if (before?.length === shows.length && shows.every((one, at) => one === before[at])) return;
  painted.set(item, shows);
  item.classList.toggle("is-changed", card.state !== "");
  item.classList.toggle("gone", card.state === "gone");
  item.classList.toggle("has-problem", problems.length > 0);
  item.style.width = `${tileSpan(deck, problems.length)}px`;
  const [faces, badges, caption] = tileOf(item).children;
  paintFaces(faces, card, deck);
  badges.replaceChildren(...badgesOf(card, problems));
  caption.replaceChildren(...captionOf(card, deck));
  tileOf(item).setAttribute("aria-label", cardLabel(card, deck, problems));
  const failed = item.querySelector(".face.failed:not(.short)");
  item.lastChild?.replaceWith(problemList(failed ? [] : problems, MOST_PROBLEMS));
}

function captionOf(/** @type {Card} */ card, /** @type {Deck} */ deck) {
  const title = titleOf(card);
  const copies = card.copies === 1 ? [] : [make("span", {}, `×${card.copies}`)];
  const id = title === card.id ? [] : [breakable("small", { class: "id" }, card.id)];
  return [breakable("b", {}, title), ...copies, ...id, make("span", { class: "of" }, deck.title)];
}

function cardLabel(/** @type {Card} */ card, /** @type {Deck} */ deck, /** @type {Problem[]} */ problems) {
  const parts = [titleOf(card), deck.title, say("copies", { n: card.copies })];
  if (card.state) parts.push(say(`card_${card.state}`));
  if (card.old) parts.push(say("card_old"));
  if (problems.length) parts.push(say("problems", { n: problems.length }));
  return parts.join(", ");
}

function badgesOf(/** @type {Card} */ card, /** @type {Problem[]} */ problems) {
  const badges = [];
  if (card.state) badges.push(make("span", { class: "badge changed" }, say(`card_${card.state}`)));
  if (card.old) badges.push(make("span", { class: "badge old" }, say("card_old")));
  if (problems.length) badges.push(make("span", { class: "badge problem" }, `⚠ ${say("problems", { n: problems.length })}`));
  return badges;
}

function paintFaces(/** @type {Element} */ place, /** @type {Card} */ card, /** @type {Deck} */ deck) {
  for (const face of facesIn(place, sides(deck))) {
    const swapped = paintFace(face, card, deck, { key: keyOfSide(card, face.dataset.side), width: tileWidth(deck) });
    if (swapped) flash(nodeOf(card));
  }
}

function flash(/** @type {HTMLElement} */ item) {
  item.classList.remove("just-now");
  void item.offsetWidth;
  item.classList.add("just-now");
}

const STEP = 24;
let turn = 0;
let listed = "";
let list = make("ul");

export function paintCardList() {
  const deck = current.gallery.decks.find((one) => one.name === bench.table);
  const cards = deck ? matching(current.gallery.cards.filter((card) => card.deck === deck.name)) : [];
  const names = [deck?.title, ...cards.map((card) => card.name)].join("\n");
  const same = names === listed && (!cards.length || list.firstElementChild === nodes.get(cards[0].name));
  if (!same) {
    listed = names;
    list = make("ul", { class: "grid", "aria-label": deck?.title ?? "" });
    const title = deck ? make("h2", { id: "cards-title" }, deck.title) : null;
    const nothing = make("p", { class: "nothing" }, cards.length || !deck ? "" : say("no_match"));
    $("gallery").replaceChildren(make("section", { class: "deck" }, title, list), nothing);
  }
  turn += 1;
  put(cards, turn);
  if (!same) rove(cards.length ? nodeOf(cards[0]) : undefined);
}

function put(/** @type {Card[]} */ cards, /** @type {number} */ mine) {
  if (mine !== turn) return; // others are shown by now
  for (const card of cards.slice(0, STEP)) {
    const node = nodeOf(card);
    node.hidden = false;
    if (node.parentElement !== list) list.append(node);
    paint(card);
  }
  if (cards.length > STEP) void idle().then(() => put(cards.slice(STEP), mine));
}

/** Mark the card of the selected row. */
export function paintCardHere() {
  const here = `${bench.table}/${chosen.row}`;
  for (const item of all(".card", $("gallery"))) item.classList.toggle("here", item.dataset.name === here);
}

const ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"];

const visible = () => all(".deck:not([hidden]) .card:not([hidden])");

export const tileOf = (/** @type {HTMLElement} */ item) => /** @type {HTMLElement} */ (item.firstChild);

function rove(/** @type {HTMLElement | undefined} */ item) {
  for (const tile of all('.tile[tabindex="0"]')) tile.tabIndex = -1;
  if (item) tileOf(item).tabIndex = 0;
}

/** Keep the card that Tab reaches, if it is visible; else take the first one. */
export function roveVisible() {
  const items = visible();
  rove(items.find((item) => tileOf(item).tabIndex === 0) ?? items[0]);
}

export function focusCard(/** @type {HTMLElement | undefined} */ item) {
  if (!item) return;
  rove(item);
  tileOf(item).focus();
  item.scrollIntoView({ block: "nearest" });
}

export const focusFirstCard = () => focusCard(visible()[0]);

function neighbour(/** @type {HTMLElement} */ item, /** @type {string} */ key) {
  const items = visible();
  const at = items.indexOf(item);
  if (key === "ArrowRight") return items[at + 1];
  if (key === "ArrowLeft") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return nearestRow(items, item, key === "ArrowDown" ? 1 : -1);
}

/** The card above or below: in the nearest row, the one with the nearest centre.
 * @type {(items: HTMLElement[], item: HTMLElement, direction: number) => HTMLElement | undefined} */
function nearestRow(items, item, direction) {
  const box = item.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  let best = /** @type {{other: HTMLElement, score: number} | undefined} */ (undefined);
  for (const other of items) {
    const place = other.getBoundingClientRect();
    const down = direction * (place.top - box.top);
    if (down <= 4) continue;
    const score = down * 10 + Math.abs(place.left + place.width / 2 - middle);
    if (!best || score < best.score) best = { other, score };
  }
  return best?.other;
}

/** @type {(target: Element) => HTMLElement | null} */
const cardOf = (target) => target.closest(".card");

export function listenToKeys() {
  on($("gallery"), "keydown", (event) => {
    const item = cardOf(event.target);
    if (!item || event.altKey || event.ctrlKey || event.metaKey || !ARROWS.includes(event.key)) return;
    event.preventDefault();
    focusCard(neighbour(item, event.key));
  });
  on($("gallery"), "focusin", ({ target }) => {
    const item = cardOf(target);
    if (item) rove(item);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      $("text").focus();
    }
  });
}

// The cards of the gallery: picture, name, changes and problems.
import { make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { lookAt } from "./connection.js";
import { facesIn, keyOfSide, paintFace, sides, tileSpan, tileWidth } from "./faces.js";
import { tileOf } from "./keys.js";
import { problemList } from "./problems.js";
import { deckOf, nodes, problemsOf, titleOf, settings } from "./view.js";

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

/** Return the name of the card whose tile was clicked. @type {(event: Heard<HTMLElement, "click">) => string} */
export function clickedCard({ target }) {
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

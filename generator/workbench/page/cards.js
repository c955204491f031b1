// The cards of the gallery: picture, name, changes and problems.
import { make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { lookAt } from "./connection.js";
import { newFace, paintFace, sides, tileSpan, tileWidth } from "./faces.js";
import { tileOf } from "./keys.js";
import { problemList } from "./problems.js";
import { deckOf, problemsOf, shown, titleOf } from "./view.js";

const MOST_PROBLEMS = 3;
/** @type {(name: string) => void} */
let opened = () => undefined;

// Called when a card is selected.
export const whenOpened = (open) => (opened = open);

/** @type {(card: Card) => HTMLElement} */
export function nodeOf(card) {
  const node = shown.nodes.get(card.name) ?? newNode(card);
  shown.nodes.set(card.name, node);
  return node;
}

// A name or an id that may break after each underscore.
export function breakable(tag, given, text) {
  const parts = text.split(/(?<=_)/).flatMap((part) => [part, make("wbr")]);
  return make(tag, given, ...parts);
}

/** @param {Card} card */
function newNode(card) {
  const parts = ["faces", "badges", "caption"].map((name) => make("span", { class: name }));
  const tile = make("button", { class: "tile", type: "button", tabindex: -1, onclick: () => opened(card.name) }, ...parts);
  const item = make("li", { class: "card", "data-name": card.name }, tile, make("ul", { class: "card-problems" }));
  lookAt(item);
  return item;
}

/** @param {Card} card */
export function paint(card) {
  const item = nodeOf(card);
  const deck = deckOf(card);
  const problems = problemsOf(card);
  item.classList.toggle("is-changed", card.state !== "");
  item.classList.toggle("gone", card.state === "gone");
  item.classList.toggle("has-problem", problems.length > 0);
  item.style.width = `${tileSpan(deck, problems.length)}px`;
  paintFaces(item.querySelector(".faces"), card, deck);
  paintBadges(item.querySelector(".badges"), card, problems);
  paintCaption(item.querySelector(".caption"), card, deck);
  tileOf(item).setAttribute("aria-label", cardLabel(card, deck, problems));
  const told = item.querySelector(".face.failed:not(.short)");
  item.lastChild?.replaceWith(problemList(told ? [] : problems, MOST_PROBLEMS));
}

function paintCaption(place, card, deck) {
  const title = titleOf(card);
  const copies = card.copies === 1 ? [] : [make("span", {}, `×${card.copies}`)];
  const id = title === card.id ? [] : [breakable("small", { class: "id" }, card.id)];
  place.replaceChildren(breakable("b", {}, title), ...copies, ...id, make("span", { class: "of" }, deck.title));
}

/** @type {(card: Card, deck: Deck, problems: Problem[]) => string} */
function cardLabel(card, deck, problems) {
  const parts = [titleOf(card), deck.title, say("copies", { n: card.copies })];
  if (card.state) parts.push(say(`card_${card.state}`));
  if (card.old) parts.push(say("card_old"));
  if (problems.length) parts.push(say("problems", { n: problems.length }));
  return parts.join(", ");
}

function paintBadges(place, card, problems) {
  const badges = [];
  if (card.state) badges.push(make("span", { class: "badge changed" }, say(`card_${card.state}`)));
  if (card.old) badges.push(make("span", { class: "badge old" }, say("card_old")));
  if (problems.length) badges.push(make("span", { class: "badge problem" }, `⚠ ${say("problems", { n: problems.length })}`));
  place.replaceChildren(...badges);
}

/** @type {(place: any, card: Card, deck: Deck) => void} */
function paintFaces(place, card, deck) {
  const wide = sides(deck);
  if ([...place.children].map((face) => face.dataset.side).join() !== wide.join()) {
    place.replaceChildren(...wide.map((side) => newFace(side)));
  }
  for (const face of place.children) {
    const swapped = paintFace(face, card, deck, { key: card[face.dataset.side], width: tileWidth(deck) });
    if (swapped) flash(nodeOf(card));
  }
}

function flash(item) {
  item.classList.remove("just-now");
  void item.offsetWidth;
  item.classList.add("just-now");
}

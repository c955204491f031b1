// The cards of the grid: picture, name, what changed, what is wrong.
import { breakable, make } from "./make.js";
import { newFace, paintFace, sides, tileScale, tileSpan, tileWidth } from "./faces.js";
import { lookAt } from "./talk.js";
import { troubleList } from "./troubles.js";
import { deckOf, shown, titleOf, troublesOf } from "./view.js";
import { say } from "../../../scorer/web/page/words.js";

const MOST_TROUBLES = 3;
let opened = () => undefined;

// What happens when a card is chosen.
export const whenOpened = (open) => (opened = open);

export function nodeOf(card) {
  if (!shown.nodes.has(card.name)) shown.nodes.set(card.name, newNode(card));
  return shown.nodes.get(card.name);
}

function newNode(card) {
  const item = make("li", "card");
  item.dataset.name = card.name;
  const tile = make("button", "tile");
  tile.type = "button";
  tile.tabIndex = -1;
  tile.append(make("span", "faces"), make("span", "badges"), make("span", "caption"));
  tile.addEventListener("click", () => opened(card.name));
  item.append(tile, make("ul", "card-troubles"));
  lookAt(item);
  return item;
}

export function paint(card) {
  const item = nodeOf(card);
  const deck = deckOf(card);
  const troubles = troublesOf(card);
  item.classList.toggle("is-changed", card.state !== "");
  item.classList.toggle("gone", card.state === "gone");
  item.classList.toggle("troubled", troubles.length > 0);
  item.style.width = `${tileSpan(deck, troubles.length)}px`;
  paintFaces(item.querySelector(".faces"), card, deck);
  paintBadges(item.querySelector(".badges"), card, troubles);
  paintCaption(item.querySelector(".caption"), card, deck);
  item.querySelector(".tile").setAttribute("aria-label", spoken(card, deck, troubles));
  const told = item.querySelector(".face.failed:not(.short)");
  item.lastChild.replaceWith(troubleList(told ? [] : troubles, MOST_TROUBLES));
}

function paintCaption(place, card, deck) {
  const title = titleOf(card);
  const copies = card.copies === 1 ? [] : [make("span", "times", `×${card.copies}`)];
  const id = title === card.id ? [] : [breakable("small", "id", card.id)];
  place.replaceChildren(breakable("b", "", title), ...copies, ...id, make("span", "of", deck.title));
}

function spoken(card, deck, troubles) {
  const parts = [titleOf(card), deck.title, say("copies", { n: card.copies })];
  if (card.state) parts.push(say(`card_${card.state}`));
  if (card.old) parts.push(say("card_old"));
  if (troubles.length) parts.push(say("problems", { n: troubles.length }));
  return parts.join(", ");
}

function paintBadges(place, card, troubles) {
  const badges = [];
  if (card.state) badges.push(make("span", "badge changed", say(`card_${card.state}`)));
  if (card.old) badges.push(make("span", "badge old", say("card_old")));
  if (troubles.length) badges.push(make("span", "badge problem", `⚠ ${say("problems", { n: troubles.length })}`));
  place.replaceChildren(...badges);
}

function paintFaces(place, card, deck) {
  const wide = sides(deck);
  if ([...place.children].map((face) => face.dataset.side).join() !== wide.join()) {
    place.replaceChildren(...wide.map((side) => newFace(side)));
  }
  for (const face of place.children) {
    const swapped = paintFace(face, card, deck, { key: card[face.dataset.side], width: tileWidth(deck), scale: tileScale() });
    if (swapped) flash(nodeOf(card));
  }
}

function flash(item) {
  item.classList.remove("just-now");
  void item.offsetWidth;
  item.classList.add("just-now");
}

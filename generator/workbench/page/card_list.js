// The cards of the table's deck: the first ones at once, the others when the page is idle.
import { $, all, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { nodeOf, paint } from "./cards.js";
import { matching } from "./filters.js";
import { rove } from "./keys.js";
import { nodes, current } from "./view.js";
import { bench, chosen } from "./state.js";

const STEP = 24;
const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 30));
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
  if (cards.length > STEP) later(() => put(cards.slice(STEP), mine));
}

/** Mark the card of the selected row. */
export function paintCardHere() {
  const here = `${bench.table}/${chosen.row}`;
  for (const item of all(".card", $("gallery"))) item.classList.toggle("here", item.dataset.name === here);
}

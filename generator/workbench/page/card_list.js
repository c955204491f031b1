// The cards of the table's deck: the first ones at once, the others when the page is idle.
import { $, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { nodeOf, paint } from "./cards.js";
import { matching, paintChips } from "./filters.js";
import { rove } from "./keys.js";
import { shown, wanted } from "./view.js";
import { bench } from "./state.js";

const AT_ONCE = 24;
const STEP = 24;
const later = window.requestIdleCallback ?? ((work) => setTimeout(work, 30));
let turn = 0;

export function showCards() {
  const deck = shown.gallery.decks.find((one) => one.name === bench.table);
  wanted.decks.clear();
  if (deck) wanted.decks.add(deck.name);
  const cards = deck ? matching(shown.gallery.cards) : [];
  const list = make("ul", { class: "grid", "aria-label": deck?.title ?? "" });
  const title = deck ? make("h2", { id: "cards-title" }, deck.title) : null;
  const nothing = make("p", { class: "nothing" }, cards.length || !deck ? "" : say("no_match"));
  $("gallery").replaceChildren(make("section", { class: "deck" }, title, list), nothing);
  turn += 1;
  put(list, cards, AT_ONCE, turn);
  paintChips();
}

function put(list, cards, count, mine) {
  if (mine !== turn) return; // another deck is shown by now
  for (const card of cards.slice(0, count)) {
    const node = nodeOf(card);
    node.hidden = false;
    list.append(node);
    paint(card);
  }
  if (list.childElementCount === Math.min(count, cards.length)) rove(list.firstElementChild ?? undefined);
  if (cards.length > count) later(() => put(list, cards.slice(count), STEP, mine));
}

/** Update the changed cards that are in the page.
 * @param {Card[]} cards */
export function repaint(cards) {
  for (const card of cards) if (shown.nodes.get(card.name)?.isConnected) paint(card);
  paintChips();
}

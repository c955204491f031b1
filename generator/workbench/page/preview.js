// The page of `ecotable preview`, the workbench opened read-only: all decks as a gallery.
import { $, all, make, on } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { clickedCard, nodeOf, paint } from "./cards.js";
import { connect } from "./connection.js";
import { clearFilters, inOrder, listenToControls, matchingCards, paintChips, paintHead } from "./controls.js";
import { focusCard, focusFirstCard, listenToKeys, roveVisible, tileOf } from "./keys.js";
import { enlarge, listenToLarge, paintLarge } from "./large_view.js";
import { paintProblems } from "./problems.js";
import { effect, flush } from "./signals.js";
import { nodes, rememberView, current, settings } from "./view.js";

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

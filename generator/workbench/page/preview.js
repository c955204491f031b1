// The page of `ecotable preview`, the workbench opened read-only: all decks as a gallery.
import { $, all, make } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { nodeOf, paint, whenOpened } from "./cards.js";
import { connect } from "./connection.js";
import { listenToControls, on, paintHead } from "./controls.js";
import { clearFilters, filter, paintChips } from "./filters.js";
import { focusCard, listenToKeys, tileOf, visible } from "./keys.js";
import { enlarge, listenToLarge, paintLarge } from "./large_view.js";
import { paintProblems } from "./problems.js";
import { shown, wanted } from "./view.js";

const inMm = (mm) => mm.toLocaleString(lang, { maximumFractionDigits: 1 });

function render() {
  const { gallery, nodes } = shown;
  paintHead("title");
  for (const deck of wanted.decks) if (!gallery.decks.some((one) => one.name === deck)) wanted.decks.delete(deck);
  /** @type {HTMLElement | null | undefined} */
  const focused = document.activeElement?.closest(".card");
  $("gallery").replaceChildren(...gallery.decks.map(deckSection), make("p", { class: "nothing" }));
  update(gallery.cards);
  const again = nodes.get(focused?.dataset.name ?? "");
  if (again) tileOf(again).focus({ preventScroll: true });
  const [pressed] = all('#decks [aria-pressed="true"]');
  $("decks").scrollLeft = pressed.offsetLeft - $("decks").offsetLeft - 8;
  document.body.dataset.ready = "true";
}

/** @param {Deck} deck */
function deckSection(deck) {
  const id = `deck-${deck.name}`;
  const size = make("small", {}, `${howMany(deck)}, ${inMm(deck.width_mm)} × ${inMm(deck.height_mm)} mm`);
  const cards = shown.gallery.cards.filter((card) => card.deck === deck.name);
  const grid = make("ul", { class: "grid", "aria-labelledby": id }, ...cards.map(nodeOf));
  return make("section", { class: "deck" }, make("h2", { id }, deck.title, size), grid);
}

function howMany({ total, different }) {
  if (total === different) return say("pieces", { n: total });
  return different === 1 ? say("pieces_alike", { n: total }) : say("pieces_different", { n: total, different });
}

/** Update the page after these cards changed.
 * @param {Card[]} cards */
function update(cards) {
  for (const card of cards) paint(card);
  const { problems, cards: all } = shown.gallery;
  const concerned = new Set(problems.map((problem) => problem.card).filter(Boolean));
  for (const card of all) {
    if (concerned.has(card.name) || nodeOf(card).classList.contains("has-problem")) paint(card);
  }
  paintChips();
  paintProblems(showCard);
  filter();
  if ($("large").open) paintLarge();
}

function showCard(name) {
  clearFilters();
  focusCard(shown.nodes.get(name));
}

on("text", "keydown", (event) => {
  if (event.key === "Escape") {
    wanted.text = event.target.value = "";
    filter();
  }
  if (event.key === "Enter" || event.key === "ArrowDown") {
    event.preventDefault();
    focusCard(visible()[0]);
  }
});
listenToControls({
  leave: (game) => {
    if (!game) return;
    wanted.decks.clear();
    Object.assign(wanted, { changed: false, problems: false });
  },
  repaint: () => {
    shown.gallery.cards.forEach(paint);
    filter();
  },
  filter: () => {
    paintChips();
    filter();
  },
});
whenOpened(enlarge);
listenToKeys();
listenToLarge();
connect({ rendered: render, updated: update });

// The page of `ecotable preview`: shows the gallery and keeps it as the server says it is.
import { $, all, make } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { nodeOf, paint, whenOpened } from "./cards.js";
import { connect, forget, markSeen } from "./connection.js";
import { clearFilters, filter, paintChips } from "./filters.js";
import { focusCard, listenToKeys, tileOf, visible } from "./keys.js";
import { enlarge, listenToLarge, paintLarge } from "./large_view.js";
import { paintProblems } from "./problems.js";
import { shown, wanted } from "./view.js";

const inMm = (mm) => mm.toLocaleString(lang, { maximumFractionDigits: 1 });

function render() {
  const { gallery, nodes } = shown;
  document.title = say("title", { what: gallery.title });
  fillSelect($("game"), gallery.games.map((game) => [game.slug, game.title]), gallery.slug);
  fillSelect($("lang"), gallery.languages.map((code) => [code, languageName(code)]), gallery.lang);
  $("lang-field").hidden = gallery.languages.length < 2;
  for (const deck of wanted.decks) if (!gallery.decks.some((one) => one.name === deck)) wanted.decks.delete(deck);
  const names = new Set(gallery.cards.map((card) => card.name));
  for (const name of nodes.keys()) if (!names.has(name)) nodes.delete(name);
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

// As the page's language calls it; at the beginning of a line many write it small.
function languageName(code) {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

function fillSelect(select, options, value) {
  select.replaceChildren(...options.map(([code, title]) => new Option(title, code)));
  select.value = value;
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

/** Brings the page in line with the gallery after these cards changed.
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

function repaintAll() {
  shown.gallery.cards.forEach(paint);
  filter();
}

// ---- the controls ----------------------------------------------------------------------------

const on = (id, kind, act) => $(id).addEventListener(kind, act);

function turnTo(change) {
  Object.assign(wanted, change);
  forget();
  connect();
}

on("game", "change", ({ target }) => {
  wanted.decks.clear();
  turnTo({ game: target.value, lang: "", changed: false, problems: false });
});
on("lang", "change", ({ target }) => turnTo({ lang: target.value }));
on("side", "change", ({ target }) => {
  wanted.side = target.value;
  repaintAll();
});
on("zoom", "input", ({ target }) => {
  wanted.zoom = Number(target.value);
  repaintAll();
});
on("text", "input", ({ target }) => {
  wanted.text = target.value;
  filter();
});
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
for (const name of ["changed", "problems"]) {
  on(name, "click", () => {
    wanted[name] = !wanted[name];
    paintChips();
    filter();
  });
}
on("all-seen", "click", () => {
  markSeen();
  $("changed").focus();
});

translatePage();
$("home").hidden = !location.pathname.endsWith("/change/"); // mounted in the page of ecotable serve
for (const side of $("side").querySelectorAll("input")) side.checked = side.value === wanted.side;
$("text").value = wanted.text;
$("zoom").value = wanted.zoom;
whenOpened(enlarge);
listenToKeys();
listenToLarge();
connect({ rendered: render, updated: update });

// The controls of both pages: game, language, sides, size, search and filters.
import { $, button, lang, make, on, say, translatePage } from "../../../scorer/web/page/page.js";
import { markSeen, reconnect } from "./connection.js";
import { current, deckOf, problemsOf, settings, titleOf } from "./view.js";
import { fillSelect, replaceChips } from "./asking.js";
import { memo } from "./signals.js";

export function paintHead(/** @type {string} */ title) {
  const { gallery } = current;
  document.title = say(title, { what: gallery.title });
  fillSelect($("game"), gallery.games.map((game) => [game.slug, game.title]), gallery.slug);
  fillSelect($("lang"), gallery.languages.map((code) => [code, languageName(code)]), gallery.lang);
  $("lang-field").hidden = gallery.languages.length < 2;
}

/** The name in the language of the page, capitalised, because many languages write it in lower case. @param {string} code */
function languageName(code) {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** What is chosen changes the state; `leave` forgets what belongs to another game or language. */
export function listenToControls(/** @type {(game: boolean) => void} */ leave) {
  translatePage();
  for (const side of $("side").querySelectorAll("input")) {
    side.checked = side.value === settings.side;
    on(side, "change", () => (settings.side = side.value));
  }
  $("text").value = settings.text;
  $("zoom").value = String(settings.zoom);
  const turnTo = (/** @type {{game?: string, lang: string}} */ change) => {
    leave("game" in change);
    Object.assign(settings, change);
    reconnect();
  };
  on($("game"), "change", ({ target }) => turnTo({ game: target.value, lang: "" }));
  on($("lang"), "change", ({ target }) => turnTo({ lang: target.value }));
  on($("zoom"), "input", ({ target }) => (settings.zoom = Number(target.value)));
  on($("text"), "input", ({ target }) => (settings.text = target.value));
  for (const name of /** @type {const} */ (["changed", "problems"])) on($(name), "click", () => (settings[name] = !settings[name]));
  on($("all-seen"), "click", () => {
    void markSeen();
    $("changed").focus();
  });
}

export function paintChips() {
  const { cards, decks } = current.gallery;
  const total = cards.filter((card) => card.state !== "gone").length;
  const all = chip(say("all"), total, settings.decks.size === 0, () => settings.decks.clear());
  const each = decks.map(({ title, name, different }) =>
    chip(title, different, settings.decks.has(name), () => settings.decks.delete(name) || settings.decks.add(name)),
  );
  replaceChips($("decks"), [all, ...each]);
  const changed = cards.filter((card) => card.state).length;
  const wrong = cards.filter((card) => problemsOf(card).length).length;
  label($("changed"), say("only_changed"), changed, settings.changed, "has-changed");
  label($("problems"), say("only_problems"), wrong, settings.problems, "has-problems");
  $("all-seen").hidden = changed === 0;
  if ($("text").value !== settings.text) $("text").value = settings.text;
}

/** @type {(title: string, count: number, pressed: boolean, toggle: () => void) => HTMLElement} */
function chip(title, count, pressed, toggle) {
  const node = button("", toggle, { class: "chip" });
  label(node, title, count, pressed);
  return node;
}

/** @type {(node: HTMLElement, title: string, count: number, pressed: boolean, mark?: string) => void} */
function label(node, title, count, pressed, mark = "") {
  node.replaceChildren(title, make("small", {}, String(count)));
  node.setAttribute("aria-pressed", String(pressed));
  if (mark) node.classList.toggle(mark, count > 0);
}

/** Without accents and capitals. @param {string} text */
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const columnName = (/** @type {string} */ name) => plain(name).replaceAll("_", " ");

/** A part of a search: a text, in one column or anywhere. @typedef {{column?: string, value: string}} Part */

/** Split a search: `bid 7` matches a field and its value, any other word matches anywhere. @type {(text: string) => Part[]} */
function parse(text) {
  const columns = new Set(current.gallery.cards.flatMap((card) => card.fields.map(([name]) => columnName(name))));
  const words = plain(text).split(/\s+/).filter(Boolean);
  const parts = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    const value = columns.has(word) ? words.shift() : undefined;
    parts.push(value === undefined ? { value: word } : { column: word, value });
  }
  return parts;
}

function holds(/** @type {Card} */ card, /** @type {string} */ text, /** @type {Part} */ { column, value }) {
  if (!column) return text.includes(value);
  const cell = plain(card.fields.find(([name]) => columnName(name) === column)?.[1] ?? "");
  return /^\d+$/.test(value) ? cell.split(/\D+/).includes(value) : cell.includes(value);
}

function matches(/** @type {Card} */ card, /** @type {Part[]} */ parts) {
  if (settings.decks.size && !settings.decks.has(card.deck)) return false;
  if (settings.changed && !card.state) return false;
  if (settings.problems && !problemsOf(card).length) return false;
  const cells = card.fields.map(([name, value]) => (value ? `${columnName(name)} ${value}` : ""));
  const text = plain([titleOf(card), card.id, card.deck, deckOf(card).title, ...cells].join("\n"));
  return parts.every((part) => holds(card, text, part));
}

export function matching(/** @type {Card[]} */ cards) {
  const parts = parse(settings.text);
  return cards.filter((card) => matches(card, parts));
}

/** The cards in the order of their decks, and those of them that match. */
export const inOrder = memo(() => {
  const { cards, decks } = current.gallery;
  return decks.flatMap((deck) => cards.filter((card) => card.deck === deck.name));
});
export const matchingCards = memo(() => matching(inOrder()));

export function clearFilters() {
  Object.assign(settings, { text: "", changed: false, problems: false });
  settings.decks.clear();
}

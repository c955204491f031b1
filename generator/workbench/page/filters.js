// Filters: decks, search text, changed cards, cards with problems.
import { $, all, button, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { nodeOf } from "./cards.js";
import { rove, tileOf, visible } from "./keys.js";
import { deckOf, problemsOf, remember, shown, titleOf, wanted } from "./view.js";

const there = (cards) => cards.filter((card) => card.state !== "gone");

export function paintChips() {
  const { cards, decks } = shown.gallery;
  const all = chip(say("all"), there(cards).length, wanted.decks.size === 0, () => wanted.decks.clear());
  const each = decks.map((deck) =>
    chip(deck.title, deck.different, wanted.decks.has(deck.name), () => wanted.decks.delete(deck.name) || wanted.decks.add(deck.name)),
  );
  const focused = [...$("decks").children].indexOf(document.activeElement);
  $("decks").replaceChildren(all, ...each);
  if (focused >= 0) $("decks").children[focused]?.focus();
  const changed = cards.filter((card) => card.state).length;
  label($("changed"), say("only_changed"), changed, wanted.changed, "has-changed");
  label($("problems"), say("only_problems"), cards.filter((card) => problemsOf(card).length).length, wanted.problems, "has-problems");
  $("all-seen").hidden = changed === 0;
}

function chip(title, count, pressed, toggle) {
  const press = () => {
    toggle();
    paintChips();
    filter();
  };
  const node = button("", press, { class: "chip" });
  label(node, title, count, pressed);
  return node;
}

function label(node, title, count, pressed, mark = "") {
  node.replaceChildren(title, make("small", {}, String(count)));
  node.setAttribute("aria-pressed", String(pressed));
  if (mark) node.classList.toggle(mark, count > 0);
}

// Without accents and capitals.
const plain = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();

const columnName = (name) => plain(name).replaceAll("_", " ");

// The parts of a search: `bid 7` matches a field and its value, any other word matches anywhere.
function asked(text) {
  const columns = new Set(shown.gallery.cards.flatMap((card) => card.fields.map(([name]) => columnName(name))));
  const words = plain(text).split(/\s+/).filter(Boolean);
  const found = [];
  while (words.length) {
    const word = words.shift();
    if (columns.has(word) && words.length) found.push({ column: word, value: words.shift() });
    else found.push({ value: word });
  }
  return found;
}

function holds(card, text, { column, value }) {
  if (!column) return text.includes(value);
  const cell = plain(card.fields.find(([name]) => columnName(name) === column)?.[1] ?? "");
  return /^\d+$/.test(value) ? cell.split(/\D+/).includes(value) : cell.includes(value);
}

/** @param {Card} card */
function matches(card, parts) {
  if (wanted.decks.size && !wanted.decks.has(card.deck)) return false;
  if (wanted.changed && !card.state) return false;
  if (wanted.problems && !problemsOf(card).length) return false;
  const cells = card.fields.map(([name, value]) => (value ? `${columnName(name)} ${value}` : ""));
  const text = plain([titleOf(card), card.id, card.deck, deckOf(card).title, ...cells].join("\n"));
  return parts.every((part) => holds(card, text, part));
}

/** Return the cards that match the filters.
 * @type {(cards: Card[]) => Card[]} */
export function matching(cards) {
  const parts = asked(wanted.text);
  return cards.filter((card) => matches(card, parts));
}

export function filter() {
  const parts = asked(wanted.text);
  for (const card of shown.gallery.cards) nodeOf(card).hidden = !matches(card, parts);
  for (const section of all(".deck")) {
    section.hidden = !section.querySelector(".card:not([hidden])");
  }
  const [nothing] = all(".nothing");
  const left = visible();
  nothing.hidden = left.length > 0;
  nothing.textContent = say(shown.gallery.cards.length ? "no_match" : "no_cards");
  rove(left.find((item) => tileOf(item).tabIndex === 0) ?? left[0]);
  remember();
}

export function clearFilters() {
  Object.assign(wanted, { text: "", changed: false, problems: false });
  wanted.decks.clear();
  $("text").value = "";
  paintChips();
  filter();
}

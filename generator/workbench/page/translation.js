// The state of the page Translate: the texts, which one is chosen, and what is typed but not saved.
import { lang } from "../../../scorer/web/page/language.js";

/** @type {{record: any, chosen: string, card: string, filter: string, section: string, find: string, wordCards: Record<string, string>}} */
export const desk = { record: null, chosen: location.hash.slice(1), card: "", filter: "missing", section: "", find: "", wordCards: {} };

// Typed texts that are not saved, by the id of their text; with a problem if they were refused.
/** @type {Map<string, {text: string, problems: string[]}>} */
export const drafts = new Map();

// Texts that were too long when they were last tried.
/** @type {Set<string>} */
export const tooLong = new Set();

/** @type {() => any[]} */
export const texts = () => desk.record?.texts ?? [];
export const textNamed = (id) => texts().find((one) => one.id === id);
export const chosenText = () => textNamed(desk.chosen);
export const typedText = (one) => drafts.get(one.id)?.text ?? one.translation;

// A text that needs work: it has no translation, an old one, or one that does not fit or is not saved.
export const isOpen = (one) => one.state === "missing" || one.state === "stale" || drafts.has(one.id) || tooLong.has(one.id);

export const FILTERS = {
  missing: (one) => one.state === "missing" || drafts.has(one.id) || tooLong.has(one.id),
  stale: (one) => one.state === "stale",
  all: () => true,
};

/** Return the cards that show a text: of a word, one of them.
 * @type {(one: any) => string[]} */
export const cardsOf = (one) => (one.cards.length ? one.cards : [desk.wordCards[one.id]].filter(Boolean));

/** Return the texts of the list, in the order of the game.
 * @type {(filter?: string) => any[]} */
export function listedTexts(filter = desk.filter) {
  const find = desk.find.trim().toLocaleLowerCase(lang);
  return texts().filter((one) => {
    const words = `${one.text}\n${typedText(one)}\n${one.cards.join(" ")}`.toLocaleLowerCase(lang);
    return FILTERS[filter](one) && (!desk.section || one.section === desk.section) && words.includes(find);
  });
}

/** Return the next or previous text that needs work, among those that the search allows.
 * @type {(way: 1 | -1) => any} */
export function neighbour(way) {
  const all = listedTexts("all");
  const at = all.findIndex((one) => one.id === desk.chosen);
  const start = at < 0 && way < 0 ? 0 : at;
  const inOrder = all.map((_, step) => all[(start + way * (step + 1) + 2 * all.length) % all.length]);
  return inOrder.find((one) => one.id !== desk.chosen && isOpen(one));
}

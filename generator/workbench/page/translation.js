// The state of the page Translate: the texts, which one is chosen, and what is typed but not saved.
import { lang } from "../../../scorer/web/page/language.js";
import { collection, state, untrack } from "./signals.js";

/** Nothing is painted before the record is there. */
export const desk = state({
  record: /** @type {DeskRecord} */ (/** @type {unknown} */ (null)),
  texts: /** @type {GameText[]} */ ([]),
  history: /** @type {Steps} */ ({ undo: [], redo: [] }),
  chosen: location.hash.slice(1),
  card: "",
  filter: /** @type {keyof typeof FILTERS} */ ("missing"),
  section: "",
  find: "",
});

/** Typed texts that are not saved, by the id of their text; with a problem if they were refused.
 * @type {Map<string, {text: string, problems: string[]}>} */
export const drafts = collection(new Map());

/** @type {string[]} */
const NONE = [];

/** Typing another letter changes only the draft, not the list of drafts. @type {(id: string, text: string, problems?: string[]) => void} */
export function draft(id, text, problems = NONE) {
  const entry = drafts.get(id);
  if (entry) Object.assign(entry, { text, problems });
  else drafts.set(id, state({ text, problems }));
}

/** Texts that were too long when they were last tried. @type {Set<string>} */
export const tooLong = collection(new Set());

/** A card that shows a word, by the id of the word; empty while it is looked for. @type {Map<string, string>} */
export const wordCards = collection(new Map());

export const textNamed = (/** @type {string} */ id) => desk.texts.find((one) => one.id === id);
export const chosenText = () => textNamed(desk.chosen);
export const typedText = (/** @type {GameText} */ one) => drafts.get(one.id)?.text ?? one.translation;

/** A text that needs work: it has no translation, an old one, or one that does not fit or is not saved. @param {GameText} one */
export const isOpen = (one) => FILTERS.missing(one) || FILTERS.stale(one);

export const FILTERS = {
  missing: (/** @type {GameText} */ one) => one.state === "missing" || drafts.has(one.id) || tooLong.has(one.id),
  stale: (/** @type {GameText} */ one) => one.state === "stale",
  all: () => true,
};

/** Return the cards that show a text: of a word, one of them. @type {(one: GameText) => string[]} */
export const cardsOf = (one) => (one.cards.length ? one.cards : [wordCards.get(one.id) ?? ""].filter(Boolean));

/** Return the texts of the list, in the order of the game. @type {(filter?: keyof typeof FILTERS) => GameText[]} */
export function listedTexts(filter = desk.filter) {
  const find = desk.find.trim().toLocaleLowerCase(lang);
  return desk.texts.filter((one) => {
    const words = `${one.text}\n${untrack(() => typedText(one))}\n${one.cards.join(" ")}`.toLocaleLowerCase(lang);
    return FILTERS[filter](one) && (!desk.section || one.section === desk.section) && words.includes(find);
  });
}

/** Return the next or previous text that needs work, among those that the search allows. */
export function neighbour(/** @type {1 | -1} */ direction) {
  const all = listedTexts("all");
  const at = all.findIndex((one) => one.id === desk.chosen);
  const start = at < 0 && direction < 0 ? 0 : at;
  const inOrder = all.map((_, step) => all[(start + direction * (step + 1) + 2 * all.length) % all.length]);
  return inOrder.find((one) => one.id !== desk.chosen && isOpen(one));
}

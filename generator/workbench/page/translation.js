// The texts of the page Translate: which one is chosen, what is typed, how it is saved, and files of them.
import { $, lang, say, tell } from "../../../scorer/web/page/page.js";
import { collection, flush, state, untrack } from "./signals.js";
import { calm, fileTools, inTurn, offer, ownCopy, takeStep } from "./asking.js";
import { base64, get, post } from "./server.js";
import { address, settings } from "./view.js";

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

const NONE = /** @type {string[]} */ ([]);

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
const isOpen = (one) => FILTERS.missing(one) || FILTERS.stale(one);

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

export async function load() {
  show(await get("translate.json"));
  const missing = desk.texts.some((one) => one.state === "missing");
  if (!chosenText() && !desk.card) desk.chosen = (desk.texts.find(isOpen) ?? desk.texts[0])?.id ?? "";
  if (!missing && desk.filter === "missing") desk.filter = desk.texts.some((one) => one.state === "stale") ? "stale" : "all";
}

function show(/** @type {DeskRecord} */ record) {
  Object.assign(settings, { game: record.game, lang: record.lang });
  Object.assign(desk, { record, texts: record.texts, history: record.history });
}

/** Another window or program may have changed the game meanwhile; a text that is being typed stays. */
export async function refresh() {
  if (!desk.record || drafts.size || $("ask").open) return;
  const fresh = await get("translate.json");
  if (JSON.stringify([fresh.texts, fresh.history]) !== JSON.stringify([desk.texts, desk.history])) show(fresh);
}

export function choose(/** @type {string} */ id) {
  saveDraft();
  desk.chosen = id;
  flush();
  $("translation")?.focus();
}

export function move(/** @type {1 | -1} */ direction) {
  const next = neighbour(direction);
  if (next) choose(next.id);
  else tell(say("texts_no_missing"), 0);
}

/** What is being saved, by the id of its text: leaving a text and choosing another are one save. @type {Map<string, string>} */
const saving = new Map();

/** Save what is typed, unless it was refused as it is. */
export function saveDraft() {
  const typed = drafts.get(desk.chosen);
  if (typed && !typed.problems.length) void save(desk.chosen, typed.text, false);
}

/** Save a text; a built-in game is copied first. `sure` confirms a text whose source has changed. */
export async function save(/** @type {string} */ id, /** @type {string} */ typed, /** @type {boolean} */ sure) {
  const one = textNamed(id);
  const text = typed.trim();
  if (text === one?.translation && !(sure && one.state === "stale")) {
    drafts.delete(id);
    return true;
  }
  if ($("ask").open || saving.get(id) === text || !(await makeOwn())) return false;
  saving.set(id, text);
  return inTurn(async () => {
    saving.delete(id);
    const answer = await post("translate", { id, before: textNamed(id)?.translation, text });
    if (answer.refused) return refuse(id, typed, answer.refused);
    desk.texts = desk.texts.map((one) => (one.id === answer.text?.id ? answer.text : one));
    if (answer.conflict) return refuse(id, typed, [say("text_conflict", { theirs: answer.text?.translation || "–" })]);
    calm();
    drafts.delete(id);
    desk.history = answer.history;
    if (!answer.text) await load(); // texts with the same translation now are one text
    return true;
  });
}

function refuse(/** @type {string} */ id, /** @type {string} */ typed, /** @type {string[]} */ problems) {
  draft(id, typed, problems);
  return false;
}

export async function makeOwn() {
  if (desk.record.own) return true;
  const game = await ownCopy(desk.record.suggested);
  if (!game) return false;
  settings.game = game; // further requests go to the copy
  await load();
  return true;
}

export function step(/** @type {"undo" | "redo"} */ direction) {
  void inTurn(async () => {
    const [next] = desk.history[direction];
    if (next) await takeStep(direction, next);
    await load();
  });
}

export function paintFiles() {
  const link = (/** @type {"po" | "xlsx"} */ kind) => ({ id: `out-${kind}`, href: address(`translation.${kind}`, { page: lang }), download: `${desk.record.game}-${desk.record.lang}.${kind}` });
  $("files").replaceChildren(...fileTools({ "file_po": link("po"), "file_xlsx": link("xlsx") }, "file_in", ".po,.xlsx,.ods,.csv,.tsv", take));
}

async function take(/** @type {File} */ file) {
  if (await makeOwn()) await send({ name: file.name, data: await base64(file) });
}

/** Send a file as text, with the changes that were shown for it. @type {(request: {name: string, data: string, seen?: string[]}) => Promise<void>} */
async function send(request) {
  const answer = await post("translation", request);
  if (!answer.lines) return load();
  return offer(request.name, answer, (seen) => send({ ...request, seen }));
}

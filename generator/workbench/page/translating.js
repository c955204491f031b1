// Translating: load the texts, choose one, save what is typed, undo it.
import { $, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { calm, inTurn, ownCopy, takeStep } from "./asking.js";
import { get, post } from "./server.js";
import { flush } from "./signals.js";
import { chosenText, desk, draft, drafts, isOpen, neighbour, textNamed } from "./translation.js";
import { settings } from "./view.js";

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
    if (answer.text) replaceText(answer.text);
    if (answer.conflict) return refuse(id, typed, [say("text_conflict", { theirs: answer.text?.translation || "–" })]);
    calm();
    drafts.delete(id);
    desk.history = answer.history;
    if (!answer.text) await load(); // texts with the same translation now are one text
    return true;
  });
}

function replaceText(/** @type {GameText} */ fresh) {
  desk.texts = desk.texts.map((one) => (one.id === fresh.id ? fresh : one));
}

/** A refused text stays as typed, with its problem, and is not written. @type {(id: string, typed: string, problems: string[]) => false} */
function refuse(id, typed, problems) {
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

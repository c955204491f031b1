// Translate a game on its cards: choose a text in the list or on a card, type, and see it set at once.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { languageName } from "../../../scorer/web/page/language.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { ask, calm, inTurn, ownCopy, saidWords, takeStep, warn } from "./asking.js";
import { get, post, wordsOf } from "./server.js";
import { followText, listenToCard, paintCards } from "./text_card.js";
import { listenToEditor, paintEditor, paintFit, paintState } from "./text_editor.js";
import { listenToList, paintList, paintSections } from "./text_list.js";
import { chosenText, desk, drafts, isOpen, neighbour, textNamed, texts } from "./translation.js";
import { paintFiles } from "./translation_files.js";
import { address, wanted } from "./view.js";

const OTHER = "?";

// ---- loading ---------------------------------------------------------------------------------

async function load() {
  desk.record = await get("translate.json");
  Object.assign(wanted, { game: desk.record.game, lang: desk.record.lang });
  paintHead();
  paintSections();
  paintCards();
  paintFiles({ owned, written: () => void load() });
  if (!desk.record.lang) return askLanguage();
  if (!chosenText() && !desk.card) desk.chosen = (texts().find(isOpen) ?? texts()[0])?.id ?? "";
  if (!texts().some((one) => one.state === "missing") && desk.filter === "missing") desk.filter = texts().some((one) => one.state === "stale") ? "stale" : "all";
  paintText();
  document.body.dataset.ready = "true";
}

function paintHead() {
  const { games, game, title, lang, languages, unfinished, own, notes } = desk.record;
  document.title = say("translate_title", { what: title });
  fill($("game"), games.map((one) => [one.slug, one.title]), game);
  const named = (code) => `${languageName(code)}${unfinished.includes(code) ? ` (${say("unfinished")})` : ""}`;
  const there = [...new Set([...languages, lang].filter(Boolean))];
  fill($("lang"), [...there.map((code) => [code, named(code)]), [OTHER, say("other_language")]], lang || OTHER);
  $("home").href = address("./");
  const said = [own ? "" : say("not_own_yet"), ...notes].filter(Boolean);
  $("notes").hidden = !said.length;
  $("notes").textContent = said.join(" ");
  paintHistory();
}

const fill = (select, options, value) => {
  select.replaceChildren(...options.map(([code, title]) => new Option(title, code)));
  select.value = value;
};

function paintHistory() {
  const { history: steps, own } = desk.record;
  for (const way of /** @type {const} */ (["undo", "redo"])) {
    const [next] = steps[way];
    const words = next ? say(`${way}_what`, { what: saidWords(next) }) : say(way);
    $(way).disabled = !next || !own;
    $(way).title = words;
    $(way).replaceChildren(icon(way), make("span", {}, words));
  }
}

// ---- choosing --------------------------------------------------------------------------------

function choose(id) {
  saveDraft();
  desk.chosen = id;
  paintText();
  $("translation")?.focus();
}

function paintText() {
  history.replaceState(null, "", `${address("")}#${desk.chosen}`);
  paintEditor();
  paintList();
  followText();
}

/** @param {1 | -1} way */
function move(way) {
  const next = neighbour(way);
  if (next) choose(next.id);
  else tell(say("texts_no_missing"), 0);
}

// ---- saving ----------------------------------------------------------------------------------

// What is being saved, by the id of its text: leaving a text and choosing another are one save.
/** @type {Map<string, string>} */
const saving = new Map();

/** Save what is typed, unless it was refused as it is. */
function saveDraft() {
  const draft = drafts.get(desk.chosen);
  if (draft && !draft.problems.length) void save(desk.chosen, draft.text, false);
}

/** Save a text; a built-in game is copied first. `sure` confirms a text whose source has changed.
 * @type {(id: string, typed: string, sure: boolean) => Promise<boolean>} */
async function save(id, typed, sure) {
  const one = textNamed(id);
  const text = typed.trim();
  if (text === one.translation && !(sure && one.state === "stale")) {
    drafts.delete(id);
    return true;
  }
  if ($("ask").open || saving.get(id) === text || !(await owned())) return false;
  saving.set(id, text);
  return inTurn(async () => {
    saving.delete(id);
    const answer = await post("translate", { id, before: textNamed(id).translation, text });
    if (answer.refused) return refuse(id, typed, answer.refused);
    if (answer.conflict) return contest(id, typed, answer.text);
    calm();
    drafts.delete(id);
    desk.record.history = answer.history;
    paintHistory();
    if (answer.text) replaceText(answer.text);
    else await load(); // texts with the same translation now are one text
    return true;
  });
}

function replaceText(fresh) {
  desk.record.texts = texts().map((one) => (one.id === fresh.id ? fresh : one));
  paintList();
  if (desk.chosen === fresh.id) paintState();
}

// A refused text stays as typed, with its problem, and is not written.
function refuse(id, typed, problems) {
  drafts.set(id, { text: typed, problems });
  paintList();
  if (desk.chosen === id) paintFit({ fit: null, problems });
  if (desk.chosen === id) paintState();
  return false;
}

function contest(id, typed, theirs) {
  replaceText(theirs);
  return refuse(id, typed, [say("text_conflict", { theirs: theirs.translation || "–" })]);
}

async function owned() {
  if (desk.record.own) return true;
  const game = await ownCopy(desk.record.suggested);
  if (!game) return false;
  wanted.game = game; // further requests go to the copy
  await load();
  return true;
}

/** @param {"undo" | "redo"} way */
function step(way) {
  void inTurn(async () => {
    const [named] = desk.record.history[way];
    if (named) await takeStep(way, named);
    await load();
  });
}

// ---- languages -------------------------------------------------------------------------------

function askLanguage() {
  const codes = desk.record.known_languages.filter((code) => code !== desk.record.plain && !desk.record.languages.includes(code));
  const options = codes.map((code) => [languageName(code), code]).sort(([one], [other]) => one.localeCompare(other));
  const input = make("input", { id: "new-language", list: "language-codes", required: true, autocomplete: "off", maxlength: 40 });
  const list = make("datalist", { id: "language-codes" }, ...options.map(([name, code]) => make("option", { value: name }, code)));
  const problem = make("p", { class: "problem-text", role: "alert" });
  const chosen = async (event) => {
    event.preventDefault();
    const said = input.value.trim();
    const code = options.find(([name]) => name.toLowerCase() === said.toLowerCase())?.[1] ?? said;
    const before = wanted.lang;
    try {
      wanted.lang = code;
      await load();
      $("ask").close();
    } catch (fault) {
      wanted.lang = before;
      problem.textContent = wordsOf(fault);
    }
  };
  const leave = () => $("ask").close();
  const form = make("form", { onsubmit: (event) => void chosen(event) }, make("p", {}, say("language_why")), make("label", { class: "field" }, `${say("language_new")} `, input), list, problem);
  form.append(make("p", { class: "answers" }, make("button", { class: "plain strong", id: "take-language" }, say("language_take")), button(say("cancel"), leave, { class: "plain" })));
  ask(say("other_language"), [form]);
}

function turnTo(change) {
  Object.assign(wanted, change);
  Object.assign(desk, { chosen: "", card: "", wordCards: {} });
  drafts.clear();
  load().catch((fault) => warn(wordsOf(fault)));
}

// ---- the page --------------------------------------------------------------------------------

translatePage();
listenToList(choose);
listenToCard({ choose, tried: paintFit });
listenToEditor({ save, saveDraft, move });
$("game").addEventListener("change", ({ target }) => turnTo({ game: target.value, lang: "" }));
$("lang").addEventListener("change", ({ target }) => {
  if (target.value !== OTHER) return turnTo({ lang: target.value });
  target.value = desk.record.lang || OTHER;
  askLanguage();
});
$("undo").addEventListener("click", () => step("undo"));
$("redo").addEventListener("click", () => step("redo"));
document.addEventListener("keydown", (event) => {
  const way = { PageDown: /** @type {1} */ (1), PageUp: /** @type {-1} */ (-1) }[event.key];
  if (!way || event.defaultPrevented || $("ask").open) return;
  event.preventDefault();
  move(way);
});
// Another window or program may have changed the game meanwhile; a text that is being typed stays.
addEventListener("focus", () => void inTurn(() => (desk.record && !drafts.size && !$("ask").open ? refresh() : undefined)));
load().catch((fault) => warn(wordsOf(fault)));

async function refresh() {
  const known = JSON.stringify([desk.record.texts, desk.record.history]);
  const fresh = await get("translate.json");
  if (JSON.stringify([fresh.texts, fresh.history]) === known) return;
  desk.record = fresh;
  paintHead();
  paintText();
}

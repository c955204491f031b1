// Translate a game on its cards: choose a text in the list or on a card, type, and see it set at once.
// Each part of the page is an effect: it shows what it reads, and is painted again when that changes.
import { showLastView } from "../../../scorer/web/page/last_view.js";
import { $, all, button, languageName, make, on, say, tell, translatePage } from "../../../scorer/web/page/page.js";
import { answers, ask, cancelButton, field, fillSelect, form, inTurn, nameSteps, replaceChips, warn } from "./asking.js";
import { wordsOf } from "./server.js";
import { effect, state, untrack } from "./signals.js";
import { followText, listenToCard, paintCards, paintFaces, tried, tryChosen, trySoon } from "./text_card.js";
import { choose, chosenText, desk, draft, drafts, FILTERS, listedTexts, load, move, paintFiles, refresh, save, saveDraft, step, textNamed, tooLong, typedText, wordCards } from "./translation.js";
import { address, settings } from "./view.js";
import { fitBar } from "./faces.js";

const titleOfSection = (/** @type {string} */ name) => desk.record.decks.find((deck) => deck.name === name)?.title ?? say(`section_${name}`);

function paintSections() {
  const sections = [...new Set(desk.texts.map((one) => one.section))];
  if (!sections.includes(desk.section)) desk.section = "";
  $("section").replaceChildren(new Option(say("all_sections"), ""), ...sections.map((name) => new Option(titleOfSection(name), name)));
  $("section").value = desk.section;
}

function paintFilters() {
  const chips = /** @type {(keyof typeof FILTERS)[]} */ (Object.keys(FILTERS)).map((name) => {
    const attributes = { class: "chip", "data-filter": name, "aria-pressed": String(desk.filter === name) };
    const chip = button(`${say(`texts_${name}`)} `, () => (desk.filter = name), attributes);
    chip.append(make("small", {}, String(desk.texts.filter(FILTERS[name]).length)));
    return chip;
  });
  replaceChips($("filters"), chips);
}

function paintList() {
  const listed = listedTexts();
  const chosen = textNamed(desk.chosen);
  // The chosen text stays in the list until another one is chosen, also when it has a translation.
  const extra = chosen && !listed.includes(chosen) && !desk.find && (!desk.section || chosen.section === desk.section);
  const texts = extra ? desk.texts.filter((one) => one === chosen || listed.includes(one)) : listed;
  const items = texts.flatMap((one, at) => [...(one.section === texts[at - 1]?.section ? [] : [heading(one.section)]), make("li", {}, row(one))]);
  $("texts").replaceChildren(...items);
  const nothing = desk.find || desk.section ? say("no_text_matches") : say(`texts_no_${desk.filter}`);
  if (!texts.length) $("texts").append(make("li", { class: "nothing" }, nothing));
  all('[aria-current="true"]', $("texts"))[0]?.scrollIntoView({ block: "nearest" });
}

const heading = (/** @type {string} */ section) => make("li", { class: "text-section" }, make("h2", {}, titleOfSection(section)));

function row(/** @type {GameText} */ one) {
  const state = drafts.has(one.id) ? "unsaved" : tooLong.has(one.id) ? "long" : one.state;
  const attributes = { class: `text-row is-${state}`, "data-id": one.id, "data-state": state, "aria-current": String(one.id === desk.chosen) };
  const text = untrack(() => typedText(one)); // the editor shows each letter
  const node = button("", () => choose(one.id), attributes);
  node.append(make("span", { class: "text-source", lang: desk.record.plain }, one.text));
  const none = say(one.state === "optional" ? "text_optional" : "text_missing");
  node.append(make("span", { class: "text-said", lang: text ? desk.record.lang : undefined }, text || none));
  if (["stale", "long", "unsaved"].includes(state)) node.append(make("span", { class: "badge" }, say(`text_${state}`)));
  return node;
}

function paintProgress() {
  const needed = desk.texts.filter((one) => one.state !== "optional");
  const done = needed.filter((one) => one.state === "done").length;
  Object.assign($("progress"), { max: Math.max(1, needed.length), value: done });
  $("done").textContent = say("texts_done", { done, n: needed.length });
}

/** What the editor was built for, and its field: a text that is only saved is not built again. */
const editor = state({ key: "", area: /** @type {HTMLTextAreaElement | null} */ (null) });

function paintEditor() {
  const one = chosenText();
  const { plain, lang } = desk.record;
  const key = JSON.stringify(one && [one.id, one.text, one.marks, one.others, one.cards.length, plain, lang]) ?? "";
  if (key && key === editor.key) return;
  const attributes = { id: "translation", lang, rows: 2, spellcheck: true, "aria-describedby": "fit problems" };
  const area = one ? make("textarea", { ...attributes, oninput: typeText, onkeydown: pressKey, onblur: saveDraft }) : null;
  $("editor").replaceChildren(...(one && area ? parts(one, area) : [make("p", { class: "hint" }, say("choose_text"))]));
  Object.assign(editor, { key, area });
}

function parts(/** @type {GameText} */ one, /** @type {HTMLElement} */ area) {
  const { plain, lang } = desk.record;
  const others = Object.entries(one.others).flatMap(([code, text]) => [make("dt", {}, languageName(code)), make("dd", { lang: code }, text)]);
  const marks = one.marks.map((mark) => button(mark, () => insert(mark), { class: "plain", "data-mark": mark }));
  return [
    make("p", { class: "text-place" }, placeOf(one)),
    make("h2", {}, languageName(plain)),
    make("blockquote", { class: "source", lang: plain }, one.text),
    marks.length ? make("p", { class: "marks" }, make("span", { class: "hint" }, say("marks")), ...marks) : "",
    make("h2", {}, make("label", { for: "translation" }, languageName(lang))),
    area,
    make("div", { id: "fit", class: "fit" }),
    make("div", { id: "problems", "aria-live": "polite" }),
    make("p", { id: "saved", class: "saved" }),
    answers(
      button(say("save_next"), () => void finish(), { class: "plain strong", id: "save-next" }),
      button(say("missing_before"), () => move(-1), { class: "plain", id: "missing-before" }),
      button(say("missing_after"), () => move(1), { class: "plain", id: "missing-after" }),
    ),
    make("p", { class: "hint keys" }, say("translate_keys")),
    others.length ? make("details", { class: "others", open: true }, make("summary", {}, say("other_languages")), make("dl", {}, ...others)) : "",
  ];
}

function placeOf(/** @type {GameText} */ one) {
  const card = one.cards.length > 1 ? say("on_cards", { n: one.cards.length }) : one.cards[0]?.split("/")[1];
  const names = [titleOfSection(one.section), card, one.name];
  return [...new Set(names.filter(Boolean))].join(" · ") || one.where;
}

/** What is typed stays as it is typed; anything else is shown as it is saved. */
function paintTyped() {
  const { area } = editor;
  const one = chosenText();
  if (!area || !one) return;
  const text = typedText(one);
  if (area.value !== text && (drafts.has(one.id) || area.value.trim() !== text)) area.value = text;
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 4}px`;
}

function typeText() {
  const one = chosenText();
  const { value } = $("translation");
  if (!one) return;
  if (value.trim() === one.translation) drafts.delete(one.id);
  else draft(one.id, value);
  trySoon();
}

function insert(/** @type {string} */ mark) {
  const area = $("translation");
  area.setRangeText(mark, area.selectionStart, area.selectionEnd, "end");
  area.focus();
  typeText();
}

/** Enter saves and goes on; Shift and Enter is a new line; Page Up and Down go without saving again. @param {KeyboardEvent} event */
function pressKey(event) {
  const direction = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) void finish();
  else if (direction) move(direction);
  else if (event.key === "Escape") {
    $("translation").value = chosenText()?.translation ?? "";
    typeText();
  } else return;
  event.preventDefault();
}

async function finish() {
  if (await save(desk.chosen, $("translation").value, true)) move(1);
}

function paintState() {
  const one = chosenText();
  if (!one || !editor.area) return;
  const unsaved = drafts.get(one.id);
  const state = unsaved ? (unsaved.problems.length ? "not_saved" : "typing") : one.state === "done" ? "saved" : one.state;
  $("saved").textContent = say(`state_${state}`, { source: languageName(desk.record.plain) });
  $("saved").dataset.state = state;
}

/** Show how the text fits and what is wrong with it. */
function paintFit() {
  const one = chosenText();
  if (!one || !editor.area) return;
  const { fit, problems } = tried.id === one.id ? tried : { fit: null, problems: [] };
  const wrong = [...new Set([...(drafts.get(one.id)?.problems ?? []), ...problems])];
  $("problems").replaceChildren(...wrong.map((text) => make("p", { class: "problem-text" }, `⚠ ${text}`)));
  const usual = make("span", { class: "hint" }, say("usual_length", { n: one.usual }));
  $("fit").replaceChildren(...(fit ? meter(fit, tried.length) : tried.id === one.id ? [usual] : []));
  tell(wrong[0] ?? "", 1200);
}

function meter(/** @type {Fit} */ fit, /** @type {number} */ length) {
  const full = fit.over ? 100 : Math.round((100 * length) / Math.max(1, length + fit.letters_left));
  const words = fit.over ? say("letters_over", { n: fit.over }) : say("letters_left", { n: fit.letters_left });
  const size = make("span", { class: "hint" }, say("fit_size", { size: fit.size_pt, wanted: fit.wanted_pt }));
  const tight = Boolean(fit.over) || fit.letters_left < 5;
  return [fitBar(full, tight), make("span", { class: "letters", id: "letters" }, words), size];
}

const OTHER = "?";

function paintHead() {
  const { games, game, title, lang, languages, unfinished, own, notes } = desk.record;
  document.title = say("translate_title", { what: title });
  fillSelect($("game"), games.map((one) => [one.slug, one.title]), game);
  const nameOf = (/** @type {string} */ code) => `${languageName(code)}${unfinished.includes(code) ? ` (${say("unfinished")})` : ""}`;
  const codes = [...new Set([...languages, lang].filter(Boolean))];
  fillSelect($("lang"), [...codes.map((code) => [code, nameOf(code)]), [OTHER, say("other_language")]], lang || OTHER);
  $("home").href = address("./");
  const lines = [own ? "" : say("not_own_yet"), ...notes].filter(Boolean);
  $("notes").hidden = !lines.length;
  $("notes").textContent = lines.join(" ");
  if (!lang) askLanguage();
}

const paintHistory = () =>
  nameSteps((direction) => desk.history[direction][0], desk.record.own, (words) => [make("span", {}, words)]);

const rememberText = () => history.replaceState(null, "", `${address("")}#${desk.chosen}`);

const PARTS = [
  ...[paintHead, paintHistory, paintSections, paintFiles, rememberText],
  ...[paintEditor, paintTyped, paintState, paintFit],
  ...[paintFilters, paintList, paintProgress],
  ...[followText, paintCards, paintFaces, tryChosen],
];

function askLanguage() {
  const { plain, languages, known_languages: names } = desk.record;
  const codes = names.filter((code) => code !== plain && !languages.includes(code));
  const options = codes.map((code) => [languageName(code), code]).sort(([one], [other]) => one.localeCompare(other));
  const input = make("input", { id: "new-language", list: "language-codes", required: true, autocomplete: "off", maxlength: 40 });
  const list = make("datalist", { id: "language-codes" }, ...options.map(([name, code]) => make("option", { value: name }, code)));
  const choose = async () => {
    const typed = input.value.trim();
    const before = settings.lang;
    settings.lang = options.find(([name]) => name.toLowerCase() === typed.toLowerCase())?.[1] ?? typed;
    await load().catch((fault) => {
      settings.lang = before;
      throw fault;
    });
    $("ask").close();
  };
  const take = make("button", { class: "plain strong", id: "take-language" }, say("language_take"));
  const parts = [make("p", {}, say("language_why")), field(say("language_new"), input), list];
  ask(say("other_language"), [form(choose, parts, [take, cancelButton()])]);
}

function turnTo(/** @type {{game?: string, lang: string}} */ change) {
  Object.assign(settings, change);
  Object.assign(desk, { chosen: "", card: "" });
  wordCards.clear();
  drafts.clear();
  load().catch((fault) => warn(wordsOf(fault)));
}

translatePage();
on($("find"), "input", ({ target }) => (desk.find = target.value));
on($("section"), "change", ({ target }) => (desk.section = target.value));
listenToCard();
on($("game"), "change", ({ target }) => turnTo({ game: target.value, lang: "" }));
on($("lang"), "change", ({ target }) => {
  if (target.value !== OTHER) return turnTo({ lang: target.value });
  target.value = desk.record.lang || OTHER;
  askLanguage();
});
on($("undo"), "click", () => step("undo"));
on($("redo"), "click", () => step("redo"));
document.addEventListener("keydown", (event) => {
  const direction = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
  if (!direction || event.defaultPrevented || $("ask").open) return;
  event.preventDefault();
  move(direction);
});
addEventListener("focus", () => void inTurn(refresh));
const ready = showLastView("texts", ["game", "lang", "done", "filters", "section", "texts", "card", "faces", "editor"], ".bar .row > :not(#home), .desk-parts");
load().then(
  () => {
    ready();
    PARTS.forEach(effect);
    document.body.dataset.ready = "true";
  },
  (fault) => warn(wordsOf(fault)),
);

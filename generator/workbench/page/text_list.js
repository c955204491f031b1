// The list of texts: what is missing, what has changed, or all; by deck and by search.
import { $, all, button, make, on, tell } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { replaceChips } from "./repaint.js";
import { state, untrack } from "./signals.js";
import { choose, chosenText, desk, draft, drafts, FILTERS, listedTexts, move, save, saveDraft, textNamed, tooLong, typedText } from "./translation.js";
import { languageName } from "../../../scorer/web/page/language.js";
import { fitBar } from "./faces.js";
import { tried, trySoon } from "./text_card.js";

export function listenToList() {
  on($("find"), "input", ({ target }) => (desk.find = target.value));
  on($("section"), "change", ({ target }) => (desk.section = target.value));
}

export const titleOfSection = (/** @type {string} */ name) => desk.record.decks.find((deck) => deck.name === name)?.title ?? say(`section_${name}`);

export function paintSections() {
  const sections = [...new Set(desk.texts.map((one) => one.section))];
  if (!sections.includes(desk.section)) desk.section = "";
  $("section").replaceChildren(new Option(say("all_sections"), ""), ...sections.map((name) => new Option(titleOfSection(name), name)));
  $("section").value = desk.section;
}

export function paintFilters() {
  const chips = /** @type {(keyof typeof FILTERS)[]} */ (Object.keys(FILTERS)).map((name) => {
    const attributes = { class: "chip", "data-filter": name, "aria-pressed": String(desk.filter === name) };
    const chip = button(`${say(`texts_${name}`)} `, () => (desk.filter = name), attributes);
    chip.append(make("small", {}, String(desk.texts.filter(FILTERS[name]).length)));
    return chip;
  });
  replaceChips($("filters"), chips);
}

export function paintList() {
  const listed = listedTexts();
  const chosen = textNamed(desk.chosen);
  // The chosen text stays until another one is chosen, even if it is no longer missing.
  const extra = chosen && !listed.includes(chosen) && !desk.find && (!desk.section || chosen.section === desk.section);
  const texts = extra ? desk.texts.filter((one) => one === chosen || listed.includes(one)) : listed;
  const items = texts.flatMap((one, at) => [...(one.section === texts[at - 1]?.section ? [] : [heading(one.section)]), make("li", {}, row(one))]);
  $("texts").replaceChildren(...items);
  if (!texts.length) $("texts").append(make("li", { class: "nothing" }, say(nothing())));
  all('[aria-current="true"]', $("texts"))[0]?.scrollIntoView({ block: "nearest" });
}

const nothing = () => (desk.find || desk.section ? "no_text_matches" : `texts_no_${desk.filter}`);

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

export function paintProgress() {
  const needed = desk.texts.filter((one) => one.state !== "optional");
  const done = needed.filter((one) => one.state === "done").length;
  Object.assign($("progress"), { max: Math.max(1, needed.length), value: done });
  $("done").textContent = say("texts_done", { done, n: needed.length });
}

/** What the editor was built for, and its field: a text that is only saved is not built again. */
const editor = state({ key: "", area: /** @type {HTMLTextAreaElement | null} */ (null) });

export function paintEditor() {
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
    make(
      "p",
      { class: "answers" },
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
export function paintTyped() {
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
  else if (event.key === "Escape") restore();
  else return;
  event.preventDefault();
}

function restore() {
  $("translation").value = chosenText()?.translation ?? "";
  typeText();
}

async function finish() {
  if (await save(desk.chosen, $("translation").value, true)) move(1);
}

export function paintState() {
  const one = chosenText();
  if (!one || !editor.area) return;
  const unsaved = drafts.get(one.id);
  const state = unsaved ? (unsaved.problems.length ? "not_saved" : "typing") : one.state === "done" ? "saved" : one.state;
  $("saved").textContent = say(`state_${state}`, { source: languageName(desk.record.plain) });
  $("saved").dataset.state = state;
}

/** Show how the text fits and what is wrong with it. */
export function paintFit() {
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

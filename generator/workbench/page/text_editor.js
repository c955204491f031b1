// The editor of one text: its source, the translation, how many letters still fit, its problems.
import { $, button, drawn, make, tell } from "../../../scorer/web/page/dom.js";
import { languageName } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { titleOfSection } from "./text_list.js";
import { trySoon } from "./text_card.js";
import { chosenText, desk, drafts, typedText } from "./translation.js";

/** @type {{save(id: string, text: string, sure: boolean): Promise<boolean>, saveDraft(): void, move(way: 1 | -1): void}} */
let hear;

export const listenToEditor = (listener) => (hear = listener);

export function paintEditor() {
  const one = chosenText();
  $("editor").replaceChildren(...(one ? parts(one) : [make("p", { class: "hint" }, say("choose_text"))]));
  if (!one) return;
  paintState();
  fitHeight();
}

function parts(one) {
  const { plain, lang } = desk.record;
  const others = Object.entries(one.others).map(([code, text]) => [make("dt", {}, languageName(code)), make("dd", { lang: code }, text)]);
  const area = make("textarea", { id: "translation", lang, rows: 2, spellcheck: true, "aria-describedby": "fit problems", oninput: typed, onkeydown: pressed, onblur: () => hear.saveDraft() });
  area.value = typedText(one);
  return [
    make("p", { class: "text-place" }, placeOf(one)),
    make("h2", {}, languageName(plain)),
    make("blockquote", { class: "source", lang: plain }, one.text),
    one.marks.length ? make("p", { class: "marks" }, make("span", { class: "hint" }, say("marks")), ...one.marks.map((mark) => button(mark, () => insert(mark), { class: "plain", "data-mark": mark }))) : null,
    make("h2", {}, make("label", { for: "translation" }, languageName(lang))),
    area,
    make("div", { id: "fit", class: "fit" }),
    make("div", { id: "problems", "aria-live": "polite" }),
    make("p", { id: "saved", class: "saved" }),
    make("p", { class: "answers" }, button(say("save_next"), () => void finish(), { class: "plain strong", id: "save-next" }), button(say("missing_before"), () => hear.move(-1), { class: "plain", id: "missing-before" }), button(say("missing_after"), () => hear.move(1), { class: "plain", id: "missing-after" })),
    make("p", { class: "hint keys" }, say("translate_keys")),
    others.length ? make("details", { class: "others", open: true }, make("summary", {}, say("other_languages")), make("dl", {}, ...others.flat())) : null,
  ].filter((part) => part !== null);
}

function placeOf(one) {
  const names = [titleOfSection(one.section), one.cards.length > 1 ? say("on_cards", { n: one.cards.length }) : one.cards[0]?.split("/")[1], one.name];
  return [...new Set(names.filter(Boolean))].join(" · ") || one.where;
}

function typed() {
  const one = chosenText();
  const { value } = $("translation");
  if (value.trim() === one.translation) drafts.delete(one.id);
  else drafts.set(one.id, { text: value, problems: [] });
  fitHeight();
  paintState();
  trySoon();
}

function insert(mark) {
  const area = $("translation");
  area.setRangeText(mark, area.selectionStart, area.selectionEnd, "end");
  area.focus();
  typed();
}

function fitHeight() {
  const area = $("translation");
  area.style.height = "auto";
  area.style.height = `${area.scrollHeight + 4}px`;
}

// Enter saves and goes on; Shift and Enter is a new line; Page Up and Down go without saving again.
function pressed(event) {
  const way = { PageDown: /** @type {1} */ (1), PageUp: /** @type {-1} */ (-1) }[event.key];
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) void finish();
  else if (way) hear.move(way);
  else if (event.key === "Escape") restore();
  else return;
  event.preventDefault();
}

function restore() {
  drafts.delete(desk.chosen);
  $("translation").value = chosenText().translation;
  typed();
}

async function finish() {
  if (await hear.save(desk.chosen, $("translation").value, true)) hear.move(1);
}

export function paintState() {
  const one = chosenText();
  const draft = drafts.get(one.id);
  const state = draft ? (draft.problems.length ? "not_saved" : "typing") : one.state === "done" ? "saved" : one.state;
  $("saved").textContent = say(`state_${state}`, { source: languageName(desk.record.plain) });
  $("saved").dataset.state = state;
}

/** Show how the text fits and what is wrong with it.
 * @type {(answer: any) => void} */
export function paintFit({ fit, problems }) {
  const one = chosenText();
  if (!one || !$("fit")) return;
  const refused = drafts.get(one.id)?.problems ?? [];
  const all = [...new Set([...refused, ...problems])];
  $("problems").replaceChildren(...all.map((text) => make("p", { class: "problem-text" }, `⚠ ${text}`)));
  $("fit").replaceChildren(...(fit ? meter(fit, (typedText(one) || one.text).length) : [make("span", { class: "hint" }, say("usual_length", { n: one.usual }))]));
  tell(all[0] ?? "", 1200);
}

function meter(fit, length) {
  const full = fit.over ? 100 : Math.round((100 * length) / Math.max(1, length + fit.letters_left));
  const bar = drawn("svg", { viewBox: "0 0 100 6", class: "fit-bar", preserveAspectRatio: "none", "aria-hidden": "true" });
  const kind = fit.over || fit.letters_left < 5 ? "fit-tight" : "fit-room";
  bar.append(drawn("rect", { width: 100, height: 6, class: "fit-ground" }), drawn("rect", { width: full, height: 6, class: kind }));
  const size = make("span", { class: "hint" }, say("fit_size", { size: fit.size_pt, wanted: fit.wanted_pt }));
  return [bar, make("span", { class: "letters", id: "letters" }, fit.over ? say("letters_over", { n: fit.over }) : say("letters_left", { n: fit.letters_left })), size];
}

// The list of texts: what is missing, what has changed, or all; by deck and by search.
import { $, all, button, make, on } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { replaceChips } from "./repaint.js";
import { untrack } from "./signals.js";
import { choose } from "./translating.js";
import { desk, drafts, FILTERS, listedTexts, textNamed, tooLong, typedText } from "./translation.js";

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

// The list of texts: what is missing, what has changed, or all; by deck and by search.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { desk, drafts, FILTERS, listedTexts, textNamed, texts, tooLong, typedText } from "./translation.js";

/** @type {(id: string) => void} */
let choose = () => undefined;

export function listenToList(chosen) {
  choose = chosen;
  $("find").addEventListener("input", ({ target }) => filterBy({ find: target.value }));
  $("section").addEventListener("change", ({ target }) => filterBy({ section: target.value }));
}

function filterBy(change) {
  Object.assign(desk, change);
  paintList();
}

export const titleOfSection = (name) => desk.record.decks.find((deck) => deck.name === name)?.title ?? say(`section_${name}`);

export function paintSections() {
  const there = [...new Set(texts().map((one) => one.section))];
  if (!there.includes(desk.section)) desk.section = "";
  $("section").replaceChildren(new Option(say("all_sections"), ""), ...there.map((name) => new Option(titleOfSection(name), name)));
  $("section").value = desk.section;
}

export function paintList() {
  const chips = Object.keys(FILTERS).map((name) => {
    const chip = button(`${say(`texts_${name}`)} `, () => filterBy({ filter: name }), { class: "chip", "data-filter": name, "aria-pressed": String(desk.filter === name) });
    chip.append(make("small", {}, String(texts().filter(FILTERS[name]).length)));
    return chip;
  });
  const focused = [...$("filters").children].indexOf(/** @type {any} */ (document.activeElement));
  $("filters").replaceChildren(...chips);
  if (focused >= 0) $("filters").children[focused].focus();
  const listed = listedTexts();
  const chosen = textNamed(desk.chosen);
  // The chosen text stays until another one is chosen, even if it is no longer missing.
  const kept = chosen && !listed.includes(chosen) && !desk.find && (!desk.section || chosen.section === desk.section);
  const all = kept ? texts().filter((one) => one === chosen || listed.includes(one)) : listed;
  const items = all.flatMap((one, at) => [one.section === all[at - 1]?.section ? null : heading(one.section), make("li", {}, row(one))]);
  $("texts").replaceChildren(...items.filter((item) => item !== null));
  if (!all.length) $("texts").append(make("li", { class: "nothing" }, say(nothing())));
  $("texts").querySelector('[aria-current="true"]')?.scrollIntoView({ block: "nearest" });
  paintProgress();
}

const nothing = () => (desk.find || desk.section ? "no_text_matches" : `texts_no_${desk.filter}`);

const heading = (section) => make("li", { class: "text-section" }, make("h2", {}, titleOfSection(section)));

function row(one) {
  const state = drafts.has(one.id) ? "unsaved" : tooLong.has(one.id) ? "long" : one.state;
  const node = button("", () => choose(one.id), { class: `text-row is-${state}`, "data-id": one.id, "data-state": state, "aria-current": String(one.id === desk.chosen) });
  const said = typedText(one);
  node.append(make("span", { class: "text-source", lang: desk.record.plain }, one.text));
  node.append(make("span", { class: "text-said", lang: said ? desk.record.lang : undefined }, said || say(one.state === "optional" ? "text_optional" : "text_missing")));
  if (["stale", "long", "unsaved"].includes(state)) node.append(make("span", { class: "badge" }, say(`text_${state}`)));
  return node;
}

function paintProgress() {
  const needed = texts().filter((one) => one.state !== "optional");
  const done = needed.filter((one) => one.state === "done").length;
  Object.assign($("progress"), { max: Math.max(1, needed.length), value: done });
  $("done").textContent = say("texts_done", { done, n: needed.length });
}

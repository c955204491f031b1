// A player's cards: ticked, or counted if the box contains several copies. Long lists can be
// searched by name.
import { button, isShortText, make, say } from "../page.js";
import { choiceLabel, descriptionIds, fullLabel, help, idOf, isNothing, labelFor, occurrences, tick, toggle, wholeValue } from "../fields.js";

const MANY = 12; // longer lists get a search field

/** @type {Kind} */
export const cards = {
  ...wholeValue,
  ask(table, field, path) {
    const id = idOf(path);
    const rows = field.choices.map((choice) => (field.data.copies[choice.value] > 1 ? countPart : tickPart)(table, field, path, choice));
    const search = make("input", {
      type: "search", id: `${id}-search`, class: "find-cards", autocomplete: "off", placeholder: say("find_card"),
      "aria-label": say("find_card"), oninput: () => update(),
    });
    const chosen = make("p", { class: "chosen", "aria-live": "polite" });
    const set = make(
      "fieldset", { "aria-describedby": descriptionIds(field, id) },
      make("legend", {}, field.label), help(field, id), chosen,
      field.choices.length > MANY && search,
      make("div", { class: "ticks deck-cards" }, ...rows.map((one) => one.node)),
    );
    const update = () => {
      const now = table.value(path) ?? [];
      const typed = search.value.trim().toLowerCase();
      chosen.textContent = now.length ? names(field, now) : "–";
      rows.forEach((one, index) => {
        one.update(now);
        one.node.hidden = !field.choices[index].label.toLowerCase().includes(typed);
      });
    };
    return { node: labelFor({ ...field, help: "" }, id, set), update };
  },
  initial: () => [],
  isSound: (field, value) => isNothing(value) || (Array.isArray(value) && value.every(isShortText)),
  count: occurrences,
  valueText: (form, answers, field, value) => names(field, value),
};

function names(/** @type {Field} */ field, /** @type {string[]} */ chosen) {
  const counts = [...new Set(chosen)].map((one) => /** @type {const} */ ([choiceLabel(field, one), occurrences(chosen, one)]));
  return counts.map(([label, n]) => (n > 1 ? `${n} × ${label}` : label)).join(", ");
}

/** A row of the list. @typedef {{node: HTMLElement, update(chosen: string[]): void}} Row */

/** @type {(table: AnsweredTable, field: Field, path: Path, choice: Choice) => Row} */
function tickPart(table, field, path, choice) {
  const change = () => {
    if (!table.tap(path, toggle(table.value(path), choice.value))) input.checked = !input.checked;
  };
  const input = make("input", { type: "checkbox", id: `${idOf(path)}-${choice.value}`, onchange: change });
  return { node: tick(input, choice.label), update: (chosen) => (input.checked = chosen.includes(choice.value)) };
}

/** @type {(table: AnsweredTable, field: Field, path: Path, choice: Choice) => Row} */
function countPart(table, field, path, choice) {
  const name = `${fullLabel(table, field, path)}: ${choice.label}`;
  /** @type {() => string[]} */
  const now = () => table.value(path) ?? [];
  const take = () => {
    const at = now().lastIndexOf(choice.value);
    if (at >= 0) table.tap(path, now().filter((_, index) => index !== at));
  };
  const id = `${idOf(path)}-${choice.value}`;
  const fewer = button("−", take, { class: "step", id: `${id}-fewer`, "aria-label": say("one_less", { what: name }) });
  const more = button("+", () => table.tap(path, [...now(), choice.value]), { class: "step", id: `${id}-more`, "aria-label": say("one_more", { what: name }) });
  const output = make("output", { class: "count" });
  const node = make("div", { class: "tick copies" }, make("span", {}, choice.label), make("div", { class: "stepper" }, fewer, output, more));
  return { node, update: (chosen) => (output.textContent = String(occurrences(chosen, choice.value))) };
}

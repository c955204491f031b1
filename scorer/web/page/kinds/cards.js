// A player's cards: ticked, or counted if the box contains several copies. Long lists can be
// searched by name.
import { button, make } from "../dom.js";
import { described, help, idOf, labelled, tick } from "../field_parts.js";
import { choiceLabel, fullLabel } from "../labels.js";
import { isNothing, isShortText, occurrences, toggled } from "../values.js";
import { say } from "../words.js";

const MANY = 12; // longer lists get a search field

export const initial = () => [];
export const isSound = (field, value) => isNothing(value) || (Array.isArray(value) && value.every(isShortText));
export const count = occurrences;
export const valueText = (form, answers, field, value) =>
  [...new Set(value)].map((one) => `${times(occurrences(value, one))}${choiceLabel(field, one)}`).join(", ");
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

const times = (n) => (n > 1 ? `${n} × ` : "");

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const rows = field.choices.map((choice) => (field.data.copies[choice.value] > 1 ? counted : ticked)(table, field, path, choice));
  const search = make("input", {
    type: "search", id: `${id}-search`, class: "find-cards", autocomplete: "off", placeholder: say("find_card"),
    "aria-label": say("find_card"), oninput: () => update(),
  });
  const chosen = make("p", { class: "chosen", "aria-live": "polite" });
  const set = make(
    "fieldset", { "aria-describedby": described(field, id) },
    make("legend", {}, field.label), help(field, id), chosen,
    field.choices.length > MANY && search,
    make("div", { class: "ticks deck-cards" }, ...rows.map((one) => one.node)),
  );
  const update = () => {
    const now = table.value(path) ?? [];
    const wanted = search.value.trim().toLowerCase();
    chosen.textContent = now.length ? valueText(table.form, table.answers(), field, now) : "–";
    rows.forEach((one, index) => {
      one.update(now);
      one.node.hidden = !field.choices[index].label.toLowerCase().includes(wanted);
    });
  };
  return { node: labelled({ ...field, help: "" }, id, set), update };
}

function ticked(table, field, path, choice) {
  const change = () => {
    if (!table.tap(path, toggled(table.value(path), choice.value))) input.checked = !input.checked;
  };
  const input = make("input", { type: "checkbox", id: `${idOf(path)}-${choice.value}`, onchange: change });
  return { node: tick(input, choice.label), update: (now) => (input.checked = now.includes(choice.value)) };
}

function counted(table, field, path, choice) {
  const name = `${fullLabel(table, field, path)}: ${choice.label}`;
  const now = () => table.value(path) ?? [];
  const take = () => {
    const at = now().lastIndexOf(choice.value);
    if (at >= 0) table.tap(path, now().filter((_, index) => index !== at));
  };
  const id = `${idOf(path)}-${choice.value}`;
  const fewer = button("−", take, { class: "step", id: `${id}-fewer`, "aria-label": say("one_less", { what: name }) });
  const more = button("+", () => table.tap(path, [...now(), choice.value]), { class: "step", id: `${id}-more`, "aria-label": say("one_more", { what: name }) });
  const shown = make("output", { class: "count" });
  const node = make("div", { class: "tick copies" }, make("span", {}, choice.label), make("div", { class: "stepper" }, fewer, shown, more));
  return { node, update: (held) => (shown.textContent = String(occurrences(held, choice.value))) };
}

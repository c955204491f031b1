// One of several choices: radio buttons for a few, a list for many.
import { make } from "../dom.js";
import { described, idOf, labelled, takenBeside, tick } from "../field_parts.js";
import { choiceLabel, fullLabel } from "../labels.js";
import { isNothing, isShortText, occurrences } from "../values.js";
import { say } from "../words.js";

const FEW = 3;
const LONG = 26; // a phone's list box cuts longer names, so the full name is shown below it

export const initial = (field) => field.default ?? undefined;
export const isSound = (field, value) => isNothing(value) || isShortText(value);
export const count = (value, component) => occurrences([value], component);
export const valueText = (form, answers, field, value) => choiceLabel(field, value);
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  return field.choices.length <= FEW && !field.group ? radioPart(table, field, path) : selectPart(table, field, path);
}

function radioPart(table, field, path) {
  const id = idOf(path);
  const inputs = field.choices.map((choice) =>
    make("input", { type: "radio", name: id, value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, choice.value) }),
  );
  const rows = inputs.map((input, index) => tick(input, field.choices[index].label));
  const set = make("fieldset", {}, make("legend", {}, field.label), ...rows);
  const update = () => inputs.forEach((input) => (input.checked = input.value === (table.value(path) ?? field.default)));
  return { node: labelled(field, id, set), update };
}

function selectPart(table, field, path) {
  const id = idOf(path);
  const select = make("select", {
    id, "aria-describedby": described(field, id),
    onchange: () => table.tap(path, select.value || null),
  });
  const options = field.choices.map((choice) => make("option", { value: choice.value }, choice.label));
  const strange = make("option", { hidden: true });
  select.append(make("option", { value: "" }, say("choose")), ...options, strange);
  const full = make("p", { class: "chosen", "aria-hidden": "true" });
  const update = () => {
    const now = table.value(path) ?? "";
    const taken = takenBeside(table, field, path);
    options.forEach((option) => (option.disabled = taken.has(option.value) && option.value !== now));
    const known = now === "" || field.choices.some((choice) => choice.value === now);
    strange.value = known ? " " : now;
    strange.textContent = known ? "" : spelt(table.form, now);
    select.value = now;
    full.textContent = select.selectedOptions[0]?.textContent ?? "";
    full.hidden = full.textContent.length <= LONG;
    select.setAttribute("aria-label", fullLabel(table, field, path));
  };
  return { node: labelled(field, id, make("label", { for: id }, field.label), select, full), update };
}

// A value that is not one of the choices, such as a made-up card: its parts by name.
function spelt(form, text) {
  const names = new Map(form.fields.flatMap((field) => field.choices.map((choice) => [choice.value, choice.label])));
  return text.split(" ").map((word) => names.get(word) ?? word).join(" · ");
}

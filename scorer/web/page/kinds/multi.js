// Several choices: checkboxes.
import { make } from "../dom.js";
import { described, help, idOf, labelled, tick } from "../field_parts.js";
import { choiceLabel } from "../labels.js";
import { isNothing, isShortText, occurrences, toggled } from "../values.js";

export const initial = () => [];
export const isSound = (field, value) => isNothing(value) || (Array.isArray(value) && value.every(isShortText));
export const count = occurrences;
export const valueText = (form, answers, field, value) => value.map((one) => choiceLabel(field, one)).join(", ");
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const inputs = field.choices.map((choice) =>
    make("input", { type: "checkbox", value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, toggled(table.value(path), choice.value)) }),
  );
  const rows = inputs.map((input, index) => tick(input, field.choices[index].label));
  const set = make("fieldset", { "aria-describedby": described(field, id) }, make("legend", {}, field.label), help(field, id), make("div", { class: "ticks" }, ...rows));
  const update = () => inputs.forEach((input) => (input.checked = (table.value(path) ?? []).includes(input.value)));
  return { node: labelled({ ...field, help: "" }, id, set), update };
}

// Yes or no: a checkbox.
import { make } from "../dom.js";
import { described, idOf, labelled, tick } from "../field_parts.js";
import { fullLabel } from "../labels.js";
import { isNothing } from "../values.js";
import { say } from "../words.js";

export const initial = () => false;
export const isSound = (field, value) => isNothing(value) || typeof value === "boolean";
export const count = (value) => Number(value === true);
export const valueText = (form, answers, field, value) => say(value ? "yes" : "no");
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const input = make("input", { id, type: "checkbox", "aria-describedby": described(field, id), onchange: () => table.tap(path, input.checked) });
  const update = () => {
    input.checked = table.value(path) === true;
    input.setAttribute("aria-label", fullLabel(table, field, path));
  };
  return { node: labelled(field, id, tick(input, field.label)), update };
}

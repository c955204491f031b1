// A name: free text.
import { make } from "../dom.js";
import { described, idOf, labelled, takenBeside } from "../field_parts.js";
import { choiceLabel } from "../labels.js";
import { nameInput } from "../name_input.js";
import { isNothing, isShortText, occurrences } from "../values.js";
import { say, sayOf } from "../words.js";

export const initial = (field, index, nameOf) => (field.optional ? (field.default ?? undefined) : nameOf(index + 1));
export const isSound = (field, value) => isNothing(value) || isShortText(value);
export const count = (value, component) => occurrences([value], component);
export const valueText = (form, answers, field, value) => choiceLabel(field, value);
export const places = () => [[]];
export const placeText = (field) => field.label;
export const resultView = () => null;

/** @type {Kind["ask"]} */
export function ask(table, field, path) {
  const id = idOf(path);
  const keep = (text, run) => {
    if (!text && !field.optional) return;
    if (text === (table.value(path) ?? "")) return;
    if (takenBeside(table, field, path).has(text)) table.refuse(say("taken", { what: text }));
    else table.tap(path, text || null, run);
  };
  const input = nameInput({ id, "aria-describedby": described(field, id) }, keep, () => show());
  const label = make("label", { for: id }, field.label);
  const show = () => (input.value = table.value(path) ?? "");
  const update = () => {
    if (document.activeElement !== input) show();
    const name = field.group ? sayOf("item", path[0], { n: Number(path[1]) + 1, what: field.group.label }) : "";
    input.setAttribute("aria-label", name ? `${name}: ${field.label}` : field.label);
  };
  return { node: labelled(field, id, label, input), update };
}

// A name: free text.
import { make } from "../dom.js";
import { described, idOf, labelled } from "../field_parts.js";
import { choiceLabel } from "../labels.js";
import { isNothing, isShortText, occurrences } from "../values.js";
import { sayOf } from "../words.js";

const TYPING_MS = 350;
const LONGEST = 40;

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
  let waiting = 0;
  const keep = () => {
    clearTimeout(waiting);
    const text = input.value.trim().slice(0, LONGEST);
    if (!text && !field.optional) return;
    if (text !== (table.value(path) ?? "")) table.tap(path, text || null);
  };
  const input = make("input", {
    id, type: "text", maxlength: LONGEST, autocomplete: "off", autocapitalize: "words", spellcheck: "false",
    "aria-describedby": described(field, id),
    onfocus: () => input.select(),
    oninput: () => {
      clearTimeout(waiting);
      waiting = setTimeout(keep, TYPING_MS);
    },
    onchange: () => {
      keep();
      if (!input.value.trim()) show();
    },
  });
  const label = make("label", { for: id }, field.label);
  const show = () => (input.value = table.value(path) ?? "");
  const update = () => {
    if (document.activeElement !== input) show();
    const name = field.group ? sayOf("item", path[0], { n: Number(path[1]) + 1, what: field.group.label }) : "";
    input.setAttribute("aria-label", name ? `${name}: ${field.label}` : field.label);
  };
  return { node: labelled(field, id, label, input), update };
}

// A name: free text.
import { isShortText, make, say, sayOf } from "../page.js";
import { choiceLabel, descriptionIds, idOf, isNothing, labelFor, occurrences, takenBeside, wholeValue } from "../fields.js";
import { nameInput } from "../people.js";

/** @type {Kind} */
export const name = {
  ...wholeValue,
  ask(table, field, path) {
    const id = idOf(path);
    const keep = (/** @type {string} */ text, /** @type {string} */ run) => {
      if (!text && !field.optional) return;
      if (text === (table.value(path) ?? "")) return;
      if (takenBeside(table, field, path).has(text)) table.refuse(say("taken", { what: text }));
      else table.tap(path, text || null, run);
    };
    const input = nameInput({ id, "aria-describedby": descriptionIds(field, id) }, keep, () => show());
    const label = make("label", { for: id }, field.label);
    const show = () => (input.value = table.value(path) ?? "");
    const update = () => {
      if (document.activeElement !== input) show();
      const name = field.group ? sayOf("item", String(path[0]), { n: Number(path[1]) + 1, what: field.group.label }) : "";
      input.setAttribute("aria-label", name ? `${name}: ${field.label}` : field.label);
    };
    return { node: labelFor(field, id, label, input), update };
  },
  initial: (field, index, nameOf) => (field.optional ? (field.default ?? undefined) : nameOf(index + 1)),
  isSound: (field, value) => isNothing(value) || isShortText(value),
  count: (value, component) => occurrences([value], component),
  valueText: (form, answers, field, value) => choiceLabel(field, value),
};

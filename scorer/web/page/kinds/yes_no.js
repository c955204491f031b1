// Yes or no: a checkbox.
import { make, say } from "../page.js";
import { descriptionIds, fullLabel, idOf, isNothing, labelFor, tick, wholeValue } from "../fields.js";

/** @type {Kind} */
export const yes_no = {
  ...wholeValue,
  ask(table, field, path) {
    const id = idOf(path);
    const input = make("input", { id, type: "checkbox", "aria-describedby": descriptionIds(field, id), onchange: () => table.tap(path, input.checked) });
    const update = () => {
      input.checked = table.value(path) === true;
      input.setAttribute("aria-label", fullLabel(table, field, path));
    };
    return { node: labelFor(field, id, tick(input, field.label)), update };
  },
  initial: () => false,
  isSound: (field, value) => isNothing(value) || typeof value === "boolean",
  count: (value) => Number(value === true),
  valueText: (form, answers, field, value) => say(value ? "yes" : "no"),
};

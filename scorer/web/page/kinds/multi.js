// Several choices: checkboxes.
import { isShortText, make } from "../page.js";
import { choiceLabel, descriptionIds, help, idOf, isNothing, labelFor, occurrences, tick, toggle, wholeValue } from "../fields.js";

/** @type {Kind} */
export const multi = {
  ...wholeValue,
  ask(table, field, path) {
    const id = idOf(path);
    const inputs = field.choices.map((choice) =>
      make("input", { type: "checkbox", value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, toggle(table.value(path), choice.value)) }),
    );
    const rows = inputs.map((input, index) => tick(input, field.choices[index].label));
    const set = make("fieldset", { "aria-describedby": descriptionIds(field, id) }, make("legend", {}, field.label), help(field, id), make("div", { class: "ticks" }, ...rows));
    const update = () => inputs.forEach((input) => (input.checked = (table.value(path) ?? []).includes(input.value)));
    return { node: labelFor({ ...field, help: "" }, id, set), update };
  },
  initial: () => [],
  isSound: (field, value) => isNothing(value) || (Array.isArray(value) && value.every(isShortText)),
  count: occurrences,
  valueText: (form, answers, field, /** @type {string[]} */ value) => value.map((one) => choiceLabel(field, one)).join(", "),
};

// One of several choices: radio buttons for a few, a list for many.
import { isShortText, make, say } from "../page.js";
import { choiceLabel, descriptionIds, fullLabel, idOf, isNothing, labelFor, occurrences, takenBeside, tick, wholeValue } from "../fields.js";

const FEW = 3;
const LONG = 26; // a phone's list box cuts longer names, so the full name is shown below it

/** @type {Kind} */
export const choice = {
  ...wholeValue,
  ask: (table, field, path) => (field.choices.length <= FEW && !field.group ? radioPart : selectPart)(table, field, path),
  initial: (field) => field.default ?? undefined,
  isSound: (field, value) => isNothing(value) || isShortText(value),
  count: (value, component) => occurrences([value], component),
  valueText: (form, answers, field, value) => choiceLabel(field, value),
};

/** @type {Kind["ask"]} */
function radioPart(table, field, path) {
  const id = idOf(path);
  const inputs = field.choices.map((choice) =>
    make("input", { type: "radio", name: id, value: choice.value, id: `${id}-${choice.value}`, onchange: () => table.tap(path, choice.value) }),
  );
  const rows = inputs.map((input, index) => tick(input, field.choices[index].label));
  const set = make("fieldset", {}, make("legend", {}, field.label), ...rows);
  const update = () => inputs.forEach((input) => (input.checked = input.value === (table.value(path) ?? field.default)));
  return { node: labelFor(field, id, set), update };
}

/** @type {Kind["ask"]} */
function selectPart(table, field, path) {
  const id = idOf(path);
  const select = make("select", {
    id, "aria-describedby": descriptionIds(field, id),
    onchange: () => table.tap(path, select.value || null),
  });
  const options = field.choices.map((choice) => make("option", { value: choice.value }, choice.label));
  const strange = make("option", { hidden: true });
  select.append(make("option", { value: "" }, say("choose")), ...options, strange);
  const full = make("p", { class: "chosen", "aria-hidden": "true" });
  const update = () => {
    const now = table.value(path) ?? "";
    const used = takenBeside(table, field, path);
    options.forEach((option) => (option.disabled = used.has(option.value) && option.value !== now));
    const listed = now === "" || field.choices.some((choice) => choice.value === now);
    strange.value = listed ? " " : now;
    strange.textContent = listed ? "" : spell(table.form, now);
    select.value = now;
    full.textContent = select.selectedOptions[0]?.textContent ?? "";
    full.hidden = full.textContent.length <= LONG;
    select.setAttribute("aria-label", fullLabel(table, field, path));
  };
  return { node: labelFor(field, id, make("label", { for: id }, field.label), select, full), update };
}

/** A value that is not one of the choices, such as a made-up card: its parts by name. @type {(form: Form, text: string) => string} */
function spell(form, text) {
  const names = new Map(form.fields.flatMap((field) => field.choices.map(({ value, label }) => [value, label])));
  return text.split(" ").map((word) => names.get(word) ?? word).join(" · ");
}

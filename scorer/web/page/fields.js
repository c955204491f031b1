// Fields of a form: their values, their labels, and the parts that all kinds share.
import { make, sayOf } from "./page.js";

export const isNothing = (/** @type {unknown} */ value) => value === undefined || value === null;

export function toggle(/** @type {string[] | undefined} */ chosen, /** @type {string} */ choice) {
  const now = chosen ?? [];
  return now.includes(choice) ? now.filter((one) => one !== choice) : [...now, choice];
}

/** @type {(answers: Answers, key: string) => Answers[]} */
export const itemsOf = (answers, key) => answers[key] ?? [];

/** How often a value occurs in a list. @param {unknown[]} values @param {unknown} value */
export const occurrences = (values, value) => values.filter((one) => one === value).length;

/** Return the limits of a count; an empty field counts from its default or its minimum.
 * @type {(field: Field) => {low: number, high: number, from: number}} */
export const limitsOf = ({ low, high, default: start }) => ({ low, high, from: typeof start === "number" ? start : low });

/** Return a number after a count, within its limits.
 * @type {(value: any, count: {add: number, low: number, high: number, from: number}) => number} */
export const addTo = (value, { add, low, high, from }) => Math.max(low, Math.min(high, (Number.isInteger(value) ? value : from) + add));

export const choiceLabel = (/** @type {Field} */ field, /** @type {string | number} */ value) => field.choices.find((choice) => choice.value === String(value))?.label ?? String(value);

/** Return the name of a player, or the number of a vote or unnamed player. */
export function itemName(/** @type {Group} */ group, /** @type {Answers} */ answers, /** @type {number} */ index) {
  const item = answers[group.key]?.[index];
  return item?.name || sayOf("item", group.key, { n: index + 1, what: group.label });
}

/** Return a field's full label for screen readers, which do not see the surrounding card. */
export function fullLabel(/** @type {AnsweredTable} */ table, /** @type {Field} */ field, /** @type {Path} */ path) {
  return field.group ? `${itemName(field.group, table.answers(), Number(path[1]))}: ${field.label}` : field.label;
}

export const idOf = (/** @type {Path} */ path) => `f-${path.join("-").replaceAll(".", "_")}`;

/** @type {(field: Field, id: string) => HTMLElement | null} */
export const help = (field, id) => (field.help ? make("p", { class: "help", id: `${id}-help` }, field.help) : null);

export const problemLine = (/** @type {string} */ id) => make("p", { class: "problem", id: `${id}-problem`, hidden: true });

export function labelFor(/** @type {Field} */ field, /** @type {string} */ id, /** @type {Child[]} */ ...more) {
  return make("div", { class: `field ${field.kind}`, "data-field": id }, ...more, help(field, id), problemLine(id));
}

/** What kinds share whose value has no places inside. @type {Pick<Kind, "places" | "placeText" | "resultView">} */
export const wholeValue = { places: () => [[]], placeText: (field) => field.label, resultView: () => null };

export const descriptionIds = (/** @type {Field} */ field, /** @type {string} */ id) => `${field.help ? `${id}-help ` : ""}${id}-problem`;

/** Return the values of the same field for other players, if each value can be used only once.
 * @type {(table: AnsweredTable, field: Field, path: Path) => Set<any>} */
export function takenBeside(table, field, path) {
  if (!field.apart || !field.group) return new Set();
  return new Set(itemsOf(table.answers(), field.group.key).filter((_, index) => index !== path[1]).map((one) => one[field.key]));
}

/** A choice with its checkbox. @param {HTMLInputElement} input @param {string} label */
export const tick = (input, label) => make("label", { class: "tick" }, input, make("span", {}, label));

// What all form parts share: an id, a label, help and a place for a problem.
import { make } from "./dom.js";

/** @type {(path: Path) => string} */
export const idOf = (path) => `f-${path.join("-").replaceAll(".", "_")}`;

/** @type {(field: Field, id: string) => HTMLElement | null} */
export const help = (field, id) => (field.help ? make("p", { class: "help", id: `${id}-help` }, field.help) : null);

export const problemLine = (id) => make("p", { class: "problem", id: `${id}-problem`, hidden: true });

/** @type {(field: Field, id: string, ...more: Child[]) => HTMLElement} */
export function labelled(field, id, ...more) {
  return make("div", { class: `field ${field.kind}`, "data-field": id }, ...more, help(field, id), problemLine(id));
}

/** @type {(field: Field, id: string) => string} */
export const described = (field, id) => `${field.help ? `${id}-help ` : ""}${id}-problem`;

/** Return the values of the same field for other players, if each value can be used only once.
 * @type {(table: AnsweredTable, field: Field, path: Path) => Set<any>} */
export function takenBeside(table, field, path) {
  if (!field.apart || !field.group) return new Set();
  const items = table.answers()[field.group.key] ?? [];
  return new Set(items.filter((_, index) => index !== path[1]).map((one) => one[field.key]));
}

// A choice with its checkbox.
export const tick = (input, label) => make("label", { class: "tick" }, input, make("span", {}, label));

// What the parts of the form have in common: an id, a label, help, and room for a problem.
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

// A choice with its box to tick.
export const tick = (input, label) => make("label", { class: "tick" }, input, make("span", {}, label));

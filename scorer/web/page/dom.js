// Helpers that create elements. Every text is set as text, never as markup.

/** Return an element by its id. The caller knows its type.
 * @type {(id: string) => any} */
export const $ = (id) => document.getElementById(id);

/** Return all elements that match a selector.
 * @type {(selector: string) => HTMLElement[]} */
export const all = (selector) => [...document.querySelectorAll(selector)].filter((node) => node instanceof HTMLElement);

/** make("button", {class: "plain", onclick: f, "aria-label": "…"}, "text", node, …)
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} given
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[Tag]} */
export function make(tag, given = {}, ...children) {
  return fill(document.createElement(tag), given, children);
}

/** The same for SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} given
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[Tag]} */
export function drawn(tag, given = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), given, children);
}

/** @template {Element} Node
 * @param {Node} node
 * @param {Record<string, any>} given
 * @param {Child[]} children */
function fill(node, given, children) {
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

/** @type {(text: string, onclick: (event: MouseEvent) => void, given?: Record<string, any>) => HTMLButtonElement} */
export function button(text, onclick, given = {}) {
  return make("button", { type: "button", onclick, ...given }, text);
}

// Return light or dark ink for a background colour, whichever has more contrast.
export function inkOn(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return "";
  const [r, g, b] = parts.slice(1).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#1c1a16" : "#ffffff";
}

/** @type {Timer} */
let telling;

// Announce one sentence to screen readers; only the newest one counts.
export function tell(text, delay = 600) {
  clearTimeout(telling);
  telling = setTimeout(() => ($("live").textContent = text), delay);
}

/** @type {Timer} */
let toasting;

// Show and announce a sentence, with an optional action.
export function toast(text, action) {
  const place = $("toast");
  place.replaceChildren(make("p", {}, text), action ?? "");
  place.hidden = false;
  tell(text, 0);
  clearTimeout(toasting);
  toasting = setTimeout(() => (place.hidden = true), action ? 10000 : 5000);
}

// Helpers that create elements. Every text is set as text, never as markup.

/** Return an element by its id; `Ids` in types.d.ts names its type. @type {ById} */
export const $ = (id) => /** @type {any} */ (document.getElementById(id));

/** Return all elements that match a selector, in a node or in the page. @type {(selector: string, node?: ParentNode) => HTMLElement[]} */
export const all = (selector, node = document) => [...node.querySelectorAll(selector)].filter((one) => one instanceof HTMLElement);

/** make("button", {class: "plain", onclick: f, "aria-label": "…"}, "text", node, …) @type {Make<HTMLElementTagNameMap>} */
export const make = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);

const SVG = "http://www.w3.org/2000/svg";

/** The same for SVG. @type {Make<SVGElementTagNameMap>} */
export const draw = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);

/** Listen to an element; what is heard says that it comes from there. @type {Listen} */
export const on = (node, kind, act) => node.addEventListener(kind, /** @type {any} */ (act));

/** @type {<Node extends Element>(node: Node, attributes: Record<string, any>, children: Child[]) => Node} */
function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") node.addEventListener(name.slice(2), value);
    else node.setAttribute(name, value === true ? "" : value);
  }
  for (const child of children) if (child) node.append(child);
  return node;
}

/** @type {(text: string, onclick: (event: Heard<HTMLButtonElement, "click">) => void, attributes?: Record<string, unknown>) => HTMLButtonElement} */
export const button = (text, onclick, attributes = {}) => make("button", { type: "button", onclick, ...attributes }, text);

/** Return light or dark ink for a background colour, whichever has more contrast. @param {string} colour */
export function inkOn(colour) {
  const parts = /^#(..)(..)(..)$/.exec(colour);
  if (!parts) return "";
  const [r, g, b] = parts.slice(1).map((part) => {
    const value = parseInt(part, 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#1c1a16" : "#ffffff";
}

let telling = /** @type {Timer} */ (undefined);

/** Announce one sentence to screen readers; only the newest one counts. @param {string} text */
export function tell(text, delay = 600) {
  clearTimeout(telling);
  telling = setTimeout(() => ($("live").textContent = text), delay);
}

let toasting = /** @type {Timer} */ (undefined);

/** Show and announce a sentence, with an optional action. @type {(text: string, action?: HTMLElement) => void} */
export function toast(text, action) {
  const place = $("toast");
  place.replaceChildren(make("p", {}, text), action ?? "");
  place.hidden = false;
  tell(text, 0);
  clearTimeout(toasting);
  toasting = setTimeout(() => (place.hidden = true), action ? 10000 : 5000);
}

const PATIENCE_MS = 2000;
const USUAL_MS = 200; // for browsers without requestIdleCallback
/** Resolve when the page is idle. Work that the first tap does not need waits for this. */
export const idle = () =>
  new Promise((done) => ("requestIdleCallback" in window ? requestIdleCallback(done, { timeout: PATIENCE_MS }) : setTimeout(done, USUAL_MS)));

const records = new Map(all("script[data-record]").map((node) => [node.dataset.record, node.textContent]));
/** Data embedded in the page: inlineJson("words.en"), null if it is missing. @type {(name: string) => any} */
export const inlineJson = (name) => JSON.parse(records.get(name) ?? "null");

// What every page is made of: elements, icons, and words in the language of the page.
// Every text is set as text, never as markup.
//
// The language comes from the address, else from the last choice, else from the browser. The server sends
// the words of an unfinished language, and of pseudo, only if the address asks.
// <html data-address-lang="cards"> marks a page whose address names the language of cards instead.
import { delivery } from "./delivery.js";
import { recall, remember } from "./local_storage.js";

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

/** Return the ink with more contrast on a background colour: light or dark. @param {string} colour */
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

const KEY = "ecotable-lang";

const ofCards = document.documentElement.dataset.addressLang === "cards";
const requested = ofCards ? null : new URLSearchParams(location.search).get("lang");
export const languages = { ...delivery.languages }; // {code: its own name}
const nameIn = (/** @type {string} */ home, /** @type {string} */ code) =>
  new Intl.DisplayNames([home], { type: "language" }).of(code) ?? code;
if (requested && inlineJson(`words.${requested}`)) languages[requested] ??= nameIn(requested, requested);
const CODES = Object.keys(languages);
/** The exact language, else without its region: fi-FI becomes fi, but fil does not. @param {string} code */
const findCode = (code) => [code, code.split("-")[0]].find((one) => CODES.includes(one));
export const lang = [requested ?? "", recall(KEY) ?? "", ...navigator.languages, delivery.plain].map(findCode).find(Boolean) ?? CODES[0];
// The language of the page's own words: English where they are not translated into the chosen one.
export const wordsLang = delivery.own.includes(lang) ? lang : delivery.plain;

/** A language's own name, also for languages that the page does not have. @param {string} code */
export const ownName = (code) => languages[code] ?? nameIn(code, code);

/** A language's name in the language of the page. @param {string} code */
export const languageName = (code) => nameIn(wordsLang, code);

export function chooseLanguage(/** @type {string} */ code) {
  remember(KEY, code); // without storage, the address keeps it for this page
  const address = new URL(location.href);
  address.searchParams.set("lang", code);
  location.replace(address);
}

// say("undo_what", {what}) fills in placeholders and picks the plural form:
// {n, plural, one {# thing} other {# things}}.
const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/** @type {Record<string, string>} */
const words = inlineJson(`words.${lang}`);

let rules = /** @type {Intl.PluralRules | undefined} */ (undefined); // not needed before the first number

const numbers = new Intl.NumberFormat(lang);

/** A number as the language writes it, with a real minus sign. @param {number} value */
export const number = (value) => numbers.format(value).replace("-", "−");
const format = (/** @type {any} */ value) => (typeof value === "number" ? number(value) : value);

export function say(/** @type {string} */ key, /** @type {Record<string, any>} */ gaps = {}) {
  const choose = (/** @type {string[]} */ ...[, name, forms]) => {
    const texts = Object.fromEntries([...forms.matchAll(FORM)].map(([, form, text]) => [form, text]));
    rules ??= new Intl.PluralRules(lang);
    return (texts[rules.select(gaps[name])] ?? texts.other).replaceAll("#", format(gaps[name]));
  };
  return (words[key] ?? key).replace(PLURAL, choose).replace(/\{(\w+)\}/g, (whole, name) => format(gaps[name]) ?? whole);
}

// The specific word if there is one (item.votes), else the general one (item).
/** @param {string} key @param {string} what @param {Record<string, any>} gaps */
export const sayOf = (key, what, gaps) => say(`${key}.${what}` in words ? `${key}.${what}` : key, gaps);

export function joinNames(/** @type {string[]} */ names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;
}

export const isShortText = (/** @type {unknown} */ value) => typeof value === "string" && value.length <= 100;

const ATTRIBUTES = { "data-say-label": "aria-label", "data-say-placeholder": "placeholder" };

export function translatePage() {
  document.documentElement.lang = wordsLang;
  const { title } = document.documentElement.dataset;
  if (title) document.title = `${say(title)} – Ecotable`;
  for (const node of all("[data-say]")) node.textContent = say(node.dataset.say ?? "");
  for (const [mark, attribute] of Object.entries(ATTRIBUTES)) {
    for (const node of all(`[${mark}]`)) node.setAttribute(attribute, say(node.getAttribute(mark) ?? ""));
  }
  putIcons();
}

const PATHS = {
  add: "M12 5v14M5 12h14",
  back: "M19 12H5m6-6-6 6 6 6",
  bench: "M4 4h16v5H4zM6 9v11h12V9M10 13h4",
  cake: "M4 20h16v-7H4zM4 16c2 2 3 0 4 0s2 2 4 0 3 2 4 0 2 0 4 0M8 13V8m4 5V8m4 5V8",
  change: "m4 20 1-4L16 5l3 3L8 19zM14 7l3 3",
  clock: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5l3 2",
  columns: "M4 5h16v14H4zM9 5v14M15 5v14",
  copy: "M9 9h11v11H9zM15 9V4H4v11h5",
  delete: "M4 7h16M9 7V4h6v3M6 7l1 13h10l1-13M10 11v5M14 11v5",
  down: "M12 5v14m6-6-6 6-6-6",
  fill: "M5 3h14v6H5zM12 12v9m-4-4 4 4 4-4",
  globe: "M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM3 12h18M12 3c3.5 4 3.5 14 0 18M12 3c-3.5 4-3.5 14 0 18",
  in: "M12 15V3M7 8l5-5 5 5M4 16v5h16v-5",
  join: "M14 4h5v16h-5M4 12h11m-4-4 4 4-4 4",
  out: "M12 3v12m-5-5 5 5 5-5M4 16v5h16v-5",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20c0-4 2.5-6 6-6s6 2 6 6M16 4.5a3.5 3.5 0 0 1 0 6.5M18 14.5c2 .8 3 2.6 3 5.5",
  print: "M7 8V3h10v5M7 17H4V8h16v9h-3M7 14h10v7H7z",
  redo: "m15 14 5-5-5-5M20 9H9.5a5.5 5.5 0 0 0 0 11H13",
  rules: "M12 6C10 4.5 7 4 4 4v14c3 0 6 .5 8 2 2-1.5 5-2 8-2V4c-3 0-6 .5-8 2zm0 0v14",
  score: "M9 3h6v4H9zM9 5H5v16h14V5h-4M9 14l2 2 4-4",
  turn: "M20 12a8 8 0 1 1-2.3-5.7M20 3v4h-4",
  undo: "M9 14 4 9l5-5M4 9h10.5a5.5 5.5 0 0 1 0 11H11",
  up: "M12 19V5m-6 6 6-6 6 6",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @type {(name: IconName) => SVGSVGElement} */
export const icon = (name) => draw("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" }, draw("path", { d: PATHS[name] }));

/** Puts the icons where the page names them. */
export function putIcons() {
  for (const node of all("[data-icon]")) node.prepend(icon(/** @type {IconName} */ (node.dataset.icon)));
}

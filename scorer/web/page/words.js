// The page's own words and their language: from the address, else the last choice, else the browser.
// The server sends the words of an unfinished language, and of pseudo, only if the address asks.
// <html data-address-lang="cards"> marks a page whose address names the language of cards instead.
// say("undo_what", {what}) fills in placeholders and picks the plural form:
// {n, plural, one {# thing} other {# things}}.
import { all, inlineJson } from "./dom.js";
import { delivery } from "./delivery.js";
import { recall, remember } from "./local_storage.js";
import { putIcons } from "./icons.js";

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

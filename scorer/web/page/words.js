// The page's own words. say("undo_what", {what}) fills in placeholders and picks the plural form:
// {n, plural, one {# thing} other {# things}}.
import { inlineJson } from "./dom.js";
import { lang } from "./language.js";

const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

/** @type {Record<string, string>} */
const words = inlineJson(`words.${lang}`);

/** @type {Intl.PluralRules | undefined} */
let rules; // not needed before the first number

const numbers = new Intl.NumberFormat(lang);

/** A number as the language writes it, with a real minus sign. @param {number} value */
export const number = (value) => numbers.format(value).replace("-", "−");
const format = (/** @type {any} */ value) => (typeof value === "number" ? number(value) : value);

function pluralForm(/** @type {number} */ number) {
  rules ??= new Intl.PluralRules(lang);
  return rules.select(number);
}

export function say(/** @type {string} */ key, /** @type {Record<string, any>} */ gaps = {}) {
  const choose = (/** @type {string[]} */ ...[, name, forms]) => {
    const texts = Object.fromEntries([...forms.matchAll(FORM)].map(([, form, text]) => [form, text]));
    return (texts[pluralForm(gaps[name])] ?? texts.other).replaceAll("#", format(gaps[name]));
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

/** A text that may come from outside. @param {unknown} value */
export const isShortText = (value) => typeof value === "string" && value.length <= 100;

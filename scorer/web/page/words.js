// The page's own words. say("undo_what", {what}) fills in placeholders and picks the plural form:
// {n, plural, one {# thing} other {# things}}.
import { inlineJson } from "./inline_json.js";
import { lang } from "./language.js";

const PLURAL = /\{(\w+), plural,((?:\s*\w+ \{[^{}]*\})+)\s*\}/g;
const FORM = /(\w+) \{([^{}]*)\}/g;

const words = inlineJson(`words.${lang}`);

/** @type {Intl.PluralRules | undefined} */
let rules; // not needed before the first number

const numbers = new Intl.NumberFormat(lang);

// A number as the language writes it, with a real minus sign.
export const number = (value) => numbers.format(value).replace("-", "−");
const shown = (value) => (typeof value === "number" ? number(value) : value);

function pluralForm(number) {
  rules ??= new Intl.PluralRules(lang);
  return rules.select(number);
}

/** @type {(key: string, gaps?: Record<string, any>) => string} */
export function say(key, gaps = {}) {
  const chosen = (_, name, forms) => {
    const found = Object.fromEntries([...forms.matchAll(FORM)].map(([, form, text]) => [form, text]));
    return (found[pluralForm(gaps[name])] ?? found.other).replaceAll("#", shown(gaps[name]));
  };
  return (words[key] ?? key).replace(PLURAL, chosen).replace(/\{(\w+)\}/g, (whole, name) => shown(gaps[name]) ?? whole);
}

// The specific word if there is one (item.votes), else the general one (item).
export const sayOf = (key, what, gaps) => say(`${key}.${what}` in words ? `${key}.${what}` : key, gaps);

export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;
}

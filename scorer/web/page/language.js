// Which language the page speaks: the address says so, else the last choice, else the browser.
// The server sends the words of an unfinished language, and of pseudo, only if the address asks.
// <html data-address-lang="cards"> marks a page whose address names the language of cards instead.
import { delivery } from "./delivery.js";
import { inlineJson } from "./inline_json.js";
import { remember, remembered } from "./local_storage.js";

const KEY = "ecotable-lang";

const ofCards = document.documentElement.dataset.addressLang === "cards";
const asked = ofCards ? null : new URLSearchParams(location.search).get("lang");
export const languages = { ...delivery.languages }; // {code: its own name}
if (asked && !(asked in languages) && inlineJson(`words.${asked}`)) languages[asked] = new Intl.DisplayNames([asked], { type: "language" }).of(asked) ?? asked;
const KNOWN = Object.keys(languages);
// As it is asked for, else without its region: fi-FI is fi, and fil is not.
const known = (code) => [code, code.split("-")[0]].find((one) => KNOWN.includes(one));
export const lang = [asked ?? "", remembered(KEY) ?? "", ...navigator.languages, delivery.plain].map(known).find(Boolean) ?? KNOWN[0];
// The language of the page's own words: English where they are not translated into the chosen one.
export const wordsLang = delivery.own.includes(lang) ? lang : delivery.plain;

// What a language calls itself, also one that the page does not speak.
export const ownName = (code) => languages[code] ?? new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

// What the page calls a language.
export const languageName = (code) => new Intl.DisplayNames([wordsLang], { type: "language" }).of(code) ?? code;

export function choose(code) {
  remember(KEY, code); // where it cannot, the address carries it for this page at least
  const address = new URL(location.href);
  address.searchParams.set("lang", code);
  location.replace(address);
}

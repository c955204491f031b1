// The language of the page: from the address, else the last choice, else the browser.
// The server sends the words of an unfinished language, and of pseudo, only if the address asks.
// <html data-address-lang="cards"> marks a page whose address names the language of cards instead.
import { delivery } from "./delivery.js";
import { inlineJson } from "./dom.js";
import { remember, recall } from "./local_storage.js";

const KEY = "ecotable-lang";

const ofCards = document.documentElement.dataset.addressLang === "cards";
const requested = ofCards ? null : new URLSearchParams(location.search).get("lang");
export const languages = { ...delivery.languages }; // {code: its own name}
if (requested && !(requested in languages) && inlineJson(`words.${requested}`)) languages[requested] = new Intl.DisplayNames([requested], { type: "language" }).of(requested) ?? requested;
const CODES = Object.keys(languages);
/** The exact language, else without its region: fi-FI becomes fi, but fil does not. @param {string} code */
const findCode = (code) => [code, code.split("-")[0]].find((one) => CODES.includes(one));
export const lang = [requested ?? "", recall(KEY) ?? "", ...navigator.languages, delivery.plain].map(findCode).find(Boolean) ?? CODES[0];
// The language of the page's own words: English where they are not translated into the chosen one.
export const wordsLang = delivery.own.includes(lang) ? lang : delivery.plain;

/** A language's own name, also for languages that the page does not have. @param {string} code */
export const ownName = (code) => languages[code] ?? new Intl.DisplayNames([code], { type: "language" }).of(code) ?? code;

/** A language's name in the language of the page. @param {string} code */
export const languageName = (code) => new Intl.DisplayNames([wordsLang], { type: "language" }).of(code) ?? code;

export function choose(/** @type {string} */ code) {
  remember(KEY, code); // without storage, the address keeps it for this page
  const address = new URL(location.href);
  address.searchParams.set("lang", code);
  location.replace(address);
}

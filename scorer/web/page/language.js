// Which language the page speaks: the address says so, else the last choice, else the browser.
// <html data-address-lang="cards"> marks a page whose address names the language of cards instead.
import { delivery } from "./delivery.js";
import { remember, remembered } from "./local_storage.js";

const KNOWN = Object.keys(delivery.languages);
const KEY = "ecotable-lang";

const ofCards = document.documentElement.dataset.addressLang === "cards";
const asked = ofCards ? null : new URLSearchParams(location.search).get("lang");
const wanted = [asked ?? "", remembered(KEY) ?? "", ...navigator.languages.flatMap((code) => [code, code.slice(0, 2)]), delivery.plain];
export const lang = wanted.find((code) => KNOWN.includes(code)) ?? KNOWN[0];
export const languages = delivery.languages; // {code: its own name}

export function choose(code) {
  remember(KEY, code); // where it cannot, the address carries it for this page at least
  const address = new URL(location.href);
  address.searchParams.set("lang", code);
  location.replace(address);
}

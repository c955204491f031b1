// Fill in the words and icons that the page names, and set their language.
import { all } from "./dom.js";
import { putIcons } from "./icons.js";
import { wordsLang } from "./language.js";
import { say } from "./words.js";

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

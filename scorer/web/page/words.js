// The page's own words. say("undo_what", {what}) fills the gaps; "key.one" is taken for n = 1.
import { engine } from "./engine.js";

let words = {};

export async function loadWords() {
  words = await engine.words();
}

export function say(key, gaps = {}) {
  const found = (gaps.n === 1 && words[`${key}.one`]) || words[key] || key;
  return found.replace(/\{(\w+)\}/g, (whole, name) => gaps[name] ?? whole);
}

// A word that may stand there for one thing only, else the general one: item.votes, item.
export const sayOf = (key, what, gaps) => say(`${key}.${what}` in words ? `${key}.${what}` : key, gaps);

export function listed(names) {
  if (names.length < 2) return names.join("");
  return `${names.slice(0, -1).join(", ")} ${say("and")} ${names.at(-1)}`;
}

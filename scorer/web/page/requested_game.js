// What the address asks for: which game, and its form, which mostly came along with the page.
import { engine } from "./engine.js";
import { inlineJson } from "./inline_json.js";
import { lang } from "./language.js";

export const query = new URLSearchParams(location.search);

export const requestedGame = () => (query.get("game") ?? "").replaceAll("-", "_");

export async function requestedForm() {
  const slug = requestedGame();
  return inlineJson(`form/${slug}.${lang}`) ?? engine.form(slug);
}

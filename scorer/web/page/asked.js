// What the address asks for: which game, and its form, which mostly came along with the page.
import { engine } from "./engine.js";
import { given } from "./given.js";
import { lang } from "./language.js";

export const query = new URLSearchParams(location.search);

export async function askedForm() {
  const slug = (query.get("game") ?? "").replaceAll("-", "_");
  return given(`form/${slug}.${lang}`) ?? engine.form(slug);
}

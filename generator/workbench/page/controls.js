// The controls of both pages: game, language, sides, size, search and filters.
import { $, on } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { markSeen, reconnect } from "./connection.js";
import { current, settings } from "./view.js";

/** Fill in the games and languages of the gallery. @param {string} title */
export function paintHead(title) {
  const { gallery } = current;
  document.title = say(title, { what: gallery.title });
  fillSelect($("game"), gallery.games.map((game) => [game.slug, game.title]), gallery.slug);
  fillSelect($("lang"), gallery.languages.map((code) => [code, languageName(code)]), gallery.lang);
  $("lang-field").hidden = gallery.languages.length < 2;
}

/** The name in the language of the page, capitalised, because many languages write it in lower case. @param {string} code */
function languageName(code) {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

/** @type {(select: HTMLSelectElement, options: string[][], value: string) => void} */
function fillSelect(select, options, value) {
  const twice = (/** @type {string} */ title) => options.filter(([, other]) => other === title).length > 1;
  select.replaceChildren(...options.map(([code, title]) => new Option(twice(title) ? `${title} (${code})` : title, code)));
  select.value = value;
}

/** What is chosen changes the state; `leave` forgets what belongs to another game or language. */
export function listenToControls(/** @type {(game: boolean) => void} */ leave) {
  translatePage();
  for (const side of $("side").querySelectorAll("input")) {
    side.checked = side.value === settings.side;
    on(side, "change", () => (settings.side = side.value));
  }
  $("text").value = settings.text;
  $("zoom").value = String(settings.zoom);
  const turnTo = (/** @type {{game?: string, lang: string}} */ change) => {
    leave("game" in change);
    Object.assign(settings, change);
    reconnect();
  };
  on($("game"), "change", ({ target }) => turnTo({ game: target.value, lang: "" }));
  on($("lang"), "change", ({ target }) => turnTo({ lang: target.value }));
  on($("zoom"), "input", ({ target }) => (settings.zoom = Number(target.value)));
  on($("text"), "input", ({ target }) => (settings.text = target.value));
  for (const name of /** @type {const} */ (["changed", "problems"])) on($(name), "click", () => (settings[name] = !settings[name]));
  on($("all-seen"), "click", () => {
    void markSeen();
    $("changed").focus();
  });
}

// The controls of both pages: game, language, sides, size, search and filters.
import { $ } from "../../../scorer/web/page/dom.js";
import { lang } from "../../../scorer/web/page/language.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { connect, forget, markSeen } from "./connection.js";
import { shown, wanted } from "./view.js";

/** Fill in the games and languages of a loaded gallery; remove nodes of other cards. */
export function paintHead(title) {
  const { gallery, nodes } = shown;
  document.title = say(title, { what: gallery.title });
  fillSelect($("game"), gallery.games.map((game) => [game.slug, game.title]), gallery.slug);
  fillSelect($("lang"), gallery.languages.map((code) => [code, languageName(code)]), gallery.lang);
  $("lang-field").hidden = gallery.languages.length < 2;
  const names = new Set(gallery.cards.map((card) => card.name));
  for (const name of nodes.keys()) if (!names.has(name)) nodes.delete(name);
}

// The name in the language of the page, capitalised, because many languages write it in lower case.
function languageName(code) {
  const name = new Intl.DisplayNames([lang], { type: "language" }).of(code) ?? code;
  return name.charAt(0).toLocaleUpperCase(lang) + name.slice(1);
}

function fillSelect(select, options, value) {
  const twice = (title) => options.filter(([, other]) => other === title).length > 1;
  select.replaceChildren(...options.map(([code, title]) => new Option(twice(title) ? `${title} (${code})` : title, code)));
  select.value = value;
}

export const on = (id, kind, act) => $(id).addEventListener(kind, act);

/** Set what a page does when the game, the language, the look or the filters change.
 * @param {{leave(game: boolean): void, repaint(): void, filter(): void}} page */
export function listenToControls({ leave, repaint, filter }) {
  translatePage();
  for (const side of $("side").querySelectorAll("input")) side.checked = side.value === wanted.side;
  $("text").value = wanted.text;
  $("zoom").value = wanted.zoom;
  const turnTo = (change) => {
    leave("game" in change);
    Object.assign(wanted, change);
    forget();
    connect();
  };
  const set = (change, after) => {
    Object.assign(wanted, change);
    after();
  };
  on("game", "change", ({ target }) => turnTo({ game: target.value, lang: "" }));
  on("lang", "change", ({ target }) => turnTo({ lang: target.value }));
  on("side", "change", ({ target }) => set({ side: target.value }, repaint));
  on("zoom", "input", ({ target }) => set({ zoom: Number(target.value) }, repaint));
  on("text", "input", ({ target }) => set({ text: target.value }, filter));
  for (const name of ["changed", "problems"]) on(name, "click", () => set({ [name]: !wanted[name] }, filter));
  on("all-seen", "click", () => {
    void markSeen();
    $("changed").focus();
  });
}

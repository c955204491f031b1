// Shared by every page: words, the language switch, and what happens once the page is usable.
import { delivery } from "./delivery.js";
import { $, idle, make } from "./dom.js";
import { failureNote } from "./failure.js";
import { choose, lang, languageName, languages } from "./language.js";
import { translatePage } from "./translate.js";
import { say } from "./words.js";

export function frame() {
  translatePage();
  const select = make("select", { id: "lang", onchange: () => choose(select.value) });
  select.append(...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code }, name)));
  select.value = lang;
  $("language").dataset.code = lang.toUpperCase();
  $("language").replaceChildren(
    make("label", { class: "unseen", for: "lang" }, say("language")),
    select,
  );
}

// The page is usable now. A published page then saves itself for offline use.
export function usable() {
  $("main").dataset.ready = "true";
  if (delivery.kind === "published") idle().then(keep).catch(() => {}); // offline
}

async function keep() {
  await (await import("./offline.js")).complete;
  $("main").append(make("p", { class: "help", id: "offline-ready" }, `✓ ${say("offline_ready")}`));
}

export function accent(/** @type {string} */ colour) {
  if (/^#[0-9a-f]{6}$/i.test(colour)) document.documentElement.style.setProperty("--game", colour);
}

/** Return a note for people who see a game in a language other than the one they chose.
 * @type {(key: string, spoken: string) => HTMLElement | null} */
export function languageNote(key, spoken) {
  if (spoken === lang) return null;
  return make("p", { class: "help", id: "other-language" }, say(key, { wanted: languageName(lang), language: languageName(spoken) }));
}

export function showFailure(/** @type {Partial<UnknownGame>} */ { message = "", games }) {
  $("main").replaceChildren(games ? otherGames(message, games) : failureNote(delivery.kind === "published" ? "app_not_loaded" : "lost"));
}

/** The address names an unknown game: list the available ones. @type {(slug: string, games: Game[]) => HTMLElement} */
function otherGames(slug, games) {
  const links = games.map((game) => make("li", {}, make("a", { href: `${location.pathname}?${new URLSearchParams({ game: game.slug })}` }, game.title)));
  return make("section", { class: "note", id: "unknown-game" }, make("h2", {}, say("unknown_game", { what: slug || "–" })), make("p", {}, say("known_games")), make("ul", {}, ...links));
}

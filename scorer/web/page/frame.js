// Shared by every page: words, the language switch, and what happens once the page is usable.
import { delivery } from "./delivery.js";
import { failureNote } from "./failure.js";
import { $, chooseLanguage, idle, lang, languageName, languages, make, say, translatePage } from "./page.js";

export function frame() {
  translatePage();
  const select = make("select", { id: "lang", onchange: () => chooseLanguage(select.value) });
  select.append(...Object.entries(languages).map(([code, name]) => make("option", { value: code, lang: code }, name)));
  select.value = lang;
  $("language").dataset.code = lang.toUpperCase();
  $("language").replaceChildren(make("label", { class: "unseen", for: "lang" }, say("language")), select);
}

// The page is usable now. A published page then saves itself for offline use.
export function usable() {
  $("main").dataset.ready = "true";
  if (delivery.kind !== "published") return;
  const note = make("p", { class: "help", id: "offline-ready" }, `✓ ${say("offline_ready")}`);
  idle().then(() => import("./offline.js")).then(({ complete }) => complete).then(() => $("main").append(note), () => {}); // offline
}

export function accent(/** @type {string} */ colour) {
  if (/^#[0-9a-f]{6}$/i.test(colour)) document.documentElement.style.setProperty("--game", colour);
}

/** Return a note for people who see a game in a language other than the one they chose. */
export function languageNote(/** @type {string} */ key, /** @type {string} */ spoken) {
  if (spoken === lang) return null;
  return make("p", { class: "help", id: "other-language" }, say(key, { wanted: languageName(lang), language: languageName(spoken) }));
}

export function showFailure(/** @type {Partial<UnknownGame>} */ { message = "", games }) {
  $("main").replaceChildren(games ? otherGames(message, games) : failureNote(delivery.kind === "published" ? "app_not_loaded" : "lost"));
}

function otherGames(/** @type {string} */ slug, /** @type {Game[]} */ games) {
  const links = games.map((game) => make("li", {}, make("a", { href: `${location.pathname}?${new URLSearchParams({ game: game.slug })}` }, game.title)));
  return make("section", { class: "note", id: "unknown-game" }, make("h2", {}, say("unknown_game", { what: slug || "–" })), make("p", {}, say("known_games")), make("ul", {}, ...links));
}

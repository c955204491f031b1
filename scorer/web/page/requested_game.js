// The game that the address names, and its form, which is usually embedded in the page.
import { engine } from "./engine.js";
import { inlineJson } from "./inline_json.js";
import { lang } from "./language.js";

export const query = new URLSearchParams(location.search);

export const requestedGame = () => (query.get("game") ?? "").replaceAll("-", "_");

/** The address names an unknown game. */
export class UnknownGame extends Error {
  /** @param {string} slug
   * @param {Game[]} games */
  constructor(slug, games) {
    super(slug);
    this.games = games;
  }
}

/** Return the game's entry in the list of games.
 * @returns {Promise<Game>} */
export async function gameOnShelf() {
  const slug = requestedGame();
  const { games } = await engine.shelf();
  const found = games.find((one) => one.slug === slug);
  if (!found) throw new UnknownGame(slug, games);
  return found;
}

export async function requestedForm() {
  const slug = requestedGame();
  const known = inlineJson(`form/${slug}.${lang}`);
  if (known) return known;
  await gameOnShelf();
  return engine.form(slug);
}

// The game that the address names, and its form, which is usually embedded in the page.
import { engine } from "./engine.js";
import { inlineJson, lang } from "./page.js";

export const query = new URLSearchParams(location.search);

export const requestedGame = () => (query.get("game") ?? "").replaceAll("-", "_");

/** Return the game's entry in the list of games. @returns {Promise<Game>} */
export async function listedGame() {
  const slug = requestedGame();
  const { games } = await engine.games();
  const game = games.find((one) => one.slug === slug);
  if (!game) throw Object.assign(new Error(slug), { games }); // the address names an unknown game
  return game;
}

/** @returns {Promise<Form>} */
export async function requestedForm() {
  const slug = requestedGame();
  const record = inlineJson(`form/${slug}.${lang}`);
  if (record) return record;
  await listedGame();
  return engine.form(slug);
}

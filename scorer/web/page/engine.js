// One interface to the rules, for served and published pages:
//   games()  form(slug)                          the games and their forms; never waits for the rules
//   score(slug, table)  whatIf(slug, table)      the rules; table: {answers: …} or a raw state
//   loading(hear)                                reports {done, total} while the rules are loaded
//   answers(slug, state)                         a state from a file as answers of the form
// A published page has the forms of the site's games, and their rules run in its worker.
import { ask, ownGames, postJson } from "./requests.js";
import { delivery } from "./delivery.js";
import { idle, inlineJson, lang } from "./page.js";

const isPublished = delivery.kind === "published";

async function json(/** @type {string} */ address, /** @type {Promise<Response>} */ request = ask(address)) {
  const answer = await request;
  if (!answer.ok && answer.status !== 409) throw new Error(`${answer.status} ${address}`);
  return answer.json();
}

async function post(/** @type {string} */ call, /** @type {string} */ slug, /** @type {unknown} */ table) {
  if (isPublished) await idle(); // the form comes first
  const address = `api/${call}/${slug}?lang=${lang}`;
  return json(address, postJson(address, table));
}

/** @type {Engine} */
export const engine = {
  loading: (hear) => {
    if (isPublished) import("./offline.js").then(({ whileLoading }) => whileLoading(hear)).catch(() => null);
  },
  games: async () => {
    if (!isPublished) return json(`api/games?lang=${lang}`);
    const record = await json(`api/games.${lang}.json`, fetch(`api/games.${lang}.json`));
    return { ...record, games: [...ownGames(lang), ...record.games] };
  },
  form: (slug) => json(`api/form/${slug}?lang=${lang}`),
  score: (slug, table) => post("score", slug, table),
  whatIf: (slug, table) => post("what-if", slug, table),
  answers: (slug, state) => post("answers", slug, state),
};

// The game that the address names, and its form, which is usually embedded in the page.
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

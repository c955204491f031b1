// One interface to the rules, for served and published pages:
//   games()  form(slug)                          the games and their forms; never waits for the rules
//   score(slug, table)  whatIf(slug, table)      the rules; table: {answers: …} or a raw state
//   loading(hear)                                reports {done, total} while the rules are loaded
//   answers(slug, state)                         a state from a file as answers of the form
// A published page has the forms of the site's games, and their rules run in its worker.
import { ask, ownGames, postJson } from "./requests.js";
import { delivery } from "./delivery.js";
import { idle, lang } from "./page.js";

/** @type {(address: string, request?: Promise<Response>) => Promise<any>} */
async function json(address, request = ask(address)) {
  const answer = await request;
  if (!answer.ok && answer.status !== 409) throw new Error(`${answer.status} ${address}`);
  return answer.json();
}

async function post(/** @type {string} */ call, /** @type {string} */ slug, /** @type {unknown} */ table) {
  if (delivery.kind === "published") await idle(); // the form comes first
  const address = `api/${call}/${slug}?lang=${lang}`;
  return json(address, postJson(address, table));
}

/** @type {Engine} */
const served = {
  loading: () => {}, // the rules are always loaded
  games: () => json(`api/games?lang=${lang}`),
  form: (slug) => json(`api/form/${slug}?lang=${lang}`),
  score: (slug, table) => post("score", slug, table),
  whatIf: (slug, table) => post("what-if", slug, table),
  answers: (slug, state) => post("answers", slug, state),
};

/** @type {Engine} */
const published = {
  ...served,
  loading: (hear) => void import("./offline.js").then(({ whileLoading }) => whileLoading(hear)).catch(() => null),
  games: async () => {
    const record = await json(`api/games.${lang}.json`, fetch(`api/games.${lang}.json`));
    return { ...record, games: [...ownGames(lang), ...record.games] };
  },
};

/** @type {Engine} */
export const engine = delivery.kind === "published" ? published : served;

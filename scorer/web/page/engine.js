// One interface to the rules, for served and published pages:
//   shelf()  form(slug)                          the games and their forms; never waits for the rules
//   score(slug, table)  whatIf(slug, table)      the rules; table: {answers: …} or a raw state
//   loading(hear)                                reports {done, total} while the rules are loaded
//   answers(slug, state)                         a state from a file as answers of the form
// Served pages use HTTP. On a published page, a worker runs the same Python (see worker.js); games of
// this browser are scored by the app, which answers as a server does.
import { answering, ownGames } from "./answering.js";
import { delivery } from "./delivery.js";
import { idle } from "./idle.js";
import { lang } from "./language.js";

// The rules cannot be reached.
class Unreachable extends Error {}

async function json(address, options) {
  let answer;
  try {
    answer = await fetch(address, options);
  } catch {
    throw new Unreachable(address);
  }
  if (answer.status === 409) return answer.json();
  if (!answer.ok) throw new Unreachable(`${answer.status} ${address}`);
  return answer.json();
}

const post = (call, slug, table) =>
  json(`api/${call}/${slug}?lang=${lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(table),
  });

const served = {
  loading: () => {}, // the rules are always loaded
  shelf: () => json(`api/shelf?lang=${lang}`),
  form: (slug) => json(`api/form/${slug}?lang=${lang}`),
  score: (slug, table) => post("score", slug, table),
  whatIf: (slug, table) => post("what-if", slug, table),
  answers: (slug, state) => post("answers", slug, state),
};

// The worker receives {id, call, slug, table, lang} and answers {id, record} or {id, fault}. Before
// that, it reports {loading}.
function workerEngine() {
  /** @type {Promise<Worker> | null} */
  let starting = null; // the worker, once started
  let count = 0;
  const waiting = new Map();
  /** @type {((loading: Loading) => void) | undefined} */
  let heard;
  const settle = ({ data }) => {
    if (data.loading) return heard?.(data.loading);
    const asked = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.fault) asked?.reject(new Unreachable(data.fault));
    else asked?.resolve(data.record);
    return undefined;
  };
  const start = async () => {
    await idle(); // the form comes first
    const { covered } = await import("./offline.js");
    await covered; // the service worker must see these requests
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = settle;
    worker.onerror = () => {
      waiting.forEach((asked) => asked.reject(new Unreachable("worker")));
      waiting.clear();
      starting = null;
    };
    return worker;
  };
  const own = (slug) => ownGames(lang).some((game) => game.slug === slug);
  const ask = async (call, slug, table) => {
    if (own(slug) && (await answering())) return post(call, slug, table);
    starting ??= start();
    const worker = await starting;
    return new Promise((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call, slug, table, lang });
    });
  };
  return {
    loading: (hear) => (heard = hear),
    shelf: async () => {
      const shelf = await json(`api/shelf.${lang}.json`);
      return { ...shelf, games: [...ownGames(lang), ...shelf.games] };
    },
    form: async (slug) => {
      if (own(slug) && (await answering())) return served.form(slug);
      throw new Unreachable(slug); // a published page contains every other form
    },
    score: (slug, table) => ask("score", slug, table),
    whatIf: (slug, table) => ask("what-if", slug, table),
    answers: (slug, state) => ask("answers", slug, state),
  };
}

/** @type {Engine} */
export const engine = delivery.kind === "published" ? workerEngine() : served;

// Games that were scored in this browser, scored again with the numbers of the game on this page.
import { lang } from "../../../scorer/web/page/language.js";
import { forRules } from "../../../scorer/web/page/people.js";
import * as savedTables from "../../../scorer/web/page/saved_tables.js";
import { fold } from "../../../scorer/web/page/taps.js";
import { bench } from "./state.js";
import { shown } from "./view.js";

const MOST = 200;

/** Return every finished game, with its earlier and its current result. Games of the game that a
 * copy comes from count for the copy too.
 * @type {() => Promise<any[]>} */
export async function tablesHere() {
  const names = [shown.gallery.slug, bench.record.origin];
  const all = await savedTables.tables().catch(() => []);
  const finished = all.filter(({ game, facts }) => names.includes(game) && facts?.done && !facts.example);
  const again = [];
  for (const table of finished.slice(0, MOST)) again.push(await scoredAgain(table));
  return again;
}

/** @type {(table: any) => Promise<any>} */
async function scoredAgain({ id, began, facts: { winners, outcome, people } }) {
  const { answers } = fold(await savedTables.taps(id));
  const answer = await fetch(`../api/score/${shown.gallery.slug}?lang=${lang}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ answers: forRules(answers) }),
  });
  const { result } = answer.ok ? await answer.json() : { result: null };
  const now = { winners: result?.winners ?? [], outcome: result?.outcome ?? "" };
  const other = Boolean(result) && (outcome !== now.outcome || [...winners].sort().join("\n") !== [...now.winners].sort().join("\n"));
  return { id, when: new Date(began).toISOString(), names: people.map(({ name }) => name), then: { winners, outcome }, now, other };
}

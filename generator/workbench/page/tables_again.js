// Games that were scored in this browser, scored again with the numbers of the game on this page.
import { lang } from "../../../scorer/web/page/page.js";
import { forRules } from "../../../scorer/web/page/people.js";
import { postJson } from "../../../scorer/web/page/requests.js";
import * as savedTables from "../../../scorer/web/page/saved_tables.js";
import { replay } from "../../../scorer/web/page/taps.js";
import { bench, current } from "./view.js";

const MOST = 200;

/** Return every finished game, with its earlier and its current result. Games of the game that a
 * copy comes from count for the copy too. @type {() => Promise<Replayed[]>} */
export async function tablesHere() {
  const names = [current.gallery.slug, bench.record.origin];
  const again = [];
  for (const { id, game, began, facts } of await savedTables.tables().catch(() => [])) {
    const counts = names.includes(game) && facts?.done && !facts.example && again.length < MOST;
    if (counts) again.push(await scoredAgain(id, began, facts));
  }
  return again;
}

/** @type {(id: string, began: number, facts: TableFacts) => Promise<Replayed>} */
async function scoredAgain(id, began, { winners, outcome, people }) {
  const { answers } = replay(await savedTables.taps(id));
  const answer = await postJson(`../api/score/${current.gallery.slug}?lang=${lang}`, { answers: forRules(answers) });
  /** @type {Partial<ScoreRecord>} */
  const { result } = answer.ok ? await answer.json() : {};
  const now = { winners: result?.winners ?? [], outcome: result?.outcome ?? "" };
  const same = outcome === now.outcome && [...winners].sort().join("\n") === [...now.winners].sort().join("\n");
  const names = people.map(({ name }) => name);
  return { id, when: new Date(began).toISOString(), names, then: { winners, outcome }, now, other: Boolean(result) && !same };
}

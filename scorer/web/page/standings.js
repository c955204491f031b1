// Wins and points of people who played the same game together more than once.
import { joinNames, make, number, say } from "./page.js";

const LEAST_TABLES = 2;

/** Build one table for each game and group, the most recent first.
 * @type {(tables: SavedTable[], gameTitle: (table: SavedTable) => string) => HTMLElement[]} */
export function standings(tables, gameTitle) {
  const groups = new Map();
  for (const table of tables.filter((one) => one.facts?.done && !one.facts.example && one.facts.people.length)) {
    const key = JSON.stringify([table.game, table.facts?.people.map((one) => one.name).sort()]);
    groups.set(key, [...(groups.get(key) ?? []), table]);
  }
  return [...groups.values()].filter((played) => played.length >= LEAST_TABLES).map((played) => standing(played, gameTitle(played[0])));
}

function standing(/** @type {SavedTable[]} */ played, /** @type {string} */ title) {
  const people = played.flatMap((table) => table.facts?.people ?? []);
  const names = [...new Set(people.map((one) => one.name))];
  const rows = names.map((name) => row(name, people.filter((one) => one.name === name)));
  rows.sort((one, other) => other.won - one.won || other.points - one.points);
  const head = ["name", "standing_won", "standing_points"].map((key) => make("th", { scope: "col" }, say(key)));
  const caption = make("caption", {}, `${title} · ${joinNames(names)} · ${say("standing_tables", { n: played.length })}`);
  return make("table", { class: "standing" }, caption, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...rows.map((one) => one.node)));
}

function row(/** @type {string} */ name, /** @type {TableFacts["people"]} */ played) {
  const won = played.filter((one) => one.won).length;
  const counted = played.filter((one) => one.points !== null);
  const points = counted.reduce((sum, one) => sum + Number(one.points), 0);
  const cells = [number(won), counted.length ? number(points) : "–"].map((text) => make("td", {}, text));
  return { won, points, node: make("tr", {}, make("th", { scope: "row" }, name), ...cells) };
}

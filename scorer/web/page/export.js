// Exports of a result: the state as JSON, the lines as CSV, a play for BG Stats.
import { lang, say } from "./page.js";
import { namesOnSide, seatNames } from "./people.js";
import { localTime } from "./save_file.js";

export const fileName = (/** @type {ScoredTable} */ table, /** @type {string} */ ending) => `${table.form.slug}-${localTime(table.began()).slice(0, 10)}.${ending}`;

export const asJson = (/** @type {ResultTable} */ table) => `${JSON.stringify(table.record.state, null, 2)}\n`;

/** Prefix text that a spreadsheet would read as a formula with a quote. @param {unknown} value */
function cell(value) {
  const text = String(value);
  const safe = /^[=+@\t\r]|^-\D/.test(text) ? `'${text}` : text;
  return /[",\n;]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export function asCsv(/** @type {ResultTable} */ table) {
  const { sides, extras } = table.record.result;
  const names = (/** @type {Side} */ side) => namesOnSide(table.form, table.answers(), sides, side).join(", ");
  const rows = [...sides, ...extras].flatMap((side) =>
    side.lines.map((line) => [side.name, side.place ?? "", table.form.rules[line.rule] ?? line.rule, line.points, line.why, names(side)]),
  );
  const head = ["csv_side", "csv_place", "csv_rule", "csv_points", "csv_why", "csv_names"].map((key) => say(key));
  return csvText([head, ...rows]);
}

/** Return rows for a spreadsheet, which expects semicolons between cells where decimals use a comma. */
export function csvText(/** @type {unknown[][]} */ rows) {
  const separator = (0.5).toLocaleString(lang).includes(",") ? ";" : ",";
  return `\ufeff${rows.map((row) => row.map(cell).join(separator)).join("\r\n")}\r\n`;
}

const TOGETHER = ["won", "lost", "ongoing"];

function play(/** @type {ResultTable} */ table) {
  const { result, state } = table.record;
  const together = TOGETHER.includes(result.outcome);
  return {
    sourceName: "Ecotable",
    sourcePlayId: table.id || table.form.slug,
    playDate: localTime(table.began()),
    game: { name: table.form.title, sourceGameId: table.form.slug, highestWins: true, noPoints: together },
    players: players(table, result, state, together),
  };
}

/** @type {(table: ScoredTable, result: Result, state: any, together: boolean) => object[]} */
function players(table, result, state, together) {
  const team = (/** @type {string} */ name) => Object.entries(state.teams ?? {}).find(([, members]) => members.includes(name))?.[0];
  const people = seatNames(table.form, table.answers());
  // A side is not a person, so use the names of its players.
  const sides = result.sides.map((side) => ({ name: "", role: side.name, side: side.name }));
  return (people.length ? people : sides).map(({ name, role: own, side: sideName }, index) => {
    const side = result.sides.find((one) => one.name === (team(name) ?? sideName)) ?? result.sides[0];
    const winner = together ? result.outcome === "won" : result.winners.includes(side.name);
    const role = team(name) ?? own;
    return { name: name || say("item.players", { n: index + 1 }), startPlayer: false, winner, score: together ? "" : String(side.total), rank: together ? 0 : side.place, role };
  });
}

export const bgStats = (/** @type {ResultTable} */ table) => `https://app.bgstatsapp.com/createPlay.html?data=${encodeURIComponent(JSON.stringify(play(table)))}`;

/** The same as a file. BG Stats recognises it by its extension. @param {ResultTable} table */
export const asPlay = (table) => `${JSON.stringify(play(table), null, 2)}\n`;

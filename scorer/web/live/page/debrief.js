// The debriefing: for each game one picture of all tables, the results, what could have gone
// differently, and the questions of the rules. It is saved only on request.
import { button, joinNames, lang, make, number, say } from "../../page/page.js";
import { csvText } from "../../page/export.js";
import { save } from "../../page/save_file.js";
import { ask } from "./ask.js";
import { pictureOf } from "./pictures.js";

/** @typedef {{again: () => void, end: () => void}} DebriefActions */

/** @type {(place: HTMLElement, record: Debriefing, act: DebriefActions) => void} */
export function showDebrief(place, record, act) {
  const games = Object.values(record.games).map((game) => gamePart(game, record.tables.filter((table) => table.game === game.slug)));
  const empty = games.length ? null : make("p", { class: "note" }, say("no_tables"));
  const today = new Date().toLocaleDateString(lang, { dateStyle: "long" });
  const onPaper = make("p", { class: "on-paper" }, `${say("class_title", { name: record.class })} · ${today}`);
  place.replaceChildren(make("div", { class: "debrief", id: "debrief" }, onPaper, actions(record, act), empty, ...games));
}

function actions(/** @type {Debriefing} */ record, /** @type {DebriefActions} */ { again, end }) {
  const name = (/** @type {string} */ ending) => `${record.class.replace(/[^\p{L}\p{N}-]+/gu, "-") || "class"}-${new Date().toISOString().slice(0, 10)}.${ending}`;
  return make(
    "div",
    { class: "actions" },
    button(say("save_class_json"), () => save(name("json"), asJson(record), "application/json"), { class: "plain", id: "save-class-json" }),
    button(say("save_class_csv"), () => save(name("csv"), asCsv(record), "text/csv"), { class: "plain", id: "save-class-csv" }),
    button(say("print_debrief"), () => print(), { class: "plain", id: "print-debrief" }),
    button(say("load_again"), again, { class: "plain", id: "load-again" }),
    button(say("end_class"), () => ask(say("end_class_ask"), [say("end_class_yes"), end], say("cancel")), { class: "plain", id: "end-class" }),
  );
}

function asJson(/** @type {Debriefing} */ record) {
  const tables = record.tables.map(({ name, game, state, result, finished }) => ({ name, game, finished, state, result }));
  return `${JSON.stringify({ class: record.class, saved: new Date().toISOString(), tables }, null, 2)}\n`;
}

function asCsv(/** @type {Debriefing} */ record) {
  const head = ["csv_table", "csv_game", "csv_name", "csv_placed", "csv_total", "csv_winner"].map((key) => say(key));
  const rows = record.tables.flatMap((table) => {
    const { title } = record.games[table.game];
    return (table.result?.sides ?? []).map((side) => [table.name, title, side.name, side.place, side.total, Number(hasWon(table, side))]);
  });
  return csvText([head, ...rows]);
}

const hasWon = (/** @type {DebriefTable} */ table, /** @type {Side} */ side) => table.entered > 0 && !table.open.length && (table.result?.winners ?? []).includes(side.name);

function gamePart(/** @type {DebriefGame} */ game, /** @type {DebriefTable[]} */ tables) {
  const counted = tables.filter((table) => table.result && table.entered);
  const caption = { ecologic: "pic_ecologic", kompensaatiopeli: "pic_boards", better_life: "pic_meters", ecosfera_baltica: "pic_stars" }[game.slug] ?? "pic_totals";
  const figure = counted.length ? make("figure", {}, pictureOf(counted, game), make("figcaption", {}, say(caption))) : null;
  const node = make("section", { class: "debrief-game", "data-game": game.slug }, make("h2", {}, game.title), figure, results(tables), otherwise(counted), questions(game));
  if (/^#[0-9a-f]{6}$/i.test(game.accent)) node.style.setProperty("--game", game.accent);
  return node;
}

function results(/** @type {DebriefTable[]} */ tables) {
  const rows = tables.map((table) => {
    const { sides = [], notes = [] } = (table.entered && table.result) || {};
    const points = sides.map((side) => `${side.name} ${number(side.total)}`).join(", ");
    const lines = notes.map((text) => make("p", { class: "quiet" }, text));
    return make("tr", {}, make("th", { scope: "row" }, table.name), make("td", {}, points), make("td", {}, verdict(table), ...lines));
  });
  return make("table", {}, make("caption", {}, say("results")), make("tbody", {}, ...rows));
}

function verdict(/** @type {DebriefTable} */ table) {
  if (!table.entered) return say("nothing_entered");
  if (!table.result || table.open.length) return say("not_finished", { n: table.open.length });
  const { outcome, winners } = table.result;
  /** @type {Partial<Record<Result["outcome"], string>>} */
  const words = { draw: say("draw"), won: say("won"), lost: say("lost_all"), ongoing: say("ongoing") };
  return words[outcome] ?? `${say("winner")}: ${joinNames(winners)}`;
}

function otherwise(/** @type {DebriefTable[]} */ tables) {
  const items = tables.filter((table) => !table.open.length).map((table) => {
    const turns = table.turns.slice(0, 2).map((turn) => make("li", {}, turn.change, " → ", make("strong", {}, turn.then)));
    return make("li", {}, make("h4", {}, table.name), turns.length ? make("ul", {}, ...turns) : make("p", { class: "quiet" }, say("no_turn")));
  });
  if (!items.length) return null;
  return make("div", { class: "otherwise" }, make("h3", {}, say("otherwise")), make("ul", {}, ...items));
}

function questions(/** @type {DebriefGame} */ game) {
  if (!game.questions.length) return null;
  return make("div", { class: "questions" }, make("h3", {}, say("questions")), make("ol", {}, ...game.questions.map((text) => make("li", {}, text))));
}

// The debriefing: for each game one picture of all tables, the results, what could have gone
// differently, and the questions of the rules. It is saved only on request.
import { button, make } from "../../page/dom.js";
import { csvText } from "../../page/export.js";
import { lang } from "../../page/language.js";
import { save } from "../../page/save_file.js";
import { listed, number, say } from "../../page/words.js";
import { ask } from "./ask.js";
import { pictureOf } from "./pictures/index.js";

/** @type {(place: HTMLElement, found: Debriefing, act: {again: () => void, end: () => void}) => void} */
export function showDebrief(place, found, act) {
  const games = Object.values(found.games).map((game) => gamePart(game, found.tables.filter((table) => table.game === game.slug)));
  const empty = games.length ? null : make("p", { class: "note" }, say("no_tables"));
  place.replaceChildren(make("div", { class: "debrief", id: "debrief" }, onPaper(found), actions(found, act), empty, ...games));
}

const onPaper = (found) => make("p", { class: "on-paper" }, `${say("class_title", { name: found.class })} · ${today()}`);
const today = () => new Date().toLocaleDateString(lang, { dateStyle: "long" });

function actions(found, { again, end }) {
  const name = (ending) => `${found.class.replace(/[^\p{L}\p{N}-]+/gu, "-") || "class"}-${new Date().toISOString().slice(0, 10)}.${ending}`;
  return make(
    "div",
    { class: "actions" },
    button(say("save_class_json"), () => save(name("json"), asJson(found), "application/json"), { class: "plain", id: "save-class-json" }),
    button(say("save_class_csv"), () => save(name("csv"), asCsv(found), "text/csv"), { class: "plain", id: "save-class-csv" }),
    button(say("print_debrief"), () => print(), { class: "plain", id: "print-debrief" }),
    button(say("load_again"), again, { class: "plain", id: "load-again" }),
    button(say("end_class"), () => ask(say("end_class_ask"), [say("end_class_yes"), end], say("cancel")), { class: "plain", id: "end-class" }),
  );
}

/** @param {Debriefing} found */
function asJson(found) {
  const tables = found.tables.map(({ name, game, state, result, finished }) => ({ name, game, finished, state, result }));
  return `${JSON.stringify({ class: found.class, saved: new Date().toISOString(), tables }, null, 2)}\n`;
}

/** @param {Debriefing} found */
function asCsv(found) {
  const head = ["csv_table", "csv_game", "csv_name", "csv_placed", "csv_total", "csv_winner"].map((key) => say(key));
  const rows = found.tables.flatMap((table) => (table.result?.sides ?? []).map((side) => [table.name, found.games[table.game].title, side.name, side.place, side.total, hasWon(table, side) ? 1 : 0]));
  return csvText([head, ...rows]);
}

const hasWon = (table, side) => table.entered > 0 && !table.open.length && (table.result?.winners ?? []).includes(side.name);

/** @type {(game: DebriefGame, tables: DebriefTable[]) => HTMLElement} */
function gamePart(game, tables) {
  const counted = tables.filter((table) => table.result && table.entered);
  const caption = { ecologic: "pic_ecologic", kompensaatiopeli: "pic_boards", better_life: "pic_meters", ecosfera_baltica: "pic_stars" }[game.slug] ?? "pic_totals";
  const figure = counted.length ? make("figure", {}, pictureOf(counted, game), make("figcaption", {}, say(caption))) : null;
  const node = make("section", { class: "debrief-game", "data-game": game.slug }, make("h2", {}, game.title), figure, results(tables), otherwise(counted), questions(game));
  if (/^#[0-9a-f]{6}$/i.test(game.accent)) node.style.setProperty("--game", game.accent);
  return node;
}

function results(tables) {
  const rows = tables.map((table) => make("tr", {}, make("th", { scope: "row" }, table.name), make("td", {}, sidesText(table)), make("td", {}, verdict(table), ...doubts(table))));
  return make("table", {}, make("caption", {}, say("results")), make("tbody", {}, ...rows));
}

const doubts = (table) => ((table.entered && table.result?.notes) || []).map((text) => make("p", { class: "quiet" }, text));

const sidesText = (table) => ((table.entered && table.result?.sides) || []).map((side) => `${side.name} ${number(side.total)}`).join(", ");

function verdict(table) {
  if (!table.entered) return say("nothing_entered");
  if (!table.result || table.open.length) return say("not_finished", { n: table.open.length });
  const { outcome, winners } = table.result;
  const words = { draw: say("draw"), won: say("won"), lost: say("lost_all"), ongoing: say("ongoing") };
  return words[outcome] ?? `${say("winner")}: ${listed(winners)}`;
}

function otherwise(tables) {
  const items = tables.filter((table) => !table.open.length).map((table) => {
    const turns = table.turns.slice(0, 2).map((turn) => make("li", {}, turn.change, " → ", make("strong", {}, turn.then)));
    return make("li", {}, make("h4", {}, table.name), turns.length ? make("ul", {}, ...turns) : make("p", { class: "quiet" }, say("no_turn")));
  });
  if (!items.length) return null;
  return make("div", { class: "otherwise" }, make("h3", {}, say("otherwise")), make("ul", {}, ...items));
}

function questions(game) {
  if (!game.questions.length) return null;
  return make("div", { class: "questions" }, make("h3", {}, say("questions")), make("ol", {}, ...game.questions.map((text) => make("li", {}, text))));
}

// The result: who won, every line with its reason, and what would have changed the result.
import { all, button, joinNames, lang, make, number, say } from "./page.js";
import { engine } from "./engine.js";
import { failureNote } from "./failure.js";
import { resultViews } from "./kinds/index.js";
import { isTooOld } from "./old_browser.js";
import { namesOf, namesOnSide } from "./people.js";
import { fieldAt, placeName } from "./taps.js";

let comparedAnswers = ""; // the answers for which alternatives are shown
let lit = ""; // the line whose cells are highlighted

/** @param {string[]} open @returns {Path[]} */
const paths = (open) => open.map((path) => {
  const keys = path.split(".");
  return /^\d+$/.test(keys[1]) ? [keys[0], Number(keys[1]), keys.slice(2).join(".")] : [path];
});

let loading = /** @type {Loading | undefined} */ (undefined);

export function followLoading(/** @type {() => void} */ progress) {
  engine.loading((now) => {
    loading = now;
    progress();
  });
}

function waitingText() {
  if (!loading) return say("counting");
  return loading.done < loading.total ? say("fetching_rules", loading) : say("starting_rules");
}

const lostReason = () => (isTooOld() ? "app_old" : "no_rules");

/** Return one sentence for screen readers. @param {ScoredTable} table */
export function verdict(table) {
  const { record } = table;
  if (!record) return "";
  if (record.lost) return say(lostReason());
  if (record.problems.length) return say("has_problems", { n: record.problems.length });
  if (!record.result) return say("still_open", { n: record.open.length });
  const sums = record.result.sides.map((side) => `${side.name} ${number(side.total)}`).join(", ");
  return record.open.length ? `${sums}. ${say("still_open", { n: record.open.length })}` : `${sums}. ${record.result.reason}`;
}

/** Return the totals for the bar, updated after each tap. @param {ScoredTable} table */
export function totals(table) {
  const { record } = table;
  if (!record) return [make("span", { class: "quiet" }, waitingText())];
  if (record.lost) return [make("span", { class: "quiet" }, say("no_rules_bar"))];
  if (record.problems.length) return [make("span", { class: "warn" }, say("has_problems", { n: record.problems.length }))];
  if (!record.result) return [make("span", { class: "quiet" }, say("still_open", { n: record.open.length }))];
  const { result } = record;
  const best = !record.open.length && ["ranked", "draw", "won"].includes(result.outcome);
  return result.sides.map((side) =>
    make("span", { class: best && result.winners.includes(side.name) ? "total first" : "total" }, make("span", { class: "who" }, side.name), " ", make("b", {}, number(side.total))),
  );
}

/** @typedef {(path: Path) => void} GoTo */

/** @type {(table: ScoredTable, place: HTMLElement, goTo: GoTo) => void} */
export function showResult(table, place, goTo) {
  const { record } = table;
  if (!record) return place.replaceChildren(make("p", { class: "note", id: "waiting" }, waitingText()));
  if (record.lost) return place.replaceChildren(failureNote(lostReason(), isTooOld() ? null : () => table.score()));
  if (record.problems.length) return place.replaceChildren(problems(table, record.problems, goTo));
  if (record.open.length || !record.result) return place.replaceChildren(openList(table, record, goTo));
  const { result } = record;
  const [board] = resultViews(table);
  const cards = result.sides.map((side) => sideCard(table, result, side, board, true));
  const lines = make("div", { class: "sides", lang: table.form.spoken }, ...cards, ...extras(table, result, board));
  const change = make("section", { class: "what-if", id: "what-if" });
  const finished = table.isFinished() ? make("p", { class: "note good", id: "finished-shown" }, say("finished_shown")) : "";
  const both = make("div", { class: board ? "with-board" : "" }, board?.node ?? "", lines);
  place.replaceChildren(onPaper(table), headline(table, result), finished, noteList(table, record.notes, goTo), both, change);
  showChanges(table, change);
  return undefined;
}

function problems(/** @type {ScoredTable} */ table, /** @type {FieldProblem[]} */ wrong, /** @type {GoTo} */ goTo) {
  const items = placeList(table, wrong, goTo);
  return make("section", { class: "note warn" }, make("h3", {}, say("has_problems", { n: items.length })), make("ul", {}, ...items));
}

/** Entries that are valid but may be mistakes. @type {(table: ScoredTable, notes: FieldProblem[], goTo: GoTo) => HTMLElement | ""} */
function noteList(table, notes, goTo) {
  const items = placeList(table, notes, goTo);
  return items.length ? make("section", { class: "note", id: "notes" }, make("h3", {}, say("is_this_right")), make("ul", {}, ...items)) : "";
}

/** List entries, each with its field. @type {(table: ScoredTable, entries: FieldProblem[], goTo: GoTo) => HTMLElement[]} */
function placeList(table, entries, goTo) {
  return entries.map(({ path, text }) => {
    const place = fieldAt(table.form, path) && placeName(table.form, table.answers(), path);
    const link = place && button(place, () => goTo(path), { class: "link" });
    return make("li", {}, link || "", make("p", {}, text));
  });
}

/** @type {(table: ScoredTable, record: ScoreRecord, goTo: GoTo) => HTMLElement} */
function openList(table, { open, hints }, goTo) {
  const items = paths(open).map((path) => {
    const hint = hints.find((one) => one.path.join() === path.join());
    const link = button(placeName(table.form, table.answers(), path), () => goTo(path), { class: "link" });
    return make("li", {}, link, hint ? make("p", { class: "help" }, hint.text) : "");
  });
  return make("section", { class: "note" }, make("h3", {}, say("still_to_enter")), make("ul", {}, ...items));
}

/** The printed result shows who played, and when. @param {ScoredTable} table */
function onPaper(table) {
  const names = namesOf(table.form, table.answers());
  const day = new Date(table.began()).toLocaleDateString(lang, { dateStyle: "long" });
  return make("p", { class: "on-paper" }, [joinNames(names), day].filter(Boolean).join(" · "));
}

// Collapsed parts are printed too.
addEventListener("beforeprint", () => all("details.extras:not([open])").forEach((node) => {
  node.setAttribute("open", "");
  addEventListener("afterprint", () => node.removeAttribute("open"), { once: true });
}));

function headline(/** @type {ScoredTable} */ table, /** @type {Result} */ result) {
  const title = { ranked: "winner", draw: "draw", won: "won", lost: "lost_all", ongoing: "ongoing" }[result.outcome];
  const ranked = ["ranked", "draw"].includes(result.outcome);
  const eyebrow = ranked ? make("p", { class: "eyebrow" }, say(title)) : null;
  return make("section", { class: `verdict ${result.outcome}`, id: "verdict" }, eyebrow, make("h3", { lang: ranked && table.form.spoken }, ranked ? joinNames(result.winners) : say(title)), make("p", { lang: table.form.spoken }, result.reason), who(table, result));
}

/** Names of the people if a side is not a person. @param {ScoredTable} table @param {Result} result */
function who(table, { sides }) {
  const names = (/** @type {Side} */ side) => namesOnSide(table.form, table.answers(), sides, side);
  const lines = sides.filter((side) => names(side).length).map((side) => `${side.name}: ${joinNames(names(side))}`);
  return lines.length ? make("p", { class: "who-played" }, lines.join(" · ")) : null;
}

/** @type {(table: ScoredTable, result: Result, side: Side, board: ResultView | undefined, placed: boolean) => HTMLElement} */
function sideCard(table, result, side, board, placeList) {
  const first = placeList && result.winners.includes(side.name);
  const place = placeList && ["ranked", "draw"].includes(result.outcome) && result.sides.length > 1 ? make("span", { class: "place" }, say("place", { n: side.place })) : null;
  const head = make("div", { class: "side-head" }, make("h4", {}, side.name), place, make("b", { class: "side-total" }, number(side.total)));
  const lines = side.lines.map((line, index) => lineRow(table, line, `${side.name}/${index}`, board));
  return make("section", { class: first ? "side first" : "side" }, head, make("ul", { class: "lines" }, ...lines));
}

/** @type {(table: ScoredTable, result: Result, board: ResultView | undefined) => HTMLElement[]} */
function extras(table, result, board) {
  if (!result.extras.length) return [];
  const cards = result.extras.map((extra) => sideCard(table, result, extra, board, false));
  return [make("details", { class: "extras" }, make("summary", {}, say("extras")), ...cards)];
}

/** @type {(table: ScoredTable, line: Line, key: string, board: ResultView | undefined) => HTMLElement} */
function lineRow(table, line, key, board) {
  const rule = table.form.rules[line.rule] ?? line.rule;
  const points = make("b", { class: "points" }, `${line.points > 0 ? "+" : ""}${number(line.points)}`);
  const words = [make("span", { class: "rule" }, rule), points, make("span", { class: "why" }, line.why)];
  if (!board || !line.cells.length) return make("li", { class: "line" }, ...words);
  const toggle = () => {
    lit = lit === key ? "" : key;
    board.light(lit ? line.cells : []);
    for (const other of all("button.line")) other.setAttribute("aria-pressed", String(other.dataset.line === lit));
  };
  const node = make("button", { type: "button", class: "line", "aria-pressed": lit === key, "data-line": key, onclick: toggle }, ...words);
  if (lit === key) board.light(line.cells);
  return make("li", {}, node);
}

async function showChanges(/** @type {ScoredTable} */ table, /** @type {HTMLElement} */ place) {
  const answers = JSON.stringify(table.answers());
  comparedAnswers = answers;
  const record = await engine.whatIf(table.form.slug, table.request()).catch(() => null);
  if (!record || comparedAnswers !== answers) return; // the table has changed in the meantime
  const items = record.turns.map((turn) => make("li", {}, make("span", {}, turn.change), " → ", make("strong", {}, turn.then)));
  const list = items.length ? make("ul", { lang: table.form.spoken }, ...items) : make("p", {}, say("no_change"));
  place.replaceChildren(make("h3", {}, say("what_if")), list);
}

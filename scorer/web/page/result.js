// The result: who won, every line with its reason, and what would have changed the result.
import { all, button, make } from "./dom.js";
import { engine } from "./engine.js";
import { resultViews } from "./kinds/index.js";
import { lang } from "./language.js";
import { namesOf, namesOnSide } from "./people.js";
import { fieldAt, placeName } from "./taps.js";
import { listed, number, say } from "./words.js";

let shown = ""; // the answers for which alternatives are shown
let lit = ""; // the line whose cells are highlighted

const paths = (open) => open.map((path) => {
  const keys = path.split(".");
  return /^\d+$/.test(keys[1]) ? [keys[0], Number(keys[1]), keys.slice(2).join(".")] : [path];
});

/** @type {Loading | undefined} */
let loading;

/** Show the progress of loading the rules.
 * @type {(shown: () => void) => void} */
export function followLoading(shown) {
  engine.loading((now) => {
    loading = now;
    shown();
  });
}

function waitingText() {
  if (!loading) return say("counting");
  return loading.done < loading.total ? say("fetching_rules", loading) : say("starting_rules");
}

/** Return one sentence for screen readers.
 * @param {ScoredTable} table */
export function verdict(table) {
  const { record } = table;
  if (!record) return "";
  if (record.lost) return say("no_rules");
  if (record.problems.length) return say("has_problems", { n: record.problems.length });
  if (!record.result) return say("still_open", { n: record.open.length });
  const sums = record.result.sides.map((side) => `${side.name} ${number(side.total)}`).join(", ");
  return record.open.length ? `${sums}. ${say("still_open", { n: record.open.length })}` : `${sums}. ${record.result.reason}`;
}

/** Return the totals for the bar, updated after each tap.
 * @param {ScoredTable} table */
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

/** @type {(table: ScoredTable, place: HTMLElement, goTo: (path: Path) => void) => void} */
export function showResult(table, place, goTo) {
  const { record } = table;
  if (!record) return place.replaceChildren(make("p", { class: "note", id: "waiting" }, waitingText()));
  if (record.lost) return place.replaceChildren(make("p", { class: "note" }, say("no_rules")), button(say("try_again"), () => table.score(), { class: "plain" }));
  if (record.problems.length) return place.replaceChildren(problems(table, goTo));
  if (record.open.length || !record.result) return place.replaceChildren(openList(table, goTo));
  const { result } = record;
  const [board] = resultViews(table);
  const lines = make("div", { class: "sides", lang: table.form.spoken }, ...result.sides.map((side) => sideCard(table, side, board, true)), ...extras(table, board));
  const change = make("section", { class: "what-if", id: "what-if" });
  const told = table.isFinished() ? make("p", { class: "note good", id: "finished-shown" }, say("finished_shown")) : "";
  place.replaceChildren(onPaper(table), headline(table, result), told, doubts(table, goTo), make("div", { class: board ? "with-board" : "" }, board?.node ?? "", lines), change);
  showChanges(table, change);
  return undefined;
}

function problems(table, goTo) {
  const items = placed(table, table.record.problems, goTo);
  return make("section", { class: "note warn" }, make("h3", {}, say("has_problems", { n: items.length })), make("ul", {}, ...items));
}

// Entries that are valid but may be mistakes.
function doubts(table, goTo) {
  const items = placed(table, table.record.notes, goTo);
  return items.length ? make("section", { class: "note", id: "notes" }, make("h3", {}, say("is_this_right")), make("ul", {}, ...items)) : "";
}

/** List entries, each with its field.
 * @type {(table: ScoredTable, found: FieldProblem[], goTo: (path: Path) => void) => HTMLElement[]} */
function placed(table, found, goTo) {
  return found.map(({ path, text }) => {
    const named = fieldAt(table.form, path) && placeName(table.form, table.answers(), path);
    const link = named && button(named, () => goTo(path), { class: "link" });
    return make("li", {}, link || "", make("p", {}, text));
  });
}

function openList(table, goTo) {
  const { open, hints } = table.record;
  const items = paths(open).map((path) => {
    const hint = hints.find((one) => one.path.join() === path.join());
    const link = button(placeName(table.form, table.answers(), path), () => goTo(path), { class: "link" });
    return make("li", {}, link, hint ? make("p", { class: "help" }, hint.text) : "");
  });
  return make("section", { class: "note" }, make("h3", {}, say("still_to_enter")), make("ul", {}, ...items));
}

// The printed result shows who played, and when.
/** @param {ScoredTable} table */
function onPaper(table) {
  const names = namesOf(table.form, table.answers());
  const day = new Date(table.began()).toLocaleDateString(lang, { dateStyle: "long" });
  return make("p", { class: "on-paper" }, [listed(names), day].filter(Boolean).join(" · "));
}

// Collapsed parts are printed too.
addEventListener("beforeprint", () => all("details.extras:not([open])").forEach((node) => {
  node.setAttribute("open", "");
  addEventListener("afterprint", () => node.removeAttribute("open"), { once: true });
}));

/** @type {(table: ScoredTable, result: Result) => HTMLElement} */
function headline(table, result) {
  const title = { ranked: "winner", draw: "draw", won: "won", lost: "lost_all", ongoing: "ongoing" }[result.outcome];
  const named = ["ranked", "draw"].includes(result.outcome);
  const eyebrow = named ? make("p", { class: "eyebrow" }, say(title)) : null;
  return make("section", { class: `verdict ${result.outcome}`, id: "verdict" }, eyebrow, make("h3", { lang: named && table.form.spoken }, named ? listed(result.winners) : say(title)), make("p", { lang: table.form.spoken }, result.reason), who(table, result));
}

// Names of the people if a side is not a person.
function who(table, { sides }) {
  const names = (side) => namesOnSide(table.form, table.answers(), sides, side);
  const lines = sides.filter((side) => names(side).length).map((side) => `${side.name}: ${listed(names(side))}`);
  return lines.length ? make("p", { class: "who-played" }, lines.join(" · ")) : null;
}

function sideCard(table, side, board, placed) {
  const { result } = table.record;
  const first = placed && result.winners.includes(side.name);
  const place = placed && ["ranked", "draw"].includes(result.outcome) && result.sides.length > 1 ? make("span", { class: "place" }, say("place", { n: side.place })) : null;
  const head = make("div", { class: "side-head" }, make("h4", {}, side.name), place, make("b", { class: "side-total" }, number(side.total)));
  const lines = side.lines.map((line, index) => lineRow(table, line, `${side.name}/${index}`, board));
  return make("section", { class: first ? "side first" : "side" }, head, make("ul", { class: "lines" }, ...lines));
}

function extras(table, board) {
  const { extras: found } = table.record.result;
  if (!found.length) return [];
  const cards = found.map((extra) => sideCard(table, extra, board, false));
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

async function showChanges(table, place) {
  const answers = JSON.stringify(table.answers());
  shown = answers;
  let found;
  try {
    found = await engine.whatIf(table.form.slug, table.asked());
  } catch {
    return;
  }
  if (shown !== answers) return; // the table has changed in the meantime
  const items = found.turns.map((turn) => make("li", {}, make("span", {}, turn.change), " → ", make("strong", {}, turn.then)));
  const list = items.length ? make("ul", { lang: table.form.spoken }, ...items) : make("p", {}, say("no_change"));
  place.replaceChildren(make("h3", {}, say("what_if")), list);
}

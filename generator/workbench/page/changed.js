// What changed, always visible: steps to undo, differences, rescored games, the reprint, and games of bots
// before and after the change.
import { ask, followJob, isUnfinished } from "../../../scorer/web/page/requests.js";
import { delivery } from "../../../scorer/web/page/delivery.js";
import { $, button, lang, make, say, tell } from "../../../scorer/web/page/page.js";
import { downloadOr } from "../../../scorer/web/page/save_file.js";
import { bench, current, settings, shownCell } from "./view.js";
import { field, inTurn, keepFocus, nameSteps, repaint, warn } from "./asking.js";
import { steps } from "./changing.js";
import { faceAddress } from "./faces.js";
import { get, post, wordsOf } from "./server.js";
import { flush, state } from "./signals.js";
import { goToCard } from "./tables.js";

const OPENED = "";
const PAUSE_MS = 1200;
const compared = state({
  since: OPENED,
  record: /** @type {Changes | null} */ (null),
  tables: /** @type {Replayed[]} */ ([]),
  busy: false,
});
/** The place of the simulation: one element, so that input stays while the rest is painted again. */
const playPlace = make("section", { class: "play-part", id: "play-part", "aria-labelledby": "play-title" });
let timer = /** @type {Timer} */ (undefined);

export const paintHistory = () => nameSteps((direction) => steps(direction)[0], bench.record.own, stepParts);

/** The name of the piece, and what happens to it; on narrow screens the name is cut first. @param {string} words */
function stepParts(words) {
  const change = words.lastIndexOf(": ", words.includes(" → ") ? words.indexOf(" → ") : words.length) + 2;
  if (change < 2) return [words];
  return [make("span", { class: "step-name" }, words.slice(0, change)), make("span", { class: "step-change" }, words.slice(change))];
}

let mark = ""; // of the steps that were compared

/** Compare at once with another state; after changes, when no more arrive for a moment. */
export function compareAgain() {
  const { since } = compared;
  const { undo, redo } = bench.record.history;
  const now = [since, undo[0]?.id, redo[0]?.id].join();
  if (now === mark) return;
  clearTimeout(timer);
  if (since !== OPENED) timer = setTimeout(() => void compareNow(), mark.startsWith(`${since},`) ? PAUSE_MS : 0);
  mark = now;
}

async function compareNow() {
  const { since } = compared;
  compared.busy = true;
  try {
    const { tablesHere } = await import("./tables_again.js");
    const [record, saved, here] = await Promise.all([get("changes.json", { since }), get("tables.json"), tablesHere()]);
    if (since === compared.since) Object.assign(compared, { record, tables: [...here, ...saved] });
  } catch (fault) {
    warn(wordsOf(fault));
    compared.record = null;
  }
  compared.busy = false;
}

const choose = (/** @type {string} */ since) => Object.assign(compared, { since, record: null, tables: [] });

export function paintChanged() {
  const place = $("changed-part");
  const open = place.querySelector("details")?.open ?? false;
  const changed = current.gallery.cards.filter((card) => card.state);
  const count = compared.record?.lines.length ?? changed.length;
  const words = compared.busy ? say("comparing") : say("n_changes", { n: count });
  const title = make("summary", {}, say("what_changed"), make("small", {}, ` ${words}`));
  const content = compared.since === OPENED ? [sinceOpened(changed)] : report();
  keepFocus(place, () => place.replaceChildren(make("details", { open }, title, sinceField(), ...content, playPlace)));
}

const sinceWords = (/** @type {string} */ ref) =>
  ref === "last" ? say("since_print") : ref === bench.record.origin ? say("since_game", { what: ref }) : ref;

function sinceField() {
  const revisions = [[OPENED, say("since_opened")], ...bench.record.references.map((ref) => [ref, sinceWords(ref)])];
  if (!revisions.some(([ref]) => ref === compared.since)) revisions.push([compared.since, compared.since]);
  const options = revisions.map(([ref, words]) => new Option(words, ref, false, ref === compared.since));
  const select = make("select", { id: "since", onchange: ({ target }) => choose(target.value) }, ...options);
  const states = field(say("since"), select);
  if (delivery.kind === "published") return make("p", { class: "since" }, states); // a browser has no Git
  const attributes = { id: "revision", size: 12, autocomplete: "off", placeholder: "HEAD~1" };
  const revision = make("input", { ...attributes, onchange: ({ target }) => target.value && choose(target.value) });
  return make("p", { class: "since" }, states, field(say("revision"), revision));
}

function sinceOpened(/** @type {Card[]} */ cards) {
  const item = (/** @type {Card} */ { name, deck, id, fields, front, before }) => {
    const was = new Map(before?.fields ?? []);
    const differing = fields.filter(([column, value]) => before && was.get(column) !== value);
    const cells = differing.map(([column, value]) => make("p", {}, `${column} ${was.get(column) || "–"} → ${value || "–"}`));
    const title = (bench.table === deck && shownCell(id, "name")) || id;
    return make("li", {}, link(name, title), ...cells, pictures([["front", address(before?.front), address(front)]]));
  };
  return make("ul", { class: "changes" }, ...cards.slice(0, 60).map(item));
}

const address = (/** @type {string | undefined} */ key) => (key ? faceAddress(key) : "");
const link = (/** @type {string} */ card, /** @type {string} */ text) => button(text, () => void goToCard(card), { class: "link" });

const pictures = (/** @type {string[][]} */ sides) =>
  make("span", { class: "before-after" }, ...sides.flatMap(([, was, now]) => [picture(was, "was"), picture(now, "now")]));

const picture = (/** @type {string} */ source, /** @type {string} */ when) =>
  source && make("figure", {}, make("img", { src: source, alt: "", loading: "lazy" }), make("figcaption", {}, say(`picture_${when}`)));

/** A table; with a kind whose rows have names, its first column names them.
 * @type {(kind: "swaps" | "figures", caption: string, heads: string[], rows: Iterable<unknown>[]) => HTMLElement} */
function table(kind, caption, heads, rows) {
  const hasNames = kind === "figures";
  const cell = (/** @type {unknown} */ text, /** @type {number} */ at) =>
    hasNames && at === 0 ? make("th", { scope: "row" }, String(text)) : make("td", {}, String(text));
  const head = heads.map((text) => (text ? make("th", { scope: "col" }, text) : make("td")));
  const lines = rows.map((row) => make("tr", {}, ...[...row].map(cell)));
  const title = caption && make("caption", {}, caption);
  return make("table", { class: kind }, title, make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...lines));
}

function report() {
  const { record, tables } = compared;
  if (!record) return [make("p", { class: "hint" }, compared.busy ? say("comparing") : "")];
  const { lines, pieces, charts, swaps } = record;
  const items = lines.map(({ kind, card, text }) => make("li", { class: `line-${kind}` }, card ? link(card, text) : text));
  const compares = pieces.map(({ name, sides }) => make("section", { class: "compared" }, make("h2", {}, name), pictures(sides)));
  const print = button(say("reprint"), () => void reprint(), { class: "plain", id: "reprint" });
  return [
    make("ul", { class: "changes" }, ...items),
    make("div", {}, ...compares),
    ...charts.map(chart),
    tablesPart(tables),
    swaps.length ? table("swaps", say("swap_list"), SWAP.map((word) => say(word)), swaps) : make("p", {}, say("nothing_to_print")),
    make("p", {}, swaps.length > 0 && print, make("span", { id: "reprinting", role: "status" })),
  ];
}

const SWAP = ["swap_deck", "swap_piece", "swap_out", "swap_in"];

function chart(/** @type {Chart} */ { title, series, rows: all }) {
  const differing = all.filter((row) => Object.values(row.change ?? {}).some((number) => number));
  const moved = series.filter(({ key }) => differing.some((row) => row.change?.[key]));
  const heads = moved.flatMap(({ label }) => [`${label}, ${say("picture_was")}`, say("picture_now")]);
  const rows = differing.map(({ label, before, now }) => [label, ...moved.flatMap(({ key }) => [figure(before?.[key]), figure(now?.[key])])]);
  return make("div", { class: "wide" }, table("figures", title, ["", ...heads], rows));
}

const figure = (/** @type {number | null | undefined} */ number) => (number === null || number === undefined ? "–" : String(Math.round(number * 100) / 100));

function tablesPart(/** @type {Replayed[]} */ tables) {
  const other = tables.filter((table) => table.other);
  const item = (/** @type {Replayed} */ { when, names, then, now }) =>
    make("li", {}, `${when.slice(0, 10)} ${names.join(", ")}: ${outcomeText(then)} → ${outcomeText(now)}`);
  const words = tables.length ? say("tables_again", { n: tables.length, other: other.length }) : say("tables_none");
  return make("section", { class: "again", id: "again" }, make("h2", {}, words), make("ul", {}, ...other.map(item)));
}

const outcomeText = (/** @type {Replayed["now"]} */ { winners, outcome }) => winners.join(", ") || outcome;

/** Print only what has to be swapped. */
async function reprint() {
  const press = (/** @type {boolean} */ disabled) => $("reprint")?.toggleAttribute("disabled", disabled);
  press(true);
  await inTurn(async () => {
    const { job } = await post("reprint", { since: compared.since, lang: settings.lang });
    $("reprinting")?.replaceChildren(say("printing"));
    const look = async () => (await ask(`../api/print-job/${job}?lang=${lang}`)).json();
    const { state: end, name, pages, problems } = await followJob(look, () => undefined, 300);
    if (end !== "ready") throw new Error(problems.join(" "));
    const attributes = { href: `../pdf/${job}/${name}`, class: "plain", id: "reprint-pdf", ...downloadOr(name) };
    $("reprinting")?.replaceChildren(make("a", attributes, say("open_pdf", { n: pages })));
  });
  press(false);
}

const HOWS = ["quick", "usual", "sure"];
const ASK_MS = 700;
const request = { players: 2, how: "quick" };
/** A game that is played, and how far it is. */
const play = state({ job: /** @type {PlayJob | null} */ (null), done: 0, total: 0 });
// During a simulation only this changes, so that no button is replaced while it is pressed.
const progress = make("p");

/** There is nothing to show if the game has no bots. */
const playedGame = () => (bench.record.played ? current.gallery.slug : "");
// Only states on disk or in Git can be simulated: otherwise use the first one that can.
const since = () => compared.since || (bench.record.references[0] ?? "");

function paintPlay() {
  playPlace.hidden = !playedGame();
  const title = [make("h2", { id: "play-title" }, say("play_out")), make("p", { class: "hint" }, say("play_hint"))];
  repaint(playPlace, ...(playedGame() ? [...title, ...form(), ...results()] : []));
}

function form() {
  if (!since()) return [make("p", {}, say("play_no_before"))];
  const busy = isUnfinished(play.job);
  const count = { id: "play-players", type: "number", min: 1, max: 12, value: request.players, disabled: busy };
  const players = make("input", { ...count, onchange: ({ target }) => (request.players = Number.parseInt(target.value, 10) || 2) });
  const options = HOWS.map((name) => new Option(say(`play_${name}`), name, false, name === request.how));
  const how = make("select", { id: "play-how", disabled: busy, onchange: ({ target }) => (request.how = target.value) }, ...options);
  const press = busy
    ? button(say("play_stop"), () => void stop(), { class: "plain", id: "play-stop" })
    : button(say("play_out"), () => void start(), { class: "plain", id: "play-start" });
  const against = make("span", { class: "hint" }, ` ${say("play_against", { what: sinceWords(since()) })}`);
  return [make("p", { class: "since" }, field(say("play_players"), players), field(say("play_how"), how)), make("p", {}, press, against)];
}

function results() {
  const { job } = play;
  if (!job) return [];
  if (isUnfinished(job)) return [progress];
  if (job.state === "failed") return job.problems.map((line) => make("p", { class: "problem-text" }, `⚠ ${line}`));
  if (job.state === "stopped") return [make("p", {}, say("play_stopped"))];
  const old = job.asked.version !== bench.record.files;
  return [old ? make("p", { class: "hint", id: "play-old" }, say("play_old")) : "", ...answer(job)];
}

function paintProgress() {
  const { job, done, total } = play;
  const words = say(job?.asked.how === "sure" ? "play_so_far" : "play_playing", { done, total });
  const bar = make("progress", { max: total || 1, value: done, "aria-label": say("play_out") });
  progress.replaceChildren(bar, make("span", { id: "play-done" }, ` ${words}`));
}

function answer(/** @type {PlayJob} */ { answer: { changes, sayings, certain, heads, rows, cards, note }, asked: { since: ref } }) {
  const list = (/** @type {string[]} */ texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
  const against = ref !== since() && make("p", { class: "hint" }, say("play_against", { what: sinceWords(ref) }));
  return [
    make("div", { id: "play-answer" }, against, list(changes), ...sayings.map((text) => make("p", { class: "saying" }, text))),
    cards.length ? make("ul", { class: "changes" }, ...cards.map(({ name, lines }) => make("li", {}, name, list(lines)))) : "",
    certain.length ? list(certain) : "",
    make("div", { class: "wide", tabindex: 0, role: "group", "aria-labelledby": "play-title" }, table("figures", "", heads, rows)),
    make("p", { class: "hint" }, note),
  ];
}

/** Show a job; while the same one runs on, only its progress. @param {PlayJob | null} job */
function show(job) {
  Object.assign(play, { done: job?.done ?? 0, total: job?.total ?? 0 });
  if (!isUnfinished(job) || !isUnfinished(play.job)) play.job = job;
}

async function start() {
  try {
    show(await post("play", { since: since(), said_in: lang, ...request }));
  } catch (fault) {
    return warn(wordsOf(fault));
  }
  flush();
  $("play-stop")?.focus();
  return followPlay();
}

async function stop() {
  show(await post("play-stop", {}));
  flush();
  $("play-start")?.focus();
}

/** Poll until the simulation ends; another window or a reload finds it running. */
async function followPlay() {
  const game = playedGame();
  const ask = async () => {
    const job = await get("play.json").catch(() => null);
    return game === playedGame() ? job : null;
  };
  const job = await followJob(ask, show, ASK_MS);
  if (game !== playedGame()) return;
  const ended = isUnfinished(play.job);
  show(job);
  if (ended && job?.state === "ready") tell(job.answer.sayings.join(" "), 0);
}

let followed = "";

function followOther() {
  if (followed === playedGame()) return;
  followed = playedGame();
  play.job = null;
  if (followed) void followPlay();
}

export const PLAY_PARTS = [paintPlay, paintProgress, followOther];

// Simulate a change: bots play before and after it in the background; the result is a text.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { followJob, isUnfinished } from "../../../scorer/web/page/requests.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { warn } from "./asking.js";
import { compared, playPlace, sinceWords } from "./changed.js";
import { repaint } from "./repaint.js";
import { get, post, wordsOf } from "./server.js";
import { flush, state } from "./signals.js";
import { bench } from "./state.js";
import { current } from "./view.js";

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
  const field = (/** @type {string} */ key, /** @type {HTMLElement} */ input) => make("label", { class: "field" }, `${say(key)} `, input);
  const against = make("span", { class: "hint" }, ` ${say("play_against", { what: sinceWords(since()) })}`);
  return [make("p", { class: "since" }, field("play_players", players), field("play_how", how)), make("p", {}, press, against)];
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
  const line = (/** @type {string[]} */ [first, ...rest]) =>
    make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td", {}, text)));
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const list = (/** @type {string[]} */ texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
  const against = ref !== since() && make("p", { class: "hint" }, say("play_against", { what: sinceWords(ref) }));
  const table = make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, ...rows.map(line)));
  return [
    make("div", { id: "play-answer" }, against, list(changes), ...sayings.map((text) => make("p", { class: "saying" }, text))),
    cards.length ? make("ul", { class: "changes" }, ...cards.map(({ name, lines }) => make("li", {}, name, list(lines)))) : "",
    certain.length ? list(certain) : "",
    make("div", { class: "wide", tabindex: 0, role: "group", "aria-labelledby": "play-title" }, table),
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

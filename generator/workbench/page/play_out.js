// Simulate a change: bots play before and after it in the background; the result is a text.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { followJob, isUnfinished } from "../../../scorer/web/page/jobs.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { shown } from "./view.js";
import { warn } from "./asking.js";
import { get, post, wordsOf } from "./server.js";
import { bench } from "./state.js";

const HOWS = ["quick", "usual", "sure"];
const ASK_MS = 700;
const asked = { players: 2, how: "quick" };
/** @type {{job: any, game: string, since: string, words: (ref: string) => string}} */
const play = { job: null, game: "", since: "", words: (ref) => ref };
// One permanent element, so that input and results stay while the rest is painted again.
const place = make("section", { class: "play-part", id: "play-part", "aria-labelledby": "play-title" });

/** Return the simulation part of *What changed*; empty if the game has no bots.
 * @type {(since: string, words: (ref: string) => string) => HTMLElement} */
export function playPart(since, words) {
  Object.assign(play, { since, words });
  const game = bench.record.played ? shown.gallery.slug : "";
  if (game !== play.game) {
    Object.assign(play, { game, job: null });
    if (game) void follow();
  }
  paint();
  return place;
}

function paint() {
  place.hidden = !play.game;
  if (!play.game) return place.replaceChildren();
  const focused = document.activeElement?.id;
  place.replaceChildren(make("h2", { id: "play-title" }, say("play_out")), make("p", { class: "hint" }, say("play_hint")), ...form(), ...told());
  if (focused && place.contains($(focused))) $(focused).focus();
}

function form() {
  if (!play.since) return [make("p", {}, say("play_no_before"))];
  const busy = isUnfinished(play.job);
  const players = make("input", { id: "play-players", type: "number", min: 1, max: 12, value: asked.players, disabled: busy, onchange: ({ target }) => (asked.players = Number.parseInt(target.value, 10) || 2) });
  const how = make("select", { id: "play-how", disabled: busy, onchange: ({ target }) => (asked.how = target.value) }, ...HOWS.map((name) => new Option(say(`play_${name}`), name, false, name === asked.how)));
  const press = busy ? button(say("play_stop"), () => void stop(), { class: "plain", id: "play-stop" }) : button(say("play_out"), () => void start(), { class: "plain", id: "play-start" });
  const field = (key, input) => make("label", { class: "field" }, `${say(key)} `, input);
  return [make("p", { class: "since" }, field("play_players", players), field("play_how", how)), make("p", {}, press, make("span", { class: "hint" }, ` ${say("play_against", { what: play.words(play.since) })}`))];
}

function told() {
  const { job } = play;
  if (!job) return [];
  if (isUnfinished(job)) return [progress(job)];
  if (job.state === "failed") return job.problems.map((line) => make("p", { class: "problem-text" }, `⚠ ${line}`));
  if (job.state === "stopped") return [make("p", {}, say("play_stopped"))];
  const old = job.asked.version !== bench.record.files;
  return [old ? make("p", { class: "hint", id: "play-old" }, say("play_old")) : "", ...answer(job)];
}

function progress({ done, total, asked: { how } }) {
  const words = say(how === "sure" ? "play_so_far" : "play_playing", { done, total });
  return make("p", {}, make("progress", { max: total || 1, value: done, "aria-label": say("play_out") }), make("span", { id: "play-done" }, ` ${words}`));
}

function answer({ answer: { changes, sayings, certain, heads, rows, cards, note }, asked: { since } }) {
  const line = ([first, ...rest]) => make("tr", {}, make("th", { scope: "row" }, first), ...rest.map((text) => make("td", {}, text)));
  const head = make("tr", {}, ...heads.map((text) => make("th", { scope: "col" }, text)));
  const list = (texts) => make("ul", {}, ...texts.map((text) => make("li", {}, text)));
  const card = ({ name, lines }) => make("li", {}, name, list(lines));
  return [
    make("div", { id: "play-answer" }, since === play.since ? "" : make("p", { class: "hint" }, say("play_against", { what: play.words(since) })), list(changes), ...sayings.map((text) => make("p", { class: "saying" }, text))),
    cards.length ? make("ul", { class: "changes" }, ...cards.map(card)) : "",
    certain.length ? list(certain) : "",
    make("div", { class: "wide", tabindex: 0, role: "group", "aria-labelledby": "play-title" }, make("table", { class: "figures" }, make("thead", {}, head), make("tbody", {}, ...rows.map(line)))),
    make("p", { class: "hint" }, note),
  ];
}

async function start() {
  try {
    play.job = await post("play", { since: play.since, said_in: lang, ...asked });
  } catch (fault) {
    return warn(wordsOf(fault));
  }
  paint();
  $("play-stop")?.focus();
  return follow();
}

async function stop() {
  play.job = await post("play-stop", {});
  paint();
  $("play-start")?.focus();
}

// Poll until the simulation ends; another window or a reload finds it running.
async function follow() {
  const { game } = play;
  const ask = async () => {
    const job = await get("play.json").catch(() => null);
    return game === play.game ? job : null;
  };
  const job = await followJob(ask, seen, ASK_MS);
  if (game !== play.game) return;
  const ended = isUnfinished(play.job);
  play.job = job;
  paint();
  if (ended && job?.state === "ready") tell(job.answer.sayings.join(" "), 0);
}

function seen(job) {
  const known = isUnfinished(play.job);
  play.job = job;
  if (known) paintProgress();
  else paint();
}

// During a simulation only the numbers change, so that the focus stays.
function paintProgress() {
  place.querySelector("progress")?.parentElement?.replaceWith(progress(play.job));
}

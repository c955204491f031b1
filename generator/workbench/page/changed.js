// What changed, always visible: steps to undo, differences, rescored games, the reprint.
import { delivery } from "../../../scorer/web/page/delivery.js";
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { downloadOr } from "../../../scorer/web/page/downloads.js";
import { followJob } from "../../../scorer/web/page/jobs.js";
import { lang } from "../../../scorer/web/page/language.js";
import { say } from "../../../scorer/web/page/words.js";
import { shown, wanted } from "./view.js";
import { inTurn, saidWords, warn } from "./asking.js";
import { steps } from "./changing.js";
import { faceAddress } from "./faces.js";
import { playPart } from "./play_out.js";
import { get, post, wordsOf } from "./server.js";
import { bench, shownCell } from "./state.js";

const OPENED = "";
const compared = { since: OPENED, record: /** @type {any} */ (null), tables: /** @type {any} */ (null), busy: false };
/** @type {Timer} */
let timer;
/** @type {(card: string) => void} */
let goTo = () => undefined;
export const whenFollowed = (listener) => (goTo = listener);

export function paintHistory() {
  for (const id of /** @type {const} */ (["undo", "redo"])) {
    const [next] = steps(id);
    $(id).disabled = !next || !bench.record.own;
    const words = next ? say(`${id}_what`, { what: saidWords(next) }) : say(id);
    $(id).title = words;
    $(id).replaceChildren(icon(id), ...stepParts(words));
  }
}

// The name of the piece, and what happens to it; on narrow screens the name is cut first.
function stepParts(words) {
  const change = words.lastIndexOf(": ", words.includes(" → ") ? words.indexOf(" → ") : words.length) + 2;
  if (change < 2) return [words];
  return [make("span", { class: "step-name" }, words.slice(0, change)), make("span", { class: "step-change" }, words.slice(change))];
}

// Called after every change; the comparison runs when no more changes arrive for a moment.
export function follow() {
  paintChanged();
  if (compared.since === OPENED) return;
  clearTimeout(timer);
  timer = setTimeout(() => void compareNow(), 1200);
}

async function compareNow() {
  compared.busy = true;
  paintChanged();
  const since = compared.since;
  try {
    const { tablesHere } = await import("./tables_again.js");
    const [record, saved, here] = await Promise.all([get("changes.json", { since }), get("tables.json"), tablesHere()]);
    if (since === compared.since) Object.assign(compared, { record, tables: [...here, ...saved] });
  } catch (fault) {
    warn(wordsOf(fault));
    compared.record = null;
  }
  compared.busy = false;
  paintChanged();
}

function choose(since) {
  Object.assign(compared, { since, record: null, tables: null });
  if (since === OPENED) paintChanged();
  else void compareNow();
}

export function paintChanged() {
  if (!bench.record || !shown.gallery) return;
  const place = $("changed-part");
  const open = place.querySelector("details")?.open ?? false;
  const changed = shown.gallery.cards.filter((card) => card.state);
  const count = compared.record ? compared.record.lines.length : changed.length;
  const title = make("summary", {}, say("what_changed"), make("small", {}, ` ${compared.busy ? say("comparing") : say("n_changes", { n: count })}`));
  const focused = document.activeElement?.id;
  place.replaceChildren(make("details", { open }, title, sinceField(), ...(compared.since === OPENED ? [sinceOpened(changed)] : report()), playPart(playedSince(), sinceWords)));
  if (focused && place.contains($(focused))) $(focused).focus();
}

const sinceWords = (ref) => (ref === "last" ? say("since_print") : ref === bench.record.origin ? say("since_game", { what: ref }) : ref);
// Only states on disk or in Git can be simulated: otherwise use the first one that can.
const playedSince = () => compared.since || (bench.record.references[0] ?? "");

function sinceField() {
  const known = [[OPENED, say("since_opened")], ...bench.record.references.map((ref) => [ref, sinceWords(ref)])];
  if (!known.some(([ref]) => ref === compared.since)) known.push([compared.since, compared.since]);
  const select = make("select", { id: "since", onchange: ({ target }) => choose(target.value) }, ...known.map(([ref, words]) => new Option(words, ref, false, ref === compared.since)));
  const field = make("label", { class: "field" }, `${say("since")} `, select);
  if (delivery.kind === "published") return make("p", { class: "since" }, field); // a browser has no Git
  const revision = make("input", { id: "revision", size: 12, autocomplete: "off", placeholder: "HEAD~1", onchange: ({ target }) => target.value && choose(target.value) });
  return make("p", { class: "since" }, field, make("label", { class: "field" }, `${say("revision")} `, revision));
}

function sinceOpened(cards) {
  const item = (card) => {
    const before = new Map(card.before?.fields ?? []);
    const cells = card.fields.filter(([name, value]) => card.before && before.get(name) !== value).map(([name, value]) => `${name} ${before.get(name) || "–"} → ${value || "–"}`);
    const name = bench.table === card.deck ? shownCell(card.id, "name") : "";
    return make("li", {}, link(card.name, name || card.id), ...cells.map((words) => make("p", {}, words)), pictures([["front", card.before && address(card.before.front), address(card.front)]]));
  };
  return make("ul", { class: "changes" }, ...cards.slice(0, 60).map(item));
}

const address = (key) => (key ? faceAddress(key) : "");
const link = (card, text) => button(text, () => goTo(card), { class: "link" });

function pictures(sides) {
  const both = sides.filter(([, was, now]) => was || now);
  return make("span", { class: "before-after" }, ...both.flatMap(([, was, now]) => [picture(was, "was"), picture(now, "now")]));
}

const picture = (source, when) => source && make("figure", {}, make("img", { src: source, alt: "", loading: "lazy" }), make("figcaption", {}, say(`picture_${when}`)));

function report() {
  const { record, tables } = compared;
  if (!record) return [make("p", { class: "hint" }, compared.busy ? say("comparing") : "")];
  const lines = record.lines.map((line) => make("li", { class: `line-${line.kind}` }, line.card ? link(line.card, line.text) : line.text));
  const swaps = record.swaps.map(([deck, name, out, into]) => make("tr", {}, make("td", {}, deck), make("td", {}, name), make("td", {}, String(out)), make("td", {}, String(into))));
  const head = make("tr", {}, ...["swap_deck", "swap_piece", "swap_out", "swap_in"].map((word) => make("th", { scope: "col" }, say(word))));
  return [
    make("ul", { class: "changes" }, ...lines),
    make("div", {}, ...record.pieces.map((piece) => make("section", { class: "compared" }, make("h2", {}, piece.name), pictures(piece.sides)))),
    ...record.charts.map(chart),
    tablesPart(tables ?? []),
    swaps.length ? make("table", { class: "swaps" }, make("caption", {}, say("swap_list")), make("thead", {}, head), make("tbody", {}, ...swaps)) : make("p", {}, say("nothing_to_print")),
    make("p", {}, swaps.length ? button(say("reprint"), () => void reprint(), { class: "plain", id: "reprint" }) : null, make("span", { id: "reprinting", role: "status" })),
  ];
}

// The statistics of a deck that changed, as a small table.
function chart({ title, series, rows }) {
  const differing = rows.filter((row) => row.change && Object.values(row.change).some((number) => number));
  const moved = series.filter((one) => differing.some((row) => row.change[one.key]));
  const head = make("tr", {}, make("td", {}), ...moved.flatMap((one) => [make("th", { scope: "col" }, `${one.label}, ${say("picture_was")}`), make("th", { scope: "col" }, say("picture_now"))]));
  const line = (row) => make("tr", {}, make("th", { scope: "row" }, row.label), ...moved.flatMap((one) => [make("td", {}, figure(row.before?.[one.key])), make("td", {}, figure(row.now?.[one.key]))]));
  return make("div", { class: "wide" }, make("table", { class: "figures" }, make("caption", {}, title), make("thead", {}, head), make("tbody", {}, ...differing.map(line))));
}

const figure = (number) => (number === null || number === undefined ? "–" : String(Math.round(number * 100) / 100));

function tablesPart(tables) {
  const other = tables.filter((table) => table.other);
  const item = (table) => make("li", {}, `${table.when.slice(0, 10)} ${table.names.join(", ")}: ${ended(table.then)} → ${ended(table.now)}`);
  const words = tables.length ? say("tables_again", { n: tables.length, other: other.length }) : say("tables_none");
  return make("section", { class: "again", id: "again" }, make("h2", {}, words), make("ul", {}, ...other.map(item)));
}

const ended = ({ winners, outcome }) => winners.join(", ") || outcome;

// ---- the reprint: only what has to be swapped, with one button -----------------------------------

async function reprint() {
  const told = (text) => $("reprinting") && ($("reprinting").textContent = text);
  $("reprint").disabled = true;
  await inTurn(async () => {
    const { job } = await post("reprint", { since: compared.since, lang: wanted.lang });
    told(say("printing"));
    const ask = async () => (await fetch(`../api/print-job/${job}?lang=${lang}`)).json();
    const { state, name, pages, problems } = await followJob(ask, () => undefined, 300);
    if (state !== "ready") throw new Error(problems.join(" "));
    const pdf = make("a", { href: `../pdf/${job}/${name}`, class: "plain", id: "reprint-pdf", ...downloadOr(name) }, say("open_pdf", { n: pages }));
    $("reprinting")?.replaceChildren(pdf);
  });
  if ($("reprint")) $("reprint").disabled = false;
}

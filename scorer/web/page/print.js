// The print page: PDFs made on demand, and on a published page also ready files.
import { answering } from "./answering.js";
import { ask, followJob, postJson } from "./requests.js";
import { delivery } from "./delivery.js";
import { $, all, button, lang, make, ownName, say, tell } from "./page.js";
import { downloadOr, fetchDownloads } from "./save_file.js";
import { tick } from "./fields.js";
import { accent, frame, languageNote, showFailure, usable } from "./frame.js";
import { listedGame, requestedGame } from "./engine.js";
import { showLastView } from "./last_view.js";

const ASK_MS = 400;
const megabytes = new Intl.NumberFormat(lang, { style: "unit", unit: "megabyte", maximumFractionDigits: 1 });
const slug = requestedGame();
const LOST = delivery.kind === "published" ? "app_503" : "lost";

async function begin() {
  frame();
  const game = await listedGame();
  accent(game.accent);
  $("title").textContent = say("print_heading", { what: game.title });
  document.title = `${say("print_heading", { what: game.title })} – Ecotable`;
  if (delivery.kind === "served") await showChoices(game);
  else await showPublished(game);
  usable();
}

/** The ready files come first: loading the app takes seconds, and not every browser can run it. @param {Game} game */
async function showPublished(game) {
  if (game.own) $("files").hidden = true;
  else await showFiles();
  const bar = make("progress", { "aria-label": say("print_loading") });
  const note = make("div", { class: "note", role: "status" }, make("p", {}, say("print_loading")), bar);
  $("choices").replaceChildren(make("h2", {}, say("print_own_choice")));
  const place = make("div");
  $("choices").before(note, place);
  const takeOver = showLastView("print", ["choices"], "#choices");
  fetchDownloads(() => show($("print-status"), make("p", { class: "note warn" }, say(LOST))));
  const hear = (/** @type {Loading} */ { done, total }) => Object.assign(bar, { max: total, value: done });
  const loaded = answering(place, hear).then(() => showChoices(game, takeOver), () => undefined);
  loaded.finally(() => note.remove());
}

/** A4, Letter @param {string} paper */
const paperName = (paper) => (/\d/.test(paper) ? paper.toUpperCase() : `${paper[0].toUpperCase()}${paper.slice(1)}`);

// ---- published: ready files ------------------------------------------------------------------

// files.json: {"ecologic": [{"file": "pdf/ecologic-en-a4-vector.pdf", "lang": "en", "paper": "a4", "layout": "duplex", "ink": "full", "sheets": 14, "bytes": …}]}
async function showFiles() {
  /** @type {PrintFile[]} */
  const files = (await (await fetch("files.json")).json())[slug] ?? [];
  const kinds = [...new Set(files.map(kindName))];
  const list = (/** @type {string} */ kind) => fileList(files.filter((one) => kindName(one) === kind));
  const lists = kinds.flatMap((kind) => (kinds.length > 1 ? [make("h3", {}, kind), list(kind)] : [list(kind)]));
  const turned = files.every(({ layout }) => layout === "duplex");
  $("how-turn").textContent = say(turned ? "how_turn_files" : "how_turn_kinds"); // no edge can be chosen here
  const offline = make("p", { class: "note warn", id: "offline", hidden: true }, say("print_offline"));
  $("files").hidden = !files.length;
  $("files").replaceChildren(make("h2", {}, say("print_files")), offline, ...lists);
  const look = () => showReach(files[0]?.file);
  addEventListener("online", look);
  addEventListener("offline", look);
  look();
}

// PDFs are never saved in the browser. Only a response shows whether there is a network.
async function showReach(/** @type {string | undefined} */ file) {
  const reached = await fetch(file ?? "files.json", { method: "HEAD", cache: "no-store" }).then(() => true, () => false);
  $("offline").hidden = reached;
  for (const link of all(".files a")) link.setAttribute("aria-disabled", String(!reached));
}

const kindName = (/** @type {PrintFile} */ { layout, ink }) => [say(`print_layout_${layout}`), ...(ink === "full" ? [] : [say(`print_ink_${ink}`)])].join(" · ");

// Files in the language of the page are visible; those in other languages are one tap away.
function fileList(/** @type {PrintFile[]} */ files) {
  const own = files.filter((one) => one.lang === lang);
  const others = files.filter((one) => one.lang !== lang);
  const list = (/** @type {PrintFile[]} */ some) => make("ul", { class: "stack files" }, ...some.map(fileItem));
  if (!own.length || !others.length) return list(files);
  const more = make("details", {}, make("summary", {}, say("print_other_langs")), list(others));
  return make("div", { class: "stack" }, list(own), more);
}

function fileItem(/** @type {PrintFile} */ one) {
  const words = [ownName(one.lang), paperName(one.paper), say("print_sheets", { n: one.sheets }), megabytes.format(one.bytes / 1e6)];
  return make("li", {}, make("a", { class: "plain", href: one.file, download: true }, words.join(" · ")));
}

// ---- on demand -----------------------------------------------------------------------

/** @type {(game: Game, takeOver?: () => void) => Promise<unknown>} */
async function showChoices(game, takeOver = () => undefined) {
  const answer = await ask(`api/print/${slug}?lang=${lang}`);
  takeOver();
  if (!answer.ok) return show($("choices"), make("p", { class: "note warn" }, await reasonOf(answer)));
  /** @type {PrintOffer} */
  const { choices, decks, most_copies: most } = await answer.json();
  const fields = Object.entries(choices).map(([name, values]) => select(name, values, game));
  $("how-turn").textContent = say("how_turn"); // an edge can be chosen
  const status = make("div", { class: "stack", id: "print-status" });
  const start = button(say("print_make"), () => startPrint(status, start), { class: "strong", id: "make" });
  const plan = make("p", { class: "note", id: "plan", "aria-live": "polite" }, say("print_counting"));
  $("choices").replaceChildren(delivery.kind === "published" ? make("h2", {}, say("print_own_choice")) : "", ...fields, copiesField(most), languageNote("game_other_lang", game.spoken) ?? "", someDecks(decks, game.spoken), lostPieces(decks, game.spoken), plan, start, status);
  $("choices").addEventListener("change", showChange);
  showChange();
  return undefined;
}

/** Why a game cannot be printed: its mistakes, or that only its score is served. @param {Response} answer */
async function reasonOf(answer) {
  if (answer.status === 404) return say("print_missing");
  return answer.status === 409 ? (await answer.json()).problems.join("\n") : say(LOST);
}

function showChange() {
  const layout = $("p-layout").value;
  $("p-flip").closest(".field")?.toggleAttribute("hidden", !["duplex", "manual"].includes(layout)); // the paper is not flipped
  $("p-flip").labels[0].textContent = say(layout === "manual" ? "print_flip_manual" : "print_flip");
  showPlan();
}

// ---- how many sets ---------------------------------------------------------------------------

function copiesField(/** @type {number} */ most) {
  const input = make("input", { type: "text", inputmode: "numeric", id: "p-copies", value: "1", "data-most": most, "aria-describedby": "copies-problem" });
  const problem = make("p", { class: "problem", id: "copies-problem", hidden: true }, say("print_copies_wrong", { n: most }));
  return make("div", { class: "field" }, make("label", { for: "p-copies" }, say("print_copies")), input, problem);
}

// Return the typed number, or null and show an error at the field.
function copies() {
  const { value, dataset } = $("p-copies");
  const number = /^\d{1,6}$/.test(value.trim()) ? Number(value) : 0;
  const right = number >= 1 && number <= Number(dataset.most);
  $("p-copies").setAttribute("aria-invalid", String(!right));
  if (!right && $("copies-problem").hidden) tell($("copies-problem").textContent, 0);
  $("copies-problem").hidden = right;
  return right ? number : null;
}

// ---- selected decks and pieces ----------------------------------------------------------------

/** @type {Set<string>} */
const wantedDecks = new Set();
/** @type {Map<string, string>} */
const lostOnes = new Map(); // key and name

function someDecks(/** @type {PrintDeck[]} */ decks, /** @type {string} */ spoken) {
  const rows = decks.map((deck) => {
    const box = make("input", { type: "checkbox", id: `deck-${deck.key}`, onchange: () => (box.checked ? wantedDecks.add(deck.key) : wantedDecks.delete(deck.key)) });
    return tick(box, deck.title);
  });
  return make("details", { id: "some-decks" }, make("summary", {}, say("print_decks")), make("p", { class: "help" }, say("print_decks_help")), make("div", { class: "ticks", lang: spoken }, ...rows));
}

function lostPieces(/** @type {PrintDeck[]} */ decks, /** @type {string} */ spoken) {
  const option = (/** @type {PrintPiece} */ { key, name, stamp }) => make("option", { value: key }, `${name} (${stamp})`);
  const groups = decks.map(({ title, pieces }) => make("optgroup", { label: title, lang: spoken }, ...pieces.map(option)));
  const chosen = make("div", { class: "chips", id: "lost-chosen", lang: spoken });
  const list = make("select", { id: "lost", onchange: () => lose(list, chosen) }, make("option", { value: "" }, say("choose")), ...groups);
  return make("details", { id: "lost-pieces" }, make("summary", {}, say("print_lost")), make("div", { class: "field" }, make("label", { for: "lost" }, say("print_lost_help")), list), chosen);
}

function lose(/** @type {HTMLSelectElement} */ list, /** @type {HTMLElement} */ chosen) {
  if (list.value) lostOnes.set(list.value, list.selectedOptions[0].text);
  list.value = "";
  showLost(chosen);
}

function showLost(/** @type {HTMLElement} */ chosen) {
  const removeLost = (/** @type {string} */ key) => {
    lostOnes.delete(key);
    showLost(chosen);
    showPlan();
  };
  chosen.replaceChildren(...[...lostOnes].map(([key, name]) => button(`${name} ×`, () => removeLost(key), { class: "chip", "aria-label": say("remove_what", { what: name }) })));
}

// ---- how much paper --------------------------------------------------------------------------

/** Return the chosen options; hidden ones keep the server's default. Null if the number of sets is invalid. */
function wish() {
  const number = copies();
  if (number === null) return null;
  const fields = all("[id^=p-]").filter((node) => !node.closest("[hidden]"));
  const chosen = Object.fromEntries(fields.map((node) => [node.id.slice(2), /** @type {HTMLInputElement} */ (node).value]));
  return { ...chosen, copies: number, decks: [...wantedDecks], only: [...lostOnes.keys()] };
}

let requests = 0;

async function showPlan() {
  const turn = (requests += 1);
  const options = wish();
  $("plan").hidden = !options;
  $("plan").textContent = say("print_counting");
  if (!options) return;
  try {
    const answer = await postJson(`api/print-plan/${slug}?lang=${lang}`, options);
    const plan = answer.ok ? await answer.json() : null;
    if (turn === requests) $("plan").textContent = planText(plan);
  } catch {
    if (turn === requests) $("plan").textContent = say(LOST);
  }
}

function planText(/** @type {PrintPlan | null} */ plan) {
  if (!plan) return say(LOST);
  if (plan.problems) return plan.problems.join(" ");
  return say(plan.exact ? "print_plan" : "print_plan_about", { n: plan.sheets, pages: plan.pages });
}

function select(/** @type {string} */ name, /** @type {string[]} */ values, /** @type {Game} */ game) {
  const word = (/** @type {string} */ value) => (name === "lang" ? ownName(value) : name === "paper" ? paperName(value) : say(`print_${name}_${value}`));
  const node = make("select", { id: `p-${name}` }, ...values.map((value) => make("option", { value }, word(value))));
  if (name === "lang" && game.languages.includes(lang)) node.value = lang;
  return make("div", { class: "field" }, make("label", { for: `p-${name}` }, say(`print_${name}`)), node);
}

async function startPrint(/** @type {HTMLElement} */ status, /** @type {HTMLButtonElement} */ start) {
  const options = wish();
  if (!options) return $("p-copies").focus();
  start.disabled = true;
  try {
    const answer = await postJson(`api/print/${slug}?lang=${lang}`, options);
    if (answer.status === 429) return show(status, make("p", { class: "note warn" }, say("print_full")));
    if (!answer.ok) throw new Error(await answer.text());
    await follow(status, (await answer.json()).job);
  } catch {
    show(status, make("p", { class: "note warn" }, say(LOST)));
  } finally {
    start.disabled = false;
  }
  return undefined;
}

function show(/** @type {HTMLElement} */ status, /** @type {Node[]} */ ...nodes) {
  status.replaceChildren(...nodes);
  tell(status.textContent, 0);
}

/** Poll the job until it is done. @param {HTMLElement} status @param {string} job */
async function follow(status, job) {
  const look = async () => (await ask(`api/print-job/${job}?lang=${lang}`)).json();
  const stop = button(say("print_stop"), () => void postJson(`api/print-stop/${job}`, {}), { class: "plain", id: "stop" });
  const now = await followJob(look, (now) => progress(status, now, stop), ASK_MS);
  if (now.state === "stopped") return show(status, make("p", { class: "note" }, say("print_stopped")));
  return now.state === "ready" ? ready(status, now, job) : show(status, failure(now));
}

/** @param {HTMLElement} status @param {PrintJob} now @param {HTMLButtonElement} stop */
function progress(status, now, stop) {
  const text = now.state === "waiting" ? say("print_wait", { n: now.before }) : now.total ? say("print_making", now) : say("print_starting");
  const bar = make("progress", { max: now.total || 1, "aria-label": text });
  if (now.total) bar.value = now.done;
  const focused = document.activeElement === stop;
  status.replaceChildren(make("p", {}, text), bar, stop);
  if (focused) stop.focus();
}

function ready(/** @type {HTMLElement} */ status, /** @type {PrintJob} */ now, /** @type {string} */ job) {
  const open = make("a", { class: "strong", id: "open-pdf", href: `pdf/${job}/${now.name}`, ...downloadOr(now.name) }, say("print_open"));
  show(status, make("p", { class: "note good" }, say("print_ready", { n: now.pages })), open);
}

/** @param {PrintJob} now */
const failure = (now) => make("div", { class: "note warn" }, make("p", {}, say("print_failed")), make("ul", {}, ...now.problems.map((text) => make("li", {}, text))));

begin().catch(showFailure);

// The score page: players, table, result, save and share.
import { $, all, button, idle, make, say, tell, toast } from "./page.js";
import { idOf } from "./fields.js";
import { sections } from "./form_sections.js";
import { accent, frame, languageNote, showFailure, usable } from "./frame.js";
import { recall } from "./local_storage.js";
import { closeOffer, showOffers } from "./offers.js";
import { query, requestedForm } from "./engine.js";
import { followLoading, showResult, totals, verdict } from "./result.js";
import { keepAwake, steadily } from "./touch.js";
import { Table } from "./table.js";
import { fieldAt, words } from "./taps.js";

const STEPS = /** @type {const} */ (["who", "table", "result", "keep"]);
/** @typedef {typeof STEPS[number]} PageStep */
/** @type {Form} */
let form;
/** @type {Table} */
let table;
/** @type {PageStep} */
let step = stepIn(location.href);
let parts = /** @type {{update(): void}[]} */ ([]);
let shape = "";
let keeping = /** @type {Promise<void> | undefined} */ (undefined); // the last step while it loads

async function begin() {
  frame();
  form = await requestedForm();
  if (!form.fields) {
    const items = form.problems?.map((text) => make("li", {}, text)) ?? [];
    const title = make("h2", {}, say("has_problems", { n: items.length }));
    return $("main").replaceChildren(make("section", { class: "note warn", id: "form-problems" }, title, make("ul", {}, ...items)));
  }
  accent(form.accent);
  $("title").textContent = form.title;
  document.title = `${form.title} – ${say("score")} – Ecotable`;
  $("to-rules").addEventListener("click", linkRules);
  linkRules();
  $("heading").after(languageNote("game_other_lang", form.spoken) ?? "");
  if (form.unread) $("main").append(make("p", { class: "unread" }, say("unread")));
  const unkept = () => toast(say("not_kept"));
  table = new Table(form, { changed: onChange, scored: score, refused: toast, named: stepName, unkept });
  const id = query.get("table");
  const opened = id !== null && (await table.open(id));
  if (id !== null && !opened) toast(say("no_such_table"));
  if (!opened) await beginAgain();
  followLoading(() => $("steps").firstChild && !table.record && update());
  const joins = location.hash.startsWith("#join=") || recall(`ecotable-live-${id}`) !== null; // see joined.js
  steps();
  render();
  if (!opened) table.score();
  await showOffers(form, opened || joins, { open: openAnswers, compare: compareSaved });
  if (joins) await import("./joined.js").then(({ resume }) => resume(table)).catch(() => {}); // the table still works on this phone
  usable();
  idle().then(laterModule).catch(() => {}); // otherwise it loads when it is opened
  return undefined;
}

// The rules page links back to the same table and step.
function linkRules() {
  $("to-rules").href = `rules.html?${new URLSearchParams({ game: form.slug, back: location.search })}`;
}

// A new game with the same people: the address names the earlier table.
async function beginAgain() {
  const id = query.get("again");
  if (!id) return;
  await table.beginWithPeopleOf(id);
  const address = new URL(location.href);
  address.searchParams.delete("again");
  history.replaceState(null, "", address);
}

function stepName(/** @type {string} */ id) {
  const address = new URL(location.href);
  address.searchParams.set("table", id);
  history.replaceState(null, "", address);
}

function stepIn(/** @type {string} */ address) {
  const requested = new URL(address).searchParams.get("step");
  return STEPS.find((name) => name === requested) ?? STEPS[0];
}

/** Replace all answers with a shared table or an example. @param {Answers} answers @param {boolean} [example] */
function openAnswers(answers, example = false) {
  table.add({ do: "all", answers, ...(example && { example }) });
  go("result");
}

async function compareSaved(/** @type {string} */ id, /** @type {Answers} */ answers) {
  await table.open(id);
  stepName(id);
  go("keep");
  await keeping;
  const { showDifferences } = await laterModule();
  showDifferences(table, answers);
}

// Load the last step once the page is usable: the first tap does not need it, and the server may
// be gone later.
const laterModule = () => import("./share_panel.js");

async function keepStep() {
  try {
    const { showSharePanel } = await laterModule();
    if (step === "keep") await showSharePanel(table);
  } catch {
    showNotLoaded();
  }
}

const AGAIN_MS = 3000;

function showNotLoaded() {
  const place = $("keep");
  if (!place) return;
  const again = () => (place.isConnected ? (keeping = keepStep()) : undefined);
  place.replaceChildren(make("p", { class: "note", id: "not-loaded" }, say("not_loaded")), button(say("try_again"), again, { class: "plain" }));
  setTimeout(again, AGAIN_MS);
}

function steps() {
  const items = STEPS.map((name, index) =>
    make("li", {}, make("button", { type: "button", id: `step-${name}`, onclick: () => go(name) }, make("b", { "aria-hidden": "true" }, String(index + 1)), make("span", {}, say(`step_${name}`)))),
  );
  $("steps").replaceChildren(make("ol", {}, ...items));
}

/** Every step has an address: back and forward move between steps, and a reload stays. @param {PageStep} name */
function go(name) {
  if (name !== step) {
    const address = new URL(location.href);
    address.searchParams.set("step", name);
    address.hash = "";
    history.pushState(null, "", address);
  }
  show(name);
  scrollTo({ top: 0 });
  if (name === "result") void table.finish();
}

function show(/** @type {PageStep} */ name) {
  step = name;
  closeOffer();
  render();
  $("heading").focus({ preventScroll: true });
}

// An older address may not name the table yet. The skip link is not a step.
function hasLeft() {
  if (!table) return;
  if (table.id) stepName(table.id);
  if (stepIn(location.href) !== step) show(stepIn(location.href));
}

function render() {
  for (const name of STEPS) {
    if (name === step) $(`step-${name}`).setAttribute("aria-current", "step");
    else $(`step-${name}`).removeAttribute("aria-current");
  }
  const focused = document.activeElement?.id;
  $("heading").textContent = say(`heading_${step}`);
  $("other-language")?.toggleAttribute("hidden", step === "table" || step === "keep");
  parts = [];
  shape = shapeOf();
  if (step === "who") $("panel").replaceChildren(whoPanel());
  else if (step === "table") $("panel").replaceChildren(make("div", { class: "on-table" }, ...sections(ground(), "table")));
  else $("panel").replaceChildren(make("div", { id: step }));
  update();
  if (step === "keep") keeping = keepStep();
  if (focused && focused !== document.activeElement?.id) $(focused)?.focus();
}

// A different number of players or votes needs a new layout.
function shapeOf() {
  const groups = new Set(form.fields.flatMap((field) => field.group?.key ?? []));
  return step + [...groups].map((key) => `${key}${table.answers()[key]?.length ?? 0}`).join();
}

const ground = () => ({ form, table, parts, takeBack });

function whoPanel() {
  const variants = sections(ground(), "variant");
  const more = variants.length ? make("details", { class: "variants" }, make("summary", {}, say("variants")), ...variants) : null;
  return make("div", {}, ...sections(ground(), "who"), more, tryIt());
}

function tryIt() {
  if (!form.examples.length) return null;
  const items = form.examples.map((example) => make("li", {}, button(example.title, () => openAnswers(example.answers, true), { class: "link", "data-example": example.id })));
  return make("details", { class: "examples" }, make("summary", {}, say("examples")), make("ul", {}, ...items));
}

function onChange() {
  if (!$("steps").firstChild) return;
  if (shapeOf() !== shape) render();
  else update();
}

function update() {
  steadily(() => {
    parts.forEach((one) => one.update());
    showProblems();
  });
  showBar();
  if (step === "result") showResult(table, $("result"), goTo);
}

function score() {
  update();
  tell(verdict(table));
}

function showBar() {
  showStep("undo");
  showStep("redo");
  $("totals").replaceChildren(...totals(table));
  const next = STEPS[STEPS.indexOf(step) + 1];
  $("next").hidden = !next;
  if (next) $("next").textContent = say(`next_${next}`);
}

/** Undo or redo a step. It may be on another step of the page, so announce it. */
function retrace(/** @type {"undo" | "redo"} */ name) {
  const what = table && stepWords(name);
  if (!what) return;
  table.add({ do: name });
  toast(say(name === "undo" ? "undone" : "redone", { what }));
}

const takeBack = () => retrace("undo");
const repeat = () => retrace("redo");

/** Describe the step that a button undoes or repeats; "" if there is none. */
function stepWords(/** @type {"undo" | "redo"} */ name) {
  const { [name]: tap, before, answers } = table.now;
  return tap ? words(form, name === "undo" ? before : answers, tap) : "";
}

function showStep(/** @type {"undo" | "redo"} */ name) {
  const what = stepWords(name);
  const text = what ? say(`${name}_what`, { what }) : say(name);
  $(name).disabled = !what;
  $(name).setAttribute("aria-label", text);
  $(name).title = text;
}

// Show problems at their field, or with the result if they have none. Missing and doubtful entries
// are also shown there, but less prominently.
function showProblems() {
  const { problems = [], hints = [], notes = [] } = table.record ?? {};
  for (const node of all(".problem")) {
    const here = (/** @type {FieldProblem[]} */ those) => those.filter((one) => `${fieldId(one.path)}-problem` === node.id);
    const wrong = here(problems);
    const texts = wrong.length ? wrong : here([...hints, ...notes]);
    node.textContent = texts.map((one) => one.text).join("\n");
    node.classList.toggle("soft", !wrong.length);
    node.hidden = !texts.length;
  }
}

function fieldId(/** @type {Path} */ path) {
  for (let length = path.length; length > 0; length--) {
    const id = idOf(path.slice(0, length));
    if (document.getElementById(`${id}-problem`)) return id;
  }
  return "";
}

function goTo(/** @type {Path} */ path) {
  go(fieldAt(form, path)?.part === "table" ? "table" : "who");
  const place = $(idOf(path)) ?? document.querySelector(`[data-field="${fieldId(path)}"] :is(input, select, button)`);
  place?.focus();
  place?.scrollIntoView({ block: "center" });
}

keepAwake();
addEventListener("popstate", hasLeft);
$("undo").addEventListener("click", takeBack);
$("redo").addEventListener("click", repeat);
$("next").addEventListener("click", () => go(STEPS[STEPS.indexOf(step) + 1]));
addEventListener("keydown", (event) => {
  if (!table || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  if (event.target instanceof Element && event.target.matches("input[type=text], textarea")) return;
  event.preventDefault();
  if (event.shiftKey) repeat();
  else takeBack();
});

begin().catch(showFailure);

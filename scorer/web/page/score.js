// The score page: who plays, what lies on the table, the result, keep and share.
import { item } from "./answers.js";
import { $, all, button, make, tell, toast } from "./dom.js";
import { idOf } from "./field_parts.js";
import { accent, frame, lost, usable } from "./frame.js";
import { idle } from "./idle.js";
import { partFor } from "./kinds/index.js";
import { itemName } from "./labels.js";
import { remembered } from "./local_storage.js";
import { closeOffer, showOffers } from "./offers.js";
import { query, requestedForm } from "./requested_game.js";
import { showResult, totals, verdict } from "./result.js";
import { steadily } from "./steady.js";
import { Table } from "./table.js";
import { fieldAt, words } from "./taps.js";
import { say, sayOf } from "./words.js";

const STEPS = ["who", "table", "result", "keep"];
/** @type {Form} */
let form;
/** @type {Table} */
let table;
let step = stepIn(location.href);
/** @type {{update(): void}[]} */
let parts = [];
let shape = "";
/** @type {Promise<void> | undefined} */
let keeping; // the last step being put together

// ---- starting ------------------------------------------------------------------------------

async function begin() {
  frame();
  const found = await requestedForm();
  if (!found.fields) return showFormProblems(found.problems);
  form = found;
  accent(form.accent);
  $("title").textContent = form.title;
  document.title = `${form.title} – ${say("score")} – Ecotable`;
  table = new Table(form, { changed, scored, refused: toast, named, unkept });
  const id = query.get("table");
  const opened = id !== null && (await table.open(id));
  const joins = isJoined(id);
  steps();
  render();
  if (!opened) table.score();
  await showOffers(form, opened || joins, { open: openAnswers, compare: compareSaved });
  if (joins) await import("./joined.js").then(({ resume }) => resume(table)).catch(() => {}); // the table is here all the same
  usable();
  idle().then(keepModules).catch(() => {}); // then it is loaded when somebody comes to it
  return undefined;
}

// Whether other phones fill in this table, too; see joined.js.
const isJoined = (id) => location.hash.startsWith("#join=") || remembered(`ecotable-live-${id}`) !== null;

// A game that cannot be read says why.
function showFormProblems(problems) {
  const items = problems.map((text) => make("li", {}, text));
  $("main").replaceChildren(make("section", { class: "note warn", id: "form-problems" }, make("h2", {}, say("has_problems", { n: items.length })), make("ul", {}, ...items)));
}

const unkept = () => toast(say("not_kept"));

function named(id) {
  const address = new URL(location.href);
  address.searchParams.set("table", id);
  history.replaceState(null, "", address);
}

/** @type {(address: string) => string} */
function stepIn(address) {
  const wanted = new URL(address).searchParams.get("step");
  return STEPS.find((name) => name === wanted) ?? STEPS[0];
}

// All answers at once: a shared table, or an example.
function openAnswers(answers) {
  table.add({ do: "all", answers });
  go("result");
}

async function compareSaved(id, answers) {
  await table.open(id);
  named(id);
  go("keep");
  await keeping;
  const { showDifferences } = await import("./compare.js");
  showDifferences(table, answers);
}

// The last step is loaded once the page can be tapped: the first tap has no need of it, and
// later the server may be gone.
const keepModules = () => Promise.all([import("./share_panel.js"), import("./compare.js")]);

async function keepStep() {
  try {
    const [{ showSharePanel }, { compareLink }] = await keepModules();
    if (step === "keep") await showSharePanel(table, compareLink);
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

// ---- steps ---------------------------------------------------------------------------------

function steps() {
  const items = STEPS.map((name, index) =>
    make("li", {}, make("button", { type: "button", id: `step-${name}`, onclick: () => go(name) }, make("b", { "aria-hidden": "true" }, String(index + 1)), make("span", {}, say(`step_${name}`)))),
  );
  $("steps").replaceChildren(make("ol", {}, ...items));
}

// Every step has an address: back and forward go from step to step, and loading again stays.
function go(name) {
  if (name !== step) {
    const address = new URL(location.href);
    address.searchParams.set("step", name);
    address.hash = "";
    history.pushState(null, "", address);
  }
  show(name);
  scrollTo({ top: 0 });
}

function show(name) {
  step = name;
  closeOffer();
  render();
  $("heading").focus({ preventScroll: true });
}

// An older address may not know yet which table this is. The skip link is no step.
function gone() {
  if (!table) return;
  if (table.id) named(table.id);
  if (stepIn(location.href) !== step) show(stepIn(location.href));
}

function render() {
  for (const name of STEPS) {
    if (name === step) $(`step-${name}`).setAttribute("aria-current", "step");
    else $(`step-${name}`).removeAttribute("aria-current");
  }
  const focused = document.activeElement?.id;
  $("heading").textContent = say(`heading_${step}`);
  parts = [];
  shape = shapeOf();
  const panel = { who: whoPanel, table: tablePanel, result: () => make("div", { id: "result" }), keep: () => make("div", { id: "keep" }) }[step]();
  $("panel").replaceChildren(panel);
  update();
  if (step === "keep") keeping = keepStep();
  if (focused && focused !== document.activeElement?.id) $(focused)?.focus();
}

// What makes a new layout necessary: other numbers of players or votes.
function shapeOf() {
  const groups = new Set(form.fields.flatMap((field) => field.group?.key ?? []));
  return step + [...groups].map((key) => `${key}${table.answers()[key]?.length ?? 0}`).join();
}

function add(field, path) {
  const part = partFor(table, field, path);
  if (part) parts.push(part);
  return part;
}

// The fields of one part of the form: groups as cards, one for each player or vote.
function sections(name) {
  const found = [];
  const groups = new Set();
  /** @type {HTMLElement | null} */
  let counters = null; // numbers that follow each other share a card
  for (const field of form.fields.filter((one) => one.part === name)) {
    const part = field.group ? null : add(field, [field.key]);
    if (!part?.compact || name !== "table") {
      counters = null;
      found.push(part ? part.node : firstOfGroup(field, name, groups));
    } else {
      if (!counters) found.push((counters = make("section", { class: "card counters" })));
      counters.append(part.node);
    }
  }
  return found.filter(Boolean);
}

function firstOfGroup({ group }, name, groups) {
  if (!group || groups.has(group.key)) return null;
  groups.add(group.key);
  return groupCards(group, name);
}

function groupCards(group, name) {
  const count = table.answers()[group.key]?.length ?? 0;
  const home = form.fields.find((field) => field.group?.key === group.key)?.part === name;
  const cards = Array.from({ length: count }, (_, index) => card(group, name, index, home));
  const more = button(sayOf("add", group.key, { what: group.label }), () => addItem(group), { class: "plain wide", id: `add-${group.key}` });
  const title = group.key === "players" ? null : make("h3", {}, group.label);
  return make("div", { class: "group" }, title, make("div", { class: "cards" }, ...cards), home && count < group.most ? more : null);
}

function card(group, name, index, home) {
  const fields = form.fields.filter((field) => field.group?.key === group.key && field.part === name);
  const nodes = fields.map((field) => add(field, [group.key, index, field.key])?.node);
  const count = table.answers()[group.key].length;
  const heading = make(group.key === "players" ? "h3" : "h4", { "data-item": `${group.key},${index}` });
  const drop = button("×", () => table.add({ do: "drop", group: group.key, index }), { class: "drop", id: `drop-${group.key}-${index}` });
  const total = make("span", { class: "card-total", "data-total": index });
  const head = make("div", { class: "card-head" }, heading, group.key === "players" ? total : null, home && count > group.least ? drop : null);
  const node = make("section", { class: "card" }, head, ...nodes);
  parts.push({ update: () => cardHead(group, index, heading, drop, total) });
  return node;
}

function cardHead(group, index, heading, drop, total) {
  const name = itemName(group, table.answers(), index);
  heading.textContent = name;
  drop.setAttribute("aria-label", say("remove_what", { what: name }));
  const side = table.record?.result?.sides.find((one) => one.name === table.answers()[group.key][index]?.name);
  total.textContent = side ? String(side.total) : "";
}

function addItem(group) {
  const index = table.answers()[group.key]?.length ?? 0;
  table.add({ do: "add", group: group.key, item: item(form, group.key, index, (n) => say("item.players", { n })) });
}

function whoPanel() {
  const variants = sections("variant");
  const more = variants.length ? make("details", { class: "variants" }, make("summary", {}, say("variants")), ...variants) : null;
  return make("div", {}, ...sections("who"), more, tryIt());
}

const tablePanel = () => make("div", { class: "on-table" }, ...sections("table"));

function tryIt() {
  if (!form.examples.length) return null;
  const items = form.examples.map((example) => make("li", {}, button(example.title, () => openAnswers(example.answers), { class: "link", "data-example": example.id })));
  return make("details", { class: "examples" }, make("summary", {}, say("examples")), make("ul", {}, ...items));
}

// ---- following every tap -------------------------------------------------------------------

function changed() {
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

function scored() {
  update();
  tell(verdict(table));
}

function showBar() {
  const { undo, redo, before } = table.now;
  showStep("undo", undo, before);
  showStep("redo", redo, table.answers());
  $("totals").replaceChildren(...totals(table));
  const next = STEPS[STEPS.indexOf(step) + 1];
  $("next").hidden = !next;
  if (next) $("next").textContent = say(`next_${next}`);
}

/** A button that takes a step back or repeats it, and says which.
 * @type {(name: string, tap: Tap | undefined, answers: Answers) => void} */
function showStep(name, tap, answers) {
  const text = tap ? say(`${name}_what`, { what: words(form, answers, tap) }) : say(name);
  $(name).disabled = !tap;
  $(name).setAttribute("aria-label", text);
  $(name).title = text;
}

// Problems stand at their field; those that belong to none stand with the result. What is
// merely not finished is said there, too, but quietly.
function showProblems() {
  for (const node of all(".problem")) node.hidden = true;
  const { problems = [], hints = [] } = table.record ?? {};
  for (const one of [...hints, ...problems]) {
    const node = document.getElementById(`${fieldId(one.path)}-problem`);
    if (!node) continue;
    node.textContent = one.text;
    node.classList.toggle("soft", hints.includes(one));
    node.hidden = false;
  }
}

function fieldId(path) {
  for (let length = path.length; length > 0; length--) {
    const id = idOf(path.slice(0, length));
    if (document.getElementById(`${id}-problem`)) return id;
  }
  return "";
}

// From an open question in the result to the field that answers it.
function goTo(path) {
  go(fieldAt(form, path)?.part === "table" ? "table" : "who");
  const place = $(idOf(path)) ?? document.querySelector(`[data-field="${fieldId(path)}"] :is(input, select, button)`);
  place?.focus();
  place?.scrollIntoView({ block: "center" });
}

addEventListener("popstate", gone);
$("undo").addEventListener("click", () => table?.add({ do: "undo" }));
$("redo").addEventListener("click", () => table?.add({ do: "redo" }));
$("next").addEventListener("click", () => go(STEPS[STEPS.indexOf(step) + 1]));
addEventListener("keydown", (event) => {
  if (!table || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "z") return;
  if (event.target instanceof Element && event.target.matches("input[type=text], textarea")) return;
  event.preventDefault();
  table.add({ do: event.shiftKey ? "redo" : "undo" });
});

begin().catch(lost);

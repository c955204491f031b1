// Printing: choose, make, open. Served, the PDF is made on demand; published, the files are ready.
import { delivery } from "./delivery.js";
import { $, all, button, make, tell } from "./dom.js";
import { accent, frame, lost, usable } from "./frame.js";
import { lang, languages } from "./language.js";
import { gameOnShelf, requestedGame } from "./requested_game.js";
import { say } from "./words.js";

const ASK_MS = 400;
const slug = requestedGame();

async function begin() {
  frame();
  const game = await gameOnShelf();
  accent(game.accent);
  $("title").textContent = say("print_heading", { what: game.title });
  document.title = `${say("print_heading", { what: game.title })} – Ecotable`;
  await (delivery.kind === "published" ? showFiles() : showChoices(game));
  usable();
}

// A4, Letter
const paperName = (paper) => (/\d/.test(paper) ? paper.toUpperCase() : `${paper[0].toUpperCase()}${paper.slice(1)}`);

// ---- published: ready files ------------------------------------------------------------------

// files.json: {"ecologic": [{"file": "pdf/ecologic-en-a4-vector.pdf", "lang": "en", "paper": "a4", "sheets": 14, "bytes": …}]}
async function showFiles() {
  const files = (await (await fetch("files.json")).json())[slug] ?? [];
  const items = files.map((one) => {
    const words = [languages[one.lang] ?? one.lang, paperName(one.paper), say("print_sheets", { n: one.sheets }), `${(one.bytes / 1e6).toFixed(1)} MB`].filter(Boolean);
    return make("li", {}, make("a", { class: "plain", href: one.file, download: true }, words.join(" · ")));
  });
  $("how-turn").textContent = say("how_turn_files"); // no edge can be chosen here
  $("choices").replaceChildren(make("h2", {}, say("print_files")), make("ul", { class: "stack" }, ...items));
}

// ---- served: on demand -----------------------------------------------------------------------

async function showChoices(game) {
  const answer = await fetch(`api/print/${slug}`);
  if (!answer.ok) return $("choices").replaceChildren(make("p", { class: "note" }, say("print_missing")));
  const { choices } = await answer.json();
  const fields = Object.entries(choices).map(([name, values]) => select(name, values, game));
  const copies = make("input", { type: "text", inputmode: "numeric", pattern: "[0-9]*", id: "p-copies", value: "1" });
  const status = make("div", { id: "print-status" });
  const start = button(say("print_make"), () => begun(status, start), { class: "strong", id: "make" });
  $("choices").replaceChildren(...fields, make("div", { class: "field" }, make("label", { for: "p-copies" }, say("print_copies")), copies), start, status);
  return undefined;
}

function select(name, values, game) {
  const word = (value) => (name === "lang" ? (languages[value] ?? value) : name === "paper" ? paperName(value) : say(`print_${name}_${value}`));
  const node = make("select", { id: `p-${name}` }, ...values.map((value) => make("option", { value }, word(value))));
  if (name === "lang" && game.languages.includes(lang)) node.value = lang;
  return make("div", { class: "field" }, make("label", { for: `p-${name}` }, say(`print_${name}`)), node);
}

async function begun(status, start) {
  const chosen = Object.fromEntries(all("[id^=p-]").map(({ id }) => [id.slice(2), $(id).value]));
  const wanted = { ...chosen, copies: Math.max(1, Math.min(20, Number(chosen.copies) || 1)) };
  start.disabled = true;
  try {
    const answer = await fetch(`api/print/${slug}`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(wanted) });
    if (answer.status === 429) return show(status, make("p", { class: "note warn" }, say("print_full")));
    if (!answer.ok) throw new Error(await answer.text());
    await follow(status, (await answer.json()).job);
  } catch {
    show(status, make("p", { class: "note warn" }, say("lost")));
  } finally {
    start.disabled = false;
  }
  return undefined;
}

function show(status, ...nodes) {
  status.replaceChildren(...nodes);
  tell(status.textContent, 0);
}

// Asks how far it is until it is done.
async function follow(status, job) {
  for (;;) {
    const now = await (await fetch(`api/print-job/${job}`)).json();
    if (now.state === "ready") return ready(status, now, job);
    if (now.state === "failed") return show(status, failed(now));
    progress(status, now);
    await new Promise((wait) => setTimeout(wait, ASK_MS));
  }
}

function progress(status, now) {
  const text = now.state === "waiting" ? say("print_wait", { n: now.before }) : now.total ? say("print_making", now) : say("print_starting");
  const bar = make("progress", { max: now.total || 1, "aria-label": text });
  if (now.total) bar.value = now.done;
  status.replaceChildren(make("p", {}, text), bar);
}

function ready(status, now, job) {
  const open = make("a", { class: "strong", id: "open-pdf", href: `pdf/${job}/${now.name}`, target: "_blank" }, say("print_open"));
  show(status, make("p", { class: "note good" }, say("print_ready", { n: now.pages })), open);
}

const failed = (now) => make("div", { class: "note warn" }, make("p", {}, say("print_failed")), make("ul", {}, ...now.problems.map((text) => make("li", {}, text))));

begin().catch(lost);

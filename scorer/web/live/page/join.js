// Join an open table or a class with a code. The address may contain the code: #ABCD. For a class,
// the page asks for the game and the table's name, and sends nothing before that.
import { $, make, say, toast } from "../../page/page.js";
import { engine } from "../../page/engine.js";
import { frame, showFailure, usable } from "../../page/frame.js";
import { post } from "../../page/live_line.js";
import { ask } from "./ask.js";

const CODE = /^#([A-Za-z]{4})$/;

async function begin() {
  frame();
  const [, code] = CODE.exec(location.hash) ?? [];
  showCode(code ?? "");
  usable();
  if (code) await open(code);
}

function showCode(/** @type {string} */ code) {
  const input = make("input", { id: "code", type: "text", value: code, maxlength: "8", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", class: "code-input" });
  const field = make("div", { class: "field" }, make("label", { for: "code" }, say("code")), input);
  const press = make("button", { type: "submit", class: "strong", id: "open-code" }, say("open_code"));
  showForm(() => open(input.value), make("p", {}, say("join_lead")), field, press);
  input.focus();
}

function showForm(/** @type {() => unknown} */ act, /** @type {Node[]} */ ...parts) {
  const submit = (/** @type {Event} */ event) => {
    event.preventDefault();
    act();
  };
  $("panel").replaceChildren(make("form", { class: "card", onsubmit: submit }, ...parts));
}

/** @type {Record<number, string>} */
const REFUSED = { 404: "no_such_code", 429: "too_many_codes", 503: "too_many_tables" };

// Open what the code belongs to, or show why it does not work.
/** @param {object} body @returns {Promise<Entrance | null>} */
async function askClass(body) {
  const answer = await post("open", body).catch(() => null);
  if (answer?.ok) return answer.json();
  toast(say(REFUSED[answer?.status ?? 0] ?? "lost"));
  return null;
}

async function open(/** @type {string} */ code) {
  const answer = await askClass({ code });
  if (!answer) return;
  if (answer.key) enter(answer);
  else await showClass(code, answer.class);
}

function enter(/** @type {Entrance} */ { key, game }) {
  location.assign(`score.html?${new URLSearchParams({ game, step: "who" })}#join=${key}`);
}

async function showClass(/** @type {string} */ code, /** @type {string} */ name) {
  const { games } = await engine.games();
  const title = say("class_title", { name });
  $("title").textContent = title;
  document.title = `${title} – Ecotable`;
  const input = make("input", { id: "table-name", type: "text", maxlength: "40", autocomplete: "off" });
  const choices = games.filter((game) => game.scored).map((game) => make("label", { class: "tick" }, make("input", { type: "radio", name: "game", value: game.slug }), make("span", {}, game.title)));
  showForm(
    () => show(code, input.value.trim()),
    make("p", { id: "what-is-sent" }, say("enter_lead")),
    make("fieldset", { class: "field game-choice" }, make("legend", {}, say("which_game")), ...choices),
    make("div", { class: "field" }, make("label", { for: "table-name" }, say("table_name")), input),
    make("button", { type: "submit", class: "strong", id: "show-table" }, say("show_our_table")),
  );
  $("toast").hidden = true; // the problem of an earlier code is solved
  $("title").focus();
}

async function show(/** @type {string} */ code, /** @type {string} */ name) {
  const game = document.querySelector("input[name=game]:checked");
  if (!(game instanceof HTMLInputElement)) return toast(say("game_first"));
  if (!name) return toast(say("name_first"));
  const request = { code, name, game: game.value };
  const entered = await askClass(request);
  if (!entered) return undefined;
  if (entered.taken) return askToJoin(request, entered.taken);
  sessionStorage.setItem("ecotable-entered", JSON.stringify({ ...entered, shown: true }));
  return enter(entered);
}

function askToJoin(/** @type {object} */ request, /** @type {string} */ name) {
  const join = () => askClass({ ...request, join: true }).then((answer) => answer && enter(answer));
  ask(say("name_taken", { name }), [say("join_them", { name }), join], say("another_name"));
}

addEventListener("hashchange", () => location.reload());
begin().catch(showFailure);

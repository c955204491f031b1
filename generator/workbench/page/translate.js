// Translate a game on its cards: choose a text in the list or on a card, type, and see it set at once.
// Each part of the page is an effect: it shows what it reads, and is painted again when that changes.
import { $, button, make, on } from "../../../scorer/web/page/dom.js";
import { icon } from "../../../scorer/web/page/icons.js";
import { languageName } from "../../../scorer/web/page/language.js";
import { showLastView } from "../../../scorer/web/page/last_view.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { ask, inTurn, saidWords, warn } from "./asking.js";
import { wordsOf } from "./server.js";
import { effect } from "./signals.js";
import { followText, listenToCard, paintCards, paintFaces, tryChosen } from "./text_card.js";
import { paintEditor, paintFit, paintState, paintTyped } from "./text_editor.js";
import { listenToList, paintFilters, paintList, paintProgress, paintSections } from "./text_list.js";
import { load, move, refresh, step } from "./translating.js";
import { desk, drafts, wordCards } from "./translation.js";
import { paintFiles } from "./translation_files.js";
import { address, settings } from "./view.js";

const OTHER = "?";

function paintHead() {
  const { games, game, title, lang, languages, unfinished, own, notes } = desk.record;
  document.title = say("translate_title", { what: title });
  fill($("game"), games.map((one) => [one.slug, one.title]), game);
  const nameOf = (/** @type {string} */ code) => `${languageName(code)}${unfinished.includes(code) ? ` (${say("unfinished")})` : ""}`;
  const codes = [...new Set([...languages, lang].filter(Boolean))];
  fill($("lang"), [...codes.map((code) => [code, nameOf(code)]), [OTHER, say("other_language")]], lang || OTHER);
  $("home").href = address("./");
  const lines = [own ? "" : say("not_own_yet"), ...notes].filter(Boolean);
  $("notes").hidden = !lines.length;
  $("notes").textContent = lines.join(" ");
  if (!lang) askLanguage();
}

function fill(/** @type {HTMLSelectElement} */ select, /** @type {string[][]} */ options, /** @type {string} */ value) {
  select.replaceChildren(...options.map(([code, title]) => new Option(title, code)));
  select.value = value;
}

function paintHistory() {
  for (const direction of /** @type {const} */ (["undo", "redo"])) {
    const [next] = desk.history[direction];
    const words = next ? say(`${direction}_what`, { what: saidWords(next) }) : say(direction);
    $(direction).disabled = !next || !desk.record.own;
    $(direction).title = words;
    $(direction).replaceChildren(icon(direction), make("span", {}, words));
  }
}

const rememberText = () => history.replaceState(null, "", `${address("")}#${desk.chosen}`);

const PARTS = [
  ...[paintHead, paintHistory, paintSections, paintFiles, rememberText],
  ...[paintEditor, paintTyped, paintState, paintFit],
  ...[paintFilters, paintList, paintProgress],
  ...[followText, paintCards, paintFaces, tryChosen],
];

// ---- languages -------------------------------------------------------------------------------

function askLanguage() {
  const { plain, languages, known_languages: names } = desk.record;
  const codes = names.filter((code) => code !== plain && !languages.includes(code));
  const options = codes.map((code) => [languageName(code), code]).sort(([one], [other]) => one.localeCompare(other));
  const input = make("input", { id: "new-language", list: "language-codes", required: true, autocomplete: "off", maxlength: 40 });
  const list = make("datalist", { id: "language-codes" }, ...options.map(([name, code]) => make("option", { value: name }, code)));
  const problem = make("p", { class: "problem-text", role: "alert" });
  const choose = async (/** @type {Event} */ event) => {
    event.preventDefault();
    const typed = input.value.trim();
    const code = options.find(([name]) => name.toLowerCase() === typed.toLowerCase())?.[1] ?? typed;
    const before = settings.lang;
    try {
      settings.lang = code;
      await load();
      $("ask").close();
    } catch (fault) {
      settings.lang = before;
      problem.textContent = wordsOf(fault);
    }
  };
  const label = make("label", { class: "field" }, `${say("language_new")} `, input);
  const take = make("button", { class: "plain strong", id: "take-language" }, say("language_take"));
  const answers = make("p", { class: "answers" }, take, button(say("cancel"), () => $("ask").close(), { class: "plain" }));
  const form = make("form", { onsubmit: (event) => void choose(event) }, make("p", {}, say("language_why")), label, list, problem, answers);
  ask(say("other_language"), [form]);
}

function turnTo(/** @type {{game?: string, lang: string}} */ change) {
  Object.assign(settings, change);
  Object.assign(desk, { chosen: "", card: "" });
  wordCards.clear();
  drafts.clear();
  load().catch((fault) => warn(wordsOf(fault)));
}

// ---- the page --------------------------------------------------------------------------------

translatePage();
listenToList();
listenToCard();
on($("game"), "change", ({ target }) => turnTo({ game: target.value, lang: "" }));
on($("lang"), "change", ({ target }) => {
  if (target.value !== OTHER) return turnTo({ lang: target.value });
  target.value = desk.record.lang || OTHER;
  askLanguage();
});
on($("undo"), "click", () => step("undo"));
on($("redo"), "click", () => step("redo"));
document.addEventListener("keydown", (event) => {
  const direction = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
  if (!direction || event.defaultPrevented || $("ask").open) return;
  event.preventDefault();
  move(direction);
});
addEventListener("focus", () => void inTurn(refresh));
const ready = showLastView("texts", ["game", "lang", "done", "filters", "section", "texts", "card", "faces", "editor"], ".bar .row > :not(#home), .desk-parts");
load().then(
  () => {
    ready();
    PARTS.forEach(effect);
    document.body.dataset.ready = "true";
  },
  (fault) => warn(wordsOf(fault)),
);

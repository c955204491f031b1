// The text files of a game, each in a plain editor, with the line of every mistake.
import { forgetGame } from "../../../scorer/web/page/last_view.js";
import { $, button, make, say, tell, translatePage } from "../../../scorer/web/page/page.js";
import { get, post, wordsOf } from "./server.js";
import { address, settings } from "./view.js";

/** The file as last read or saved. @type {GameFile} */
let opened = { file: "", text: "", version: "", files: [], problems: [] };

const isChanged = () => $("text").value !== opened.text;

const load = (/** @type {string} */ file) => get("files.json", { file }).then(show).catch(fail);

const fail = (/** @type {unknown} */ fault) => report(wordsOf(fault));

function show(/** @type {Partial<GameFile>} */ record) {
  opened = { ...opened, ...record };
  const options = [...new Set([...opened.files, opened.file])];
  $("file").replaceChildren(...options.map((file) => new Option(file, file)));
  $("file").value = opened.file;
  $("text-label").textContent = opened.file;
  $("text").value = opened.text;
  $("removing").hidden = !opened.removable;
  history.replaceState(null, "", `?${new URLSearchParams({ game: settings.game, file: opened.file })}`);
  $("main").dataset.ready = "true";
  paint();
}

function paint() {
  $("save").disabled = !isChanged();
  const own = opened.problems.filter((one) => one.file === opened.file).length;
  $("text").setAttribute("aria-invalid", String(own > 0));
  const items = opened.problems.map((one) => make("li", {}, button(one.text, () => void goTo(one), { class: "mistake" })));
  const title = items.length ? say("file_mistakes", { n: items.length }) : say("file_sound");
  $("mistakes").replaceChildren(make("h2", {}, title), make("ul", {}, ...items));
}

async function goTo(/** @type {GameFile["problems"][number]} */ { file, line }) {
  if (file && file !== opened.file && opened.files.includes(file)) {
    if (!leave()) return;
    await load(file);
  }
  const lines = $("text").value.split("\n");
  const start = lines.slice(0, Math.max(line - 1, 0)).join("\n").length + (line > 1 ? 1 : 0);
  $("text").focus();
  $("text").setSelectionRange(start, start + (lines[Math.max(line - 1, 0)]?.length ?? 0));
  $("text").scrollTop = (line - 5) * Number.parseFloat(getComputedStyle($("text")).lineHeight);
}

const leave = () => !isChanged() || confirm(say("file_leave", { file: opened.file }));

async function save() {
  if (!isChanged()) return;
  const text = $("text").value;
  const answer = await post("file", { file: opened.file, version: opened.version, text });
  if (answer.conflict) return showConflict(answer, text);
  const at = $("text").selectionStart;
  show(answer);
  $("text").setSelectionRange(at, at);
  report(say("file_saved", { file: opened.file }));
}

// Another program saved the file: keep what was typed; saving again overwrites the other version.
function showConflict(/** @type {GameFile} */ { version, text: theirs }, /** @type {string} */ mine) {
  if (confirm(say("file_conflict", { file: opened.file }))) {
    opened.version = version;
    opened.text = theirs;
    $("text").value = mine;
    return void save().catch(fail);
  }
  return report(say("file_not_saved", { file: opened.file }));
}

function report(/** @type {string} */ text) {
  $("state").textContent = text;
  tell(text, 0);
}

// A file that is not there yet appears with its first text.
function add() {
  const file = prompt(say("file_name"), "rules/en.yaml")?.trim();
  if (!file || !leave()) return;
  if (opened.files.includes(file)) void load(file);
  else show({ file, text: "", version: "" });
}

async function remove() {
  await post("remove", { name: $("remove-name").value.trim() });
  forgetGame(settings.game);
  opened.text = $("text").value; // nothing is left to save
  location.assign("../");
}

translatePage();
$("name").textContent = say("files_of", { game: settings.game });
$("remove-why").textContent = say("game_remove_why", { name: settings.game });
$("back").href = address("./");
$("zip-out").href = address("game.zip");
$("zip-out").download = `${settings.game}.zip`;
$("text").addEventListener("input", () => ($("save").disabled = !isChanged()));
$("file").addEventListener("change", () => {
  if (leave()) void load($("file").value);
  else $("file").value = opened.file;
});
$("save").addEventListener("click", () => save().catch(fail));
$("add-file").addEventListener("click", add);
$("remove").addEventListener("submit", (event) => {
  event.preventDefault();
  remove().catch(fail);
});
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    save().catch(fail);
  }
});
addEventListener("beforeunload", (event) => isChanged() && event.preventDefault());
void load(new URLSearchParams(location.search).get("file") ?? "");

// The text files of a game, each in a plain editor, with the line of every mistake.
import { $, button, make, tell } from "../../../scorer/web/page/dom.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { get, post, wordsOf } from "./server.js";
import { address, wanted } from "./view.js";

/** The file as last read or saved.
 * @type {{file: string, text: string, version: string, files: string[], problems: {file: string, line: number, text: string}[], removable?: boolean}} */
let held = { file: "", text: "", version: "", files: [], problems: [] };

const changed = () => $("text").value !== held.text;

async function load(file) {
  try {
    show(await get("files.json", { file }));
    $("main").dataset.ready = "true";
  } catch (fault) {
    $("state").textContent = wordsOf(fault);
  }
}

function show(record) {
  held = { ...held, ...record };
  const options = [...new Set([...held.files, held.file])];
  $("file").replaceChildren(...options.map((file) => new Option(file, file)));
  $("file").value = held.file;
  $("text-label").textContent = held.file;
  $("text").value = held.text;
  $("removing").hidden = !held.removable;
  history.replaceState(null, "", `?${new URLSearchParams({ game: wanted.game, file: held.file })}`);
  paint();
}

function paint() {
  $("save").disabled = !changed();
  const own = held.problems.filter((one) => one.file === held.file).length;
  $("text").setAttribute("aria-invalid", String(own > 0));
  const items = held.problems.map((one) => make("li", {}, button(one.text, () => void goTo(one), { class: "mistake" })));
  const title = items.length ? say("file_mistakes", { n: items.length }) : say("file_sound");
  $("mistakes").replaceChildren(make("h2", {}, title), make("ul", {}, ...items));
}

/** Show the line of a mistake. */
async function goTo({ file, line }) {
  if (file && file !== held.file && held.files.includes(file)) {
    if (!leave()) return;
    await load(file);
  }
  const lines = $("text").value.split("\n");
  const start = lines.slice(0, Math.max(line - 1, 0)).join("\n").length + (line > 1 ? 1 : 0);
  $("text").focus();
  $("text").setSelectionRange(start, start + (lines[Math.max(line - 1, 0)]?.length ?? 0));
  $("text").scrollTop = (line - 5) * Number.parseFloat(getComputedStyle($("text")).lineHeight);
}

const leave = () => !changed() || confirm(say("file_leave", { file: held.file }));

async function save() {
  if (!changed()) return;
  const text = $("text").value;
  try {
    const answer = await post("file", { file: held.file, version: held.version, text });
    if (answer.conflict) return contested(answer, text);
    const at = $("text").selectionStart;
    show(answer);
    $("text").setSelectionRange(at, at);
    said(say("file_saved", { file: held.file }));
  } catch (fault) {
    said(wordsOf(fault));
  }
}

// Another program saved the file: keep what was typed; saving again overwrites the other version.
function contested({ version, text: theirs }, mine) {
  if (confirm(say("file_conflict", { file: held.file }))) {
    held.version = version;
    held.text = theirs;
    $("text").value = mine;
    return void save();
  }
  return said(say("file_not_saved", { file: held.file }));
}

function said(text) {
  $("state").textContent = text;
  tell(text, 0);
}

// A file that is not there yet appears with its first text.
function add() {
  const file = prompt(say("file_name"), "rules/en.yaml")?.trim();
  if (!file || !leave()) return;
  if (held.files.includes(file)) void load(file);
  else show({ file, text: "", version: "" });
}

async function remove(event) {
  event.preventDefault();
  try {
    await post("remove", { name: $("remove-name").value.trim() });
    held.text = $("text").value; // nothing is left to save
    location.assign("../");
  } catch (fault) {
    said(wordsOf(fault));
  }
}

translatePage();
$("name").textContent = say("files_of", { game: wanted.game });
$("remove-why").textContent = say("game_remove_why", { name: wanted.game });
$("back").href = address("./");
$("zip-out").href = address("game.zip");
$("zip-out").download = `${wanted.game}.zip`;
$("text").addEventListener("input", () => ($("save").disabled = !changed()));
$("file").addEventListener("change", () => {
  if (leave()) void load($("file").value);
  else $("file").value = held.file;
});
$("save").addEventListener("click", save);
$("add-file").addEventListener("click", add);
$("remove").addEventListener("submit", remove);
document.addEventListener("keydown", (event) => {
  if ((event.ctrlKey || event.metaKey) && event.key === "s") {
    event.preventDefault();
    void save();
  }
});
addEventListener("beforeunload", (event) => changed() && event.preventDefault());
void load(new URLSearchParams(location.search).get("file") ?? "");

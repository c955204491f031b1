// A new game from ready layouts, or a game from a .zip file. Both lead to its cards.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { translatePage } from "../../../scorer/web/page/translate.js";
import { say } from "../../../scorer/web/page/words.js";
import { paintPlace } from "./place.js";
import { base64, get, post, wordsOf } from "./server.js";

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
/** @type {string[]} */
let taken = [];

/** Return the name of the folder for a title: "Mein Größter Teich" is mein_grosster_teich.
 * @type {(title: string) => string} */
const nameOf = (title) =>
  title.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 40);

// Check the name while it is typed.
function checkTitle() {
  const title = $("title").value.trim();
  const name = nameOf(title);
  const wrong = !title ? "" : !NAME.test(name) ? say("new_letters") : taken.includes(name) ? say("new_taken", { name }) : /[{}]/.test(title) ? say("new_braces") : "";
  $("new-name").textContent = name ? say("new_folder", { name }) : "";
  $("new-problem").textContent = wrong;
  $("title").setAttribute("aria-invalid", String(Boolean(wrong)));
  return title && !wrong ? name : "";
}

/** @type {(layout: string[], at: number) => HTMLElement} */
function choice([name, about], at) {
  const picture = make("img", { src: `layout/${name}.png`, alt: "", loading: "lazy", onerror: () => picture.remove() });
  return make("label", { class: "layout" }, make("input", { type: "checkbox", name: "layout", value: name, checked: at === 0 }), picture, make("span", {}, about));
}

const chosenLayouts = () => [...$("layouts").querySelectorAll("input:checked")].map((input) => input.value);
const go = ({ game }) => location.assign(`./?${new URLSearchParams({ game })}`);

async function makeGame(event) {
  event.preventDefault();
  const name = checkTitle();
  if (!name) return $("title").focus();
  $("make").disabled = true;
  try {
    go(await post("new", { title: $("title").value, name, layouts: chosenLayouts() }));
  } catch (fault) {
    $("new-problem").textContent = wordsOf(fault);
    $("make").disabled = false;
    $("title").focus();
  }
}

/** @type {(name?: string) => Promise<void>} */
async function open(name = "") {
  const [file] = $("zip").files;
  if (!file) return;
  $("open-problems").replaceChildren(make("p", { class: "quiet" }, say("open_reading")));
  try {
    const answer = await post("open", { file: file.name, data: await base64(file), name });
    $("open-problems").replaceChildren();
    if (answer.game) return go(answer);
    askName(answer);
  } catch (fault) {
    $("open-problems").replaceChildren(...wordsOf(fault).split("\n").map((line) => make("p", {}, line)), button(say("open_again"), () => $("zip").click(), { class: "plain" }));
  }
  return undefined;
}

function askName({ taken: name, suggested }) {
  $("rename").hidden = false;
  $("rename-why").textContent = say("open_taken", { name });
  $("other-name").value = suggested;
  $("other-name").select();
}

async function begin() {
  translatePage();
  void paintPlace();
  const offered = await get("new.json");
  taken = offered.taken;
  $("layouts").replaceChildren(...offered.layouts.map(choice));
  checkTitle();
  $("main").dataset.ready = "true";
  if (location.hash === "#open") $("zip").focus();
  else $("title").focus();
}

$("title").addEventListener("input", checkTitle);
$("new").addEventListener("submit", makeGame);
$("zip").addEventListener("change", () => {
  $("rename").hidden = true;
  void open();
});
$("rename").addEventListener("submit", (event) => {
  event.preventDefault();
  void open($("other-name").value);
});
void begin();

// A new game from ready layouts, or a game from a .zip file. Both lead to its cards.
import { $, button, make, say, translatePage } from "../../../scorer/web/page/page.js";
import { base64, get, post, wordsOf } from "./server.js";
import { folders } from "../../../scorer/web/page/requests.js";

/** Choose where games are saved on a published site: in the browser, or in a folder on this computer. */
async function paintPlace() {
  const module = "showDirectoryPicker" in window ? await folders() : null;
  if (!module) return;
  const place = await module.chosenFolder();
  const folder = place?.handle.name;
  /** The app opens its games when it starts. @param {() => Promise<unknown>} work */
  const then = (work) => async () => (await work()) !== false && location.reload();
  const pick = then(async () => module.choose(await window.showDirectoryPicker({ id: "ecotable", mode: "readwrite" })));
  const choices = [
    place && !place.granted && button(say("allow_folder", { folder }), then(() => module.askPermission(place)), { class: "plain", id: "allow-folder" }),
    button(say("use_folder"), () => void pick().catch(() => null), { class: "plain", id: "use-folder" }),
    place && button(say("use_browser"), then(module.leave), { class: "plain", id: "use-browser" }),
  ];
  $("place").hidden = false;
  $("place-now").textContent = place?.granted ? say("place_folder", { folder }) : say("place_browser");
  $("place-choices").replaceChildren(...choices.filter((one) => one !== null && one !== false));
}

const NAME = /^[a-z][a-z0-9_]{0,39}$/;
let existing = /** @type {string[]} */ ([]);

/** Return the name of the folder for a title: "Mein Größter Teich" is mein_grosster_teich. */
const nameOf = (/** @type {string} */ title) =>
  title.toLowerCase().replaceAll("ß", "ss").normalize("NFD").replace(/\p{M}/gu, "").replace(/[^a-z0-9]+/g, "_").replace(/^[^a-z]+|_+$/g, "").slice(0, 40);

// Check the name while it is typed.
function checkTitle() {
  const title = $("title").value.trim();
  const name = nameOf(title);
  const wrong = !title ? "" : !NAME.test(name) ? say("new_letters") : existing.includes(name) ? say("new_taken", { name }) : /[{}]/.test(title) ? say("new_braces") : "";
  $("new-name").textContent = name ? say("new_folder", { name }) : "";
  $("new-problem").textContent = wrong;
  $("title").setAttribute("aria-invalid", String(Boolean(wrong)));
  return title && !wrong ? name : "";
}

function choice(/** @type {string[]} */ [name, about], /** @type {number} */ at) {
  const picture = make("img", { src: `layout/${name}.png`, alt: "", loading: "lazy", onerror: () => picture.remove() });
  return make("label", { class: "layout" }, make("input", { type: "checkbox", name: "layout", value: name, checked: at === 0 }), picture, make("span", {}, about));
}

const chosenLayouts = () => [...$("layouts").querySelectorAll("input")].filter((input) => input.checked).map((input) => input.value);
const go = (/** @type {string} */ game) => location.assign(`./?${new URLSearchParams({ game })}`);

async function makeGame(/** @type {Event} */ event) {
  event.preventDefault();
  const name = checkTitle();
  if (!name) return $("title").focus();
  $("make").disabled = true;
  try {
    const { game } = await post("new", { title: $("title").value, name, layouts: chosenLayouts() });
    go(game);
  } catch (fault) {
    $("new-problem").textContent = wordsOf(fault);
    $("make").disabled = false;
    $("title").focus();
  }
}

async function open(name = "") {
  const file = $("zip").files?.[0];
  if (!file) return;
  $("open-problems").replaceChildren(make("p", { class: "quiet" }, say("open_reading")));
  try {
    const answer = await post("open", { file: file.name, data: await base64(file), name });
    $("open-problems").replaceChildren();
    if (answer.game) return go(answer.game);
    $("rename").hidden = false;
    $("rename-why").textContent = say("open_taken", { name: answer.taken });
    $("other-name").value = answer.suggested;
    $("other-name").select();
  } catch (fault) {
    $("open-problems").replaceChildren(...wordsOf(fault).split("\n").map((line) => make("p", {}, line)), button(say("open_again"), () => $("zip").click(), { class: "plain" }));
  }
  return undefined;
}

async function begin() {
  translatePage();
  void paintPlace();
  const offered = await get("new.json");
  existing = offered.taken;
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
begin().catch((fault) => ($("new-problem").textContent = wordsOf(fault)));

// The card of the selected row, large: its spots link to cells, its boxes show how full they are.
import { $, button, drawn, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { newFace, paintFace } from "./faces.js";
import { problemList } from "./problems.js";
import { cardNamed, deckOf, problemsOf, shown, wanted } from "./view.js";
import { boxesShown, paintBoxes } from "./boxes.js";
import { warn } from "./asking.js";
import { change } from "./changing.js";
import { base64, get } from "./server.js";
import { bench, chosen, titleOfRow } from "./state.js";

const MOST_PX = 300;
const MOST_HIGH_PX = 400;
const look = { card: "", keys: "", found: /** @type {any} */ (null) };
/** @type {(column: string) => void} */
let spotted = () => undefined;
export const whenSpotted = (listener) => (spotted = listener);

const cardHere = () => cardNamed(`${bench.table}/${chosen.row}`);

export function paintCard() {
  const card = cardHere();
  const place = $("card-view");
  place.hidden = !card;
  if (!card) return;
  if (place.dataset.card !== card.name) {
    place.dataset.card = card.name;
    place.replaceChildren(...parts());
  }
  const deck = deckOf(card);
  place.querySelector("h2").textContent = titleOfRow(chosen.row);
  const faces = place.querySelector(".faces");
  const sides = wanted.side === "both" && deck.has_back ? ["front", "back"] : [wanted.side === "back" && deck.has_back ? "back" : "front"];
  if ([...faces.children].map((face) => face.dataset.side).join() !== sides.join()) faces.replaceChildren(...sides.map((side) => newFace(side)));
  const width = Math.min(MOST_PX, (MOST_HIGH_PX * deck.width_mm) / deck.height_mm);
  for (const face of faces.children) paintFace(face, card, deck, { key: card[face.dataset.side], width });
  place.querySelector(".card-notes").replaceChildren(problemList(problemsOf(card)));
  const keys = `${card.front} ${card.back}`;
  const isComposed = card.front || card.back;
  if (isComposed && (keys !== look.keys || look.card !== card.name)) void lookAgain(card, keys, faces);
  paintSpots();
  paintBoxes(card, deck, keys);
}

const pictureNow = (row) => bench.record.pictures[row] ?? "";

function parts() {
  let opened = pictureNow(chosen.row);
  const file = make("input", { type: "file", id: "picture", accept: ".png,.jpg,.jpeg,.webp,.svg", class: "hidden-label", onclick: () => (opened = pictureNow(chosen.row)), onchange: ({ target }) => put(target.files[0], opened) });
  const label = make("label", { class: "plain file", for: "picture" }, say("picture"));
  return [make("h2", {}), make("div", { class: "faces" }), make("div", { class: "box-panel", id: "box-panel" }), make("div", { class: "measured", "aria-live": "polite" }), make("div", { class: "card-notes" }), make("p", {}, file, label, make("span", { class: "hint" }, ` ${say("picture_hint")}`))];
}

// Measurements of the card arrive after its pictures; those of an older picture are dropped.
async function lookAgain(card, keys, faces) {
  Object.assign(look, { card: card.name, keys, found: null });
  await Promise.allSettled([...faces.querySelectorAll("img")].map((picture) => picture.decode()));
  if (look.keys !== keys || look.card !== card.name) return;
  try {
    const found = await get("look.json", { card: card.name });
    if (look.keys === keys && look.card === card.name) look.found = found;
  } catch {
    return; // the game cannot be read right now: its problems explain why
  }
  paintSpots();
}

export function paintSpots() {
  const card = cardHere();
  if (!card) return;
  const deck = deckOf(card);
  for (const face of $("card-view").querySelectorAll(".face")) {
    face.querySelector(".spots")?.remove();
    if (boxesShown()) continue; // the boxes are shown instead
    const mine = (look.found?.spots ?? []).filter((spot) => spot.side === face.dataset.side);
    face.append(make("span", { class: "spots" }, ...mine.map((spot) => spotButton(spot, deck))));
  }
  const measured = look.found?.measured ?? [];
  $("card-view").querySelector(".measured")?.replaceChildren(fitMeter(), ...measured.map((one) => make("p", { class: "problem-text" }, `⚠ ${one.text}`)));
}

function spotButton({ columns, box: [left, top, right, bottom] }, deck) {
  const column = columns.includes(chosen.column.split(":")[0]) ? chosen.column : columns[0];
  const node = button("", () => spotted(column), { class: "spot", tabindex: -1, "aria-label": say("go_to_cell", { what: column }) });
  node.classList.toggle("here", column === chosen.column);
  node.style.left = `${(100 * left) / deck.width_mm}%`;
  node.style.top = `${(100 * top) / deck.height_mm}%`;
  node.style.width = `${(100 * (right - left)) / deck.width_mm}%`;
  node.style.height = `${(100 * (bottom - top)) / deck.height_mm}%`;
  return node;
}

// How full the box of the selected text is: its font size, and how many more letters fit.
function fitMeter() {
  const fit = look.found?.fits.find((one) => one.column === chosen.column.split(":")[0]);
  if (!fit) return "";
  const letters = fit.text_length ?? 0;
  const full = Math.round((100 * letters) / Math.max(1, letters + fit.letters_left));
  const words = say("fit", { size: fit.size_pt, wanted: fit.wanted_pt, floor: fit.floor_pt, n: fit.letters_left });
  const bar = drawn("svg", { viewBox: "0 0 100 6", class: "fit-bar", preserveAspectRatio: "none", "aria-hidden": "true" });
  bar.append(drawn("rect", { width: 100, height: 6, class: "fit-ground" }), drawn("rect", { width: Math.min(100, full), height: 6, class: fit.letters_left < 10 ? "fit-tight" : "fit-room" }));
  return make("div", { class: "fit" }, bar, make("span", {}, words));
}

// ---- pictures --------------------------------------------------------------------------------

/** @type {(file: File | undefined, before: string) => Promise<void>} */
async function put(file, before) {
  if (!file) return;
  const most = bench.record.limits.picture;
  if (file.size > most) return warn(say("picture_large", { n: most / 1e6 }));
  const asked = { row: chosen.row, name: file.name, before, data: await base64(file) };
  await change(asked, "picture", ({ seen }) => ({ before: seen, mine: `${file.name}, ${file.size} B` }));
}

export function listenToCard() {
  document.addEventListener("boxes", paintSpots);
  const half = $("card-half");
  const cardAt = (event) => event.target.closest?.(".card")?.dataset.name ?? (event.target.closest?.("#card-view") ? cardHere()?.name : "");
  half.addEventListener("dragover", (event) => cardAt(event) && event.preventDefault());
  half.addEventListener("drop", (event) => {
    const name = cardAt(event);
    if (!name || !event.dataTransfer.files.length) return;
    event.preventDefault();
    const [deck, row] = name.split("/");
    if (deck !== bench.table || !shown.gallery) return;
    chosen.row = row;
    void put(event.dataTransfer.files[0], pictureNow(row));
  });
}

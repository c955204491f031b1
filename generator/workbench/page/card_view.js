// The card of the selected row, large: its spots link to cells, its boxes show how full they are.
import { $, all, make, on, say } from "../../../scorer/web/page/page.js";
import { warn } from "./asking.js";
import { boxesShown } from "./boxes.js";
import { change } from "./changing.js";
import { facesIn, fitBar, keyOfSide, paintFace, spotOn } from "./faces.js";
import { choose } from "./keyboard.js";
import { problemList } from "./problems.js";
import { base64, get } from "./server.js";
import { state } from "./signals.js";
import { bench, cardNamed, chosen, columnNamed, columns, deckOf, largeCard, problemsOf, settings, titleOfRow } from "./view.js";

const MOST_PX = 300;
const MOST_HIGH_PX = 400;
/** What was measured on the card. */
const measured = state({ look: /** @type {Look | null} */ (null) });

const cardHere = () => cardNamed(`${bench.table}/${chosen.row}`);

export function paintCard() {
  const card = cardHere();
  const place = $("card-view");
  place.hidden = !card;
  if (!card) return;
  if (largeCard.name !== card.name) place.replaceChildren(...parts());
  const deck = deckOf(card);
  const [title, faces, notes] = ["h2", ".faces", ".card-notes"].map((part) => all(part, place)[0]);
  title.textContent = titleOfRow(chosen.row);
  notes.replaceChildren(problemList(problemsOf(card)));
  const nodes = facesIn(faces, !deck.has_back ? ["front"] : settings.side === "both" ? ["front", "back"] : [settings.side]);
  const width = Math.min(MOST_PX, (MOST_HIGH_PX * deck.width_mm) / deck.height_mm);
  for (const face of nodes) paintFace(face, card, deck, { key: keyOfSide(card, face.dataset.side), width });
  const same = nodes.every((face, at) => face === largeCard.faces[at]);
  Object.assign(largeCard, { name: card.name, drawn: `${card.front} ${card.back}`.trim(), faces: same ? largeCard.faces : nodes });
}

const pictureNow = (/** @type {string} */ row) => bench.record.pictures[row] ?? "";

function parts() {
  let opened = "";
  const file = make("input", {
    ...{ type: "file", id: "picture", accept: ".png,.jpg,.jpeg,.webp,.svg", class: "hidden-label" },
    onclick: () => (opened = pictureNow(chosen.row)),
    onchange: ({ target }) => put(target.files?.[0], opened),
  });
  const label = make("label", { class: "plain file", for: "picture" }, say("picture"));
  return [
    make("h2", {}),
    make("div", { class: "faces" }),
    make("div", { class: "box-panel", id: "box-panel" }),
    make("div", { class: "measured", "aria-live": "polite" }),
    make("div", { class: "card-notes" }),
    make("p", {}, file, label, make("span", { class: "hint" }, ` ${say("picture_hint")}`)),
  ];
}

/** Measurements of the card arrive after its pictures; those of an older picture are dropped. */
export async function lookAgain() {
  const { name, drawn } = largeCard;
  const isOutdated = () => largeCard.name !== name || largeCard.drawn !== drawn;
  measured.look = null;
  if (!drawn) return;
  await Promise.allSettled([...$("card-view").querySelectorAll("img")].map((picture) => picture.decode()));
  if (isOutdated()) return;
  const look = await get("look.json", { card: name }).catch(() => null); // the problems of the game explain why it cannot be read
  if (!isOutdated()) measured.look = look;
}

export function paintSpots() {
  const card = cardNamed(largeCard.name);
  const spots = boxesShown() || !card ? [] : (measured.look?.spots ?? []); // the boxes are shown instead
  for (const face of largeCard.faces) {
    face.querySelector(".spots")?.remove();
    const own = spots.filter((spot) => spot.side === face.dataset.side);
    if (card) face.append(make("span", { class: "spots" }, ...own.map((spot) => spotButton(spot, deckOf(card)))));
  }
}

function spotButton(/** @type {Look["spots"][number]} */ { columns: names, box }, /** @type {Deck} */ deck) {
  const column = names.includes(chosen.column.split(":")[0]) ? chosen.column : names[0];
  const go = () => choose(chosen.row, columnNamed(column) ? column : columns()[0].name);
  const look = column === chosen.column ? "spot here" : "spot";
  return spotOn(deck, box, go, { class: look, "aria-label": say("go_to_cell", { what: column }) });
}

/** What does not fit on the card; and how full the box of the selected text is. */
export function paintMeasured() {
  const { look } = measured;
  const wrong = look?.measured.map((one) => make("p", { class: "problem-text" }, `⚠ ${one.text}`)) ?? [];
  const fit = look?.fits.find((one) => one.column === chosen.column.split(":")[0]);
  for (const place of all(".measured", $("card-view"))) place.replaceChildren(...(fit ? [fitMeter(fit)] : []), ...wrong);
  void largeCard.name;
}

function fitMeter(/** @type {Fit} */ fit) {
  const letters = fit.text_length ?? 0;
  const full = Math.round((100 * letters) / Math.max(1, letters + fit.letters_left));
  const words = say("fit", { size: fit.size_pt, wanted: fit.wanted_pt, floor: fit.floor_pt, n: fit.letters_left });
  return make("div", { class: "fit" }, fitBar(full, fit.letters_left < 10), make("span", {}, words));
}

async function put(/** @type {File | undefined} */ file, /** @type {string} */ before) {
  if (!file) return;
  const most = bench.record.limits.picture;
  if (file.size > most) return warn(say("picture_large", { n: most / 1e6 }));
  const request = { row: chosen.row, name: file.name, before, data: await base64(file) };
  await change(request, "picture", ({ seen }) => ({ before: seen, mine: `${file.name}, ${file.size} B` }));
}

function cardAt(/** @type {Element} */ target) {
  const item = target.closest(".card");
  return item instanceof HTMLElement ? item.dataset.name : target.closest("#card-view") ? cardHere()?.name : undefined;
}

export function listenToCard() {
  on($("card-half"), "dragover", (event) => cardAt(event.target) && event.preventDefault());
  on($("card-half"), "drop", (event) => {
    const name = cardAt(event.target);
    const file = event.dataTransfer?.files[0];
    if (!name || !file) return;
    event.preventDefault();
    const [deck, row] = name.split("/");
    if (deck !== bench.table) return;
    chosen.row = row;
    void put(file, pictureNow(row));
  });
}

// The card of a text: composed with what is typed, before it is saved. Its texts can be tapped.
import { $, make, on, say } from "../../../scorer/web/page/page.js";
import { linesOf, placePicture, spotOn } from "./faces.js";
import { warn } from "./asking.js";
import { get, post, wordsOf } from "./server.js";
import { state, untrack } from "./signals.js";
import { cardsOf, choose, chosenText, desk, textNamed, tooLong, typedText, wordCards } from "./translation.js";

const MOST_HIGH_PX = 560;
const SMALL_HIGH_PX = 180;
const PAUSE_MS = 150;
/** The shown card, and where its texts are. */
const preview = state({ card: "", sides: /** @type {TriedSide[]} */ ([]), spots: /** @type {TextSpot[]} */ ([]) });
/** The pictures of the shown card by key. @type {Map<string, string>} */
const pictures = new Map();
/** How the text fitted that was tried last, and what was wrong with it. */
export const tried = state({ id: "", length: 0, fit: /** @type {Fit | null} */ (null), problems: /** @type {string[]} */ ([]) });
const trying = { busy: false, again: false, timer: /** @type {Timer} */ (undefined) };

export function listenToCard() {
  on($("card"), "change", ({ target }) => showCard(target.value));
  for (const [id, direction] of /** @type {const} */ ([["card-before", -1], ["card-after", 1]])) {
    on($(id), "click", () => {
      const option = $("card").options[$("card").selectedIndex + direction];
      if (option) showCard(option.value);
    });
  }
}

/** Another card: its first text that needs work, or else its first text; one with only words has none. @param {string} name */
function showCard(name) {
  const own = desk.texts.filter((one) => one.cards.includes(name));
  desk.card = name;
  choose((own.find((one) => one.state === "missing") ?? own[0])?.id ?? "");
}

let listed = /** @type {DeskRecord | undefined} */ (undefined);

export function paintCards() {
  const { record, card } = desk;
  const select = $("card");
  if (record !== listed) {
    const groups = record.decks.map(({ name, title }) => {
      const own = record.cards.filter(([id]) => id.startsWith(`${name}/`));
      return make("optgroup", { label: title }, ...own.map(([id, text]) => make("option", { value: id }, text)));
    });
    select.replaceChildren(...groups);
    listed = record;
  }
  select.value = card;
  select.disabled = select.options.length === 0;
  $("card-before").disabled = select.selectedIndex <= 0;
  $("card-after").disabled = select.selectedIndex < 0 || select.selectedIndex >= select.options.length - 1;
}

/** Show the card of the chosen text: the one that is shown, if it has the text. */
export function followText() {
  const one = chosenText();
  const cards = one ? cardsOf(one) : [desk.card];
  const here = untrack(() => preview.card === desk.card && preview.spots.some((spot) => spot.id === desk.chosen));
  if (!cards.includes(desk.card) && !here) desk.card = cards[0] ?? "";
  if (one?.section === "words" && !desk.card && !wordCards.has(one.id)) void findWord(one.id);
}

/** Which card shows a word is known once a card with it was composed. @param {string} id */
async function findWord(id) {
  wordCards.set(id, "");
  const { card } = await get("word-card.json", { id }).catch(() => ({ card: "" }));
  wordCards.set(id, card);
}

export function trySoon() {
  clearTimeout(trying.timer);
  trying.timer = setTimeout(() => void tryNow(), PAUSE_MS);
}

/** Compose the card when another text or card is chosen, or when the texts are loaded again. */
export function tryChosen() {
  if (desk.record && (desk.chosen || desk.card)) void untrack(tryNow);
}

/** Compose the card with the typed text; while one attempt runs, only the newest text waits. @type {() => Promise<void>} */
async function tryNow() {
  clearTimeout(trying.timer);
  trying.again = trying.busy;
  const one = chosenText();
  if (trying.busy || !(one || desk.card)) return;
  trying.busy = true;
  const { chosen: id, card } = desk;
  const text = one ? typedText(one) : "";
  try {
    const { fit, problems, ...answer } = await post("translate-try", { id, card, text, known: [...pictures.keys()] });
    if (desk.card === card) await show(card, answer);
    if (fit?.over) tooLong.add(id);
    else if (tooLong.has(id)) tooLong.delete(id);
    Object.assign(tried, { id, length: (text || one?.text || "").length, fit, problems });
  } catch (fault) {
    warn(wordsOf(fault));
  }
  trying.busy = false;
  if (trying.again) await tryNow();
}

async function show(/** @type {string} */ card, /** @type {{sides: TriedSide[], spots: TextSpot[]}} */ { sides, spots }) {
  for (const { key, picture } of sides) if (picture) pictures.set(key, picture);
  const now = sides.filter(({ key }) => pictures.has(key));
  // A picture is decoded before it is shown, so that the card does not flicker.
  await Promise.allSettled(now.map(({ key }) => make("img", { src: pictures.get(key) }).decode()));
  if (desk.card !== card) return;
  for (const key of pictures.keys()) if (!now.some((side) => side.key === key)) pictures.delete(key);
  Object.assign(preview, { card, sides: now, spots });
}

export function paintFaces() {
  const deck = desk.record.decks.find(({ name }) => name === desk.card.split("/")[0]);
  const { sides, spots } = preview.card === desk.card ? preview : { sides: [], spots: [] };
  // The side with the chosen text is large.
  const large = spots.find(({ id }) => id === desk.chosen)?.side;
  const spoken = sides.filter(({ side }) => side === "front" || spots.some((spot) => spot.side === side));
  const faces = deck ? spoken.map(({ side, key }) => faceOf(side, key, deck, side === (large ?? "front"))) : [];
  $("faces").replaceChildren(...faces);
  $("faces").classList.toggle("waiting", Boolean(desk.card) && !faces.length);
  $("card-hint").textContent = say(!desk.card ? "text_no_card" : large || !faces.length ? "tap_text" : "text_not_seen");
}

/** @type {(side: string, key: string, deck: Deck, large: boolean) => HTMLElement} */
function faceOf(side, key, deck, large) {
  const picture = make("img", { src: pictures.get(key), alt: "", class: "there" });
  placePicture(picture, deck);
  const cut = make("span", { class: "cut" }, picture);
  cut.style.clipPath = linesOf(deck, side).clip;
  const spots = preview.spots.filter((spot) => spot.side === side).map((spot) => spotOf(spot, deck));
  const face = make("span", { class: "face", "data-side": side, "data-key": key }, cut, make("span", { class: "spots" }, ...spots));
  face.style.aspectRatio = `${deck.width_mm} / ${deck.height_mm}`;
  face.style.width = `${((large ? MOST_HIGH_PX : SMALL_HIGH_PX) * deck.width_mm) / deck.height_mm}px`;
  return face;
}

function spotOf(/** @type {TextSpot} */ { id, box }, /** @type {Deck} */ deck) {
  const one = textNamed(id);
  const look = `spot ${id === desk.chosen ? "here" : `is-${one?.state}`}`;
  const label = say("translate_text", { text: one?.text ?? "" });
  return spotOn(deck, box, () => choose(id), { class: look, "data-id": id, "aria-label": label });
}

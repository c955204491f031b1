// The card of a text: composed with what is typed, before it is saved. Its texts can be tapped.
import { $, button, make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { linesOf } from "./faces.js";
import { warn } from "./asking.js";
import { get, post, wordsOf } from "./server.js";
import { paintList } from "./text_list.js";
import { cardsOf, chosenText, desk, textNamed, texts, tooLong, typedText } from "./translation.js";

const MOST_HIGH_PX = 560;
const SMALL_HIGH_PX = 180;
const PAUSE_MS = 150;
/** @type {{choose(id: string): void, tried(answer: any): void}} */
let hear = { choose: () => undefined, tried: () => undefined };
/** The pictures of the shown card by key, and where its texts are.
 * @type {{card: string, sides: any[], spots: any[], pictures: Map<string, string>}} */
const shown = { card: "", sides: [], spots: [], pictures: new Map() };
const trying = { busy: false, again: false, timer: /** @type {Timer} */ (undefined) };

export function listenToCard(listener) {
  hear = listener;
  $("card").addEventListener("change", ({ target }) => showCard(target.value));
  for (const [id, way] of /** @type {[string, number][]} */ ([["card-before", -1], ["card-after", 1]])) {
    $(id).addEventListener("click", () => {
      const at = $("card").selectedIndex + way;
      if ($("card").options[at]) showCard($("card").options[at].value);
    });
  }
}

// Another card: its first text that needs work, or else its first text; one with only words has none.
function showCard(name) {
  const own = texts().filter((one) => one.cards.includes(name));
  desk.card = name;
  hear.choose((own.find((one) => one.state === "missing") ?? own[0])?.id ?? "");
}

export function paintCards() {
  const { cards, decks } = desk.record;
  const groups = decks.map((deck) => {
    const own = cards.filter(([card]) => card.startsWith(`${deck.name}/`));
    return make("optgroup", { label: deck.title }, ...own.map(([card, title]) => make("option", { value: card }, title)));
  });
  $("card").replaceChildren(...groups);
  paintChoice();
}

function paintChoice() {
  const card = $("card");
  card.value = desk.card;
  card.disabled = card.options.length === 0;
  $("card-before").disabled = card.selectedIndex <= 0;
  $("card-after").disabled = card.selectedIndex < 0 || card.selectedIndex >= card.options.length - 1;
}

/** Show the card of the chosen text: the one that is shown, if it has the text. */
export function followText() {
  const one = chosenText();
  const cards = one ? cardsOf(one) : [desk.card];
  const on = shown.card === desk.card && shown.spots.some((spot) => spot.id === desk.chosen);
  if (!cards.includes(desk.card) && !on) desk.card = cards[0] ?? "";
  if (one?.section === "words" && !desk.card && !(one.id in desk.wordCards)) void findWord(one);
  if (shown.card !== desk.card) Object.assign(shown, { sides: [], spots: [] });
  paintChoice();
  paint();
  void tryNow();
}

// Which card shows a word is known once a card with it was composed.
async function findWord({ id }) {
  desk.wordCards[id] = "";
  const { card } = await get("word-card.json", { id }).catch(() => ({ card: "" }));
  desk.wordCards[id] = card;
  if (card && desk.chosen === id && !desk.card) followText();
}

export function trySoon() {
  clearTimeout(trying.timer);
  trying.timer = setTimeout(() => void tryNow(), PAUSE_MS);
}

/** Compose the card with the typed text; while one attempt runs, only the newest text waits. */
export async function tryNow() {
  clearTimeout(trying.timer);
  trying.again = trying.busy;
  const one = chosenText();
  if (trying.busy || !(one || desk.card)) return;
  trying.busy = true;
  const [id, card, text] = [desk.chosen, desk.card, one ? typedText(one) : ""];
  try {
    const answer = await post("translate-try", { id, card, text, known: [...shown.pictures.keys()] });
    if (desk.card === card) await show(card, answer);
    noteLength(id, Boolean(answer.fit?.over));
    if (desk.chosen === id) hear.tried(answer);
  } catch (fault) {
    warn(wordsOf(fault));
  }
  trying.busy = false;
  if (trying.again) await tryNow();
}

function noteLength(id, over) {
  if (over === tooLong.has(id)) return;
  if (over) tooLong.add(id);
  else tooLong.delete(id);
  paintList();
}

async function show(card, { sides, spots }) {
  for (const { key, picture } of sides) if (picture) shown.pictures.set(key, picture);
  const now = sides.filter(({ key }) => shown.pictures.has(key));
  await Promise.all(now.map(({ key }) => decoded(shown.pictures.get(key))));
  if (desk.card !== card) return;
  Object.assign(shown, { card, sides: now, spots });
  for (const key of shown.pictures.keys()) if (!now.some((side) => side.key === key)) shown.pictures.delete(key);
  paint();
}

// A picture is decoded before it is shown, so that the card does not flicker.
async function decoded(source) {
  const picture = make("img", { src: source });
  await picture.decode().catch(() => undefined);
}

function paint() {
  const deck = desk.record.decks.find(({ name }) => name === desk.card.split("/")[0]);
  const spoken = shown.sides.filter(({ side }) => side === "front" || shown.spots.some((spot) => spot.side === side));
  const faces = deck ? spoken.map((side) => faceOf(side, deck)) : [];
  $("faces").replaceChildren(...faces);
  $("faces").classList.toggle("waiting", Boolean(desk.card) && !faces.length);
  const there = shown.spots.some(({ id }) => id === desk.chosen);
  $("card-hint").textContent = say(!desk.card ? "text_no_card" : there || !faces.length ? "tap_text" : "text_not_seen");
}

// The side with the chosen text is large.
const largeSide = () => shown.spots.find(({ id }) => id === desk.chosen)?.side ?? "front";

function faceOf({ side, key }, deck) {
  const [over, down] = [deck.bleed_mm / deck.width_mm, deck.bleed_mm / deck.height_mm];
  const picture = make("img", { src: shown.pictures.get(key), alt: "", class: "there" });
  Object.assign(picture.style, { left: `${-100 * over}%`, top: `${-100 * down}%`, width: `${100 * (1 + 2 * over)}%`, height: `${100 * (1 + 2 * down)}%` });
  const cut = make("span", { class: "cut" }, picture);
  cut.style.clipPath = linesOf(deck, side).clip;
  const spots = shown.spots.filter((spot) => spot.side === side).map((spot) => spotOf(spot, deck));
  const large = side === largeSide();
  const face = make("span", { class: "face", "data-side": side, "data-key": key }, cut, make("span", { class: "spots" }, ...spots));
  face.style.aspectRatio = `${deck.width_mm} / ${deck.height_mm}`;
  face.style.width = `${((large ? MOST_HIGH_PX : SMALL_HIGH_PX) * deck.width_mm) / deck.height_mm}px`;
  return face;
}

function spotOf({ id, box: [left, top, right, bottom] }, deck) {
  const one = textNamed(id);
  const state = id === desk.chosen ? "here" : `is-${one?.state}`;
  const node = button("", () => hear.choose(id), { class: `spot ${state}`, tabindex: -1, "data-id": id, "aria-label": say("translate_text", { text: one?.text ?? "" }) });
  Object.assign(node.style, {
    left: `${(100 * left) / deck.width_mm}%`,
    top: `${(100 * top) / deck.height_mm}%`,
    width: `${(100 * (right - left)) / deck.width_mm}%`,
    height: `${(100 * (bottom - top)) / deck.height_mm}%`,
  });
  return node;
}

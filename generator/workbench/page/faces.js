// Card sides in their cut shape, in the gallery and in the large view.
import { make } from "../../../scorer/web/page/dom.js";
import { say } from "../../../scorer/web/page/words.js";
import { problemList } from "./problems.js";
import { problemsOf, wanted } from "./view.js";

const SMALLEST_PX = 56;
const LARGE_MM = 130;
const ROOMY_PX = 120; // wide enough for the text of a problem
const MOST_PROBLEMS = 3; // at a card of the gallery; the large view shows all
const TILE_PADDING_PX = matchMedia("(max-width: 700px)").matches ? 6 : 9; // with the border

/** @type {(deck: Deck) => string[]} */
export function sides(deck) {
  if (wanted.side !== "both") return [wanted.side];
  return deck.has_back ? ["front", "back"] : ["front"];
}

/** @type {(key: string) => string} */
export const faceAddress = (key) => `face/${key}.svg`;

export const newFace = (side) => make("span", { class: "face", "data-side": side }, make("span", { class: "cut" }));

// True to scale, except that boards are reduced and tokens enlarged to stay visible.
/** @param {Deck} deck */
export function tileWidth(deck) {
  const longest = Math.max(deck.width_mm, deck.height_mm);
  const seen = longest > LARGE_MM ? LARGE_MM + (longest - LARGE_MM) * 0.3 : longest;
  return Math.max(SMALLEST_PX, (deck.width_mm * wanted.zoom * seen) / longest);
}

/** Return the cut line of a side, and its safe zone.
 * @param {Deck} deck
 * @param {string} side */
export const linesOf = (deck, side) => (side === "back" ? deck.back_lines : deck);

export function tileSpan(deck, problems) {
  const faces = sides(deck).length * (tileWidth(deck) + 8) - 8;
  return Math.max(problems ? 176 : 108, faces + 2 * TILE_PADDING_PX);
}

/** Show a side; return whether its picture was replaced.
 * @param {any} face
 * @param {Card} card
 * @param {Deck} deck
 * @param {{key: string, width: number, guides?: boolean}} how */
export function paintFace(face, card, deck, { key, width, guides = false }) {
  const around = guides ? 2 * deck.bleed_mm : 0;
  face.style.width = `${(width * (deck.width_mm + around)) / deck.width_mm}px`;
  face.style.maxWidth = face.closest("dialog") ? "none" : "100%";
  face.style.aspectRatio = `${deck.width_mm + around} / ${deck.height_mm + around}`;
  const cut = face.firstChild;
  cut.style.clipPath = guides ? "none" : linesOf(deck, face.dataset.side).clip;
  const backless = face.dataset.side === "back" && !deck.has_back;
  const failed = card.composed && !key && !backless;
  face.classList.toggle("none", backless);
  face.classList.toggle("waiting", !card.composed);
  face.classList.toggle("failed", failed);
  face.classList.toggle("short", failed && width < ROOMY_PX);
  if (!key) {
    cut.replaceChildren(backless ? say("no_back") : failed ? whyNot(card, width) : "");
    return false;
  }
  const known = face.dataset.key;
  face.dataset.key = key;
  paintPicture(cut, deck, faceAddress(key), guides);
  return Boolean(known) && known !== key;
}

const whyNot = (card, width) => (width < ROOMY_PX ? say("not_drawn") : problemList(problemsOf(card), MOST_PROBLEMS));

function paintPicture(cut, deck, source, guides) {
  let picture = cut.querySelector("img");
  if (!picture) {
    picture = make("img", { alt: "", decoding: "async", loading: "lazy", onload: () => picture.classList.add("there") });
    cut.replaceChildren(picture);
  }
  const [over, down] = guides ? [0, 0] : [deck.bleed_mm / deck.width_mm, deck.bleed_mm / deck.height_mm];
  picture.style.left = `${-100 * over}%`;
  picture.style.top = `${-100 * down}%`;
  picture.style.width = `${100 * (1 + 2 * over)}%`;
  picture.style.height = `${100 * (1 + 2 * down)}%`;
  // The old picture stays until the new one is loaded, to avoid flicker.
  if (picture.getAttribute("src") !== source) picture.src = source;
}

// Card sides in their cut shape, in the gallery and in the large view.
import { button, draw, make, say } from "../../../scorer/web/page/page.js";
import { problemList } from "./problems.js";
import { problemsOf, settings } from "./view.js";

const SMALLEST_PX = 56;
const LARGE_MM = 130;
const ROOMY_PX = 120; // wide enough for the text of a problem
const MOST_PROBLEMS = 3; // at a card of the gallery; the large view shows all
const TILE_PADDING_PX = matchMedia("(max-width: 700px)").matches ? 6 : 9; // with the border

export function sides(/** @type {Deck} */ deck) {
  if (settings.side !== "both") return [settings.side];
  return deck.has_back ? ["front", "back"] : ["front"];
}

export const faceAddress = (/** @type {string} */ key) => `face/${key}.svg`;

export const keyOfSide = (/** @type {{front: string, back: string}} */ card, /** @type {string | undefined} */ side) => (side === "back" ? card.back : card.front);

/** @typedef {(face: HTMLElement, at: number) => HTMLElement} Frame */

/** Return an element for each side; those that are there stay, if they are the same sides.
 * @type {(place: Element, sides: string[], frame?: Frame) => HTMLElement[]} */
export function facesIn(place, sides, frame) {
  const faceNodes = [...place.querySelectorAll(".face")].filter((face) => face instanceof HTMLElement);
  if (faceNodes.map((face) => face.dataset.side).join() === sides.join()) return faceNodes;
  const faces = sides.map((side) => make("span", { class: "face", "data-side": side }, make("span", { class: "cut" })));
  place.replaceChildren(...(frame ? faces.map(frame) : faces));
  return faces;
}

/** True to scale, except that boards are reduced and tokens enlarged to stay visible. @param {Deck} deck */
export function tileWidth(deck) {
  const longest = Math.max(deck.width_mm, deck.height_mm);
  const seen = longest > LARGE_MM ? LARGE_MM + (longest - LARGE_MM) * 0.3 : longest;
  return Math.max(SMALLEST_PX, (deck.width_mm * settings.zoom * seen) / longest);
}

/** Return the cut line of a side, and its safe zone. @param {Deck} deck @param {string | undefined} side */
export const linesOf = (deck, side) => (side === "back" ? deck.back_lines : deck);

export function tileSpan(/** @type {Deck} */ deck, /** @type {number} */ problems) {
  const faces = sides(deck).length * (tileWidth(deck) + 8) - 8;
  return Math.max(problems ? 176 : 108, faces + 2 * TILE_PADDING_PX);
}

/** Place an element on a card, from the corner of the cut piece. @type {(node: HTMLElement, deck: Deck, room: number[]) => void} */
export function placeOn(node, { width_mm: across, height_mm: down }, [left, top, width, height]) {
  const [x, y] = [`${(100 * left) / across}%`, `${(100 * top) / down}%`];
  Object.assign(node.style, { left: x, top: y, width: `${(100 * width) / across}%`, height: `${(100 * height) / down}%` });
}

/** A button over a part of a card. @type {(deck: Deck, box: number[], act: () => void, attributes: Record<string, unknown>) => HTMLElement} */
export function spotOn(deck, [left, top, right, bottom], act, attributes) {
  const node = button("", act, { tabindex: -1, ...attributes });
  placeOn(node, deck, [left, top, right - left, bottom - top]);
  return node;
}

/** Place a picture with its bleed over the cut piece. @type {(picture: HTMLElement, deck: Deck) => void} */
export const placePicture = (picture, deck) => {
  const { bleed_mm: bleed, width_mm: width, height_mm: height } = deck;
  placeOn(picture, deck, [-bleed, -bleed, width + 2 * bleed, height + 2 * bleed]);
};

/** Show a side; return whether its picture was replaced.
 * @type {(face: HTMLElement, card: Card, deck: Deck, how: {key: string, width: number, guides?: boolean}) => boolean} */
export function paintFace(face, card, deck, { key, width, guides = false }) {
  const around = guides ? 2 * deck.bleed_mm : 0;
  face.style.width = `${(width * (deck.width_mm + around)) / deck.width_mm}px`;
  face.style.maxWidth = face.closest("dialog") ? "none" : "100%";
  face.style.aspectRatio = `${deck.width_mm + around} / ${deck.height_mm + around}`;
  const cut = /** @type {HTMLElement} */ (face.firstChild);
  cut.style.clipPath = guides ? "none" : linesOf(deck, face.dataset.side).clip;
  const backless = face.dataset.side === "back" && !deck.has_back;
  const failed = card.composed && !key && !backless;
  face.classList.toggle("none", backless);
  face.classList.toggle("waiting", !card.composed);
  face.classList.toggle("failed", failed);
  face.classList.toggle("short", failed && width < ROOMY_PX);
  if (!key) {
    const why = width < ROOMY_PX ? say("not_drawn") : problemList(problemsOf(card), MOST_PROBLEMS);
    cut.replaceChildren(backless ? say("no_back") : failed ? why : "");
    return false;
  }
  const keyBefore = face.dataset.key;
  face.dataset.key = key;
  paintPicture(cut, deck, faceAddress(key), guides);
  return Boolean(keyBefore) && keyBefore !== key;
}

/** @type {(cut: HTMLElement, deck: Deck, source: string, guides: boolean) => void} */
function paintPicture(cut, deck, source, guides) {
  let picture = cut.querySelector("img");
  if (!picture) {
    picture = make("img", { alt: "", decoding: "async", loading: "lazy", onload: ({ target }) => target.classList.add("there") });
    cut.replaceChildren(picture);
  }
  if (guides) Object.assign(picture.style, { left: "0%", top: "0%", width: "100%", height: "100%" });
  else placePicture(picture, deck);
  // The old picture stays until the new one is loaded, to avoid flicker.
  if (picture.getAttribute("src") !== source) picture.src = source;
}

export function fitBar(/** @type {number} */ percent, /** @type {boolean} */ tight) {
  const attributes = { viewBox: "0 0 100 6", class: "fit-bar", preserveAspectRatio: "none", "aria-hidden": "true" };
  const filled = draw("rect", { width: Math.min(100, percent), height: 6, class: tight ? "fit-tight" : "fit-room" });
  return draw("svg", attributes, draw("rect", { width: 100, height: 6, class: "fit-ground" }), filled);
}

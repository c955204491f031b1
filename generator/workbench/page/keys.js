// The keyboard: Tab reaches one card of the gallery; arrow keys move between cards.
import { $, all, on } from "../../../scorer/web/page/dom.js";

const ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"];

const visible = () => all(".deck:not([hidden]) .card:not([hidden])");

/** Return the button of a card. @type {(item: HTMLElement) => HTMLElement} */
export const tileOf = (item) => /** @type {HTMLElement} */ (item.firstChild);

export function rove(/** @type {HTMLElement | undefined} */ item) {
  for (const tile of all('.tile[tabindex="0"]')) tile.tabIndex = -1;
  if (item) tileOf(item).tabIndex = 0;
}

/** Keep the card that Tab reaches, if it is visible; else take the first one. */
export function roveVisible() {
  const items = visible();
  rove(items.find((item) => tileOf(item).tabIndex === 0) ?? items[0]);
}

export function focusCard(/** @type {HTMLElement | undefined} */ item) {
  if (!item) return;
  rove(item);
  tileOf(item).focus();
  item.scrollIntoView({ block: "nearest" });
}

export const focusFirstCard = () => focusCard(visible()[0]);

function neighbour(/** @type {HTMLElement} */ item, /** @type {string} */ key) {
  const items = visible();
  const at = items.indexOf(item);
  if (key === "ArrowRight") return items[at + 1];
  if (key === "ArrowLeft") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return nearestRow(items, item, key === "ArrowDown" ? 1 : -1);
}

/** The card above or below: in the nearest row, the one with the nearest centre.
 * @type {(items: HTMLElement[], item: HTMLElement, direction: number) => HTMLElement | undefined} */
function nearestRow(items, item, direction) {
  const box = item.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  /** @type {{other: HTMLElement, score: number} | undefined} */
  let best;
  for (const other of items) {
    const place = other.getBoundingClientRect();
    const down = direction * (place.top - box.top);
    if (down <= 4) continue;
    const score = down * 10 + Math.abs(place.left + place.width / 2 - middle);
    if (!best || score < best.score) best = { other, score };
  }
  return best?.other;
}

/** @type {(target: Element) => HTMLElement | null} */
const cardOf = (target) => target.closest(".card");

export function listenToKeys() {
  on($("gallery"), "keydown", (event) => {
    const item = cardOf(event.target);
    if (!item || event.altKey || event.ctrlKey || event.metaKey || !ARROWS.includes(event.key)) return;
    event.preventDefault();
    focusCard(neighbour(item, event.key));
  });
  on($("gallery"), "focusin", ({ target }) => {
    const item = cardOf(target);
    if (item) rove(item);
  });
  document.addEventListener("keydown", (event) => {
    const typing = event.target instanceof Element && event.target.matches("input, select, textarea");
    if (event.key === "/" && !typing && !document.querySelector("dialog[open]")) {
      event.preventDefault();
      $("text").focus();
    }
  });
}

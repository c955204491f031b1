// The keyboard: Tab reaches one card of the gallery; arrow keys move between cards.
import { $, all } from "../../../scorer/web/page/dom.js";

const ARROWS = ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown", "Home", "End"];

export const visible = () => all(".deck:not([hidden]) .card:not([hidden])");

/** Return the button of a card.
 * @type {(item: HTMLElement) => HTMLElement} */
export const tileOf = (item) => /** @type {HTMLElement} */ (item.firstChild);

/** @param {HTMLElement | undefined} item */
export function rove(item) {
  for (const tile of all('.tile[tabindex="0"]')) tile.tabIndex = -1;
  if (item) tileOf(item).tabIndex = 0;
}

/** @param {HTMLElement | undefined} item */
export function focusCard(item) {
  if (!item) return;
  rove(item);
  tileOf(item).focus();
  item.scrollIntoView({ block: "nearest" });
}

function neighbour(item, key) {
  const items = visible();
  const at = items.indexOf(item);
  if (key === "ArrowRight") return items[at + 1];
  if (key === "ArrowLeft") return items[at - 1];
  if (key === "Home") return items[0];
  if (key === "End") return items.at(-1);
  return nearestRow(items, item, key === "ArrowDown" ? 1 : -1);
}

// The card above or below: in the nearest row, the one with the nearest centre.
function nearestRow(items, item, way) {
  const box = item.getBoundingClientRect();
  const middle = box.left + box.width / 2;
  /** @type {{other: HTMLElement, score: number} | undefined} */
  let best;
  for (const other of items) {
    const place = other.getBoundingClientRect();
    const down = way * (place.top - box.top);
    if (down <= 4) continue;
    const score = down * 10 + Math.abs(place.left + place.width / 2 - middle);
    if (!best || score < best.score) best = { other, score };
  }
  return best?.other;
}

export function listenToKeys() {
  $("gallery").addEventListener("keydown", (event) => {
    const item = event.target.closest(".card");
    if (!item || event.altKey || event.ctrlKey || event.metaKey || !ARROWS.includes(event.key)) return;
    event.preventDefault();
    focusCard(neighbour(item, event.key));
  });
  $("gallery").addEventListener("focusin", (event) => {
    const item = event.target.closest(".card");
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

// A stroke over a board: a finger or a mouse that goes over several cells lays the piece on each.
// Up and down a finger scrolls the page, as everywhere; a mouse may go as it likes.
import { newRun } from "../hold.js";

/** `paint(places, run)` is told every cell of the stroke so far, as [row, column].
 * @type {(grid: HTMLElement, paint: (places: number[][], run: string) => boolean) => void} */
export function strokes(grid, paint) {
  /** @type {string[]} */
  let cells = []; // of the stroke, as "row,column"
  let run = "";
  let painted = false;
  grid.addEventListener("pointerdown", (event) => {
    const at = cellAt(event);
    painted = false;
    run = newRun();
    cells = at && event.button === 0 ? [at] : [];
  });
  grid.addEventListener("pointermove", (event) => {
    const at = cells.length && event.buttons ? cellAt(event) : null;
    if (!at || cells.includes(at)) return;
    const longer = [...cells, at];
    painted = true;
    if (paint(longer.map((one) => one.split(",").map(Number)), run)) cells = longer;
    else cells = [];
  });
  for (const end of ["pointerup", "pointercancel"]) grid.addEventListener(end, () => (cells = []));
  // The click that ends a stroke is no tap.
  grid.addEventListener("click", (event) => painted && event.detail && event.stopPropagation(), { capture: true });

  /** A finger's events go to where it began: look where it is.
   * @type {(event: PointerEvent) => string | null} */
  function cellAt({ clientX, clientY }) {
    const found = document.elementFromPoint(clientX, clientY)?.closest("[data-at]");
    return found instanceof HTMLElement && grid.contains(found) ? (found.dataset.at ?? null) : null;
  }
}

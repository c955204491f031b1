// A stroke over a board: dragging over several cells places the piece on each of them.
// A vertical finger stroke scrolls the page as usual; a mouse can move in any direction.
import { newRun } from "../hold.js";

/** `paint(places, run)` receives every cell of the stroke so far, as [row, column].
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
  // The click that ends a stroke is not a tap.
  grid.addEventListener("click", (event) => painted && event.detail && event.stopPropagation(), { capture: true });

  /** Touch events go to the element where the touch began, so look up the cell under the finger. */
  function cellAt(/** @type {PointerEvent} */ { clientX, clientY }) {
    const cell = document.elementFromPoint(clientX, clientY)?.closest("[data-at]");
    return cell instanceof HTMLElement && grid.contains(cell) ? (cell.dataset.at ?? null) : null;
  }
}

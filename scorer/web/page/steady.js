// What is being tapped stays under the finger, whatever grows or goes away above it.
const TAPPED = "button, input, select, label, summary";

/** @type {Element | null} */
let tapped = null; // some browsers give no focus to a button that is tapped

addEventListener("pointerdown", ({ target }) => (tapped = target instanceof Element ? target.closest(TAPPED) : null), { capture: true });
addEventListener("keydown", () => (tapped = null), { capture: true });

/** Makes a change of the page, and scrolls by as much as it has moved what is being tapped.
 * @type {(change: () => void) => void} */
export function steadily(change) {
  const node = tapped?.isConnected ? tapped : document.activeElement;
  const inside = node?.closest("main");
  const before = inside && node?.getBoundingClientRect().top;
  change();
  if (inside && node?.isConnected) scrollBy({ top: node.getBoundingClientRect().top - Number(before), behavior: "instant" });
}

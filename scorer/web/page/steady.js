// Keep the tapped element under the finger when the content above it changes.
const TAPPED = "button, input, select, label, summary";

/** @type {Element | null} */
let tapped = null; // some browsers do not focus a tapped button

addEventListener("pointerdown", ({ target }) => (tapped = target instanceof Element ? target.closest(TAPPED) : null), { capture: true });
addEventListener("keydown", () => (tapped = null), { capture: true });

/** Change the page, then scroll by as much as the tapped element moved. @type {(change: () => void) => void} */
export function steadily(change) {
  const node = tapped?.isConnected ? tapped : document.activeElement;
  const inside = node?.closest("main");
  const before = inside && node?.getBoundingClientRect().top;
  change();
  if (inside && node?.isConnected) scrollBy({ top: node.getBoundingClientRect().top - Number(before), behavior: "instant" });
}

// A held button repeats its action, faster after a while.
const FIRST_MS = 400;
const SLOW_MS = 130;
const FAST_MS = 60;
const SLOW_TIMES = 8;

/** Return an id for taps that are undone together: typing in a field, holding a button, a stroke. @returns {string} */
export const newRun = () => Math.random().toString(36).slice(2, 10);

/** Act on a click, and while the button is held. `act(run)` returns false at the end of the range. */
export function repeating(/** @type {HTMLButtonElement} */ node, /** @type {(run: string) => boolean} */ act) {
  /** @type {Timer} */
  let timer;
  let times = 0;
  const stop = () => clearTimeout(timer);
  const again = (/** @type {string} */ run) => {
    times += 1;
    if (node.isConnected && act(run)) timer = setTimeout(again, times > SLOW_TIMES ? FAST_MS : SLOW_MS, run);
  };
  node.addEventListener("pointerdown", ({ button }) => {
    stop();
    times = 0;
    if (button === 0) timer = setTimeout(again, FIRST_MS, newRun());
  });
  for (const end of ["pointerup", "pointercancel", "pointerleave", "blur"]) node.addEventListener(end, stop);
  node.addEventListener("contextmenu", (event) => event.preventDefault()); // a long touch would open it
  node.addEventListener("click", () => {
    if (!times) act(newRun());
    times = 0;
  });
  return node;
}

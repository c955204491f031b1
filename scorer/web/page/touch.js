// What follows a touch: a held button repeats its action, faster after a while; the tapped element stays
// under the finger; the screen stays on.
const FIRST_MS = 400;
const SLOW_MS = 130;
const FAST_MS = 60;
const SLOW_TIMES = 8;

/** Return an id for taps that are undone together: typing in a field, holding a button, a stroke. @returns {string} */
export const newRun = () => Math.random().toString(36).slice(2, 10);

/** Act on a click, and while the button is held. `act(run)` returns false at the end of the range. */
export function repeating(/** @type {HTMLButtonElement} */ node, /** @type {(run: string) => boolean} */ act) {
  let timer = /** @type {Timer} */ (undefined);
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

const TAPPED = "button, input, select, label, summary";

let tapped = /** @type {Element | null} */ (null); // some browsers do not focus a tapped button

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

const PATIENCE_MS = 10 * 60 * 1000;

export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  let lock = /** @type {WakeLockSentinel | null} */ (null);
  let asking = false;
  let waiting = 0; // the timer since the last touch; 0 if idle
  const giveBack = () => {
    waiting = 0;
    void lock?.release();
  };
  const hold = async () => {
    if (asking || lock || document.visibilityState !== "visible") return;
    asking = true;
    try {
      lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => (lock = null), { once: true });
    } catch {
      lock = null; // for example, a low battery
    }
    asking = false;
  };
  const onTouch = () => {
    clearTimeout(waiting);
    waiting = setTimeout(giveBack, PATIENCE_MS);
    void hold();
  };
  addEventListener("pointerdown", onTouch);
  addEventListener("keydown", onTouch);
  // When the page is hidden, the browser releases it.
  document.addEventListener("visibilitychange", () => waiting && void hold());
}

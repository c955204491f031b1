// The screen stays on while a table is being filled in, where the browser lets it: over https, on
// this computer, and while the page is in sight. A table that nobody touches gives it back.

const PATIENCE_MS = 10 * 60 * 1000;

export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
  let asking = false;
  let waiting = 0; // the timer since the last touch; 0 where nobody is at it
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
      lock = null; // an empty battery
    }
    asking = false;
  };
  const touched = () => {
    clearTimeout(waiting);
    waiting = setTimeout(giveBack, PATIENCE_MS);
    void hold();
  };
  addEventListener("pointerdown", touched);
  addEventListener("keydown", touched);
  // Out of sight the browser takes it back by itself.
  document.addEventListener("visibilitychange", () => waiting && void hold());
}

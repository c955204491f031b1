// Keep the screen on while a table is being filled in, if the browser allows it: over https, on
// this computer and while the page is visible. After a while without touches, release it.

const PATIENCE_MS = 10 * 60 * 1000;

export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  /** @type {WakeLockSentinel | null} */
  let lock = null;
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

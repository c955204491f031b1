// The screen stays on while a table is being counted, where the browser lets it: over https, on
// this computer, and while the page is in sight.

export function keepAwake() {
  if (!("wakeLock" in navigator)) return;
  const hold = () => document.visibilityState === "visible" && navigator.wakeLock.request("screen").catch(() => {}); // an empty battery
  document.addEventListener("visibilitychange", hold);
  addEventListener("pointerdown", hold, { once: true });
}

// Save the whole page in this browser, so that it works offline after one visit. It is loaded once
// the page is usable.
// On an insecure address browsers do not offer this; the page still works online.
const PATIENCE_MS = 30_000; // slow phones on slow networks
const LATER_MS = 3000;
const keeper = navigator.serviceWorker;

// Resolves when the service worker controls this page, or when it takes too long.
export const covered = keeper ? cover() : Promise.resolve();

async function cover() {
  try {
    const script = new URL("service.js", import.meta.url);
    const { active } = await keeper.register(script, { updateViaCache: "none" });
    if (keeper.controller) return;
    active?.postMessage("claim"); // after a forced reload
  } catch {
    return; // disabled, or storage is full
  }
  await new Promise((done) => {
    keeper.addEventListener("controllerchange", done, { once: true });
    setTimeout(done, PATIENCE_MS);
  });
}

// The app of this page: requests that it answers come back from the service worker.
export const app = () => import("./app.js");
if (keeper) {
  keeper.onmessage = async (event) => {
    const [port] = event.ports;
    port.postMessage({ received: true });
    const found = await app().catch(() => null);
    if (found) found.answer(event);
    else port.postMessage({ status: 503, type: "text/plain", body: new Uint8Array() });
  };
}

// The folder on this computer that holds the games, if the visitor chose one.
export const folders = () => import("./folder.js");

// Fetch the rest once the page itself is loaded, except on metered connections.
async function keepAll() {
  await covered;
  (await keeper.ready).active?.postMessage("keep");
}

if (keeper && !navigator.connection?.saveData) setTimeout(keepAll, LATER_MS);

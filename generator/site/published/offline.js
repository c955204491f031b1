// Save the whole page in this browser, so that it works offline after one visit. It is loaded once
// the page is usable.
// On an insecure address browsers do not offer this; the page still works online.
const PATIENCE_MS = 30_000; // slow phones on slow networks
const LATER_MS = 3000;
const keeper = navigator.serviceWorker;

/** Resolves when the service worker controls this page, or when it takes too long. */
export const covered = keeper ? cover() : Promise.resolve();

// A newer site has taken over: this page is of the older one.
let { controller } = keeper ?? {};
keeper?.addEventListener("controllerchange", () => {
  if (controller) location.reload();
  controller = keeper.controller;
});

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

/** The worker of this page, which answers requests; the service worker sends some of them back here. */
const app = () => import("./app.js");
/** @type {() => void} */
let tellComplete;
/** Resolves once every file of the site is saved in this browser. @type {Promise<void>} */
export const complete = new Promise((done) => (tellComplete = done));

if (keeper) {
  keeper.onmessage = async (event) => {
    if (event.data === "complete") return tellComplete();
    if (event.data === "newer") return app().then(({ end }) => end(503), () => null); // it takes over when no stream goes on
    const [port] = event.ports;
    port.postMessage({ received: true });
    const client = await app().catch(() => null);
    return client ? client.answer(event) : port.postMessage({ status: 503, type: "text/plain", body: new Uint8Array() });
  };
}

/** Ask the worker as fetch asks a server; the service worker must see what it loads.
 * @type {(address: string, options?: RequestInit) => Promise<Response>} */
export async function ask(address, options) {
  await covered;
  return (await app()).ask(address, options);
}

/** What the app can do here, once it is loaded; with the files that were damaged. */
export const state = () => ask(new URL("api/app", import.meta.url).href);

export const whileLoading = async (/** @type {(loading: Loading) => void} */ hear) => (await app()).whileLoading(hear);

/** The folder on this computer that holds the games, if the visitor chose one. */
export const folders = () => import("./folder.js");

// Fetch the rest once the page itself is loaded, except on metered connections.
async function keepAll() {
  await covered;
  (await keeper.ready).active?.postMessage("keep");
}

if (keeper && !navigator.connection?.saveData) setTimeout(keepAll, LATER_MS);

// Cache the files above in the browser, each under the hash of its content: a file is fetched
// once, a new site fetches only what changed, and files with a wrong hash are not cached.
// A visitor's first version begins with FIRST; the rest is cached when it is requested, or when the page
// is loaded. A newer version takes over at the next navigation, once it is cached as a whole.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = worker.registration.scope;
const NAME = `ecotable ${HOME}`;
const key = (/** @type {string} */ path) => `${HOME}${path}?${FILES[path]}`;
/** @type {Map<string, Promise<Response>>} */
const coming = new Map();
const PATIENCE_MS = 30_000;
let isInstalling = false;

async function checksum(/** @type {ArrayBuffer} */ bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 16)].map((one) => one.toString(16).padStart(2, "0")).join("");
}

async function fetchFile(/** @type {string} */ path) {
  const answer = await fetch(`${HOME}${path}`, { cache: "no-cache" });
  if (!answer.ok) return answer;
  const bytes = await answer.arrayBuffer();
  const kind = { "content-type": answer.headers.get("content-type") ?? "" };
  if ((await checksum(bytes)) === FILES[path]) {
    const cache = await caches.open(NAME);
    await cache.put(key(path), new Response(bytes, { headers: kind })).catch(() => null); // full
  } else if (!isInstalling && (await giveWay())) return Response.error();
  return new Response(bytes, { headers: kind });
}

// The server has a newer site: its files must not be mixed with ours. Its service worker takes over, and
// pages are loaded again. A host that alters files has no newer one.
async function giveWay() {
  const { registration } = worker;
  await registration.update().catch(() => null);
  const newer = registration.installing ?? registration.waiting;
  newer?.postMessage("replace");
  return newer !== null;
}

/** Answer from the cache, else from the network, but never twice at the same time. @param {string} path */
async function file(path) {
  const cached = await (await caches.open(NAME)).match(key(path));
  if (cached) return cached;
  if (!coming.has(path)) coming.set(path, fetchFile(path).finally(() => coming.delete(path)));
  return /** @type {Response} */ (await coming.get(path)).clone();
}

const cachedAddresses = async () => (await (await caches.open(NAME)).keys()).map(({ url }) => url);

async function activate() {
  isInstalling = false;
  const cache = await caches.open(NAME);
  const current = new Set(Object.keys(FILES).map(key));
  for (const address of await cachedAddresses()) if (!current.has(address)) await cache.delete(address);
  await worker.clients.claim();
}

/** Cache the rest, and tell the page when nothing is missing. @param {ExtendableMessageEvent} event */
async function keepAll({ source }) {
  for (const path of Object.keys(FILES)) if (!worker.registration.waiting) await file(path).catch(() => null);
  const cached = new Set(await cachedAddresses());
  if (Object.keys(FILES).every((path) => cached.has(key(path)))) source?.postMessage("complete");
}

/** A newer version takes all its files, on metered connections those that the older one has; or it is not
 * installed, and the older one goes on. */
async function install() {
  isInstalling = true;
  const older = new Set((await cachedAddresses()).map((address) => address.split("?")[0]));
  if (!worker.registration.active) return void (await Promise.all(FIRST.map(file)));
  for (const path of Object.keys(FILES)) {
    const isOlder = older.has(`${HOME}${path}`);
    if (navigator.connection?.saveData && !isOlder) continue;
    const { ok } = await file(path);
    const cache = await caches.open(NAME);
    if (!ok || (isOlder && !(await cache.match(key(path))))) throw new Error(path);
  }
}

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
/** @type {Record<string, (event: ExtendableMessageEvent) => Promise<void>>} */
const ORDERS = { claim: () => worker.clients.claim(), keep: keepAll, replace: () => worker.skipWaiting() };
worker.addEventListener("message", (event) => event.waitUntil(ORDERS[event.data](event)));

// What the app answers: everything that a server would make when it is asked.
const ANSWERED = /^(?:api|change|leaflet|picture|symbol)\/|^pdf\/[^/]+\//;

/** The page that asks answers itself, by the app in its worker; a download belongs to no page.
 * @param {FetchEvent} event @param {string} path @returns {Promise<Response>} */
async function makeResponse(event, path) {
  const { request } = event;
  const pages = await worker.clients.matchAll({ type: "window" });
  const page = (await worker.clients.get(event.clientId)) ?? pages[0];
  if (!page) return Response.error();
  const { port1, port2 } = new MessageChannel();
  const body = request.method === "POST" ? new Uint8Array(await request.arrayBuffer()) : new Uint8Array();
  const query = new URL(request.url).search.slice(1);
  const answered = new Promise((done) => {
    // A page that is closing or not yet loaded does not listen.
    const late = setTimeout(() => done(new Response("", { status: 503 })), PATIENCE_MS);
    port1.onmessage = ({ data }) => {
      clearTimeout(late);
      if (!data.received) done(response(data, port1));
    };
  });
  page.postMessage({ method: request.method, path: `/${path}`, query, body }, [port2]);
  return answered;
}

function response(/** @type {Answered} */ { status, type, body, chunk }, /** @type {MessagePort} */ port) {
  const head = { status, headers: { "content-type": type, "cache-control": "no-store" } };
  if (chunk === undefined) return new Response([204, 304].includes(status) ? null : body, head);
  const text = new TextEncoder();
  const stream = new ReadableStream({
    start(controller) {
      controller.enqueue(text.encode(chunk));
      port.onmessage = ({ data }) => (data.chunk === undefined ? controller.close() : controller.enqueue(text.encode(data.chunk)));
    },
    cancel: () => port.postMessage("end"),
  });
  return new Response(stream, head);
}

/** A page is opened while a newer site waits: load it and all others from that one.
 * @param {string} path */
async function page(path) {
  const { waiting } = worker.registration;
  if (!waiting) return file(path);
  for (const one of await worker.clients.matchAll({ type: "window" })) one.postMessage("newer");
  waiting.postMessage("replace");
  return new Response("", { headers: { "content-type": "text/html", refresh: "0" } });
}

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (!address.startsWith(HOME)) return;
  const path = decodeURI(address.slice(HOME.length));
  const inside = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (request.method === "GET" && inside in FILES) event.respondWith(request.mode === "navigate" ? page(inside) : file(inside));
  else if (`${path}/index.html` in FILES) event.respondWith(Response.redirect(`${HOME}${path}/`));
  else if (ANSWERED.test(path)) event.respondWith(makeResponse(event, path));
});

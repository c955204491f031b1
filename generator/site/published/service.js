// Cache the files above in the browser, each under the hash of its content: a file is fetched
// once, a new site fetches only what changed, and files with a wrong hash are not cached.
// FIRST is cached before anything else; the rest when it is requested, or when the page is loaded.
const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const HOME = worker.registration.scope;
const NAME = `ecotable ${HOME}`;
const key = (path) => `${HOME}${path}?${FILES[path]}`;
const coming = new Map();
const PATIENCE_MS = 30_000;

async function checksum(bytes) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return [...digest.slice(0, 16)].map((one) => one.toString(16).padStart(2, "0")).join("");
}

async function fetched(path) {
  const answer = await fetch(`${HOME}${path}`, { cache: "no-cache" });
  if (!answer.ok) return answer;
  const bytes = await answer.arrayBuffer();
  const kind = { "content-type": answer.headers.get("content-type") ?? "" };
  // The server may already have a newer site: show its files, and let its service worker cache them.
  if ((await checksum(bytes)) === FILES[path]) {
    const cache = await caches.open(NAME);
    await cache.put(key(path), new Response(bytes, { headers: kind }));
  }
  return new Response(bytes, { headers: kind });
}

// Answer from the cache, else from the network, but never twice at the same time.
async function file(path) {
  const kept = await (await caches.open(NAME)).match(key(path));
  if (kept) return kept;
  if (!coming.has(path)) coming.set(path, fetched(path).finally(() => coming.delete(path)));
  return (await coming.get(path)).clone();
}

async function sweep() {
  const cache = await caches.open(NAME);
  const wanted = new Set(Object.keys(FILES).map(key));
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request);
}

async function keepAll() {
  for (const path of Object.keys(FILES)) await file(path).catch(() => null);
}

worker.addEventListener("install", (event) => event.waitUntil(Promise.all(FIRST.map(file))));
worker.addEventListener("activate", (event) => event.waitUntil(sweep().then(() => worker.clients.claim())));
worker.addEventListener("message", (event) => event.waitUntil(event.data === "claim" ? worker.clients.claim() : keepAll()));

// What the app answers: everything that a server would make when it is asked.
const MADE = /^(?:api|change|leaflet|picture|symbol)\/|^pdf\/[^/]+\//;

// The page that asks answers itself, by the app in its worker; a download belongs to no page.
async function made(event, path) {
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

function response({ status, type, body, chunk }, port) {
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

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (!address.startsWith(HOME)) return;
  const path = decodeURI(address.slice(HOME.length));
  const inside = path === "" || path.endsWith("/") ? `${path}index.html` : path;
  if (request.method === "GET" && inside in FILES) event.respondWith(file(inside));
  else if (`${path}/index.html` in FILES) event.respondWith(Response.redirect(`${HOME}${path}/`));
  else if (MADE.test(path)) event.respondWith(made(event, path));
});

// This page's side of the worker: started when it is needed first, it answers requests of the page's
// scripts, and those that the service worker sends back with a port for the answer. Once it is loaded, a
// request without an answer for too long ends it: it is started again at the next request, and no saved
// change is lost.
const PATIENCE_MS = 90_000;
const SCOPE = new URL("./", import.meta.url).pathname;

/** @type {Worker | null} */
let worker = null;
let count = 0;
let isLoaded = false;
/** @type {Map<number, {hear(answer: Answered): void, timer: Timer}>} */
const waiting = new Map();
/** @type {Set<(loading: Loading) => void>} */
const hearing = new Set();

export const whileLoading = (/** @type {(loading: Loading) => void} */ hear) => hearing.add(hear);

function start() {
  if (worker) return worker;
  worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loading) return hearLoading(data.loading);
    if (data.own) return localStorage.setItem("own-games", data.own);
    const request = waiting.get(data.id);
    clearTimeout(request?.timer);
    if (data.chunk === undefined) waiting.delete(data.id);
    return request?.hear(data);
  };
  worker.onerror = () => end(503);
  return worker;
}

function hearLoading(/** @type {Loading} */ loading) {
  hearing.forEach((hear) => hear(loading));
  isLoaded = loading.done === loading.total;
  if (isLoaded) for (const request of waiting.values()) request.timer ??= limit();
}

const limit = () => setTimeout(end, PATIENCE_MS, 504);

export function end(/** @type {number} */ status) {
  worker?.terminate();
  worker = null;
  isLoaded = false;
  for (const { hear, timer } of waiting.values()) {
    clearTimeout(timer);
    hear({ status, type: "text/plain", body: new Uint8Array() });
  }
  waiting.clear();
}

/** @param {Asked} request @param {(answer: Answered) => void} hear @returns {() => void} how to end a stream */
function send(request, hear) {
  const id = ++count;
  waiting.set(id, { hear, timer: isLoaded ? limit() : undefined });
  start().postMessage({ ...request, id });
  return () => {
    worker?.postMessage({ id, end: true });
    waiting.delete(id);
  };
}

/** Answer a request that the service worker sent back. @param {MessageEvent} event */
export function answer({ data, ports: [port] }) {
  port.onmessage = send(data, (reply) => port.postMessage(reply, reply.body ? [reply.body.buffer] : []));
}

/** Ask as fetch does. @type {(address: string, options?: RequestInit) => Promise<Response>} */
export async function ask(address, { method = "GET", body = "" } = {}) {
  const { pathname, search } = new URL(address, document.baseURI);
  const request = { method, path: `/${pathname.slice(SCOPE.length)}`, query: search.slice(1), body: new TextEncoder().encode(String(body)) };
  const { status, type, body: content } = await new Promise((done) => void send(request, done));
  return new Response([204, 304].includes(status) ? null : content, { status, headers: { "content-type": type } });
}

// Until visitors come back, browsers can keep a page that was left; WebKit then keeps the locks of its worker.
addEventListener("pagehide", () => worker?.terminate());
addEventListener("pageshow", ({ persisted }) => persisted && worker && location.reload());

// Other programs may have changed the files of a folder.
addEventListener("focus", () => worker?.postMessage({ look: true }));

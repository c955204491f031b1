// Start the app in this browser when it is needed first, and hand it the requests of this page. The
// service worker sends each request with a port for its response. Once the app is loaded, a request
// that gets no answer for too long ends the worker: it is started anew at the next request, and no
// saved change is lost.
const PATIENCE_MS = 90_000;

/** @type {Worker | null} */
let worker = null;
let count = 0;
let loaded = false;
const waiting = new Map(); // id: {port, timer}
const hearing = new Set();

export const whileLoading = (hear) => hearing.add(hear);

function started() {
  if (worker) return worker;
  worker = new Worker(new URL("app_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loading) return hearLoading(data.loading);
    if (data.own) return localStorage.setItem("own-games", data.own);
    const asked = waiting.get(data.id);
    clearTimeout(asked?.timer);
    asked?.port.postMessage(data, data.body ? [data.body.buffer] : []);
    if (!data.chunk) waiting.delete(data.id);
    return undefined;
  };
  worker.onerror = () => ended(503);
  return worker;
}

function hearLoading({ done, total }) {
  hearing.forEach((hear) => hear({ done, total }));
  loaded = done === total;
  if (loaded) for (const asked of waiting.values()) asked.timer = limit();
}

const limit = () => setTimeout(() => ended(504), PATIENCE_MS);

function ended(status) {
  worker?.terminate();
  worker = null;
  loaded = false;
  for (const { port, timer } of waiting.values()) {
    clearTimeout(timer);
    port.postMessage({ status, type: "text/plain", body: new Uint8Array() });
  }
  waiting.clear();
}

/** @param {MessageEvent} event */
export function answer({ data, ports: [port] }) {
  const id = ++count;
  waiting.set(id, { port, timer: loaded ? limit() : 0 });
  port.onmessage = () => {
    worker?.postMessage({ id, end: true });
    waiting.delete(id);
  };
  started().postMessage({ ...data, id });
}

// Other programs may have changed the files of a folder.
addEventListener("focus", () => worker?.postMessage({ look: true }));

export const begin = () => void started();

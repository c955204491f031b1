// Start the app in this browser when it is needed first, and hand it the requests of this page. The
// service worker sends each request with a port for its response. A request that gets no answer for
// too long ends the worker: it is started anew at the next request, and no saved change is lost.
const PATIENCE_MS = 90_000;

/** @type {Worker | null} */
let worker = null;
let count = 0;
const waiting = new Map(); // id: {port, timer}
const hearing = new Set();

export const whileLoading = (hear) => hearing.add(hear);

function started() {
  if (worker) return worker;
  worker = new Worker(new URL("app_worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loading) return hearing.forEach((hear) => hear(data.loading));
    if (data.own) return localStorage.setItem("own-games", data.own); // for pages without the app
    const asked = waiting.get(data.id);
    clearTimeout(asked?.timer);
    asked?.port.postMessage(data, data.body ? [data.body.buffer] : []);
    if (!data.chunk) waiting.delete(data.id);
    return undefined;
  };
  worker.onerror = () => ended(503);
  return worker;
}

function ended(status) {
  worker?.terminate();
  worker = null;
  for (const { port, timer } of waiting.values()) {
    clearTimeout(timer);
    port.postMessage({ status, type: "text/plain", body: new Uint8Array() });
  }
  waiting.clear();
}

/** @param {MessageEvent} event */
export function answer({ data, ports: [port] }) {
  const id = ++count;
  const timer = setTimeout(() => ended(504), PATIENCE_MS);
  waiting.set(id, { port, timer });
  port.onmessage = () => {
    worker?.postMessage({ id, end: true });
    waiting.delete(id);
  };
  started().postMessage({ ...data, id });
}

export const begin = () => void started();

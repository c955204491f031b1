// Python in the browser: the same as on the server, in a worker of its own, so that it never blocks the
// page. It receives requests {id, method, path, query, body} and answers each with {id, status, type,
// body}, or with {id, status, type, chunk} again and again for a stream, until {id, end} comes. While it
// loads, it reports {loading}. The rules of the site's games come first; the rest of the app is loaded
// when a request needs it. A second worker of the same kind, named "job", prints: it can be ended.
import { unpackInto } from "./archives.js";
import { loadPyodide } from "./engine/pyodide.mjs";

const CODE = "/ecotable";
const RULES = /^\/api\/(?:score|what-if|answers)\//;
const address = (/** @type {string} */ name) => new URL(`engine/${name}`, import.meta.url).href;

/** The browser unpacks it while Python starts. @type {Kit["archive"]} */
async function archive(name) {
  const { ok, status, body } = await fetch(address(name));
  if (!ok) throw new Error(`${status} ${name}`);
  return new Uint8Array(await new Response(body?.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

const loading = { done: 0, total: 0 };
/** Report to the page when a part is there. @type {Kit["part"]} */
async function part(work) {
  loading.total += 1;
  const result = await work;
  loading.done += 1;
  self.postMessage({ loading });
  return result;
}

/** This site's folder in the browser's storage: visitors of the app have one. @type {Kit["folder"]} */
async function folder(options) {
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(encodeURIComponent(new URL("./", import.meta.url).pathname), options);
}

/** Begin with the memory of an earlier visit, if there is one that can be used. */
async function startPython() {
  const options = { indexURL: address(""), stdLibURL: address("python.zip") };
  try {
    const own = await folder();
    const { readMemory, restoring } = await import("./memory.js");
    const memory = await readMemory(own, VERSION);
    if (memory) return { python: await loadPyodide({ ...options, ...(await restoring(memory, address("pyodide.asm.mjs"))) }), isRestored: true };
  } catch {
    // Without it, starting takes longer.
  }
  return { python: await loadPyodide({ ...options, _makeSnapshot: true }), isRestored: false };
}

async function forget({ isRestored = false }) {
  if (isRestored) await (await import("./memory.js")).forgetMemory(await folder());
}

async function start() {
  const [{ python, isRestored }, files] = await Promise.all([part(startPython()), part(archive("rules.bin"))]);
  unpackInto(python.FS, CODE, files);
  if (!isRestored) python.runPython(`import gc, sys; sys.path.append("${CODE}"); gc.set_threshold(50_000)`);
  return { python, isRestored, rules: python.pyimport("scorer.web.browser") };
}

const started = start();
/** @type {Promise<App> | undefined} */
let opening;
const openWhole = () => (opening ??= import("./app_worker.js").then(({ openApp }) => openApp(started, { part, archive, folder, code: CODE, version: VERSION })));

/** @type {Map<number, () => void>} */
const streams = new Map(); // id: how to end it

async function answer(/** @type {Asked & {id: number}} */ { id, ...request }) {
  const { method, path, query, body } = request;
  /** @type {Post} */
  const post = (message, moved = []) => self.postMessage({ id, ...message }, moved);
  const whole = RULES.test(path) ? opening : openWhole();
  const { python, rules } = await started;
  const ask = (/** @type {any} */ api) => api.answer(method, path, python.toPy([...new URLSearchParams(query)]), python.toPy(body));
  let response = whole ? await (await whole).answer(request, ask, post) : ask(rules);
  // A game of the visitor's.
  if (!whole && response.status === 404) response = await (await openWhole()).answer(request, ask, post);
  if (!response) return;
  const head = { status: response.status, type: response.media_type };
  const content = rules.content(response);
  if (content === undefined) streams.set(id, rules.follow(response, (/** @type {string} */ chunk) => post({ ...head, chunk })));
  else {
    const bytes = content.toJs();
    content.destroy();
    post({ ...head, body: bytes }, [bytes.buffer]);
  }
  response.destroy();
}

/** End this worker: the page or worker that started it gets the error. The next one begins without the
 * memory of this one. @param {unknown} fault */
async function fail(fault) {
  await started.then(forget).catch(() => null);
  setTimeout(() => {
    throw fault;
  });
}

if (self.name === "job") openWhole().catch(fail);
started.catch(fail);

self.onmessage = ({ data }) => {
  if (data.look) opening?.then(({ look }) => look(), () => null);
  else if (data.end) {
    streams.get(data.id)?.();
    streams.delete(data.id);
  } else answer(data).catch(fail);
};

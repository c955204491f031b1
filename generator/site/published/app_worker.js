// The app in the browser: the same Python as on the server, in a worker of its own. It receives
// {id, method, path, query, body} and answers {id, status, type, body}, or {id, status, type, chunk}
// again and again for a stream, until {id, end} comes. While it loads, it reports {loading}.
// A second worker of the same kind, named "job", prints: it can be ended without harm.
import { openCache, unpackInto } from "./cache.js";
import { loadPyodide } from "./engine/pyodide.mjs";
import { chosen } from "./folder.js";
import { openPictures } from "./pictures.js";
import { openStore } from "./store.js";

const CODE = "/ecotable";
const GAMES = "games";
const ARCHIVES = ["libraries.zip", "games.zip"];
const APP = "app.bin";
const FONTS = "fonts.bin";
const CACHE_MB = 40;
const REST_MS = 3000; // what can wait is done when nothing was asked for that long
const SCOPE = new URL("./", import.meta.url).pathname;
const address = (name) => new URL(`engine/${name}`, import.meta.url).href;
const isJob = self.name === "job";

async function archive(name) {
  const answer = await fetch(address(name));
  if (!answer.ok) throw new Error(`${answer.status} ${name}`);
  return answer;
}

const zip = async (name) => (await archive(name)).arrayBuffer();

// Compressed as a whole: the browser unpacks it while Python starts.
async function solid(name) {
  const { body } = await archive(name);
  return new Uint8Array(await new Response(body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

async function loaded(home) {
  let done = 0;
  const parts = [loadPyodide({ indexURL: address(""), stdLibURL: address("python.zip"), env: { HOME: "/home", ECOTABLE_DATA: `${home}/data`, ECOTABLE_CACHE: "/cache" } }), solid(APP), ...ARCHIVES.map(zip)];
  const counted = async (part) => {
    const found = await part;
    done += 1;
    if (!isJob) self.postMessage({ loading: { done, total: parts.length + 1 } });
    return found;
  };
  const [python, app, ...zips] = await Promise.all(parts.map(counted));
  for (const one of zips) python.unpackArchive(one, "zip", { extractDir: CODE });
  unpackInto(python.FS, CODE, app);
  return python;
}

// Where the journal and the games are: in a folder of the visitor's, only the games.
async function placesOf(own) {
  const folder = await chosen();
  if (!folder?.granted) return { id: GAMES, places: { data: own, games: own } };
  const journals = await own.getDirectoryHandle("folders", { create: true });
  const data = await journals.getDirectoryHandle(folder.id, { create: true });
  return { id: folder.id, places: { data, games: folder.handle } };
}

async function start() {
  const root = await navigator.storage.getDirectory();
  const own = await root.getDirectoryHandle(encodeURIComponent(SCOPE), { create: true });
  const { id, places } = await placesOf(own);
  const home = `/home/${id}`; // the journal of a game is found by its path
  const python = await loaded(home);
  python.FS.mkdirTree(home);
  const store = openStore(python.FS, home, places, id === GAMES ? SCOPE : id);
  const cache = openCache(python.FS, own);
  await Promise.all([store.follow(), cache.restore()]);
  // Collecting garbage at Python's usual rate takes a tenth of the time.
  python.runPython(`import gc, os, sys; gc.set_threshold(50_000); sys.path.append("${CODE}"); os.chdir("${home}")`);
  const api = python.pyimport("generator.web.browser_app");
  const pictures = await openPictures(python, own, !isJob);
  let fonts = false;
  // What new files need before Python can use them: decoded pictures, more typefaces.
  const entered = async () => {
    await pictures.follow();
    if (fonts || !api.lacks_fonts()) return;
    const more = await solid(FONTS).catch(() => null); // offline: next time
    if (more) unpackInto(python.FS, CODE, more);
    fonts = more !== null;
  };
  await entered();
  return { python, store, cache, home, entered, api };
}

// ---- pages ask -------------------------------------------------------------------------------

const streams = new Map(); // id: how to end it

async function serving() {
  const { python, store, cache, entered, api } = await ready;
  const app = api.BrowserApp(launch, endJob);
  self.postMessage({ loading: { done: ARCHIVES.length + 3, total: ARCHIVES.length + 3 } });
  const look = async () => {
    if (!(await store.follow())) return;
    await entered();
    listed = false;
    app.saved();
  };
  store.heard(look);
  const prune = () => python.pyimport("generator.store.cache").open_cache().prune(CACHE_MB);
  const rest = () => {
    list(app);
    void cache.save(prune);
  };
  return { python, store, entered, api, app, look, rest };
}

// A change ends when its files can be used; what is asked or composed meanwhile waits for it.
let settled = Promise.resolve();

function changed({ store, entered, app }, path, ask) {
  listed = false;
  const isEdit = path === "/change/edit"; // it must be fast, and rarely changes the list
  const answered = store.changing(ask, () => isEdit || list(app)).finally(entered);
  settled = answered.then(
    () => undefined,
    () => undefined,
  );
  return answered;
}

async function answer({ id, method, path, query, body }) {
  const { python, store, entered, api, app, rest } = await server;
  await settled;
  const ask = () => app.answer(method, path, query, python.toPy(body));
  if (path.startsWith("/api/print/")) warmUp();
  const changing = method === "POST" && path.startsWith("/change/");
  let response;
  try {
    response = changing ? await changed({ store, entered, app }, path, ask) : ask();
  } catch (fault) {
    if (!(fault instanceof DOMException)) return fail(fault);
    app.saved(); // the files are as before
    return self.postMessage({ id, status: 507, type: "text/plain", body: new TextEncoder().encode(fault.message) });
  }
  const head = { id, status: response.status, type: response.media_type };
  const content = api.content(response);
  if (content) {
    const buffer = content.toJs();
    content.destroy();
    self.postMessage({ ...head, body: buffer }, [buffer.buffer]);
  } else if (content === undefined) {
    streams.set(id, api.follow(response, (chunk) => self.postMessage({ ...head, chunk })));
  } else self.postMessage({ ...head, body: new Uint8Array() });
  response.destroy();
  void compose(app, rest);
}

// Pages without the app list the visitor's games too.
let listed = false;
function list(app) {
  if (!listed) self.postMessage({ own: app.own_games() });
  listed = true;
}

// Cards are composed between requests.
const { port1, port2 } = new MessageChannel();
let composing = false;
let resting = 0;
async function compose(app, rest) {
  if (composing) return;
  composing = true;
  while (app.step()) {
    await new Promise((done) => {
      port1.onmessage = done;
      port2.postMessage(null);
    });
    await settled;
  }
  composing = false;
  clearTimeout(resting);
  resting = setTimeout(rest, REST_MS);
}

// ---- prints ----------------------------------------------------------------------------------

/** @type {Worker | null} */
let printer = null;

// Who looks at the choices will print: Python takes seconds to start.
function warmUp() {
  if (printer) return printer;
  printer = new Worker(new URL("app_worker.js", import.meta.url), { type: "module", name: "job" });
  printer.onerror = endJob;
  return printer;
}

function launch(work, request, hear) {
  const line = hear.copy();
  const worker = warmUp();
  worker.onmessage = async ({ data }) => {
    if (data.printed) await stored(data.printed);
    line(data.line);
  };
  worker.onerror = () => {
    endJob();
    line("");
  };
  worker.postMessage({ work, request });
}

// The PDF can be fetched from here. The list of what was printed is saved: only what has changed
// since then has to be printed next time. If the storage is full, the PDF is there all the same.
async function stored({ pdf, content, manifest }) {
  const { python, store, home } = await ready;
  const put = (path, bytes) => {
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, bytes);
  };
  put(pdf, content);
  const list = `${home}/output/${pdf.slice(pdf.lastIndexOf("/") + 1, -".pdf".length)}.json`;
  await store.changing(() => put(list, manifest), () => undefined).catch(() => undefined);
}

function endJob() {
  printer?.terminate();
  printer = null;
}

async function job({ work, request }) {
  const { python, store, entered, api } = await ready;
  await store.follow();
  await entered();
  api.do_job(work, request, (line) => {
    const { pdf } = JSON.parse(line).answer ?? {};
    const read = (path) => python.FS.readFile(path);
    self.postMessage({ line, printed: pdf && { pdf, content: read(pdf), manifest: read(pdf.replace(/pdf$/, "json")) } });
  });
}

// ---- both ------------------------------------------------------------------------------------

// End this worker: the page or worker that started it gets the error.
function fail(fault) {
  setTimeout(() => {
    throw fault;
  });
}

const ready = start();
const server = isJob ? ready : serving();
server.catch(fail);

self.onmessage = ({ data }) => {
  if (isJob) void job(data);
  else if (data.end) {
    streams.get(data.id)?.();
    streams.delete(data.id);
  } else if (data.look) void server.then(({ look }) => look());
  else void answer(data);
};

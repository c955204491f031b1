// What the worker loads besides the rules: the whole app, the visitor's games, and what earlier visits made.
import { pack, unpack, unpackInto } from "./archives.js";
import { openCache } from "./cache.js";
import { chosenFolder } from "./folder.js";
import { openLibraries } from "./libraries.js";
import { writeMemory } from "./memory.js";
import { openPictures } from "./pictures.js";
import { openStore } from "./store.js";
import { isWritable } from "./whole_files.js";

const GAMES = "games";
const CACHE_MB = 40;
const REST_MS = 3000; // what can wait is done when nothing was asked for that long
const SCOPE = new URL("./", import.meta.url).pathname;
const JOB = "/job/";
const CREATE = { create: true };
const NO_PLACES = { own: null, id: GAMES, places: null };
const isJob = self.name === "job";

/** Where the journal and the games are: in a folder of the visitor's, only the games.
 * @param {FileSystemDirectoryHandle} own @returns {Promise<{own: FileSystemDirectoryHandle | null, id: string, places: Places | null}>} */
async function placesIn(own) {
  if (!(await isWritable(own))) return NO_PLACES;
  const folder = await chosenFolder();
  if (!folder?.granted) return { own, id: GAMES, places: { data: own, games: own } };
  const journals = await own.getDirectoryHandle("folders", CREATE);
  return { own, id: folder.id, places: { data: await journals.getDirectoryHandle(folder.id, CREATE), games: folder.handle } };
}

/** Without storage, as in some private windows, nothing can be changed. @type {Store} */
const NOWHERE = {
  follow: async () => false,
  changing: () => Promise.reject(new DOMException("", "NotAllowedError")),
  heard: () => null,
  damaged: () => [],
};

/** @param {Promise<{python: Python, isRestored: boolean}>} started @param {Kit} kit @returns {Promise<App>} */
export async function openApp(started, { part, archive, folder, code, version }) {
  const app = part(archive("app.bin"));
  return part(open());

  async function open() {
    const { own, id, places } = await folder(CREATE).then(placesIn).catch(() => NO_PLACES);
    const home = `/home/${id}`; // the journal of a game is found by its path
    const [{ python, isRestored }, files] = await Promise.all([started, app]);
    unpackInto(python.FS, code, files);
    const api = python.pyimport("generator.web.browser_app");
    if (!isRestored) api.prepare();
    // It contains no file of the visitor's yet.
    const memory = own && !isRestored && !isJob ? python.makeMemorySnapshot() : null;
    python.FS.mkdirTree(home);
    const store = places ? openStore(python.FS, home, places, id === GAMES ? SCOPE : id) : NOWHERE;
    const cache = openCache(python.FS, own);
    await Promise.all([store.follow(), cache.restore().catch(() => null)]);
    python.runPython(`import os, random
random.seed()
os.environ.update(HOME="/home", ECOTABLE_DATA="${home}/data", ECOTABLE_CACHE="/cache")
os.chdir("${home}")`);
    const pictures = await openPictures(python, own, !isJob).catch(() => openPictures(python, null, false)); // full
    const libraries = openLibraries(python);
    let fonts = false;
    // What new files need before Python can use them: decoded pictures, libraries, more typefaces.
    const enter = async () => {
      await pictures.follow().catch(() => null); // Python reports what is lacking
      if (api.needs_libraries()) await libraries();
      if (fonts || !api.lacks_fonts()) return;
      const more = await archive("fonts.bin").catch(() => null); // offline: next time
      if (more) unpackInto(python.FS, code, more);
      fonts = more !== null;
    };
    await enter();
    // The page comes first; who leaves earlier has none next time.
    if (own && memory) setTimeout(() => void writeMemory(own, version, memory).catch(() => null), REST_MS);
    const parts = { python, api, store, cache, home, enter, libraries, isRestored, saves: own !== null };
    return isJob ? jobs(parts) : pages(parts);
  }
}

/** Answer the requests of pages. @param {AppParts} parts @returns {App} */
function pages({ python, api, store, cache, home, enter, libraries, isRestored, saves }) {
  const app = api.BrowserApp(launch, endJob);
  // A change ends when its files can be used; what is asked or composed meanwhile waits for it.
  /** @type {Promise<unknown>} */
  let settled = Promise.resolve();
  let isListed = false;
  store.heard(look);

  async function look() {
    if (!(await store.follow().catch(() => false))) return;
    await enter();
    isListed = false;
    app.reload();
  }

  /** @type {App["answer"]} */
  async function answer({ method, path }, ask, post) {
    if (path === "/api/app") return void post({ status: 200, type: "application/json", body: new TextEncoder().encode(JSON.stringify({ saves, isRestored, damaged: store.damaged() })) });
    const isChange = method === "POST" && path.startsWith("/change/");
    if (isChange) await libraries();
    await settled;
    if (path.startsWith("/api/print/")) warmUp();
    try {
      return isChange ? await change(path, () => ask(app)) : ask(app);
    } catch (fault) {
      if (!(fault instanceof DOMException)) throw fault;
      app.reload(); // the files are as before
      return void post({ status: 507, type: "text/plain", body: new TextEncoder().encode(fault.message) });
    } finally {
      void compose();
    }
  }

  function change(/** @type {string} */ path, /** @type {() => any} */ ask) {
    isListed = false;
    const isEdit = path === "/change/edit"; // it must be fast, and rarely changes the list
    const answered = store.changing(ask, () => isEdit || list()).finally(enter);
    settled = answered.catch(() => null);
    return answered;
  }

  // Pages without the app list the visitor's games too.
  function list() {
    if (!isListed) self.postMessage({ own: app.own_games() });
    isListed = true;
  }

  // Cards are composed between requests.
  const { port1, port2 } = new MessageChannel();
  let isComposing = false;
  let resting = 0;
  async function compose() {
    if (isComposing) return;
    isComposing = true;
    while (app.step()) {
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(null);
      });
      await settled;
    }
    isComposing = false;
    clearTimeout(resting);
    resting = self.setTimeout(rest, REST_MS);
  }

  function rest() {
    list();
    void cache.save(() => python.pyimport("generator.store.cache").open_cache().prune(CACHE_MB));
  }

  // ---- prints ----------------------------------------------------------------------------------

  /** @type {Worker | null} */
  let printer = null;

  // Who looks at the choices will print: Python takes seconds to start.
  function warmUp() {
    if (printer) return printer;
    printer = new Worker(new URL("worker.js", import.meta.url), { type: "module", name: "job" });
    printer.onerror = endJob;
    return printer;
  }

  function endJob() {
    printer?.terminate();
    printer = null;
  }

  /** @param {string} work @param {string} request @param {any} hear */
  function launch(work, request, hear) {
    const line = hear.copy();
    const worker = warmUp();
    worker.onmessage = async ({ data: { chunk, body } }) => {
      if (body) await keepPrint(unpack(body));
      if (chunk) line(chunk);
    };
    worker.onerror = () => {
      endJob();
      line("");
    };
    worker.postMessage({ id: 1, method: "POST", path: `${JOB}${work}`, query: "", body: new TextEncoder().encode(request) });
  }

  /** The PDF can be fetched from here. The list of what was printed is saved: only what has changed since
   * then has to be printed next time. If the storage is full, the PDF is there all the same.
   * @param {PackedFile[]} files the PDF and the list */
  async function keepPrint([[pdf, content], [, manifest]]) {
    const put = (/** @type {string} */ path, /** @type {Uint8Array} */ bytes) => {
      python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
      python.FS.writeFile(path, bytes);
    };
    put(pdf, content);
    const path = `${home}/output/${pdf.slice(pdf.lastIndexOf("/") + 1, -".pdf".length)}.json`;
    await store.changing(() => put(path, manifest), () => null).catch(() => null);
  }

  return { answer, look };
}

/** Do jobs: each request is a job, answered by its lines; with the last come the files that it made.
 * @param {AppParts} parts @returns {App} */
function jobs({ python, api, store, enter }) {
  return {
    look: () => null,
    async answer({ path, body }, _, post) {
      await store.follow();
      await enter();
      const head = { status: 200, type: "text/plain" };
      let last = "";
      api.do_job(path.slice(JOB.length), new TextDecoder().decode(body), (/** @type {string} */ line) => {
        if (last) post({ ...head, chunk: last });
        last = line;
      });
      const { pdf } = JSON.parse(last).answer ?? {};
      const files = pdf ? [pdf, pdf.replace(/pdf$/, "json")] : [];
      post({ ...head, chunk: last, body: pdf && (await pack(files.map((path) => [path, python.FS.readFile(path)]))) });
    },
  };
}

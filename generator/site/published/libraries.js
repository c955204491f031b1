// Libraries that have no build for Python in a browser, as JavaScript: they are loaded when a game may
// need them. The modules in generator/site/browser_libraries call them under the names that Python uses.
const address = (/** @type {string} */ name) => new URL(`engine/${name}`, import.meta.url);

/** Move a closed outline outwards (inwards if delta is negative), with rounded corners.
 * @param {any} clipper @param {[number, number][]} corners @param {number} tolerance @param {number} delta */
export function offset({ ClipperOffset, JoinType, EndType }, corners, tolerance, delta) {
  const moved = new ClipperOffset(2, tolerance);
  /** @type {{X: number, Y: number}[][]} */
  const rings = [];
  moved.AddPath(corners.map(([X, Y]) => ({ X, Y })), JoinType.jtRound, EndType.etClosedPolygon);
  moved.Execute(rings, delta);
  return rings.map((ring) => ring.map(({ X, Y }) => [X, Y]));
}

async function loadClipper() {
  await import(address("clipper.js").href);
  return Reflect.get(self, "ClipperLib");
}

async function loadBrotli() {
  const library = await import(address("brotli.mjs").href);
  await library.default({ module_or_path: address("brotli.wasm") });
  return library;
}

export function register(/** @type {Python} */ python, /** @type {{clipper: any, brotli: any}} */ libraries) {
  python.registerJsModule("javascript_libraries", {
    offset: (/** @type {any} */ corners, /** @type {number} */ tolerance, /** @type {number} */ delta) => libraries.clipper && offset(libraries.clipper, corners.toJs(), tolerance, delta),
    decompress: (/** @type {any} */ content) => libraries.brotli?.decompress(content.toJs()),
  });
}

/** Return how to load them; what could not be loaded is loaded at the next call. @param {Python} python */
export function openLibraries(python) {
  const libraries = { clipper: null, brotli: null };
  register(python, libraries);
  return async () => {
    libraries.clipper ??= await loadClipper().catch(() => null);
    libraries.brotli ??= await loadBrotli().catch(() => null);
  };
}

// Run the browser's Python once, on the computer that builds the site:
//   node bake.mjs RUNTIME ARCHIVE OUT EXERCISE
// RUNTIME contains Pyodide and perhaps libraries in JavaScript, ARCHIVE everything that is added to its library. EXERCISE is Python that
// requests every answer once. The modules loaded for it are written to OUT, compiled.
import { existsSync, readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, archive, out, exercise] = process.argv.slice(2);

const COMPILE = `
import sys
sys.path.insert(0, "/baked")
exec(exercise, {})

from _imp import source_hash
from importlib._bootstrap_external import _code_to_hash_pyc
from pathlib import Path

loaded = {}
for module in list(sys.modules.values()):
    spec = getattr(module, "__spec__", None)
    for home in ("/baked/", "/lib/python314.zip/"):
        if spec and spec.origin and spec.origin.startswith(home) and spec.origin.endswith(".py"):
            loaded[spec.origin.removeprefix(home)] = spec.loader.get_source(spec.name)
for path, source in sorted(loaded.items()):
    code = compile(source, "/ecotable/" + path, "exec", dont_inherit=True, optimize=2)
    target = Path("/out", path + "c")
    target.parent.mkdir(parents=True, exist_ok=True)
    # Unchecked: no file's time stands in it, and no source is looked for.
    target.write_bytes(_code_to_hash_pyc(code, source_hash(0, source.encode()), False))
`;

try {
  const load = (/** @type {string} */ name) => import(pathToFileURL(`${runtime}/${name}`).href);
  const { loadPyodide } = await load("pyodide.mjs");
  // Without a fixed seed, the order of sets in compiled modules would differ each time.
  const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONHASHSEED: "0" } });
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/baked" });
  python.mountNodeFS("/out", out);
  if (existsSync(`${runtime}/libraries.mjs`)) {
    const [{ register }, clipper, brotli] = await Promise.all(["libraries.mjs", "clipper.cjs", "brotli.mjs"].map(load));
    brotli.initSync({ module: readFileSync(`${runtime}/brotli.wasm`) });
    register(python, { clipper: clipper.default, brotli });
  }
  python.globals.set("exercise", exercise);
  python.runPython(COMPILE);
} catch (error) {
  // The traceback would show a library line that is a megabyte long.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

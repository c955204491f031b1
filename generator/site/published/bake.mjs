// Run the browser's Python once, on the computer that builds the site:
//   node bake.mjs RUNTIME ARCHIVE OUT REHEARSAL
// RUNTIME contains Pyodide, ARCHIVE everything that is added to its library. REHEARSAL is Python that
// requests every answer once. The modules loaded for it are written to OUT, compiled.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [runtime, archive, out, rehearsal] = process.argv.slice(2);

const COMPILE = `
import sys
sys.path.insert(0, "/baked")
exec(rehearsal, {})

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
  const { loadPyodide } = await import(pathToFileURL(`${runtime}/pyodide.mjs`).href);
  // Without a fixed seed, the order of sets in compiled modules would differ each time.
  const python = await loadPyodide({ indexURL: `${runtime}/`, env: { HOME: "/", PYTHONHASHSEED: "0" } });
  python.unpackArchive(new Uint8Array(readFileSync(archive)), "zip", { extractDir: "/baked" });
  python.mountNodeFS("/out", out);
  python.globals.set("rehearsal", rehearsal);
  python.runPython(COMPILE);
} catch (error) {
  // The traceback would show a library line that is a megabyte long.
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

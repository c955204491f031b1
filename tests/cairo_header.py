"""Write ``cairo_declared.py`` from ``cairo.h``: parsing C at every start would be slow.

Run it with ``python tests/cairo_header.py``.
"""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent.parent / "generator" / "raster"
HEADER = FOLDER / "cairo.h"
DECLARATIONS = FOLDER / "cairo_declared.py"
_SAYS = '"""Cairo as ``cairo.h`` declares it, in cffi\'s form, by ``tests/cairo_header.py``."""\n'


def write_declarations(path: Path) -> None:
    """Write the module; cffi does nearly all of it."""
    from cffi import FFI

    ffi = FFI()
    text = HEADER.read_text(encoding="utf-8")
    ffi.cdef(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    ffi.set_source("generator.raster.cairo_declared", None)
    ffi.emit_python_code(str(path))
    module = path.read_text(encoding="utf-8")
    path.write_text(module.replace("# auto-generated file", _SAYS), encoding="utf-8")


if __name__ == "__main__":
    write_declarations(DECLARATIONS)

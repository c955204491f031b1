"""How processes are started: nothing that lies in the current folder is taken for a program.

Comes in: Python code to call, or the name of a program. Goes out: what to start. The current
folder belongs to whoever made the game in it, so its files are data: neither a ``json.py`` nor a
``node`` that lies there may run.
"""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path


def python_command(code: str) -> list[str]:
    """A new Python that runs the code and finds the modules that this one finds.

    ``-P`` keeps the current folder off its path while it starts; an empty entry of our own path
    means the current folder, too.
    """
    path = [entry for entry in sys.path if entry]
    return [sys.executable, "-P", "-c", f"import sys; sys.path[:] = {path!r}; {code}"]


def program(name: str) -> str | None:
    """Where a program lies; entries of PATH that depend on the current folder do not count."""
    for entry in os.get_exec_path():
        if Path(entry).is_absolute() and (found := shutil.which(str(Path(entry) / name))):
            return found
    return None

"""What the app in a browser imports is there, and nothing is shipped that nothing imports."""

from __future__ import annotations

import ast
import gzip
import io
import json
import math
import random
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import Any

import pyclipper
import pytest
from publishing import PATH
from source_trees import nodes, tree

from generator.site import app_engine, browser_engine
from generator.site.app_engine import CLIPPER, LARGE, SMALL
from generator.site.browser_engine import PUBLISHED, node
from generator.store import fingerprint

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
OWN = ("cards_data", "generator", "scorer")
# What shipped modules import and no archive has, and why a browser never needs it.
UNNEEDED = {
    "browser_pictures": "pictures.js registers it",
    "deflate": "zlib packs instead",
    "resvg_py": "resvg draws, in JavaScript",
    "PIL": "the browser decodes pictures; what reportlab looks for is there",
    "distributed": "only a command starts bots on several machines",
    "generator.pdf.pdf_reader": "the browser stores lists of prints, and no PDFs",
    "generator.raster": "pixels are drawn only where cairo is installed",
}


def unpacked(archive: bytes) -> dict[str, bytes]:
    """The files of an archive that is compressed as a whole."""
    content = io.BytesIO(gzip.decompress(archive))
    return {name: content.read(size) for name, size in json.loads(content.readline())}


def archived(site: Path) -> set[str]:
    """The names of all files that Python in the browser has, without their endings."""
    names: list[str] = []
    for path in site.glob("engine/*.zip"):
        names += zipfile.ZipFile(path).namelist()
    for path in site.glob("engine/*.bin"):
        names += unpacked(path.read_bytes())
    return {name.partition(".")[0] for name in names}


def imports(path: Path) -> Iterator[str]:
    """The modules that a file imports, inside functions too; relative ones begin with dots."""
    for one in nodes(tree(path)):
        if isinstance(one, ast.Import):
            yield from (alias.name for alias in one.names)
        elif isinstance(one, ast.ImportFrom):
            yield "." * one.level + (one.module or "")


@cache
def imported(name: str) -> frozenset[str]:
    """The modules that one of ours imports; nothing for other files."""
    path = ROOT / f"{name}.py"
    if name.partition("/")[0] not in OWN or not path.is_file():
        return frozenset()
    package = name.rpartition("/")[0].replace("/", ".")
    return frozenset(resolve_name(module, package) for module in imports(path))


def is_there(module: str, names: set[str]) -> bool:
    place = module.replace(".", "/")
    return place in names or f"{place}/__init__" in names


def test_every_module_that_the_app_imports_is_shipped(published: Path) -> None:
    names = archived(published / PATH)
    needless = tuple(f"{name}." for name in (*UNNEEDED, *sys.stdlib_module_names))
    lacking = {
        (module, name)
        for name in names
        for module in imported(name)
        if not f"{module}.".startswith(needless) and not is_there(module, names)
    }
    assert lacking == set()


def test_every_exception_is_one(published: Path) -> None:
    """A module that is shipped, or that nothing imports any more, is no exception."""
    names = archived(published / PATH)
    modules = {module for name in names for module in imported(name)}
    for exception in UNNEEDED:
        lacking = [one for one in modules if f"{one}.".startswith(f"{exception}.")]
        assert [one for one in lacking if not is_there(one, names)], exception


def test_every_library_that_is_shipped_is_imported() -> None:
    homes = {name: Path(str(find_spec(name).origin)).parent for name in (*LARGE, *SMALL)}
    ours = {package: ROOT / package for package in OWN}
    unused = set(homes)
    for name, home in {**homes, **ours}.items():
        for path in home.rglob("*.py"):
            if home / "site" not in path.parents:
                unused -= {module.partition(".")[0] for module in imports(path)} - {name}
    assert unused == set()


STAR = """
import clipper from "./clipper.cjs";
import { offset } from "./libraries.mjs";
import { readFileSync } from "node:fs";
const cases = JSON.parse(readFileSync(0, "utf8"));
console.log(JSON.stringify(cases.map(([corners, delta]) => offset(clipper, corners, 100, delta))));
"""


def star(chance: random.Random) -> list[tuple[int, int]]:
    """A closed outline with corners that point inwards and outwards."""
    far = [chance.uniform(50_000, 400_000) for _ in range(chance.randint(3, 60))]
    turns = [(r, math.tau * place / len(far)) for place, r in enumerate(far)]
    corners = [(round(r * math.cos(turn)), round(r * math.sin(turn))) for r, turn in turns]
    return corners[:: chance.choice((1, -1))]


def by_pyclipper(corners: list[tuple[int, int]], delta: float) -> list[Any]:
    offset = pyclipper.PyclipperOffset(arc_tolerance=100)
    offset.AddPath(corners, pyclipper.JT_ROUND, pyclipper.ET_CLOSEDPOLYGON)
    return [[list(corner) for corner in ring] for ring in offset.Execute(delta)]


def test_a_browser_moves_outlines_as_pyclipper_does(tmp_path: Path) -> None:
    chance = random.Random(7)
    deltas = (-120_000, -30_000, -5_000, 750, 30_000)
    cases = [(star(chance), chance.choice(deltas)) for _ in range(200)]
    (tmp_path / "clipper.cjs").write_bytes(browser_engine.npm_files(CLIPPER)["clipper.js"])
    (tmp_path / "libraries.mjs").write_bytes((PUBLISHED / "libraries.js").read_bytes())
    (tmp_path / "star.mjs").write_text(STAR, encoding="utf-8")
    command = [node(), str(tmp_path / "star.mjs")]
    done = subprocess.run(
        command, input=json.dumps(cases), capture_output=True, text=True, check=True
    )
    assert json.loads(done.stdout) == [by_pyclipper(*one) for one in cases]


def test_cards_that_an_older_site_composed_are_composed_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(browser_engine, "SMALLEST", browser_engine.FASTEST)
    codes = []
    for version in (b"older", b"newer"):
        compiled = {"generator/compose/piece.pyc": version}
        monkeypatch.setattr(browser_engine, "compiled_modules", lambda *_, files=compiled: files)
        home = tmp_path / version.decode()
        for name, content in unpacked(app_engine.app_files((), (), {})["engine/app.bin"]).items():
            (home / name).parent.mkdir(parents=True, exist_ok=True)
            (home / name).write_bytes(content)
        shipped = home / fingerprint.SHIPPED.relative_to(fingerprint.ROOT)
        with monkeypatch.context() as browser:
            browser.setattr(fingerprint, "ROOT", home)
            browser.setattr(fingerprint, "SHIPPED", shipped)
            codes.append(fingerprint.code_digest.__wrapped__())
    assert len(set(codes)) == len(codes)

"""The order of packages and modules: imports go downward only, inside functions too."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from source_trees import nodes
from source_trees import tree as parsed

ROOT = Path(__file__).parent.parent
# From the bottom up; packages of one layer do not import each other.
PACKAGES = (("cards_data",), ("scorer",), ("generator",))
SCORER = (
    ("core", "expressions"),
    ("declared",),
    ("registry",),
    ("engine", "play"),
    ("games", "whatif"),
    ("examples",),
    ("terminal", "web"),
)
GENERATOR = (
    ("browser_images",),
    ("images", "options", "resources", "words"),
    ("geometry", "store"),
    ("workers", "text", "layout", "edit"),
    ("svg",),
    ("compose", "raster", "vector"),
    ("low_ink",),
    ("draw", "sheets"),
    ("pdf", "leaflet"),
    ("kit",),
    ("pipeline",),
    ("report", "planning", "translate"),
    ("stats", "changes", "lab"),
    ("check",),
    ("export",),
    ("workbench",),
    ("web",),
    ("site",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
MOST_MODULES = 15
# Commands and layouts, a file each.
MANY_SMALL_FILES = {"commands"}
DOCUMENTS = (*sorted((ROOT / "docs").rglob("*.md")), ROOT / "README.md", ROOT / "CONTRIBUTING.md")


@cache
def modules() -> dict[str, ast.Module]:
    """Every module of the product by its dotted name; a package is named as its folder."""
    paths = [path for (name,) in PACKAGES for path in sorted((ROOT / name).rglob("*.py"))]
    names = (path.relative_to(ROOT).with_suffix("").parts for path in paths)
    dotted = (".".join(name).removesuffix(".__init__") for name in names)
    return dict(zip(dotted, map(parsed, paths), strict=True))


def is_package(name: str) -> bool:
    return (ROOT / name.replace(".", "/") / "__init__.py").is_file()


@cache
def imported(name: str) -> frozenset[str]:
    """The modules of the product that a module imports, wherever the import is written."""
    names = (one for node in nodes(modules()[name]) for one in _imported_names(name, node))
    module_names = (one if one in modules() else one.rpartition(".")[0] for one in names)
    return frozenset(one for one in module_names if one in modules() and one != name)


def _imported_names(name: str, node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name for alias in node.names)
    elif isinstance(node, ast.ImportFrom):
        steps = name.split(".") if is_package(name) else name.split(".")[:-1]
        base = steps[: len(steps) - node.level + 1] if node.level else []
        whole = ".".join((*base, *filter(None, [node.module])))
        yield from (f"{whole}.{alias.name}" for alias in node.names)


def upward(layers: tuple[tuple[str, ...], ...], depth: int) -> set[tuple[str, str]]:
    """Imports of a layer that is as high or higher, between parts of names at one depth."""
    height = {name: number for number, names in enumerate(layers) for name in names}
    parts = ((one.split("."), other.split(".")) for one in modules() for other in imported(one))
    pairs = {
        (one[depth], other[depth])
        for one, other in parts
        if one[:depth] == other[:depth] and len(one) > depth and len(other) > depth
    }
    return {
        (one, other)
        for one, other in pairs
        if one != other and one in height and other in height and height[one] <= height[other]
    }


def inner(package: str) -> set[str]:
    """The modules and folders right inside a package."""
    return {name.split(".")[1] for name in modules() if name.startswith(f"{package}.")}


def test_packages_import_only_those_below() -> None:
    assert upward(PACKAGES, 0) == set()


@pytest.mark.parametrize(("package", "layers"), [("scorer", SCORER), ("generator", GENERATOR)])
def test_every_module_has_its_layer_and_imports_only_lower_ones(
    package: str, layers: tuple[tuple[str, ...], ...]
) -> None:
    assert inner(package) == {name for names in layers for name in names}
    own = {pair for pair in upward(layers, 1) if set(pair) <= inner(package)}
    assert own == set()


def test_no_modules_import_each_other_in_a_circle() -> None:
    graph = {name: set(imported(name)) for name in modules()}
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"a circle: {' -> '.join(circle.args[1])}")


def test_no_folder_has_too_many_modules() -> None:
    folders = {path.parent for (name,) in PACKAGES for path in (ROOT / name).rglob("*.py")}
    crowded = {one.name for one in folders if len(list(one.glob("*.py"))) - 1 > MOST_MODULES}
    assert crowded <= MANY_SMALL_FILES


def test_every_package_says_what_it_is_for() -> None:
    packages = [name for name in modules() if is_package(name) and name.count(".") == 1]
    assert [name for name in packages if not ast.get_docstring(modules()[name])] == []


def test_the_architecture_page_names_every_package() -> None:
    page = (ROOT / "docs" / "contribute" / "architecture.md").read_text(encoding="utf-8")
    folders = {path.parent.name for path in (ROOT / "generator").glob("[a-z]*/[a-z]*.*")}
    assert {one for one in folders if f"`{one}/`" not in page} == set()


# A module, or a folder of the repository, as a document names it.
# Those of a user's own game, such as `my_game/play.py`, are not in the repository.
_PATH = re.compile(r"`((?!\w*/?\w*/my_)[\w/-]*(?:\w\.py|/))`")
FOLDERS = ("cards_data", "scorer", "generator", "tests", "benchmarks", "docs")
TOPS = tuple(f"{folder}/" for folder in FOLDERS)


@cache
def repository() -> tuple[str, ...]:
    """Every file and folder, folders with a slash at the end."""
    paths = [path for top in FOLDERS for path in ((ROOT / top), *(ROOT / top).rglob("*"))]
    ours = (path for path in paths if "__pycache__" not in path.parts)
    return tuple(f"/{path.relative_to(ROOT).as_posix()}{'/' * path.is_dir()}" for path in ours)


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_every_module_and_folder_that_a_document_names_exists(document: Path) -> None:
    lines = (_PATH.findall(line) for line in document.read_text(encoding="utf-8").split("\n"))
    assert [name for paths in lines for name in paths if not exists(name, paths)] == []


def exists(name: str, paths: list[str]) -> bool:
    """Whether there is such a path. A document leaves out a folder that its line named before."""
    if not name.endswith(".py") and not name.startswith(TOPS):
        return True
    if "/" in name:
        return any(path.endswith(f"/{name}") for path in repository())
    before = [one.rpartition("/")[0] for one in paths if one.startswith(TOPS)]
    places = [f"/{folder}/" for folder in before or FOLDERS[:3]]
    return any(path.startswith(place) for path in _called(name) for place in places)


def _called(name: str) -> Iterator[str]:
    return (path for path in repository() if path.endswith(f"/{name}"))

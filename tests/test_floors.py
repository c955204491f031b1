"""The rooms of the generator stand on floors: imports go downward only, inside functions too."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from source_trees import nodes
from source_trees import tree as parsed

GENERATOR = Path(__file__).parent.parent / "generator"
# From the ground up; rooms on one floor do not know each other.
FLOORS = (
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
    ("stats", "changes", "planning", "lab", "translate"),
    ("check",),
    ("preview",),
    ("export",),
    ("workbench",),
    ("web",),
    ("site",),
    ("commands",),
    ("cli",),
    ("__main__",),
)
HEIGHT = {room: floor for floor, rooms in enumerate(FLOORS) for room in rooms}
MOST_MODULES = 15
# The modules that stand outside a room.
LOOSE = {"__init__", "__main__", "cli", "images", "options", "pipeline", "resources", "words"}


@cache
def sources() -> tuple[tuple[str, ast.Module], ...]:
    """Every module by its dotted name below the package."""
    return tuple(
        (
            ".".join(path.relative_to(GENERATOR).with_suffix("").parts),
            parsed(path),
        )
        for path in sorted(GENERATOR.rglob("*.py"))
    )


def imported(name: str, tree: ast.Module) -> Iterator[str]:
    """What a module imports from the generator, wherever the import stands."""
    package = name.split(".")[:-1]
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.startswith("generator."):
                    yield alias.name.removeprefix("generator.")
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            whole = ".".join((*base, *filter(None, [node.module])))
            if node.level or whole.split(".")[0] == "generator":
                below = whole.removeprefix("generator").lstrip(".")
                yield from (f"{below}.{alias.name}".lstrip(".") for alias in node.names)


def room(name: str) -> str:
    return name.partition(".")[0]


def arrows() -> set[tuple[str, str]]:
    return {
        (room(name), room(found))
        for name, tree in sources()
        for found in imported(name, tree)
        if room(name) != room(found) and room(found) in HEIGHT
    }


def test_every_module_stands_in_a_room() -> None:
    assert {path.stem for path in GENERATOR.glob("*.py")} <= LOOSE


def test_every_room_has_its_floor_and_says_what_it_does() -> None:
    rooms = {path.parent.name for path in GENERATOR.glob("*/__init__.py")}
    assert rooms <= set(HEIGHT)
    for name in rooms:
        text = ast.get_docstring(ast.parse((GENERATOR / name / "__init__.py").read_text()))
        assert text, name


def test_no_room_is_a_hall() -> None:
    """More than fifteen modules want a door between them; commands are a file each."""
    packages = [GENERATOR, GENERATOR.parent / "scorer", GENERATOR.parent / "cards_data"]
    rooms = {path.parent for package in packages for path in package.rglob("*.py")}
    crowded = [room for room in rooms if len(list(room.glob("*.py"))) - 1 > MOST_MODULES]
    assert [room.name for room in crowded if room.name != "commands"] == []


def test_the_plan_of_the_house_shows_every_room() -> None:
    plan = (GENERATOR.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    rooms = [path.name for path in GENERATOR.iterdir() if path.is_dir() and path.name[0] != "_"]
    assert [name for name in rooms if f"`{name}/`" not in plan] == []


def test_no_room_imports_upward() -> None:
    upward = {(lower, upper) for lower, upper in arrows() if HEIGHT[lower] <= HEIGHT[upper]}
    assert upward == set()


def test_no_two_modules_import_each_other_in_a_circle() -> None:
    names = {name for name, _ in sources()}
    graph = {
        name: {target for found in imported(name, tree) if (target := known(found, names))} - {name}
        for name, tree in sources()
    }
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(f"a circle: {' -> '.join(circle.args[1])}")


def known(found: str, names: set[str]) -> str:
    """The module that an import means: the name itself, or the module it stands in."""
    if found in names:
        return found
    outer = found.rpartition(".")[0]
    return outer if outer in names else ""

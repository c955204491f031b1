"""The seams between the packages: who may import whom, how long a function may be, and that a
game joins without an edit anywhere."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from source_trees import nodes
from source_trees import tree as parsed
from texts import fault, text_of
from workshop import Command, Workshop

from generator.resources import PACKAGES
from scorer.registry import trust_here

ROOT = Path(__file__).parent.parent
LONGEST_FUNCTION = 50
# What each game has of its own, under the same name.
OF_EVERY_GAME = {"Box", "Numbers", "Player", "State", "Variants"}
# Modules of different rooms that do the same for what the room is about: each game's and a
# declared game's parts of a scorer, the reports of changes, stats and the lab, tables of words.
SAME_WORK = {*("form", "numbers", "rules", "state"), *("registry", "report", "words")}
# Each library has one importer. These have more: every command declares its options by click,
# every part of a page escapes its texts by markupsafe, and each of the others is asked for one
# thing in three places that may not import each other.
SEVERAL = {
    "click": {"generator/commands", "scorer/terminal"},
    "markupsafe": {"generator/compose", "generator/compose/layouts", "generator/leaflet"},
    "platformdirs": {"generator/sheets", "generator/store", "scorer"},
    "rich": {"generator/commands", "generator/report", "scorer/terminal"},
}
HEAVY = ("generator", "cairocffi", "cairosvg", "reportlab", "jinja2", "PIL", "qrcode", "uharfbuzz")


@cache
def modules() -> tuple[tuple[str, ast.Module], ...]:
    return tuple(
        (path.relative_to(ROOT).as_posix(), parsed(path))
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    )


@cache
def imported(tree: ast.Module) -> set[str]:
    """The top names of every import, also of those inside functions."""
    packages = set()
    for node in nodes(tree):
        if isinstance(node, ast.Import):
            packages |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            packages.add(node.module.partition(".")[0])
    return packages


def loaded_by(statement: str) -> set[str]:
    """All modules that a fresh Python has loaded after a statement, and their top names."""
    script = f"import sys; {statement}; print(*sys.modules, file=sys.stderr)"
    result = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=ROOT
    )
    names = set(result.stderr.split())
    return names | {name.partition(".")[0] for name in names}


def importers() -> dict[str, list[str]]:
    """The modules that import each library; a browser's Python brings some of its own."""
    browser = ("browser_pictures", "javascript_libraries", "pyodide")
    known_packages = {*sys.stdlib_module_names, *PACKAGES, *browser}
    importers_by_library: dict[str, list[str]] = {}
    for name, tree in modules():
        for library in imported(tree) - known_packages:
            importers_by_library.setdefault(library, []).append(name)
    return importers_by_library


def test_a_library_has_one_importer() -> None:
    for library, names in importers().items():
        folders = {name.rpartition("/")[0] for name in names}
        assert folders == SEVERAL[library] if library in SEVERAL else len(names) == 1, library


@pytest.mark.slow
@pytest.mark.parametrize(
    "statement",
    [
        "import cards_data",
        "import scorer",
        "import scorer.engine, scorer.registry, scorer.core.rules",
    ],
)
def test_data_and_scorer_stand_without_the_generator(statement: str) -> None:
    assert not loaded_by(statement) & set(HEAVY)


@pytest.mark.slow
def test_scoring_a_table_loads_nothing_that_draws() -> None:
    statement = (
        "from scorer.engine import scorer_for; scorer = scorer_for('ecosfera_baltica');"
        " scorer.score(scorer.read({'players': ['A'], 'level': 1, 'habitats': [], 'impacts': 0}))"
    )
    assert not loaded_by(statement) & set(HEAVY)


@pytest.mark.slow
def test_a_score_waits_for_nothing_that_it_does_not_show() -> None:
    """Leaflets, what-if, questions, and the words for mistakes that nobody made."""
    example = "cards_data/ecologic/examples/balance_wins.yaml"
    command = f"cli(['score', 'ecologic', '{example}'], standalone_mode=False)"
    loaded = loaded_by(f"from generator.commands.root import cli; {command}")
    assert {"scorer.games.ecologic", "rich"} <= loaded
    spared = "cards_data.leaflet cards_data.leaflet scorer.whatif difflib"
    assert not loaded & {
        *spared.split(),
        "scorer.terminal.table_questions",
        "rich._emoji_codes",
        *HEAVY[1:],
    }


def test_the_data_knows_neither_generator_nor_scorer() -> None:
    for name, tree in modules():
        if name.startswith("cards_data/"):
            assert not imported(tree) & {"generator", "scorer"}, name


def test_the_scorer_knows_the_generator_only_where_it_prints() -> None:
    """A result's PDF page is drawn by the generator, asked for when it is wanted."""
    for name, tree in modules():
        if name.startswith("scorer/"):
            top = ast.Module([node for node in tree.body if not inside_function(node)], [])
            assert "generator" not in imported(top), name


def inside_function(node: ast.stmt) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)


@pytest.mark.slow
def test_starting_the_command_loads_no_library_that_draws() -> None:
    heavy = {"cairocffi", "cairosvg", "reportlab", "jinja2", "qrcode", "uharfbuzz"}
    assert not loaded_by("import generator.cli") & heavy


def test_no_function_is_longer_than_it_may_be() -> None:
    long = [
        f"{name}:{node.lineno} {node.name} has {node.end_lineno - node.lineno + 1} lines"
        for name, tree in modules()
        for node in nodes(tree)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        and node.end_lineno
        and node.end_lineno - node.body[0].lineno + 1 > LONGEST_FUNCTION
    ]
    assert long == []


def test_a_name_means_one_thing() -> None:
    """Whoever reads ``Line`` anywhere knows which; a room's own helpers begin with a low line."""
    places: dict[str, list[str]] = {}
    for path, tree in modules():
        games = path.startswith(("scorer/games/", "scorer/declared/"))
        for node in nodes(tree):
            own = isinstance(node, ast.ClassDef) and not node.name.startswith("_")
            if own and not (games and node.name in OF_EVERY_GAME):
                places.setdefault(node.name, []).append(path)
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_modules_share_a_name_only_where_they_do_the_same() -> None:
    rooms: dict[str, list[str]] = {}
    for path in (Path(name) for name, _ in modules()):
        if path.name != "__init__.py" and path.parent.name != "commands":
            rooms.setdefault(path.stem, []).append(path.parent.as_posix())
    shared = {name for name, places in rooms.items() if len(places) > 1}
    assert shared == SAME_WORK


def test_no_two_modules_of_the_tests_share_a_name() -> None:
    """All folders of tests are on the path of imports: the second of a name is never found."""
    names = [path.name for path in (ROOT / "tests").rglob("*.py") if path.name != "conftest.py"]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_every_module_says_what_it_is() -> None:
    bare = [name for name, tree in modules() if tree.body and not ast.get_docstring(tree)]
    assert bare == []


def test_no_file_has_an_unfinished_note() -> None:
    words = ("TO" + "DO", "FIX" + "ME", "X" + "XX")
    for package in (*PACKAGES, "templates", "docs", "tests"):
        for path in (ROOT / package).rglob("*"):
            if path.suffix in (".py", ".j2", ".md", ".yaml", ".csv"):
                text = path.read_text(encoding="utf-8")
                assert not any(word in text for word in words), path


RULES = '''\
"""Pond Life: a point for each fish."""

from scorer.games import ecosfera_baltica
from dataclasses import replace

RULES = replace(
    ecosfera_baltica.RULES, slug="pond", numbers=lambda game: 3, printed=lambda fish: {"fish": fish}
)
'''


@pytest.mark.slow
def test_a_game_of_ones_own_is_listed_checked_and_printed_without_an_edit(
    pond: Workshop, ecotable: Command
) -> None:
    pond.template("fish.svg.j2", '{{ line(scoring.points.fish ~ " " ~ piece.name, 3, 9) }}')
    assert fault("pond", text_of("deck.pieces", n="Pond Life, 8")) in ecotable("games").out
    assert ecotable("check", "pond").code == 0
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    assert (pond.out / "pond-en-a4.pdf").is_file()


def test_the_rules_of_ones_own_game_give_its_cards_their_numbers(pond: Workshop) -> None:
    games = pond.root / "scorer" / "games"
    games.mkdir(parents=True)
    (games / "pond.py").write_text(RULES, encoding="utf-8")
    trust_here()
    assert "3 points" in pond.front('{{ line(printed.fish ~ " points", 3, 9) }}')


def test_the_page_about_files_names_every_key(pond: Workshop) -> None:
    from cards_data.checks import DeclaredGame
    from cards_data.decks import DeclaredColumn, DeclaredDeck
    from cards_data.schema import fields

    text = (ROOT / "docs" / "reference" / "files.md").read_text(encoding="utf-8")
    for key in (*fields(DeclaredGame), *fields(DeclaredDeck), *fields(DeclaredColumn)):
        assert f"{key}:" in text or f"`{key}`" in text, key


def test_work_that_is_named_in_a_text_exists() -> None:
    """Workers find a function by "module:function"; no import would show that it has moved."""
    pattern = re.compile(r'"(\{__name__\}|(?:generator|scorer|cards_data)[\w.]*):(\w+)"')
    lost = [
        f"{path.relative_to(ROOT)}: {module}:{name}"
        for room in ("cards_data", "scorer", "generator")
        for path in sorted((ROOT / room).rglob("*.py"))
        for module, name in pattern.findall(path.read_text(encoding="utf-8"))
        if f"def {name}(" not in home_of(module, path).read_text(encoding="utf-8")
    ]
    assert not lost


def home_of(module: str, path: Path) -> Path:
    """The file of a module; a text may also name the module that it is in."""
    return path if module.startswith("{") else ROOT / f"{module.replace('.', '/')}.py"

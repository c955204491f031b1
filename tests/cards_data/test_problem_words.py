"""Problems are keys with values: no prose in code, and every text in every language."""

from __future__ import annotations

import ast
import pickle
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from source_trees import nodes
from source_trees import tree as parsed

from cards_data.languages.plurals import message
from cards_data.problems import (
    Message,
    Place,
    Problem,
    Problems,
    decimals,
    did_you_mean,
    in_every_language,
    message_texts,
    quote,
    said_by,
    short_list,
)
from cards_data.tables import read_table
from generator.resources import PACKAGES

ROOT = Path(__file__).parent.parent.parent
LANGUAGES = ("en", "sv", "fi", "de")
# What words are handed to that somebody reads as a problem.
REPORTING = {"Problem", "WrongArgument", "WrongCount", "DraftProblem", "Note", "HttpError"}
REPORTING |= {"SvgError", "Fault", "BadCells"}
REPORTING |= {"TemplateLimit", "BrokenMessage", "Unsupported", "CellProblem"}
REPORTING |= {"_TooMuch", "ValueError"}
REPORTING |= {"_refuse", "_report", "wrong", "unsayable", "_wrong", "_cell_faults", "limit"}
REPORTING |= {"invalid", "unfit", "allowing", "read_by"}
NAMES = {"found", "allowed", "hint"}
# Two words, also with what fills an f-string between them.
PROSE = re.compile(r"[A-Za-z]{2,}[;:]? +(?:(?:\W*\0\W*|a) +)*[A-Za-z]{2,}")
# What an answer of a route, or a line of a job, is told as.
KEYS = NAMES | {"problem", "problems", "error", "message", "reason"}
# Names and commands, the same in every language.
SAME = re.compile(
    r"ecotable \w+|cards_data|Debian, Ubuntu|brew install|game\.yaml |^git |^(\0 )?--|^import \{"
    r"|^\{text: |^standard input$"
)


@cache
def modules() -> tuple[tuple[Path, ast.Module], ...]:
    paths = [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]
    return tuple((path, parsed(path)) for path in paths)


def written(node: ast.AST) -> str | None:
    """A literal as it stands in the code; what fills an f-string is a letter."""
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else None
    if isinstance(node, ast.JoinedStr):
        return "".join(
            str(part.value) if isinstance(part, ast.Constant) else "\0" for part in node.values
        )
    return None


def prose_in(node: ast.AST, constants: Mapping[str, ast.AST]) -> Iterator[str]:
    """Sentences in an expression, also by the name of a constant of the module."""
    if isinstance(node, ast.Name) and node.id in constants:
        node = constants[node.id]
    text = written(node)
    if text is not None:
        if PROSE.search(text) and not SAME.search(text):
            yield text
        return
    for child in ast.iter_child_nodes(node):
        yield from prose_in(child, constants)


def is_told(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Attribute):
        if call.func.attr == "add":
            return ast.unparse(call.func.value).endswith(("findings", "notes"))
        if call.func.attr == "of":
            return ast.unparse(call.func.value) == "Problems"
        return call.func.attr in REPORTING
    return isinstance(call.func, ast.Name) and call.func.id in REPORTING


def told_in_code(tree: ast.Module) -> Iterator[str]:
    constants = {**constants_of(tree), **imported_constants(tree)}
    for node in nodes(tree):
        for text in told_by(node):
            yield from prose_in(text, constants)


def constants_of(tree: ast.Module) -> dict[str, ast.expr]:
    assignments = (node for node in tree.body if isinstance(node, ast.Assign))
    pairs = (pair for node in assignments for pair in assigned(node))
    shouted = ((name, value) for name, value in pairs if name.strip("_").isupper())
    return {name: value for name, value in shouted if written(value) is not None}


@cache
def constants_by_module() -> dict[str, dict[str, ast.expr]]:
    return {path.stem: constants_of(tree) for path, tree in modules()}


def imported_constants(tree: ast.Module) -> dict[str, ast.expr]:
    return {
        alias.asname or alias.name: constants[alias.name]
        for node in nodes(tree)
        if isinstance(node, ast.ImportFrom) and node.module
        for constants in [constants_by_module().get(node.module.rpartition(".")[2], {})]
        for alias in node.names
        if alias.name in constants
    }


def told_by(node: ast.AST) -> Iterator[ast.AST]:
    """The expressions of which somebody reads the value as a problem."""
    if isinstance(node, ast.Call) and is_told(node):
        yield from (*node.args, *(keyword.value for keyword in node.keywords))
    elif isinstance(node, ast.Assign):
        yield from (value for name, value in assigned(node) if name in NAMES)
    elif isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        yield from (value for key, value in pairs if key and written(key) in KEYS)


def assigned(node: ast.Assign) -> Iterator[tuple[str, ast.expr]]:
    """Names with their values, also ``found, hint = …, …``."""
    for target in node.targets:
        if isinstance(target, ast.Name):
            yield target.id, node.value
        elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
            pairs = zip(target.elts, node.value.elts, strict=False)
            yield from ((one.id, value) for one, value in pairs if isinstance(one, ast.Name))


def tables() -> list[Path]:
    return [ROOT / package / "problem_words.csv" for package in PACKAGES]


def test_the_messages_of_every_package_are_known() -> None:
    keys = {row.cells["id"] for path in tables() for row in read_table(path).rows}
    assert set(message_texts()) == keys


@pytest.mark.slow
def test_no_problem_is_prose_in_code() -> None:
    prose_by_file = {
        path.relative_to(ROOT).as_posix(): prose
        for path, tree in modules()
        if (prose := list(told_in_code(tree)))
    }
    assert not prose_by_file


@pytest.mark.parametrize(
    "code",
    [
        'findings.add(place, f"the {word} is wrong")',
        'hint = f"take {word} as it is"',
        'found, hint = "it is wrong", ""',
        '_BROKEN = "look for a bracket"\nraise Problems([Problem(place, found, hint=_BROKEN)])',
        'raise ValueError("not a number")',
        'answer = {"problem": "the job was lost"}',
        'hint = f"write {word} instead"',
    ],
)
def test_prose_in_code_would_be_found(code: str) -> None:
    assert len(list(told_in_code(ast.parse(code)))) == 1


def is_text(function: ast.expr) -> bool:
    name = getattr(function, "attr", getattr(function, "id", ""))
    return name == "Message" and ast.unparse(function) in ("Message", "problems.Message")


# Texts of mistakes in tables: tests/scorer/test_mistakes_in_every_language.py looks for them.
SCORING = ("wrong.", "hint.")


def used_keys() -> dict[str, set[str] | None]:
    """The keys that the code names, with the gaps that it fills; none where it cannot be told."""
    used: dict[str, set[str] | None] = {}
    for _, tree in modules():
        for node in nodes(tree):
            if not (isinstance(node, ast.Call) and is_text(node.func)):
                continue
            gaps = {keyword.arg for keyword in node.keywords}
            if node.args and isinstance(node.args[0], ast.Constant):
                key = str(node.args[0].value)
                if key.startswith(SCORING):
                    continue
                placeholders = None if None in gaps else {gap for gap in gaps if gap}
                assert (
                    used.setdefault(key, placeholders) in (placeholders, None)
                    or placeholders is None
                ), key
    return used


def literals() -> set[str]:
    return {
        node.value
        for _, tree in modules()
        for node in nodes(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.slow
def test_every_key_exists_and_is_used_with_its_gaps() -> None:
    words, used = message_texts(), used_keys()
    assert set(used) <= set(words)
    literal_keys = literals()
    # The schema names what a field is without the beginning of the key.
    own = {key for key in words if not key.startswith(SCORING)}
    assert {key for key in own if key.removeprefix("allowed.") not in literal_keys} <= literal_keys
    for key, gaps in used.items():
        if gaps is not None:
            assert set(message(words[key]["en"], "en").placeholders) == gaps, key


def test_no_key_stands_in_two_tables() -> None:
    keys = [row.cells["id"] for path in tables() for row in read_table(path).rows]
    assert len(keys) == len(set(keys))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_text_is_there_in_every_language_with_the_same_gaps(lang: str) -> None:
    for key, texts in message_texts().items():
        assert texts.get(lang), (key, lang)
        parsed = message(texts[lang], lang)
        assert parsed.placeholders == message(texts["en"], "en").placeholders, (key, lang)


VALUES = st.one_of(st.text(max_size=20), st.integers(0, 10**6), st.floats(0, 1e6))


@given(st.data(), st.sampled_from(LANGUAGES))
def test_every_problem_can_be_told_in_every_language(data: st.DataObject, lang: str) -> None:
    key = data.draw(st.sampled_from(sorted(message_texts())))
    gaps = {
        name: data.draw(VALUES) for name in message(message_texts()[key]["en"], "en").placeholders
    }
    problem = Problem(
        "here", Message(key, **gaps), Message(key, **gaps), did_you_mean("fihs", ["fish"])
    )
    line = problem.text_in(lang)
    assert line.startswith("here: ") and "\n" not in line.replace("\\n", "")
    assert "{" not in line or any("{" in str(value) for value in gaps.values())
    again = pickle.loads(pickle.dumps(problem))
    assert again == problem and again.text_in(lang) == line and hash(again) == hash(problem)


def test_a_problem_speaks_the_language_of_whoever_looks() -> None:
    where = Place("fish.csv", 3, "cost")
    problem = Problem(
        where, Message("cell.no_whole_number", value=quote("x")), short_list(["1", "2"])
    )
    assert in_every_language(problem) == {
        "en": 'fish.csv:3 column "cost": "x" is not a whole number; allowed: 1, 2',
        "sv": "fish.csv:3 kolumn ”cost”: ”x” är inget heltal; tillåtet: 1, 2",
        "fi": "fish.csv:3 sarake ”cost”: ”x” ei ole kokonaisluku; sallittu: 1, 2",
        "de": "fish.csv:3 Spalte „cost“: „x“ ist keine ganze Zahl; erlaubt: 1, 2",
    }
    assert problem.text_in("eo") == str(problem)


def test_numbers_are_written_as_the_language_writes_them() -> None:
    assert Message("allowed.up_to", n=12345).text_in("sv") == "högst 12\N{NO-BREAK SPACE}345"
    assert str(Message("allowed.up_to", n=12345)) == "up to 12,345"
    assert Message("allowed.up_to", n=0.5).text_in("sv") == "högst 0,5"
    assert (str(decimals(2, 1)), decimals(2, 1).text_in("de")) == ("2.0", "2,0")


def test_what_a_library_says_stays_as_it_is() -> None:
    assert said_by(ValueError("Permission denied")) == "Permission denied"
    assert said_by(ValueError(Message("file.missing"))) == Message("file.missing")
    text = Message("value.cannot_be_read", reason=OSError("Permission denied"))
    assert text.text_in("sv") == "kan inte läsas: Permission denied"


def test_problems_are_shown_in_their_language() -> None:
    problems = Problems([Problem("fish.csv", Message("file.missing"))])
    problems.lang = "fi"
    assert str(problems) == "fish.csv: tiedosto puuttuu"


def test_the_table_is_read_when_a_problem_is_shown_and_not_before() -> None:
    message_texts.cache_clear()
    Problems([Problem("fish.csv", Message("file.missing"))])
    assert message_texts.cache_info().misses == 0

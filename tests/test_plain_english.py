"""Plain British English: the words to avoid, the length of sentences and the spelling."""

from __future__ import annotations

import ast
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import codespell_lib
import pytest
from source_trees import nodes, tree

from cards_data import list_games, load_game
from generator.translate.text_places import game_texts
from generator.translate.translator_entries import program_texts

ROOT = Path(__file__).parent.parent
LONGEST = 35
CODE, USER_TEXT = "code", "shown"
# What to write instead. Words in the second part are usual in code, but not for readers.
AVOID = {
    r"stands?|stood|standing": "is, appears",
    r"lies?|lying|lain": "is in, is on",
    r"tells?|told|telling|says so|said so": "reports, shows, explains",
    r"(?:is|are|was|were) no (?!longer|more|less|fewer|need|way|other|one\b)\w+": "is not a",
    r"c[ao]mes? along": "included, built-in",
    r"one's|of (?:its|their|her|his|our) own": "your own, separate",
    r"houses?(?! rules?)|rooms?|(?<!sea )(?<!forest )floors?|doors?": "codebase, package, space",
    r"(?:take|takes|taken|took|taking) in": "import",
    r"kept": "saved, stored, cached",
    r"anew": "again, rebuilt",
    r"nothing is lost": "no data is lost",
    r"shall": "should, must, will",
    r"whoever|whichever|wherever|whomever": "anyone who, you",
    r"by hand": "manually",
    r"evenings?": "game, session",
    r"beamers?": "projector",
    r"mischief|hearsay|unpick(?!l)\w*": "a plain word",
    r"(?:a|the|each|every|another|one|this|that) reading|readings": "version",
    r"shelf|shelves|weighing|trials?|beyond": "registry, evaluate, run, unsupported",
    r"your tables": "your games",
}
AVOID_SHOWN = {
    r"faces?(?![- ](?:up|down))": "side, card",
    r"leaflets?": "rules",
    r"the wall|walls?": "class screen",
    r"the word|words? for": "value",
}
# (where, word, why it is right there)
EXCEPTIONS: tuple[tuple[str, str, str], ...] = (
    ("generator/problem_words.csv", "face", "a key of layout files"),
    ("docs/design/layouts.md", "center", "a value that layout files accept"),
    ("cards_data/better_life/rules/en.yaml", "lie", "players may say what is not true"),
)
# American in codespell's list, but usual in British English as well.
BRITISH_TOO = frozenset(
    "biased centralized program programs dialog meter meters check checks practice draft drafts"
    " disk disks story".split()
)


DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


class Text(NamedTuple):
    where: str
    text: str


def faults_in(texts: Iterator[Text], kind: str) -> list[str]:
    """Return every fault as ``where: fault``."""
    wordlist = {**AVOID, **(AVOID_SHOWN if kind == USER_TEXT else {})}
    checks = [(re.compile(rf"\b(?:{bad})\b", re.IGNORECASE), use) for bad, use in wordlist.items()]
    excepted = {(where, word) for where, word, _ in EXCEPTIONS}
    faults = []
    for where, text in texts:
        plain = prose(text)
        for check, use in checks:
            for match in check.finditer(plain):
                if (where.partition(":")[0], match[0].casefold()) not in excepted:
                    faults.append(f"{where}: {match[0]!r}, better: {use}")
        faults += [
            f"{where}: {len(one.split())} words: {one}"
            for one in sentences(plain)
            if len(one.split()) > LONGEST
        ]
        faults += [
            f"{where}: {word!r} is spelt {spelling()[word]!r}"
            for word in re.findall(r"[a-z]+", plain.casefold())
            if word in spelling() and (where.partition(":")[0], word) not in excepted
        ]
    return faults


def prose(text: str) -> str:
    """Return the text without code, addresses, placeholders and the markup of links."""
    text = re.sub(r"(?ms)^( *)```.*?^\1```", " ", text)
    text = re.sub(r"``.+?``|`[^`\n]+`|https?://\S+|\[\^?\w+\]: .*", "X", text)
    text = re.sub(r"\]\([^)]*\)|<[^>\n]+>", " ", text)
    return re.sub(r"\{[\w.]+\}", "X", text)


def sentences(text: str) -> list[str]:
    """Split a text at full stops, and where a paragraph, an item or a cell ends."""
    parts = re.split(r"(?<=[.!?:;])\s|\n\s*\n|\n\s*(?:[-*#>|]|\d+\.)|\s\|\s", text)
    return [part.strip() for part in parts if part.strip()]


@cache
def spelling() -> dict[str, str]:
    """Return the right form of each misspelt or American word."""
    data = Path(codespell_lib.__file__).parent / "data"
    right: dict[str, str] = {}
    for line in (data / "dictionary.txt").read_text(encoding="utf-8").splitlines():
        wrong, _, better = line.partition("->")
        right[wrong] = better
    for line in (data / "dictionary_en-GB_to_en-US.txt").read_text(encoding="utf-8").splitlines():
        british, _, american = line.partition("->")
        right.update({word.strip(): british for word in american.split(",") if word.strip()})
    return {word: better for word, better in right.items() if word not in BRITISH_TOO}


def comments(path: Path) -> Iterator[Text]:
    """Yield each docstring of a module, and each block of comment lines."""
    where = path.relative_to(ROOT).as_posix()
    for node in nodes(tree(path)):
        if isinstance(node, DOCUMENTED) and (doc := ast.get_docstring(node)):
            yield Text(f"{where}:{getattr(node, 'lineno', 1)}", doc)
    lines: dict[int, str] = {}
    with tokenize.open(path) as file:
        for token in tokenize.generate_tokens(file.readline):
            if token.type == tokenize.COMMENT:
                lines[token.start[0]] = token.string.lstrip("#: ")
    for first in [line for line in lines if line - 1 not in lines]:
        block = []
        while first + len(block) in lines:
            block.append(lines[first + len(block)])
        yield Text(f"{where}:{first}", " ".join(block))


# As the name of a variable, a parameter, a function or a class these say nothing.
SAYS_NOTHING = frozenset(
    "found told kept taken meant way beyond said asked wanted known given made held shown named"
    " heard brought handed there thing stuff".split()
)
# (where, name) and why it is right; fields of records are keys of files, and not read here.
NAMES_ALLOWED = {
    (
        "scorer/games/ecosfera_baltica/play/shown.py",
        "shown",
    ): "the play module of a game defines it",
    ("generator/commands/sheet.py", "taken"): "a parameter of a command",
    ("generator/commands/translate.py", "taken"): "a parameter of a command",
}
# A function whose whole name is a participle does not say what it does, or with what.
PARTICIPLE = re.compile(
    r"(?!embed$)[a-z]*[a-df-z]ed|(?:re|un)?(?:begun|bound|bought|broken|brought|built|caught|chosen"
    r"|done|drawn|driven|fed|found|given|gone|held|hidden|kept|laid|led|left|lost|made|meant|met"
    r"|paid|said|seen|sent|shown|sold|spent|spoken|taken|taught|thrown|told|won|worn|written)"
)
PARTICIPLES_ALLOWED = {
    ("scorer/core/result.py", "ranked"): "documented for the rules of authors",
    ("scorer/core/result.py", "undecided"): "belongs to ranked",
    (
        "scorer/games/ecosfera_baltica/play/shown.py",
        "shown",
    ): "the play module of a game defines it",
    ("scorer/play/stream.py", "shuffled"): "documented for the rules of play of authors",
}
# Comments and strings of a script; what is in a template literal is read as code.
NOT_CODE = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
SCRIPT_NAME = re.compile(r"\b(?:const|let|function\*?|class)\s+(\w+)|\((\w+)(?:, \w+)*\) =>")


def bound_names(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the names that a module gives to variables, parameters, functions and classes."""
    fields = {
        id(part.target)
        for node in nodes(tree(path))
        if isinstance(node, ast.ClassDef)
        for part in node.body
        if isinstance(part, ast.AnnAssign)
    }
    for node in nodes(tree(path)):
        if id(node) in fields:
            continue
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.lineno, node.id
        elif isinstance(node, ast.arg):
            yield node.lineno, node.arg
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.lineno, node.name


def script_names(path: Path) -> Iterator[tuple[int, str]]:
    text = NOT_CODE.sub(lambda match: "\n" * match[0].count("\n"), path.read_text(encoding="utf-8"))
    for match in SCRIPT_NAME.finditer(text):
        yield text.count("\n", 0, match.start()) + 1, match[1] or match[2]


def modules(package: str) -> list[Path]:
    return [
        path for path in sorted((ROOT / package).rglob("*.py")) if "node_modules" not in path.parts
    ]


PAGES = sorted(
    [
        ROOT / "README.md",
        ROOT / "CHANGELOG.md",
        ROOT / "CONTRIBUTING.md",
        *(ROOT / "docs").rglob("*.md"),
    ]
)


@pytest.mark.parametrize("package", ["cards_data", "scorer", "generator", "benchmarks"])
def test_docstrings_and_comments(package: str) -> None:
    assert faults_in((one for path in modules(package) for one in comments(path)), CODE) == []


def empty_names(path: Path, names: Iterator[tuple[int, str]]) -> list[str]:
    where = path.relative_to(ROOT).as_posix()
    return [
        f"{where}:{line}: {name}"
        for line, name in names
        if name.strip("_").lower() in SAYS_NOTHING and (where, name) not in NAMES_ALLOWED
    ]


@pytest.mark.parametrize(
    "package", ["cards_data", "scorer", "generator", "docs_site", "tests", "benchmarks"]
)
def test_names_in_code(package: str) -> None:
    assert [one for path in modules(package) for one in empty_names(path, bound_names(path))] == []


def participles(path: Path) -> Iterator[str]:
    """Yield functions with a bare participle as name; a property may have one, like a field."""
    where = path.relative_to(ROOT).as_posix()
    for node in nodes(tree(path)):
        if (
            isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            and PARTICIPLE.fullmatch(node.name.strip("_"))
            and not any(ast.unparse(one).endswith("property") for one in node.decorator_list)
            and (where, node.name) not in PARTICIPLES_ALLOWED
        ):
            yield f"{where}:{node.lineno}: {node.name}"


@pytest.mark.parametrize("package", ["cards_data", "scorer", "generator", "docs_site"])
def test_functions_are_verbs_or_nouns(package: str) -> None:
    assert [one for path in modules(package) for one in participles(path)] == []


@pytest.mark.parametrize("package", ["scorer", "generator"])
def test_names_in_scripts(package: str) -> None:
    scripts = [path for path in (ROOT / package).rglob("*.js") if "node_modules" not in path.parts]
    assert [one for path in scripts for one in empty_names(path, script_names(path))] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_docs(page: Path) -> None:
    where = page.relative_to(ROOT).as_posix()
    assert faults_in(iter([Text(where, page.read_text(encoding="utf-8"))]), USER_TEXT) == []


def test_texts_of_the_program() -> None:
    texts = (Text(str(one.where), one.text) for one in program_texts("fi").places)
    assert faults_in(texts, USER_TEXT) == []


@pytest.mark.parametrize("game", list_games())
def test_texts_of_a_game(game: str) -> None:
    texts = (Text(str(one.where), one.text) for one in game_texts(load_game(game), "en"))
    assert faults_in(texts, USER_TEXT) == []


@pytest.mark.parametrize(
    "text",
    ["It stands here.", "This is no colour.", "The color", "It is wierd", "word " * 36 + "."],
)
def test_a_fault_is_found(text: str) -> None:
    assert faults_in(iter([Text("a", text)]), USER_TEXT)

"""Texts by their key, as tests expect them: a new wording changes a table and no test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path

from cards_data.languages.plurals import message
from cards_data.problems import read_texts

HOUSE = Path(__file__).parents[1]
# The tables of each package; where two have a key in common, the first is meant.
PACKAGES = {
    "cards_data": ("problem_words.csv",),
    "scorer": (
        "problem_words.csv",
        "core/words.csv",
        "web/api/words.csv",
        "web/live/words.csv",
        "games/ecosfera_baltica/play/words.csv",
    ),
    "generator": (
        "problem_words.csv",
        "words.csv",
        "workbench/words.csv",
        "commands/help_words.csv",
    ),
}
GAP = re.compile(r"\{[\w.]+\}")


def tables(package: str) -> Iterator[tuple[str, Mapping[str, Mapping[str, str]]]]:
    for name in PACKAGES[package]:
        yield name, read_texts(HOUSE / package / name)


@cache
def texts() -> Mapping[str, Mapping[str, str]]:
    """Every text of the program and, behind them, of its games: by key, then by language."""
    games = sorted(HOUSE.glob("cards_data/*/*words.csv"))
    every = [
        *(read_texts(path) for path in reversed(games)),
        *(words for package in reversed(PACKAGES) for _, words in reversed([*tables(package)])),
    ]
    return {key: by_language for words in every for key, by_language in words.items()}


def text_of(key: str, /, lang: str = "en", **values: object) -> str:
    """The text of a key with its values; without some of them, its longest part that is known."""
    filled = message(texts()[key][lang], lang).fill(values)
    return max(GAP.split(filled), key=len).strip() if GAP.search(filled) else filled


def fault(where: object, text: str, allowed: str = "", hint: str = "", lang: str = "en") -> str:
    """A problem as it stands on one line."""
    allowed = allowed and f"{text_of('problem.allowed', lang)}: {allowed}"
    return f"{where}: {'; '.join(filter(None, (text, allowed, hint)))}"


def samples(text: str) -> Iterator[str]:
    """A text with the names of its values in their places, once for every form of its plurals."""
    parsed = message(text, "en")
    names = {name: [f"‹{name}›"] for name in sorted(parsed.placeholders)}
    numbers = {name: ["1", "2"] for name in sorted(parsed.numbers)}
    every = {**names, **numbers}
    for values in product(*every.values()):
        yield parsed.fill(dict(zip(every, values, strict=True)))

"""Words: short texts by key, in every language, from one ``words.csv``.

Comes in: a CSV with the columns ``id``, ``text`` and ``text:<lang>``. Goes out: a mapping of
key to language to text. A new language is one more column.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from .problems import Findings, quoted
from .reader import read_csv

Words = Mapping[str, Mapping[str, str]]


def read_words(
    path: Path, languages: Iterable[str], findings: Findings
) -> dict[str, dict[str, str]]:
    """Every word in every wanted language; what is missing is a finding."""
    table = read_csv(path)
    words: dict[str, dict[str, str]] = {}
    for row in table.rows:
        key = row.cells.get("id", "")
        if key in words:
            findings.add(table.at(row.line, "id"), f"{quoted(key)} stands twice", "each key once")
        words[key] = _languages(row.cells)
        for lang in languages:
            if not words[key].get(lang):
                column = "text" if lang == "en" else f"text:{lang}"
                findings.add(table.at(row.line, column), f"no text for {quoted(key)}")
    return words


def _languages(cells: Mapping[str, str]) -> dict[str, str]:
    """``text`` is English; ``text:sv`` is Swedish."""
    columns = {"en": "text"} | {
        name.partition(":")[2]: name for name in cells if name.startswith("text:")
    }
    return {lang: cells.get(column, "") for lang, column in columns.items()}

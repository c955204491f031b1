"""From which text each translation was made.

Comes in: ``translations.csv`` beside the game: a row for each text, a column for each language, a
short hash in each cell. Goes out: whether the text is still the same; the table with other cells.
A translation without a hash was typed by hand, and counts as one of the text that is there.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from cards_data.tables import read_table

from .text_places import TextPlace

FILE = "translations.csv"
_LETTERS = 8


def source_hash(text: str) -> str:
    """Spaces and line ends do not count."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:_LETTERS]


@dataclass(frozen=True)
class SourceHashes:
    """The hashes by text and language."""

    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def has_changed(self, one: TextPlace, lang: str) -> bool:
        """Whether the plain text is another than the one that was translated."""
        known = self.rows.get(one.key, {}).get(lang, "")
        return bool(known) and known != source_hash(one.text)

    def is_recorded(self, one: TextPlace, lang: str) -> bool:
        return bool(self.rows.get(one.key, {}).get(lang))

    def recorded(self, texts: Iterable[TextPlace], lang: str) -> SourceHashes:
        """With these texts as translated just now."""
        rows = {key: dict(cells) for key, cells in self.rows.items()}
        for one in texts:
            rows.setdefault(one.key, {})[lang] = source_hash(one.text)
        return SourceHashes(rows)

    def written(self) -> str:
        """As a table, in the order of the texts' names: the same for the same hashes."""
        languages = sorted({lang for cells in self.rows.values() for lang in cells})
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(["id", *languages])
        for key in sorted(self.rows):
            writer.writerow([key, *(self.rows[key].get(lang, "") for lang in languages)])
        return text.getvalue()


def read_hashes(path: Path) -> SourceHashes:
    if not path.is_file():
        return SourceHashes()
    return SourceHashes(
        {
            row.cells["id"]: {name: cell for name, cell in row.cells.items() if name != "id"}
            for row in read_table(path).rows
            if "id" in row.cells
        }
    )

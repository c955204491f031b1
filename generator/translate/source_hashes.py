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
from functools import cached_property
from pathlib import Path

from cards_data.tables import read_table

from .text_places import RulesPlace, TextPlace, source_hash

FILE = "translations.csv"


@dataclass(frozen=True)
class SourceHashes:
    """The hashes by text and language."""

    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def has_changed(self, one: TextPlace, lang: str) -> bool:
        """Whether the plain text is another than the one that was translated."""
        known = self.rows.get(one.key, {}).get(lang, "")
        if isinstance(one.place, RulesPlace):
            return not known and (one.file, lang) in self._rules
        return bool(known) and known != source_hash(one.text)

    @cached_property
    def _rules(self) -> frozenset[tuple[str, str]]:
        """The rules whose texts are known by their hashes, with the languages."""
        named = ((key.rpartition("/")[0], cells) for key, cells in self.rows.items())
        return frozenset((file, lang) for file, cells in named for lang in cells if cells[lang])

    def is_recorded(self, one: TextPlace, lang: str) -> bool:
        return bool(self.rows.get(one.key, {}).get(lang))

    def recorded(self, texts: Iterable[TextPlace], lang: str) -> SourceHashes:
        """With these texts as translated just now."""
        rows = {key: dict(cells) for key, cells in self.rows.items()}
        for one in texts:
            rows.setdefault(one.key, {})[lang] = source_hash(one.text)
        return SourceHashes(rows)

    def of(self, texts: Iterable[TextPlace]) -> SourceHashes:
        """Without texts that are no longer there."""
        keys = {one.key for one in texts}
        return SourceHashes({key: cells for key, cells in self.rows.items() if key in keys})

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

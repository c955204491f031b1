"""Find every translatable text of a game, or of the program, with its place in the files.

``translations.csv`` next to a game records, by a short hash, from which text each translation was
made. A translation without a hash was typed manually, and counts as one of the current text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from hashlib import sha256
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

from cards_data.checks import LANGUAGE
from cards_data.documents import Document
from cards_data.languages.plurals import has_words
from cards_data.models import Game, plain_language
from cards_data.problems import Place
from cards_data.reader import examples, read_yaml
from cards_data.tables import Row, Table, read_table, table_file
from generator.edit.csv_text import csv_of

Step = str | int
Steps = tuple[Step, ...]
# Where one text may be for all languages.
_SINGLE = {
    "game.yaml": (("title",), ("makers",), *(("decks", "*", key) for key in ("title", "speech"))),
    "stats.yaml": (("charts", "*", "title"), ("charts", "*", "meaning")),
    "scoring.yaml": tuple(("score", part, "*", "ask") for part in ("ask", "count", "awards")),
}
_OF_EXAMPLES = (("title",),)
# The keys of rules that contain texts; the others name decks, pieces and pictures.
_RULES_TEXTS = frozenset(
    "title lead plain text note reading list steps head rows caption q a "
    "callouts panels then".split()
)
_HASH_LETTERS = 8


def source_hash(text: str) -> str:
    """Return a short hash of a text; spaces and line ends do not count."""
    return sha256(" ".join(text.split()).encode()).hexdigest()[:_HASH_LETTERS]


class CellPlace(NamedTuple):
    """A cell of a table: the row's id, the source column, and the column of the language."""

    row: str
    column: str
    translated: str


class ValuePlace(NamedTuple):
    """A value of a YAML file: the source, and where the translation is or will be."""

    plain: Steps
    translated: Steps
    # The languages that one text is for so far, the source language first.
    single: tuple[str, ...] = ()


class RulesPlace(NamedTuple):
    """A text of the rules, at the same path in the file of every language."""

    path: Steps


@dataclass(frozen=True, eq=False)
class TextPlace:
    """One text: its place, its content, and its translation."""

    file: str
    place: CellPlace | ValuePlace | RulesPlace
    text: str
    where: Place
    # Its context for translators: equal texts of one context are translated once.
    context: str
    translation: str = ""
    others: Mapping[str, str] = field(default_factory=dict)
    # The card that shows it.
    card: tuple[str, str] | None = None
    required: bool = True

    @property
    def key(self) -> str:
        """The key of its hash; in rules, whose blocks move, the text itself."""
        if isinstance(self.place, RulesPlace):
            return f"{self.file}/{source_hash(self.text)}"
        return self._position

    @property
    def _position(self) -> str:
        match self.place:
            case CellPlace(row, column):
                return f"{self.file}/{row}/{column}"
            case ValuePlace(plain) | RulesPlace(plain):
                return f"{self.file}/{'.'.join(map(str, plain))}"

    @property
    def own_context(self) -> str:
        """The context for a text with a different translation in this one place."""
        return f"{self.context} ({self._position})"


def game_texts(game: Game, lang: str) -> tuple[TextPlace, ...]:
    plain = plain_language(game.languages)
    tables = (table_file(game.folder, name) for name in ("words", "scoring_words"))
    words = {path.name: path for path in tables if path.is_file()}
    texts = (
        *_deck_texts(game, lang),
        *word_table_texts(words, lang),
        *_yaml_texts(game, plain, lang),
        *_rules_texts(game.folder, plain, lang),
    )
    return tuple(one for one in texts if has_words(one.text))


# ---- tables --------------------------------------------------------------------------------


def _deck_texts(game: Game, lang: str) -> Iterator[TextPlace]:
    for deck in game.decks.values():
        path = table_file(game.folder, deck.name)
        table = read_table(path, deck.ignored)
        spoken = [one for one in deck.columns.values() if one.translated != "never"]
        places = {piece.place: piece.id for piece in deck.pieces}
        for row, column in product(table.rows, spoken):
            piece = places[table.at(row.line)]
            place = CellPlace(piece, column.name, f"{column.name}:{lang}")
            text = _cell(table, row, place, path.name, f"{path.name} {column.name}")
            required = column.translated == "required"
            yield replace(text, card=(deck.name, piece), required=required)


def word_table_texts(files: Mapping[str, Path], lang: str) -> tuple[TextPlace, ...]:
    texts = (
        _cell(table, row, CellPlace(key, "text", f"text:{lang}"), name, f"{name} {key}")
        for name, table in ((name, read_table(path)) for name, path in files.items())
        for row, key in ((row, row.cells.get("id", "")) for row in table.rows)
    )
    return tuple(one for one in texts if has_words(one.text))


def _cell(table: Table, row: Row, place: CellPlace, file: str, context: str) -> TextPlace:
    cells, where = row.cells, table.at(row.line)
    text, now = cells.get(place.column, ""), cells.get(place.translated, "")
    return TextPlace(file, place, text, where, context, now, _other_languages(table, cells, place))


def _other_languages(table: Table, cells: Mapping[str, str], place: CellPlace) -> dict[str, str]:
    own = f"{place.column}:"
    names = (one for one in table.columns if one.startswith(own) and one != place.translated)
    texts = {name.removeprefix(own): cells.get(name, "") for name in names}
    return {code: text for code, text in texts.items() if text}


# ---- YAML with a text for each language ------------------------------------------------------


def _yaml_texts(game: Game, plain: str, lang: str) -> Iterator[TextPlace]:
    folder, spoken = game.folder, tuple(dict.fromkeys((plain, *game.languages)))
    files = [name for name in _SINGLE if (folder / name).is_file()]
    for name in (*files, *(f"examples/{one}.yaml" for one in examples(folder))):
        document = read_yaml(folder / name)
        single = _SINGLE.get(name, _OF_EXAMPLES)
        values = _Values(name, document, plain, lang, single, spoken)
        yield from values.texts_below((), document.data)


class _Values(NamedTuple):
    file: str
    document: Document
    plain: str
    lang: str
    single: tuple[Steps, ...]
    # The languages that the game has, the source language first.
    spoken: tuple[str, ...]

    def texts_below(self, path: Steps, data: Any) -> Iterator[TextPlace]:
        if isinstance(data, dict) and self._is_by_language(data):
            yield from self._by_language(path, data)
        elif isinstance(data, dict | list):
            for step, value in _inside(data):
                yield from self.texts_below((*path, step), value)
        elif isinstance(data, str) and any(_alike(path, pattern) for pattern in self.single):
            place = ValuePlace(path, (*path, self.lang), self.spoken)
            yield self._text(place, {self.plain: data})

    def _is_by_language(self, data: Mapping[Any, Any]) -> bool:
        """Return whether data is ``{en: …, sv: …}``: texts, or lists of texts."""
        codes = all(isinstance(key, str) and LANGUAGE.fullmatch(key) for key in data)
        return self.plain in data and codes

    def _by_language(self, path: Steps, data: Mapping[str, Any]) -> Iterator[TextPlace]:
        texts = data[self.plain]
        items = [(at,) for at in range(len(texts))] if isinstance(texts, list) else [()]
        for item in items:
            place = ValuePlace((*path, self.plain, *item), (*path, self.lang, *item))
            yield self._text(place, {code: _text_at(one, *item) for code, one in data.items()})

    def _text(self, place: ValuePlace, texts: Mapping[str, str]) -> TextPlace:
        """Return a text by its content in each language; one for all needs no translation."""
        others = {c: one for c, one in texts.items() if one and c not in (self.plain, self.lang)}
        text, now = texts[self.plain], texts.get(self.lang, "")
        where = self.document.at(*place.plain)._replace(path=())
        context = f"{self.file} {'.'.join(map(str, place.plain))}"
        needed = not place.single
        return TextPlace(self.file, place, text, where, context, now, others, required=needed)


def _inside(data: dict[Any, Any] | list[Any]) -> Iterable[tuple[Any, Any]]:
    return data.items() if isinstance(data, dict) else enumerate(data)


def _text_at(value: Any, index: int | None = None) -> str:
    """Return a text, or one of a list of texts; empty if the list is shorter."""
    if index is None:
        return str(value)
    return str(value[index]) if isinstance(value, list) and index < len(value) else ""


def _alike(path: Steps, pattern: Steps) -> bool:
    steps = zip(path, pattern, strict=False)
    return len(path) == len(pattern) and all(step in ("*", one) for one, step in steps)


# ---- rules -----------------------------------------------------------------------------------


def rules_file(lang: str) -> str:
    return f"rules/{lang}.yaml"


def _rules_texts(folder: Path, plain: str, lang: str) -> Iterator[TextPlace]:
    path = folder / rules_file(plain)
    if not path.is_file():
        return
    document = read_yaml(path)
    documents = {one.stem: read_yaml(one).data for one in sorted(path.parent.glob("*.yaml"))}
    for steps, text in rules_paths(document.data):
        texts = {code: _value_at(data, steps) for code, data in documents.items()}
        others = {c: one for c, one in texts.items() if one and c not in (plain, lang)}
        where = document.at(*steps)._replace(path=())
        now = texts.get(lang, "")
        yield TextPlace(rules_file(plain), RulesPlace(steps), text, where, "rules", now, others)


def rules_paths(data: Any, path: Steps = ()) -> Iterator[tuple[Steps, str]]:
    """Yield every text of rules with its path."""
    if isinstance(data, dict | list):
        for step, value in _inside(data):
            if isinstance(data, list) or isinstance(value, dict | list) or step in _RULES_TEXTS:
                yield from rules_paths(value, (*path, step))
    elif isinstance(data, str) and any(step in _RULES_TEXTS for step in path):
        yield path, data.strip()


def _value_at(data: Any, steps: Sequence[Step]) -> str:
    for step in steps:
        inside = isinstance(data, dict) and step in data
        listed = isinstance(data, list) and isinstance(step, int) and step < len(data)
        if not (inside or listed):
            return ""
        data = data[step]
    return data.strip() if isinstance(data, str) else ""


FILE = "translations.csv"


@dataclass(frozen=True)
class SourceHashes:
    rows: Mapping[str, Mapping[str, str]] = field(default_factory=dict)

    def has_changed(self, one: TextPlace, lang: str) -> bool:
        """Return whether the source text has changed since it was translated."""
        recorded = self.rows.get(one.key, {}).get(lang, "")
        if isinstance(one.place, RulesPlace):
            return not recorded and (one.file, lang) in self._rules
        return bool(recorded) and recorded != source_hash(one.text)

    @cached_property
    def _rules(self) -> frozenset[tuple[str, str]]:
        """The rules whose texts are identified by hashes, with the languages."""
        files = ((key.rpartition("/")[0], cells) for key, cells in self.rows.items())
        return frozenset((file, lang) for file, cells in files for lang in cells if cells[lang])

    def translation(self, one: TextPlace, lang: str) -> str:
        """Return the translation; in rules, an equal text is none unless confirmed."""
        copied = isinstance(one.place, RulesPlace) and one.translation == one.text
        return "" if copied and not self.rows.get(one.key, {}).get(lang) else one.translation

    def record(self, texts: Iterable[TextPlace], lang: str) -> SourceHashes:
        """Return the hashes with these texts as translated now."""
        rows = {key: dict(cells) for key, cells in self.rows.items()}
        for one in texts:
            rows.setdefault(one.key, {})[lang] = source_hash(one.text)
        return SourceHashes(rows)

    def only(self, texts: Iterable[TextPlace]) -> SourceHashes:
        """Return the hashes without texts that no longer exist."""
        keys = {one.key for one in texts}
        return SourceHashes({key: cells for key, cells in self.rows.items() if key in keys})

    def to_csv(self) -> str:
        """Write the table in the order of the texts' names, the same for the same hashes."""
        languages = sorted({lang for cells in self.rows.values() for lang in cells})
        rows_out = sorted(self.rows.items())
        rows = ([key, *(cells.get(lang, "") for lang in languages)] for key, cells in rows_out)
        return csv_of((["id", *languages], *rows))


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

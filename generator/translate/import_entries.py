"""Translations into the files of a game, cell by cell and value by value.

Comes in: texts with the translation that each shall have. Goes out: the files concerned as they
shall be; everything else in them stays as it is, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cards_data.models import Game
from cards_data.problems import Message, Place, Problem, Problems
from cards_data.reader import read_text, shown_path
from cards_data.tables import TEXT_SUFFIXES
from generator.edit.csv_text import CsvText
from generator.edit.operations import CellChange, ColumnAdded, Operation, applied
from generator.edit.yaml_text import YamlText

from .text_places import CellPlace, RulesPlace, TextPlace, ValuePlace, rules_file

Taken = Mapping[TextPlace, str]


@dataclass(frozen=True)
class FileTexts:
    """The files below a folder as they shall be, read where nobody has changed them yet."""

    folder: Path
    changed: dict[str, str]

    def text(self, name: str) -> str:
        return self.changed[name] if name in self.changed else _raw(self.folder / name)

    def shown(self, name: str) -> str:
        return shown_path(self.folder / name)


def _raw(path: Path) -> str:
    """The text with its byte order mark and line ends."""
    read_text(path)  # what is wrong with it is told with its line
    return path.read_bytes().decode("utf-8")


def translated_files(folder: Path, lang: str, taken: Mapping[TextPlace, str]) -> dict[str, str]:
    """Every file that is another with these translations in it."""
    files = FileTexts(folder, {})
    for name, of_file in _by_file(taken).items():
        _take_cells(files, name, {p: t for p, t in of_file.items() if _is(p, CellPlace)})
        _take_values(files, name, {p: t for p, t in of_file.items() if _is(p, ValuePlace)}, lang)
        _take_rules(files, name, {p: t for p, t in of_file.items() if _is(p, RulesPlace)}, lang)
    return files.changed


def _is(one: TextPlace, kind: type) -> bool:
    return isinstance(one.place, kind)


def _by_file(taken: Taken) -> dict[str, dict[TextPlace, str]]:
    files: dict[str, dict[TextPlace, str]] = {}
    for one, text in taken.items():
        files.setdefault(one.file, {})[one] = text
    return files


# ---- tables ----------------------------------------------------------------------------------


def _take_cells(files: FileTexts, name: str, taken: Taken) -> None:
    if not taken:
        return
    if not name.endswith(TEXT_SUFFIXES):
        found, hint = Message("translate.workbook"), Message("translate.save_csv")
        raise Problems([Problem(files.shown(name), found, ", ".join(TEXT_SUFFIXES), hint)])
    text = files.text(name)
    operations: list[Operation] = [*_columns(name, CsvText(text), taken), *_cells(name, taken)]
    files.changed[name] = applied(text, files.shown(name), operations)[0]


def _columns(name: str, table: CsvText, taken: Iterable[TextPlace]) -> Iterator[ColumnAdded]:
    cells = (one.place for one in taken if isinstance(one.place, CellPlace))
    for column in dict.fromkeys(place.translated for place in cells):
        if not table.has_column(column):
            yield ColumnAdded(name, column)


def _cells(name: str, taken: Taken) -> Iterator[CellChange]:
    for one, text in taken.items():
        if isinstance(one.place, CellPlace):
            place = one.place
            yield CellChange(name, place.row, place.translated, one.translation, text)


# ---- YAML ------------------------------------------------------------------------------------


def _take_values(files: FileTexts, name: str, taken: Taken, lang: str) -> None:
    lists: dict[tuple[str | int, ...], dict[TextPlace, str]] = {}
    for one, text in taken.items():
        assert isinstance(one.place, ValuePlace)
        if isinstance(one.place.plain[-1], int):
            lists.setdefault(one.place.plain[:-1], {})[one] = text
            continue
        files.changed[name] = _with_value(YamlText(files.text(name), files.shown(name)), one, text)
    for path, items in lists.items():
        document = YamlText(files.text(name), files.shown(name))
        files.changed[name] = _with_list(document, path, items, lang)


def _with_value(document: YamlText, one: TextPlace, text: str) -> str:
    place = one.place
    assert isinstance(place, ValuePlace)
    if place.single:
        texts = dict.fromkeys(place.single, one.text) | {str(place.translated[-1]): text}
        return document.by_language(document.written_path(place.plain), texts)
    there = document.written_path(place.translated)
    if there in document.scalars:
        return document.with_value(there, document.written(there, text))
    return document.with_text(place.translated, text)


def _with_list(document: YamlText, path: tuple[str | int, ...], items: Taken, lang: str) -> str:
    """The whole list of the language; what is not translated yet stands in the plain one."""
    inner = document.document.data
    for step in path[:-1]:
        inner = inner[step]
    texts = list(map(str, inner.get(lang) or inner[path[-1]]))
    texts += map(str, inner[path[-1]][len(texts) :])
    for one, text in items.items():
        assert isinstance(one.place, ValuePlace)
        texts[int(one.place.plain[-1])] = text
    return document.with_text((*path[:-1], lang), texts)


# ---- rules -----------------------------------------------------------------------------------


def _take_rules(files: FileTexts, name: str, taken: Taken, lang: str) -> None:
    """Into the rules of the language; where there are none, into a copy of the plain ones."""
    if not taken:
        return
    own = rules_file(lang)
    there = (files.folder / own).is_file()
    document = YamlText(files.text(own if there else name), files.shown(own if there else name))
    paths = {one.place.path: t for one, t in taken.items() if isinstance(one.place, RulesPlace)}
    lost = [path for path in paths if path not in document.scalars]
    if lost:
        hint = Message("translate.give_blocks", file=own, other=name)
        found = Message("translate.no_block")
        raise Problems(
            Problem(Place(files.shown(own), path=path), found, hint=hint) for path in lost
        )
    raws = {path: document.written(path, text) for path, text in paths.items()}
    files.changed[own] = document.with_values(raws)


# ---- the languages of the game -----------------------------------------------------------------


def with_language(text: str, place: str, game: Game, lang: str, finished: bool) -> str:
    """game.yaml with the language among those that are there, or that are not finished yet."""
    languages = [one for one in game.languages if one != lang] + ([lang] if finished else [])
    unfinished = [one for one in game.unfinished if one != lang] + ([] if finished else [lang])
    wanted = {"languages": languages, "unfinished": unfinished}
    for key, codes in wanted.items():
        document = YamlText(text, place)
        if codes and codes != document.document.data.get(key):
            behind = "languages" if "languages" in document.document.data else "title"
            text = document.with_text((key,), codes, behind)
        elif not codes and key in document.document.data:
            text = document.without_line(key)
    return text

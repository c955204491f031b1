"""Imported translations as operations on the files of a game or of the program."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from cards_data.models import Game
from cards_data.problems import Message, Problem, Problems
from cards_data.tables import TEXT_SUFFIXES
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import (
    CellChange,
    ColumnAdded,
    FileOperation,
    RawValue,
    Value,
    applied,
)
from generator.edit.yaml_text import Path, YamlText, flow

from .text_places import CellPlace, RulesPlace, TextPlace, ValuePlace, rules_file

Taken = Mapping[TextPlace, str]


def imported(editor: GameEditor, lang: str, taken: Taken) -> Iterator[FileOperation]:
    """What writes each translation to its place."""
    files: dict[str, dict[Any, str]] = {}
    kinds: dict[str, type] = {}
    for one, text in taken.items():
        files.setdefault(one.file, {})[one] = text
        kinds[one.file] = type(one.place)
    ways = {CellPlace: _cells, ValuePlace: _values, RulesPlace: _rules}
    for name, of_file in files.items():
        yield from ways[kinds[name]](editor, name, lang, of_file)


def _cells(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[FileOperation]:
    if not name.endswith(TEXT_SUFFIXES):
        found, hint = Message("translate.is_workbook"), Message("translate.save_csv")
        raise Problems([Problem(editor.shown(name), found, ", ".join(TEXT_SUFFIXES), hint)])
    table = CsvText(editor.text(name))
    cells = [
        CellChange(name, one.place.row, one.place.translated, one.translation, text)
        for one, text in taken.items()
        if isinstance(one.place, CellPlace)
    ]
    for column in dict.fromkeys(cell.column for cell in cells):
        if not table.has_column(column):
            yield ColumnAdded(name, column)
    yield from cells


def _values(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[FileOperation]:
    document = YamlText(editor.text(name), editor.shown(name))
    lists: dict[Path, dict[int, str]] = {}
    raws: list[FileOperation] = []
    for one, text in taken.items():
        place = one.place
        assert isinstance(place, ValuePlace)
        there = document.written_path(place.translated)
        if isinstance(place.plain[-1], int):
            lists.setdefault(place.plain[:-1], {})[place.plain[-1]] = text
        elif place.single:
            texts = dict.fromkeys(place.single, one.text) | {lang: text}
            raws.append(_written(document, name, document.written_path(place.plain), texts))
        elif document.has(there):
            yield Value(name, there, document.value(there), text)
        else:
            raws.append(_written(document, name, there, text))
    yield from raws
    for path, items in lists.items():
        yield _list(document, name, path, items, lang)


def _list(
    document: YamlText, name: str, path: Path, items: Mapping[int, str], lang: str
) -> FileOperation:
    """The whole list of the language, in which a text without a translation is the plain one."""
    inner = document.document.data
    for step in path[:-1]:
        inner = inner[step]
    texts = list(map(str, inner.get(lang) or inner[path[-1]]))
    texts += map(str, inner[path[-1]][len(texts) :])
    for index, text in items.items():
        texts[index] = text
    return _written(document, name, document.written_path((*path[:-1], lang)), texts)


def _written(document: YamlText, name: str, path: Path, value: Any, behind: str = "") -> RawValue:
    before = document.raw(path)
    line_end = "\n" if before and before.endswith("\n") else ""
    return RawValue(name, path, before, flow(value) + line_end, behind)


def _rules(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[FileOperation]:
    """Into the rules of the language; where there are none, into a copy of the plain ones."""
    own = rules_file(lang)
    there = editor.place(own).is_file()
    source = own if there else name
    document = YamlText(editor.text(source), editor.shown(source))
    paths = {one.place.path: t for one, t in taken.items() if isinstance(one.place, RulesPlace)}
    if lost := [path for path in paths if not document.has(path)]:
        hint = Message("translate.give_blocks", file=own, other=name)
        raise Problems(
            Problem(
                f"{editor.shown(own)} {'.'.join(map(str, path))}",
                Message("translate.no_block"),
                hint=hint,
            )
            for path in lost
        )
    values = [Value(source, path, document.value(path), text) for path, text in paths.items()]
    if there:
        yield from values
    else:
        yield editor.whole(own, applied(document.text, document.place, values)[0].encode("utf-8"))


def with_language(
    editor: GameEditor, game: Game, lang: str, finished: bool
) -> Iterator[FileOperation]:
    """The language among those that game.yaml lists, or that it says are not finished yet."""
    name = "game.yaml"
    document = YamlText(editor.text(name), editor.shown(name))
    data = document.document.data
    languages = [one for one in game.languages if one != lang] + ([lang] if finished else [])
    unfinished = [one for one in game.unfinished if one != lang] + ([] if finished else [lang])
    for key, codes in {"languages": languages, "unfinished": unfinished}.items():
        if codes and codes != data.get(key):
            behind = "languages" if "languages" in data or key == "unfinished" else "title"
            yield _written(document, name, (key,), codes, behind)
        elif not codes and key in data:
            yield RawValue(name, (key,), document.raw((key,)), None)

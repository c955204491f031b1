"""Translate a game, or the program itself, into another language.

Its texts are written to a file for translators. Translations are imported from such a file once all
of them are valid.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cards_data.checks import read_game
from cards_data.models import Game
from cards_data.problems import Findings, Message, Place, Problem, Problems, quoted
from cards_data.reader import shown_path
from cards_data.tables import TEXT_SUFFIXES
from generator.compose.composed_game import compose_all
from generator.compose.piece import Composer
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import CellChange, Operation, RawValue, Value, applied, columns_added
from generator.edit.yaml_text import YamlText, flow
from generator.options import Edition
from generator.store.atomic_files import write_whole
from generator.store.sources import Sources
from generator.text.fonts import typeface
from generator.workers import WorkerPool

from .entry_files import TranslatorText, file_bytes, file_place, read_entries
from .text_places import CellPlace, RulesPlace, TextPlace, ValuePlace, Way, rules_file
from .translator_entries import Texts, merged

Taken = Mapping[TextPlace, str]


def imported(editor: GameEditor, lang: str, taken: Taken) -> Iterator[Operation]:
    """Yield the operations that write each translation to its place."""
    files: dict[str, dict[TextPlace, str]] = {}
    for one, text in taken.items():
        files.setdefault(one.file, {})[one] = text
    ways = {CellPlace: _cells, ValuePlace: _values, RulesPlace: _rules}
    for name, of_file in files.items():
        yield from ways[type(next(iter(of_file)).place)](editor, name, lang, of_file)


def _cells(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[Operation]:
    if not name.endswith(TEXT_SUFFIXES):
        found, hint = Message("translate.is_workbook"), Message("translate.save_csv")
        raise Problems.of(editor.shown(name), found, ", ".join(TEXT_SUFFIXES), hint)
    cells = [
        CellChange(name, one.place.row, one.place.translated, one.translation, text)
        for one, text in taken.items()
        if isinstance(one.place, CellPlace)
    ]
    yield from columns_added(name, CsvText(editor.text(name)), (cell.column for cell in cells))
    yield from cells


def _values(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[Operation]:
    document = YamlText(editor.text(name), editor.shown(name))
    lists: dict[Way, dict[int, str]] = {}
    raws: list[Operation] = []
    for one, text in taken.items():
        place = one.place
        assert isinstance(place, ValuePlace)
        if isinstance(place.plain[-1], int):
            lists.setdefault(place.plain[:-1], {})[place.plain[-1]] = text
        elif place.single:
            texts = dict.fromkeys(place.single, one.text) | {lang: text}
            raws.append(_written(document, name, document.written_path(place.plain), texts))
        elif document.has(there := document.written_path(place.translated)):
            yield Value(name, there, document.value(there), text)
        else:
            raws.append(_written(document, name, there, text))
    yield from raws
    for path, items in lists.items():
        yield _list(document, name, path, items, lang)


def _list(
    document: YamlText, name: str, path: Way, items: Mapping[int, str], lang: str
) -> Operation:
    """Return the whole list of the language; missing translations use the source text."""
    inner = document.document.data
    for step in path[:-1]:
        inner = inner[step]
    texts = list(map(str, inner.get(lang) or inner[path[-1]]))
    texts += map(str, inner[path[-1]][len(texts) :])
    for index, text in items.items():
        texts[index] = text
    return _written(document, name, document.written_path((*path[:-1], lang)), texts)


def _written(document: YamlText, name: str, path: Way, value: Any, behind: str = "") -> RawValue:
    return RawValue(name, path, document.raw(path), flow(value), behind)


def _rules(editor: GameEditor, name: str, lang: str, taken: Taken) -> Iterator[Operation]:
    """Yield operations for the rules of a language; new rules are a copy of the source."""
    own = rules_file(lang)
    there = editor.place(own).is_file()
    source = own if there else name
    document = YamlText(editor.text(source), editor.shown(source))
    paths = {one.place.path: t for one, t in taken.items() if isinstance(one.place, RulesPlace)}
    if lost := [path for path in paths if not document.has(path)]:
        hint = Message("translate.give_blocks", file=own, other=name)
        raise Problems(
            Problem(Place(editor.shown(own), path=path), Message("translate.no_block"), hint=hint)
            for path in lost
        )
    values = [Value(source, path, document.value(path), text) for path, text in paths.items()]
    if there:
        yield from values
    else:
        yield editor.whole(own, applied(document.text, document.place, values)[0].encode("utf-8"))


def with_language(editor: GameEditor, game: Game, lang: str, finished: bool) -> Iterator[Operation]:
    """Add the language to the finished or unfinished languages in game.yaml."""
    name = "game.yaml"
    document = YamlText(editor.text(name), editor.shown(name))
    data = document.document.data
    languages = [one for one in game.languages if one != lang] + ([lang] if finished else [])
    unfinished = [one for one in game.unfinished if one != lang] + ([] if finished else [lang])
    for key, codes in {"languages": languages, "unfinished": unfinished}.items():
        behind = "languages" if "languages" in data or key == "unfinished" else "title"
        if codes and codes != data.get(key):
            yield _written(document, name, (key,), codes, behind)
        elif not codes and key in data:
            yield RawValue(name, (key,), document.raw((key,)), None, behind)


class TakenIn(NamedTuple):
    """The result of an import: how many texts were written, are fuzzy, missing, or obsolete."""

    written: int
    fuzzy: int
    missing: int
    unknown: tuple[TranslatorText, ...]
    files: int


def letters_missing(game: Game, letters: str) -> Iterator[Problem]:
    for role, font in game.fonts.items():
        if lacks := typeface(font, Sources()).lacks(letters):
            where = Place(shown_path(game.folder / "game.yaml"), path=("fonts", role))
            yield Problem(where, Message("translate.no_letter", font=font.family, letters=lacks))


# ---- export ----------------------------------------------------------------------------------


def write_file(texts: Texts, path: Path) -> tuple[TranslatorText, ...]:
    """Write the file for translators; merge an earlier one with that name."""
    fresh = texts.entries()
    if path.is_file():
        fresh = merged(fresh, read_entries(path))
    write_whole(path, file_bytes(path, texts.title, texts.lang, fresh))
    return fresh


# ---- import ----------------------------------------------------------------------------------


class PlannedImport(NamedTuple):
    """What an import would write, and its result."""

    new: Taken
    operations: tuple[Operation, ...]
    result: TakenIn


def planned_import(texts: Texts, path: Path, pool: WorkerPool) -> PlannedImport:
    """Return what a file would change, or report everything that is wrong in it."""
    come = read_entries(path)
    entries = dict(texts.taken(come))
    problems, wrong = _wrong_texts(texts, path, set(entries.values()))
    taken = {one: entry.translation for one, entry in entries.items() if entry not in wrong}
    editor = GameEditor(texts.folder)
    operations: tuple[Operation, ...] = ()
    files: Mapping[str, bytes] = {}
    found: tuple[Problem, ...] = ()
    try:
        operations = tuple(translated(editor, texts, taken))
        files = editor.planned(operations)[1]
        if operations and texts.game:
            _check_game(texts.game, texts.lang, files, pool)
    except Problems as error:
        found = error.problems
    problems.extend(_in_file(path, found, _places(texts, entries, files)))
    if wrong_now := problems.wrong():
        raise Problems(wrong_now)
    new = {one: text for one, text in taken.items() if text != one.translation}
    fuzzy, missing = sum(one.fuzzy for one in come), len(texts.missing(taken))
    result = TakenIn(len(new), fuzzy, missing, texts.unknown(come), len(files))
    return PlannedImport(new, operations, result)


def translated(editor: GameEditor, texts: Texts, taken: Taken) -> Iterator[Operation]:
    """Yield the operations for translations: the texts, the language, and their hashes."""
    new = {one: text for one, text in taken.items() if text != one.translation}
    written = tuple(imported(editor, texts.lang, new))
    yield from written
    if texts.game and written and texts.lang not in texts.game.languages:
        finished = not texts.missing(taken)
        yield from with_language(editor, texts.game, texts.lang, finished)
    hashes = texts.hashes.of(texts.places).recorded(taken, texts.lang).written()
    if taken and hashes != texts.hashes.written():
        yield editor.whole(texts.hashes_file, hashes.encode("utf-8"))


def take_in(texts: Texts, path: Path, pool: WorkerPool) -> TakenIn:
    """Import a file, or report everything that is wrong in it and import nothing."""
    _check_writable(texts)
    plan = planned_import(texts, path, pool)
    write_import(texts, plan)
    return plan.result


def write_import(texts: Texts, plan: PlannedImport) -> None:
    if plan.operations:
        said = {"key": "said_texts", "lang": texts.lang}
        GameEditor(texts.folder).import_changes(said, plan.operations)


def _check_writable(texts: Texts) -> None:
    """Check that files are in the current folder: those of an installation are never written."""
    here = Path.cwd().resolve()
    home = texts.folder.parent if texts.game else texts.folder / "cards_data"
    if home.resolve() != here / "cards_data":
        hint = f"ecotable new my_{texts.name} --from {texts.name}" if texts.game else ""
        found = Message("translate.not_here")
        raise Problems.of(Place(shown_path(texts.folder)), found, hint=hint)


def _wrong_texts(
    texts: Texts, path: Path, come: set[TranslatorText]
) -> tuple[Findings, set[TranslatorText]]:
    """Return what is wrong with the translations themselves, and which ones these are."""
    findings, wrong = Findings(), set()
    for one in sorted(come, key=lambda entry: entry.line):
        for found, allowed in texts.wrong(one):
            findings.add(_entry_place(path, one), found, allowed)
            wrong.add(one)
    return findings, wrong


def _entry_place(path: Path, one: TranslatorText) -> Message:
    return Message("problem.of", subject=file_place(path, one), found=quoted(one.text))


# A place in the files of a game: the file with the line and column, or with the path of a value.
_Key = tuple[str, int | Way, str]


def _places(
    texts: Texts, entries: Mapping[TextPlace, TranslatorText], files: Mapping[str, bytes]
) -> dict[_Key, TranslatorText]:
    """Return the entry behind each place of the game as it would be after the import."""
    lines: dict[str, dict[str, int]] = {}
    found: dict[_Key, TranslatorText] = {}
    for one, entry in entries.items():
        match one.place:
            case CellPlace(row, _, column) if one.file in files:
                if one.file not in lines:
                    text = files[one.file].decode("utf-8")
                    lines[one.file] = {
                        name: text.count("\n", 0, record.start) + 1
                        for name, record in CsvText(text).rows.items()
                    }
                found[one.file, lines[one.file].get(row, 0), column] = entry
            case ValuePlace(_, translated):
                found[one.file, translated, ""] = entry
            case RulesPlace(path):
                found[rules_file(texts.lang), path, ""] = entry
    return found


def _in_file(
    path: Path, problems: Iterable[Problem], entries: Mapping[_Key, TranslatorText]
) -> Iterator[Problem]:
    """Yield the problems of the game, those of an imported text with its line in that file."""
    for problem in problems:
        where = problem.where
        entry = None
        if isinstance(where, Place):
            name = where.file.partition("/")[2].partition("/")[2]
            entry = entries.get((name, where.path or where.line, where.column))
        yield replace(problem, where=_entry_place(path, entry)) if entry else problem


def _check_game(game: Game, lang: str, files: Mapping[str, bytes], pool: WorkerPool) -> None:
    """Check that the game can be read after the import, and that every text fits its box."""
    made = game_with(game, files)
    findings = Findings()
    edition = Edition(lang, draft=lang not in made.languages)
    compose_all(Composer(made, edition, Sources()), pool, findings=findings)
    if wrong := findings.without_repeats().wrong():
        raise Problems(wrong)


def game_with(game: Game, files: Mapping[str, bytes]) -> Game:
    """Read a game with new contents of some of its files; none of them is written."""
    with TemporaryDirectory(prefix="ecotable-translate-") as folder:
        copy = Path(folder) / "cards_data" / game.slug
        shutil.copytree(game.folder, copy, ignore=shutil.ignore_patterns("art", ".*"))
        for name, content in files.items():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (copy / name).write_bytes(content)
        return replace(read_game(copy, counted=False), folder=game.folder)

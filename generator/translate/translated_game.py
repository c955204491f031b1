"""Write a file with the texts of a game or the program, and import it once all of it is valid."""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from cards_data.checks import read_game
from cards_data.models import Game
from cards_data.problems import Findings, Message, Place, Problem, Problems, quote
from cards_data.reader import shown_path
from cards_data.tables import TEXT_SUFFIXES
from generator.compose.composed_game import compose_all
from generator.compose.piece import Composer
from generator.edit.csv_text import CsvText
from generator.edit.game_editor import GameEditor
from generator.edit.operations import CellChange, Operation, RawValue, Value, apply, columns_added
from generator.edit.yaml_text import YamlText, flow
from generator.options import Edition
from generator.store.atomic_files import write_whole
from generator.store.sources import Sources
from generator.text.fonts import typeface
from generator.workers import WorkerPool

from .entry_files import TranslatorText, file_bytes, file_place, read_entries
from .text_places import CellPlace, RulesPlace, Steps, TextPlace, ValuePlace, rules_file
from .translator_entries import Texts, merge_entries

NewTexts = Mapping[TextPlace, str]


def import_all(editor: GameEditor, lang: str, accepted: NewTexts) -> Iterator[Operation]:
    """Yield the operations that write each translation to its place."""
    files: dict[str, dict[TextPlace, str]] = {}
    for one, text in accepted.items():
        files.setdefault(one.file, {})[one] = text
    ways = {CellPlace: _cells, ValuePlace: _values, RulesPlace: _rules}
    for name, of_file in files.items():
        yield from ways[type(next(iter(of_file)).place)](editor, name, lang, of_file)


def _cells(editor: GameEditor, name: str, lang: str, accepted: NewTexts) -> Iterator[Operation]:
    if not name.endswith(TEXT_SUFFIXES):
        fault, hint = Message("translate.is_workbook"), Message("translate.save_csv")
        raise Problems.of(editor.label(name), fault, ", ".join(TEXT_SUFFIXES), hint)
    cells = [
        CellChange(name, one.place.row, one.place.translated, one.translation, text)
        for one, text in accepted.items()
        if isinstance(one.place, CellPlace)
    ]
    yield from columns_added(name, CsvText(editor.text(name)), (cell.column for cell in cells))
    yield from cells


def _values(editor: GameEditor, name: str, lang: str, accepted: NewTexts) -> Iterator[Operation]:
    document = YamlText(editor.text(name), editor.label(name))
    lists: dict[Steps, dict[int, str]] = {}
    raws: list[Operation] = []
    for one, text in accepted.items():
        place = one.place
        assert isinstance(place, ValuePlace)
        if isinstance(place.plain[-1], int):
            lists.setdefault(place.plain[:-1], {})[place.plain[-1]] = text
        elif place.single:
            texts = dict.fromkeys(place.single, one.text) | {lang: text}
            raws.append(_raw_value(document, name, document.written_path(place.plain), texts))
        elif document.has(target := document.written_path(place.translated)):
            yield Value(name, target, document.value(target), text)
        else:
            raws.append(_raw_value(document, name, target, text))
    yield from raws
    for path, items in lists.items():
        yield _list(document, name, path, items, lang)


def _list(
    document: YamlText, name: str, path: Steps, items: Mapping[int, str], lang: str
) -> Operation:
    """Return the whole list of the language; missing translations use the source text."""
    inner = document.document.data
    for step in path[:-1]:
        inner = inner[step]
    texts = list(map(str, inner.get(lang) or inner[path[-1]]))
    texts += map(str, inner[path[-1]][len(texts) :])
    for index, text in items.items():
        texts[index] = text
    return _raw_value(document, name, document.written_path((*path[:-1], lang)), texts)


def _raw_value(
    document: YamlText, name: str, path: Steps, value: Any, behind: str = ""
) -> RawValue:
    return RawValue(name, path, document.raw(path), flow(value), behind)


def _rules(editor: GameEditor, name: str, lang: str, accepted: NewTexts) -> Iterator[Operation]:
    """Yield operations for the rules of a language; new rules are a copy of the source."""
    own = rules_file(lang)
    exists = editor.place(own).is_file()
    source = own if exists else name
    document = YamlText(editor.text(source), editor.label(source))
    paths = {one.place.path: t for one, t in accepted.items() if isinstance(one.place, RulesPlace)}
    if lost := [path for path in paths if not document.has(path)]:
        hint = Message("translate.give_blocks", file=own, other=name)
        raise Problems(
            Problem(Place(editor.label(own), path=path), Message("translate.no_block"), hint=hint)
            for path in lost
        )
    values = [Value(source, path, document.value(path), text) for path, text in paths.items()]
    if exists:
        yield from values
    else:
        yield editor.put(own, apply(document.text, document.place, values)[0].encode("utf-8"))


def with_language(editor: GameEditor, game: Game, lang: str, finished: bool) -> Iterator[Operation]:
    """Add the language to the finished or unfinished languages in game.yaml."""
    name = "game.yaml"
    document = YamlText(editor.text(name), editor.label(name))
    data = document.document.data
    languages = [one for one in game.languages if one != lang] + ([lang] if finished else [])
    unfinished = [one for one in game.unfinished if one != lang] + ([] if finished else [lang])
    for key, codes in {"languages": languages, "unfinished": unfinished}.items():
        behind = "languages" if "languages" in data or key == "unfinished" else "title"
        if codes and codes != data.get(key):
            yield _raw_value(document, name, (key,), codes, behind)
        elif not codes and key in data:
            yield RawValue(name, (key,), document.raw((key,)), None, behind)


class ImportResult(NamedTuple):
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


def write_file(texts: Texts, path: Path) -> tuple[TranslatorText, ...]:
    """Write the file for translators; merge an earlier one with that name."""
    fresh = texts.entries()
    if path.is_file():
        fresh = merge_entries(fresh, read_entries(path))
    write_whole(path, file_bytes(path, texts.title, texts.lang, fresh))
    return fresh


class PlannedImport(NamedTuple):
    """What an import would write, and its result."""

    new: NewTexts
    operations: tuple[Operation, ...]
    result: ImportResult


def planned_import(texts: Texts, path: Path, pool: WorkerPool) -> PlannedImport:
    """Return what a file would change, or report everything that is wrong in it."""
    come = read_entries(path)
    entries = dict(texts.match(come))
    problems, wrong = _wrong_texts(texts, path, set(entries.values()))
    accepted = {one: entry.translation for one, entry in entries.items() if entry not in wrong}
    editor = GameEditor(texts.folder)
    operations: tuple[Operation, ...] = ()
    files: Mapping[str, bytes] = {}
    problems_found: tuple[Problem, ...] = ()
    try:
        operations = tuple(translate(editor, texts, accepted))
        files = editor.plan(operations)[1]
        if operations and texts.game:
            _check_game(texts.game, texts.lang, files, pool)
    except Problems as error:
        problems_found = error.problems
    problems.extend(_in_file(path, problems_found, _places(texts, entries, files)))
    if wrong_now := problems.without_notes():
        raise Problems(wrong_now)
    new = {one: text for one, text in accepted.items() if text != one.translation}
    fuzzy, missing = sum(one.fuzzy for one in come), len(texts.missing(accepted))
    result = ImportResult(len(new), fuzzy, missing, texts.unknown(come), len(files))
    return PlannedImport(new, operations, result)


def translate(editor: GameEditor, texts: Texts, accepted: NewTexts) -> Iterator[Operation]:
    """Yield the operations for translations: the texts, the language, and their hashes."""
    new = {one: text for one, text in accepted.items() if text != one.translation}
    written = tuple(import_all(editor, texts.lang, new))
    yield from written
    if texts.game and written and texts.lang not in texts.game.languages:
        finished = not texts.missing(accepted)
        yield from with_language(editor, texts.game, texts.lang, finished)
    hashes = texts.hashes.only(texts.places).record(accepted, texts.lang).to_csv()
    if accepted and hashes != texts.hashes.to_csv():
        yield editor.put(texts.hashes_file, hashes.encode("utf-8"))


def import_file(texts: Texts, path: Path, pool: WorkerPool) -> ImportResult:
    """Import a file, or report everything that is wrong in it and import nothing."""
    _check_writable(texts)
    plan = planned_import(texts, path, pool)
    write_import(texts, plan)
    return plan.result


def write_import(texts: Texts, plan: PlannedImport) -> None:
    if plan.operations:
        description = {"key": "said_texts", "lang": texts.lang}
        GameEditor(texts.folder).import_changes(description, plan.operations)


def _check_writable(texts: Texts) -> None:
    """Check that files are in the current folder: those of an installation are never written."""
    here = Path.cwd().resolve()
    home = texts.folder.parent if texts.game else texts.folder / "cards_data"
    if home.resolve() != here / "cards_data":
        hint = f"ecotable new my_{texts.name} --from {texts.name}" if texts.game else ""
        fault = Message("translate.not_here")
        raise Problems.of(Place(shown_path(texts.folder)), fault, hint=hint)


def _wrong_texts(
    texts: Texts, path: Path, come: set[TranslatorText]
) -> tuple[Findings, set[TranslatorText]]:
    """Return what is wrong with the translations themselves, and which ones these are."""
    findings, wrong = Findings(), set()
    for one in sorted(come, key=lambda entry: entry.line):
        for fault, allowed in texts.faults(one):
            findings.add(_entry_place(path, one), fault, allowed)
            wrong.add(one)
    return findings, wrong


def _entry_place(path: Path, one: TranslatorText) -> Message:
    return Message("problem.of", subject=file_place(path, one), found=quote(one.text))


# A place in the files of a game: the file with the line and column, or with the path of a value.
_Key = tuple[str, int | Steps, str]


def _places(
    texts: Texts, entries: Mapping[TextPlace, TranslatorText], files: Mapping[str, bytes]
) -> dict[_Key, TranslatorText]:
    """Return the entry behind each place of the game as it would be after the import."""
    lines: dict[str, dict[str, int]] = {}
    by_place: dict[_Key, TranslatorText] = {}
    for one, entry in entries.items():
        match one.place:
            case CellPlace(row, _, column) if one.file in files:
                if one.file not in lines:
                    text = files[one.file].decode("utf-8")
                    lines[one.file] = {
                        name: text.count("\n", 0, record.start) + 1
                        for name, record in CsvText(text).rows.items()
                    }
                by_place[one.file, lines[one.file].get(row, 0), column] = entry
            case ValuePlace(_, translated):
                by_place[one.file, translated, ""] = entry
            case RulesPlace(path):
                by_place[rules_file(texts.lang), path, ""] = entry
    return by_place


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
    changed_game = game_with(game, files)
    findings = Findings()
    edition = Edition(lang, draft=lang not in changed_game.languages)
    compose_all(Composer(changed_game, edition, Sources()), pool, findings=findings)
    if wrong := findings.without_repeats().without_notes():
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

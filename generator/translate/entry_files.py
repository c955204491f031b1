"""Entries as files: PO for Poedit and Weblate, a workbook for people who have neither.

Comes in: entries, or a file that came back. Goes out: bytes; or entries, or what is wrong with the
file. Whatever stands in a file that came back is text and never more than that.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path

from cards_data.languages.entries import TranslatorText
from cards_data.languages.locales import BrokenPo, own_name, po_bytes, po_entries
from cards_data.models import Column
from cards_data.problems import Findings, Message, Place, Problem, Problems, WrongArgument, quoted
from cards_data.reader import decoded, read_bytes, shown_path
from cards_data.tables import SUFFIXES, read_table
from generator.edit.workbook_file import WorkbookTable, workbook_bytes
from generator.words import say_in

PO, WORKBOOK = ".po", ".xlsx"
# The sheet and its columns; the fourth is the one to fill in.
SHEET = "texts"
CONTEXT, TEXT, TRANSLATION, STATE = "context", "text", "translation", "state"
FUZZY, GONE = "fuzzy", "gone"
# More texts than any game has.
MOST_ENTRIES = 50_000


def check_suffix(path: Path, option: str, allowed: Sequence[str]) -> None:
    if path.suffix.lower() not in allowed:
        found = Message("translate.no_file", value=quoted(path.name))
        raise Problems([WrongArgument(option, found, ", ".join(allowed))])


def file_bytes(path: Path, project: str, lang: str, entries: Sequence[TranslatorText]) -> bytes:
    """The entries in the format that the file's name says."""
    if path.suffix.lower() == PO:
        return po_bytes(project, lang, entries)
    rows = [_row(one, lang) for one in entries]
    return workbook_bytes(WorkbookTable(SHEET, _columns(lang), {}, rows, lang))


def read_entries(path: Path) -> tuple[TranslatorText, ...]:
    """What a file says; or what is wrong with it, and where."""
    entries = _read_po(path) if path.suffix.lower() == PO else _read_workbook(path)
    if len(entries) > MOST_ENTRIES:
        found = Message("translate.texts", n=len(entries))
        raise Problems(
            [Problem(Place(shown_path(path)), found, Message("allowed.up_to", n=MOST_ENTRIES))]
        )
    return entries


def _read_po(path: Path) -> tuple[TranslatorText, ...]:
    place = shown_path(path)
    text = decoded(read_bytes(path), place, Message("file.save_utf8"))
    try:
        return po_entries(text)
    except BrokenPo as error:
        hint = Message("translate.poedit")
        found = Message("translate.broken_po", reason=error.reason)
        raise Problems([Problem(Place(place, error.line), found, hint=hint)]) from None


def _columns(lang: str) -> list[Column]:
    """The columns; whoever translates into a language reads their notes in it."""
    say = say_in(lang)
    gaps = {TRANSLATION: {"name": own_name(lang), "lang": lang, "gap": "{n}"}}
    names = (CONTEXT, TEXT, TRANSLATION, STATE, "notes", "where")
    return [Column(name, "text", say(f"note_{name}", **gaps.get(name, {}))) for name in names]


def _row(one: TranslatorText, lang: str) -> dict[str, str]:
    state = GONE if one.gone else FUZZY if one.fuzzy else ""
    notes = (*one.notes, *((say_in(lang)("note_before", text=one.before),) if one.before else ()))
    return {
        CONTEXT: one.context,
        TEXT: one.text,
        TRANSLATION: one.translation,
        STATE: state,
        "notes": "\n".join(notes),
        "where": "\n".join(str(Place(*where)) for where in one.where),
    }


def _read_workbook(path: Path) -> tuple[TranslatorText, ...]:
    table = read_table(path, ("notes", "where"))
    missing = [name for name in (CONTEXT, TEXT, TRANSLATION) if name not in table.columns]
    if missing:
        found = Message("translate.no_column", names=", ".join(missing))
        raise Problems([Problem(table.place, found, f"{CONTEXT}, {TEXT}, {TRANSLATION}")])
    findings = Findings()
    made: dict[tuple[str, str], TranslatorText] = {}
    for row in table.rows:
        cells = row.cells
        state = cells.get(STATE, "").lower()
        one = TranslatorText(
            cells[CONTEXT],
            cells[TEXT],
            cells[TRANSLATION],
            fuzzy=state == FUZZY,
            gone=state == GONE,
            line=row.line,
        )
        if one.key in made:
            findings.add(
                table.at(row.line, TEXT), Message("translate.twice"), Message("translate.once")
            )
        made[one.key] = one
    findings.raise_any()
    return tuple(made.values())


def file_place(path: Path, one: TranslatorText) -> Place:
    """Where an entry is in the file that came back: a line, or a row of a workbook."""
    place = Place(shown_path(path))
    is_po = path.suffix.lower() == PO
    return place._replace(line=one.line) if is_po else place._replace(path=(one.line,))


def read_suffixes() -> tuple[str, ...]:
    return (PO, *SUFFIXES)


def translations(entries: Iterable[TranslatorText]) -> int:
    return sum(bool(one.translation) and not one.gone for one in entries)

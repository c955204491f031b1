"""Files for translators, PO or a workbook, whose content is only ever treated as text."""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from string import Formatter
from typing import Any

from cards_data.languages import KeyedError
from cards_data.languages.locales import own_name, po_modules
from cards_data.languages.plurals import has_plural
from cards_data.models import Column
from cards_data.problems import Findings, Message, Place, Problem, Problems, WrongArgument, quote
from cards_data.reader import decode, read_bytes, shown_path
from cards_data.tables import SUFFIXES, read_table
from generator.edit.workbook_file import WorkbookTable, workbook_bytes
from generator.words import say_in

PO, WORKBOOK = ".po", ".xlsx"
READ_SUFFIXES = (PO, *SUFFIXES)
# The sheet and its columns; translators fill in the fourth.
SHEET = "texts"
CONTEXT, TEXT, TRANSLATION, STATE = "context", "text", "translation", "state"
FUZZY, GONE = "fuzzy", "gone"
# More texts than any game has.
MOST_ENTRIES = 50_000


@dataclass(frozen=True)
class TranslatorText:
    """A text to be translated, identified by its context and content."""

    context: str
    text: str
    translation: str = ""
    # The text has changed since it was translated, or the translation is not confirmed.
    fuzzy: bool = False
    # Files and lines; a cell of a workbook has no line.
    where: tuple[tuple[str, int], ...] = ()
    notes: tuple[str, ...] = ()
    # The text at the time when it was translated.
    before: str = ""
    # A translation of a text that no longer exists.
    gone: bool = False
    # The line or row in an imported file.
    line: int = 0

    @property
    def key(self) -> tuple[str, str]:
        return self.context, self.text


def check_suffix(path: Path, option: str, allowed: Sequence[str]) -> None:
    if path.suffix.lower() not in allowed:
        fault = Message("translate.no_file", value=quote(path.name))
        raise Problems([WrongArgument(option, fault, ", ".join(allowed))])


def file_bytes(path: Path, project: str, lang: str, entries: Sequence[TranslatorText]) -> bytes:
    """Write the entries in the format of the file's suffix."""
    if path.suffix.lower() == PO:
        return po_bytes(project, lang, entries)
    rows = [_row(one, lang) for one in entries]
    return workbook_bytes(WorkbookTable(SHEET, _columns(lang), {}, rows, lang))


def read_entries(path: Path) -> tuple[TranslatorText, ...]:
    entries = _read_po(path) if path.suffix.lower() == PO else _read_workbook(path)
    if len(entries) > MOST_ENTRIES:
        fault = Message("translate.texts", n=len(entries))
        raise Problems.of(Place(shown_path(path)), fault, Message("allowed.up_to", n=MOST_ENTRIES))
    return entries


def _read_po(path: Path) -> tuple[TranslatorText, ...]:
    place = shown_path(path)
    text = decode(read_bytes(path), place, Message("file.save_utf8"))
    try:
        return po_entries(text)
    except BrokenPo as error:
        hint = Message("translate.poedit")
        raise Problems(
            Problem(Place(place, line), Message("translate.broken_po", reason=reason), hint=hint)
            for line, reason in error.faults
        ) from None


def _columns(lang: str) -> list[Column]:
    """Return the columns, with their notes in the target language."""
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
        fault = Message("translate.no_column", names=", ".join(missing))
        raise Problems.of(table.place, fault, f"{CONTEXT}, {TEXT}, {TRANSLATION}")
    findings = Findings()
    entries: dict[tuple[str, str], TranslatorText] = {}
    for row in table.rows:
        state = row.cells.get(STATE, "").lower()
        context, text, translation = (row.cells[name] for name in (CONTEXT, TEXT, TRANSLATION))
        one = TranslatorText(context, text, translation, state == FUZZY, line=row.line)
        one = replace(one, gone=state == GONE)
        if one.key in entries:
            where = table.at(row.line, TEXT)
            findings.add(where, Message("translate.twice"), Message("translate.once"))
        entries[one.key] = one
    findings.raise_any()
    return tuple(entries.values())


def file_place(path: Path, one: TranslatorText) -> Place:
    """Return where an entry is in the imported file: a line, or a row of a workbook."""
    place = Place(shown_path(path))
    is_po = path.suffix.lower() == PO
    return place._replace(line=one.line) if is_po else place._replace(path=(one.line,))


# ---- PO ----------------------------------------------------------------------------------------


class BrokenPo(ValueError):
    """A PO file that cannot be read: the lines with what is wrong in each."""

    def __init__(self, *faults: tuple[int, str | KeyedError]) -> None:
        super().__init__(*faults)
        self.faults = faults


_PO_LINE = re.compile(r'(?:msg\w+(?:\[\d+\])?\s+)?"(?:[^"\\]|\\.)*"')
# A fixed date, so that the bytes are always the same.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC)


def po_bytes(project: str, lang: str, entries: Iterable[TranslatorText]) -> bytes:
    library, files = po_modules()
    catalog = library.Catalog(
        locale=lang.replace("-", "_"),
        project=project,
        version="1",
        header_comment=f"# {project}: {own_name(lang)} ({lang})",
        creation_date=_CREATED,
        msgid_bugs_address="",
        last_translator="",
        language_team=own_name(lang),
        fuzzy=False,
    )
    for one in entries:
        message = library.Message(
            one.text,
            one.translation,
            locations=[(file, line or None) for file, line in one.where],
            auto_comments=list(one.notes),
            previous_id=(one.before,) if one.before else (),
            context=one.context,
        )
        flags = {
            "fuzzy": one.fuzzy,
            "python-brace-format": _is_brace_format(one.text),
            "icu-message-format": has_plural(one.text),
        }
        message.flags = {name for name, is_set in flags.items() if is_set}
        if one.gone:
            catalog.obsolete[catalog._key_for(one.text, one.context)] = message
        else:
            catalog[one.text] = message
    file = io.BytesIO()
    files.write_po(file, catalog, width=100, include_previous=True)
    return file.getvalue()


def _is_brace_format(text: str) -> bool:
    """Whether msgfmt and Poedit can check the placeholders; they cannot read plural forms."""
    try:
        fields = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return False
    return any(fields) and not has_plural(text)


def po_entries(text: str) -> tuple[TranslatorText, ...]:
    """Return the texts of a PO file, or raise ``BrokenPo`` with everything that is wrong in it."""
    library, files = po_modules()
    faults: list[tuple[int, str | KeyedError]] = [*_open_quotes(text)]

    class Once(library.Catalog):  # type: ignore[misc, name-defined]
        def __setitem__(self, id: Any, message: Any) -> None:
            if id and self.get(id, message.context) is not None:
                faults.append((message.lineno or 1, KeyedError("translate.twice")))
            elif isinstance(id, tuple | list):
                faults.append((message.lineno or 1, KeyedError("translate.msgid_plural")))
            else:
                super().__setitem__(id, message)

    catalog = Once()
    try:
        files.PoFileParser(catalog, abort_invalid=True).parse(io.StringIO(text))
    except files.PoFileError as error:
        if not faults:
            faults.append((getattr(error, "lineno", 0) or 1, str(error)))
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        if not faults:
            faults.append((1, f"{type(error).__name__}: {error}"))
    if faults:
        raise BrokenPo(*sorted(faults, key=lambda fault: fault[0]))
    gone = [one for one in catalog.obsolete.values() if isinstance(one.id, str) and one.id]
    return (
        *(_entry(one) for one in catalog if one.id),
        *(replace(_entry(one), gone=True) for one in gone),
    )


def _open_quotes(text: str) -> Iterator[tuple[int, KeyedError]]:
    """Yield lines without their last quote: babel would read them without their last letter."""
    for number, line in enumerate(text.split("\n"), 1):
        written = line.strip().removeprefix("#~").strip()
        if written.startswith(("msg", '"')) and not _PO_LINE.fullmatch(written):
            yield number, KeyedError("translate.quotes")


def _entry(message: Any) -> TranslatorText:
    return TranslatorText(
        str(message.context or ""),
        message.id,
        message.string if isinstance(message.string, str) else "",
        bool(message.fuzzy),
        line=message.lineno or 0,
    )

"""How languages count, join names and write numbers, and PO files. The only importer of babel.

A language that CLDR does not know has a single plural form.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from unicodedata import category

from . import KeyedError
from .entries import TranslatorText

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

# The language of plain columns, and the one that is said where another is missing.
PLAIN = "en"
# English as the world writes it: "Ada, Bo and Cy"; and as it is hyphenated.
_PLAIN_LOCALE, _PLAIN_REGION = "en_001", "en_GB"
# English made longer, as ``--lang pseudo`` asks for it.
PSEUDO = "pseudo"
# How CLDR calls the patterns of lists.
_LIST_KINDS = {"and": "standard", "or": "or"}
_SIGNS = ("decimal", "group")


def spoken_as(lang: str) -> str:
    """The language whose rules hold: pseudo is English."""
    return PLAIN if lang == PSEUDO else lang


def _names(lang: str) -> Iterator[str]:
    """The locale data that may know of a language: its region's, its own, those of all."""
    name = spoken_as(lang).replace("-", "_")
    if name == PLAIN:
        yield _PLAIN_LOCALE
    yield from dict.fromkeys((name, name.partition("_")[0], "root"))


def _data(lang: str) -> Iterator[Mapping[str, Any]]:
    """One file alone is opened at a time, half the time of a whole locale."""
    from babel import localedata

    for name in _names(lang):
        if localedata.exists(name):
            yield localedata.load(name, merge_inherited=False)


def is_known(lang: str) -> bool:
    """Whether anything is known of a language."""
    from babel import localedata

    return any(localedata.exists(name) for name in _names(lang) if name != "root")


@cache
def plural_rule(lang: str) -> Callable[[int], str]:
    """Which form a language takes for a number: ``one``, ``few``, ``other``.

    A region without forms of its own has its language's, an unknown language a single form.
    """
    from babel.plural import PluralRule

    found = (data["plural_form"] for data in _data(lang) if "plural_form" in data)
    return next(found, None) or PluralRule({})


def plural_forms(lang: str) -> tuple[str, ...]:
    """The forms that a language has for whole numbers."""
    rule = plural_rule(lang)
    used = {rule(number) for number in (*range(201), 1_000, 1_000_000)}
    return tuple(form for form in ("zero", "one", "two", "few", "many", "other") if form in used)


@cache
def _patterns(lang: str) -> Mapping[str, Mapping[str, str]]:
    """How names are joined, by "and" and by "or"."""
    levels = [data.get("list_patterns", {}) for data in _data(lang)]
    kinds = _LIST_KINDS.values()
    return {kind: _over(level.get(kind, {}) for level in levels) for kind in kinds}


@cache
def _signs(lang: str) -> Mapping[str, str]:
    levels = [data.get("number_symbols", {}).get("latn", {}) for data in _data(lang)]
    signs = _over(levels)
    return {sign: signs[sign] for sign in _SIGNS}


def _over(levels: Iterable[Mapping[str, str]]) -> dict[str, str]:
    """All levels as one; the first that says something counts."""
    joined: dict[str, str] = {}
    for level in levels:
        joined = {**level, **joined}
    return joined


def joined_names(names: Sequence[str], lang: str, kind: str = "and") -> str:
    """``Ada, Bo and Cy``; with the kind ``or``: ``Ada, Bo or Cy``."""
    if len(names) < 2:
        return "".join(names)
    pattern = _patterns(lang)[_LIST_KINDS[kind]]
    if len(names) == 2:
        return pattern["2"].format(*names)
    text = pattern["start"].format(*names[:2])
    for name in names[2:-1]:
        text = pattern["middle"].format(text, name)
    return pattern["end"].format(text, names[-1])


def decimal(text: str, lang: str) -> str:
    """A decimal number that is written with a point, with the language's own separator."""
    return text.replace(".", _signs(lang)["decimal"])


def whole_number(number: int, lang: str) -> str:
    """A whole number with the language's own thousands separator."""
    return f"{number:,}".replace(",", _signs(lang)["group"])


@cache
def is_leftward(lang: str) -> bool:
    """Whether a language is written from right to left."""
    found = (data["character_order"] for data in _data(lang) if "character_order" in data)
    return next(found, "") == "right-to-left"


@cache
def own_name(lang: str) -> str:
    """What a language calls itself; its code where that is not known."""
    for data in _data(lang):
        if name := data.get("languages", {}).get(spoken_as(lang).partition("-")[0]):
            return str(name)
    return lang


@cache
def common_letters(lang: str) -> str:
    """The letters of a language, as its words for days, months and other languages have them.

    A letter of a single foreign name in there is none of them.
    """
    counts: dict[str, int] = {}
    for name in _common_words(lang):
        for letter in (one for one in name if category(one) in ("Ll", "Lu", "Lo")):
            counts[letter] = counts.get(letter, 0) + 1
    rare = sum(counts.values()) / 2_000
    return "".join(sorted(letter for letter, count in counts.items() if count > max(2, rare)))


def _common_words(lang: str) -> Iterator[str]:
    data = max(_data(lang), key=lambda one: len(one.get("languages", ())), default={})
    yield from map(str, data.get("languages", {}).values())
    for part in ("days", "months"):
        for form in data.get(part, {}).values():
            words = form.get("wide", {}) if isinstance(form, dict) else {}
            yield from map(str, words.values() if isinstance(words, dict) else ())


@cache
def likely_region(lang: str) -> str:
    """A language with the region that most of its speakers live in: ``de_DE``."""
    from babel.core import get_global

    if lang == PLAIN:
        return _PLAIN_REGION
    likely = str(get_global("likely_subtags").get(lang, "")).split("_")
    return f"{lang}_{likely[-1]}" if len(likely) > 1 else lang


def files_for_browser(languages: Iterable[str]) -> dict[str, bytes]:
    """The files of babel for the Python in a browser: the code that is needed here, and of each
    language the few values that are said here, a thousandth of its locale data."""
    import pickle

    import babel

    home = Path(babel.__file__).parent
    code = ("__init__.py", "core.py", "localedata.py", "plural.py")
    files = {f"babel/{name}": (home / name).read_bytes() for name in code}
    for lang in languages:
        values = {
            "plural_form": plural_rule(lang),
            "list_patterns": _patterns(lang),
            "number_symbols": {"latn": _signs(lang)},
        }
        file = f"babel/locale-data/{lang.replace('-', '_')}.dat"
        files[file] = pickle.dumps(values, protocol=4)
    return files


class BrokenPo(ValueError):
    """A PO file that cannot be read: what is wrong with it, and in which ``line``."""

    def __init__(self, reason: str | KeyedError, line: int = 1) -> None:
        super().__init__(reason)
        self.reason, self.line = reason, line


_PO_LINE = re.compile(r'(?:msg\w+(?:\[\d+\])?\s+)?"(?:[^"\\]|\\.)*"')
# The same bytes whenever it is written.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC)


def po_bytes(project: str, lang: str, entries: Iterable[TranslatorText]) -> bytes:
    """Entries as a PO file for Poedit and Weblate."""
    from babel.messages.catalog import Catalog
    from babel.messages.pofile import write_po

    catalog = Catalog(
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
        _add(catalog, one)
    made = io.BytesIO()
    write_po(made, catalog, width=100, include_previous=True)
    return made.getvalue()


def _add(catalog: Catalog, one: TranslatorText) -> None:
    from babel.messages.catalog import Message as PoMessage

    # babel leaves out a line that is None.
    places = [(file, line or cast(int, None)) for file, line in one.where]
    flags = {name for name, there in (("fuzzy", one.fuzzy), ("icu-message-format", True)) if there}
    if "{" not in one.text:
        flags.discard("icu-message-format")
    message = PoMessage(
        one.text,
        one.translation,
        locations=places,
        flags=flags,
        auto_comments=list(one.notes),
        previous_id=(one.before,) if one.before else (),
        context=one.context,
    )
    # What babel takes for a format of Python is a gap of ours.
    message.flags = flags
    if one.gone:
        catalog.obsolete[catalog._key_for(one.text, one.context)] = message
    else:
        catalog[one.text] = message


def po_entries(text: str) -> tuple[TranslatorText, ...]:
    """What a PO text holds; raises ``BrokenPo`` where it cannot be read or says a text twice."""
    from babel.messages.catalog import Catalog
    from babel.messages.catalog import Message as PoMessage
    from babel.messages.pofile import PoFileError, PoFileParser

    class Once(Catalog):
        def __setitem__(self, id: Any, message: PoMessage) -> None:
            if id and self.get(id, message.context) is not None:
                raise BrokenPo(KeyedError("translate.twice"), message.lineno or 1)
            super().__setitem__(id, message)

    _check_quotes(text)
    catalog = Once()
    try:
        PoFileParser(catalog, abort_invalid=True).parse(io.StringIO(text))
    except PoFileError as error:
        raise BrokenPo(str(error), getattr(error, "lineno", 0) or 1) from None
    except BrokenPo:
        raise
    except (ValueError, IndexError, KeyError, TypeError, AttributeError) as error:
        raise BrokenPo(f"{type(error).__name__}: {error}") from None
    if any(isinstance(one.id, tuple | list) for one in catalog):
        raise BrokenPo(KeyedError("translate.msgid_plural"))
    messages = [one for one in catalog if one.id]
    return (*map(_entry, messages), *(replace(_entry(m), gone=True) for m in _obsolete(catalog)))


def _check_quotes(text: str) -> None:
    """babel reads a text without its last quote as one without its last letter."""
    for number, line in enumerate(text.split("\n"), 1):
        written = line.strip().removeprefix("#~").strip()
        if written.startswith(("msg", '"')) and not _PO_LINE.fullmatch(written):
            raise BrokenPo(KeyedError("translate.quotes"), number)


def _obsolete(catalog: Catalog) -> list[Any]:
    return [one for one in catalog.obsolete.values() if isinstance(one.id, str) and one.id]


def _entry(message: Any) -> TranslatorText:
    return TranslatorText(
        str(message.context or ""),
        message.id,
        message.string if isinstance(message.string, str) else "",
        bool(message.fuzzy),
        line=message.lineno or 0,
    )

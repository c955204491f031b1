"""How languages count, join names and write numbers, and PO files. The only importer of babel.

A language that CLDR does not know has a single plural form.
"""

from __future__ import annotations

from collections import ChainMap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any
from unicodedata import category

# The language of plain columns, and the fallback if another is missing.
PLAIN = "en"
# International English: "Ada, Bo and Cy"; and its region for hyphenation.
_PLAIN_LOCALE, _PLAIN_REGION = "en_001", "en_GB"
# Lengthened English, for ``--lang pseudo``.
PSEUDO = "pseudo"


def spoken_as(lang: str) -> str:
    """Return the language whose rules apply: pseudo is English."""
    return PLAIN if lang == PSEUDO else lang


def _names(lang: str) -> Iterator[str]:
    """Yield the locale data of a language: its region's, its own, the root's."""
    name = spoken_as(lang).replace("-", "_")
    if name == PLAIN:
        yield _PLAIN_LOCALE
    yield from dict.fromkeys((name, name.partition("_")[0], "root"))


def _data(lang: str) -> Iterator[Mapping[str, Any]]:
    """Yield locale data one file at a time, in half the time of a whole locale."""
    from babel import localedata

    for name in _names(lang):
        if localedata.exists(name):
            yield localedata.load(name, merge_inherited=False)


def known_languages() -> list[str]:
    """Return the codes of all languages that anything is known about, without regions."""
    from babel import localedata

    return sorted(name for name in localedata.locale_identifiers() if "_" not in name)


def is_known(lang: str) -> bool:
    from babel import localedata

    return any(localedata.exists(name) for name in _names(lang) if name != "root")


@cache
def plural_rule(lang: str) -> Callable[[int], str]:
    """Return which form a language uses for a number: ``one``, ``few``, ``other``.

    A region without forms uses its language's; an unknown language has a single form.
    """
    from babel.plural import PluralRule

    rules = (data["plural_form"] for data in _data(lang) if "plural_form" in data)
    return next(rules, None) or PluralRule({})


def plural_forms(lang: str) -> tuple[str, ...]:
    rule = plural_rule(lang)
    used = {rule(number) for number in (*range(201), 1_000, 1_000_000)}
    return tuple(form for form in ("zero", "one", "two", "few", "many", "other") if form in used)


@cache
def _list_pattern(lang: str) -> Mapping[str, str]:
    """Return how names are joined by "and"."""
    return ChainMap(*(data.get("list_patterns", {}).get("standard", {}) for data in _data(lang)))


@cache
def _signs(lang: str) -> Mapping[str, str]:
    return ChainMap(*(data.get("number_symbols", {}).get("latn", {}) for data in _data(lang)))


def joined_names(names: Sequence[str], lang: str) -> str:
    """Return ``Ada, Bo and Cy``."""
    if len(names) < 2:
        return "".join(names)
    pattern = _list_pattern(lang)
    if len(names) == 2:
        return pattern["2"].format(*names)
    text = pattern["start"].format(*names[:2])
    for name in names[2:-1]:
        text = pattern["middle"].format(text, name)
    return pattern["end"].format(text, names[-1])


def decimal(text: str, lang: str) -> str:
    """Write a decimal number with the language's decimal separator."""
    return text.replace(".", _signs(lang)["decimal"])


def whole_number(number: int, lang: str) -> str:
    """Write a whole number with the language's thousands separator."""
    return f"{number:,}".replace(",", _signs(lang)["group"])


@cache
def is_leftward(lang: str) -> bool:
    """Return whether a language is written from right to left."""
    orders = (data["character_order"] for data in _data(lang) if "character_order" in data)
    return next(orders, "") == "right-to-left"


@cache
def own_name(lang: str) -> str:
    """Return a language's own name, or its code if unknown."""
    for data in _data(lang):
        if name := data.get("languages", {}).get(spoken_as(lang).partition("-")[0]):
            return str(name)
    return lang


@cache
def common_letters(lang: str) -> str:
    """Return the letters of a language, found in its names of days, months and languages.

    A letter that occurs in only one foreign name is not included.
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
    """Return a language with the region of most of its speakers: ``de_DE``."""
    from babel.core import get_global

    if lang == PLAIN:
        return _PLAIN_REGION
    likely = str(get_global("likely_subtags").get(lang, "")).split("_")
    return f"{lang}_{likely[-1]}" if len(likely) > 1 else lang


def files_for_browser(languages: Iterable[str]) -> dict[str, bytes]:
    """Return babel's files for Python in a browser: the code and values that are used here.

    The values are a thousandth of a language's locale data.
    """
    import pickle

    import babel.localedata

    home, languages = Path(babel.__file__).parent, tuple(languages)
    names: Mapping[str, str] = babel.localedata.load(PLAIN)["languages"]
    english = {lang: names.get(lang, lang) for lang in languages}
    code = ("__init__.py", "core.py", "localedata.py", "plural.py")
    files = {f"babel/{name}": (home / name).read_bytes() for name in code}
    for lang in languages:
        values = {
            "plural_form": plural_rule(lang),
            "list_patterns": {"standard": dict(_list_pattern(lang))},
            "number_symbols": {"latn": {sign: _signs(lang)[sign] for sign in ("decimal", "group")}},
            # Files for translators begin with the names of languages in English.
            "languages": {lang: own_name(lang)} if lang != PLAIN else english,
        }
        file = f"babel/locale-data/{lang.replace('-', '_')}.dat"
        files[file] = pickle.dumps(values, protocol=4)
    return files


def regions_for_browser(languages: Iterable[str]) -> dict[str, bytes]:
    """Return babel's file of likely regions, without the thousand languages that are not used."""
    import pickle

    from babel.core import get_global

    likely = get_global("likely_subtags")
    regions = {lang: likely[lang] for lang in languages if lang in likely}
    return {"babel/global.dat": pickle.dumps({"likely_subtags": regions}, protocol=4)}


def po_modules() -> tuple[Any, Any]:
    """Return babel's modules for translators' files (PO): catalogues and files."""
    from babel.messages import catalog, pofile

    return catalog, pofile

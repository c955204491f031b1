"""What must be the same in a text and its translation.

Comes in: both texts, the language and the game's symbols. Goes out: what is wrong: gaps and symbols
that are missing or not known, plural forms that the language has, markup that is not closed.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from typing import NamedTuple

from cards_data.languages.locales import plural_forms
from cards_data.plurals import BrokenMessage, MessagePattern, Parts, Plural, has_plural, message
from cards_data.problems import AnyText, Message, listed, said_by
from cards_data.reader import UNPRINTABLE
from cards_data.tables import CELL_LIMIT

_STRONG = "**"
# A plural that names only these and single numbers asks no language for its forms.
OTHER = frozenset(("other", *(f"={number}" for number in range(100))))
_ODD_BRACE = re.compile(r"\{[^{}]*\{|\}[^{}]*\}|^[^{]*\}|\{[^}]*$")
# A text without a box may be so much longer than the plain one.
LONGER, MORE_LETTERS = 1.5, 10


class TextMarks(NamedTuple):
    """What a text holds beside words."""

    gaps: tuple[str, ...]
    symbols: tuple[str, ...]


def marks_of(text: str, symbols: Collection[str]) -> TextMarks:
    """The gaps and symbols of a text that can be parsed."""
    try:
        names = sorted(message(text, "").placeholders)
    except BrokenMessage:
        names = []
    gaps = tuple(f"{{{name}}}" for name in names if name not in symbols)
    return TextMarks(gaps, tuple(f"{{{name}}}" for name in names if name in symbols))


def likely_length(text: str) -> int:
    """How long a translation may be where no box says it."""
    return round(len(text) * LONGER) + MORE_LETTERS


def wrong_with(
    text: str, translated: str, lang: str, symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    """What was found, and what is allowed."""
    if UNPRINTABLE.search(translated):
        yield Message("table.control"), Message("allowed.text_only")
    if len(translated) > CELL_LIMIT:
        yield (
            Message("translate.characters", n=len(translated)),
            Message("allowed.up_to", n=CELL_LIMIT),
        )
    if translated.count(_STRONG) % 2:
        yield Message("translate.strong"), Message("translate.two_strong")
    try:
        parsed = message(translated, lang)
    except BrokenMessage as error:
        example = "{n, plural, one {# card} other {# cards}}"
        yield said_by(error), Message("translate.plural", example=example)
        return
    if not has_plural(translated) and _ODD_BRACE.search(translated):
        yield Message("translate.brace"), "{name}"
        return
    plain = message(text, "")
    yield from _names(plain, parsed, (text, translated), symbols)
    counted = {one.name for one in _plurals(plain.parts) if not OTHER.issuperset(one.forms)}
    yield from _forms([one for one in _plurals(parsed.parts) if one.name in counted], lang)


def _names(
    plain: MessagePattern, parsed: MessagePattern, texts: tuple[str, str], symbols: Collection[str]
) -> Iterator[tuple[AnyText, AnyText]]:
    """The same gaps; of symbols also the same number, where no plural says otherwise."""
    gaps = [f"{{{name}}}" for name in sorted(plain.placeholders)]
    allowed = listed(gaps) or Message("translate.no_braces")
    for name in sorted(parsed.placeholders - plain.placeholders):
        yield Message("translate.not_in_text", gap=f"{{{name}}}"), allowed
    for name in sorted(plain.placeholders - parsed.placeholders):
        yield Message("translate.missing", gap=f"{{{name}}}"), allowed
    if plain.numbers or parsed.numbers:
        return
    first, second = (Counter(re.findall(r"\{([\w.]+)\}", text)) for text in texts)
    for name in sorted(set(first) & set(second) & set(symbols)):
        if first[name] != second[name]:
            stands = Message("translate.stands", gap=f"{{{name}}}", n=second[name])
            yield stands, Message("translate.as_in_text", n=first[name])


def _plurals(parts: Parts) -> Iterator[Plural]:
    for part in parts:
        if isinstance(part, Plural):
            yield part
            for form in part.forms.values():
                yield from _plurals(form)


def _forms(plurals: Iterable[Plural], lang: str) -> Iterator[tuple[AnyText, AnyText]]:
    """Every form that the language has, where the text itself tells forms apart."""
    needed = plural_forms(lang)
    for one in plurals:
        if missing := [form for form in needed if form not in one.forms]:
            found = Message("translate.no_form", name=one.name, forms=", ".join(missing))
            yield found, ", ".join(needed)

"""Sentences by their key, to be said in any language.

In the word tables ``wrong.<key>`` says what was found, ``wrong.<key>.allowed`` what is allowed,
``wrong.<key>.page`` all of it to somebody who fills in a page, ``hint.<key>`` what to try.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from .languages.locales import joined_names
from .problems import nearest, one_line
from .words import Say


class Given(NamedTuple):
    """What somebody typed, whatever it is: shown in quotes, and not longer than a line."""

    value: Any
    limit: int = 60


class Names(NamedTuple):
    """Ids, words or sentences, one after the other; the last one after ``and`` or ``or``."""

    items: tuple[str | Sentence, ...]
    last: str = ""


class Sentence(NamedTuple):
    """A sentence by its key in the words, and what fills its gaps; pieces stand as their ids."""

    key: str
    gaps: tuple[tuple[str, object], ...] = ()
    hint: str = ""

    def also(self, **gaps: object) -> Sentence:
        """The same with more gaps filled."""
        return self._replace(gaps=(*self.gaps, *gaps.items()))

    def hinted(self, hint: str) -> Sentence:
        """The same with something to try, by the key of that hint."""
        return self._replace(hint=hint)


def sentence(key: str, **gaps: object) -> Sentence:
    return Sentence(f"wrong.{key}", tuple(gaps.items()))


def unknown(what: str, value: str, known: Iterable[str]) -> Sentence:
    """An id that no piece has, with the ids that are near it: ``"moat" is no habitat``."""
    ids = tuple(known)
    near = Names(nearest(value, ids), "or")
    said = sentence(f"no_{what}", given=Given(value), known=Names(ids), near=near)
    return said.hinted("near") if near.items else said


class Said(NamedTuple):
    """A sentence in one language: what was found, what is allowed, what to try."""

    found: str
    allowed: str = ""
    hint: str = ""


Naming = Callable[[str], str]


def said(sentence: Sentence, say: Say, naming: Naming = str) -> Said:
    """The parts of a sentence; ``naming`` makes of an id what people call it."""
    gaps = {key: _filled(value, say, naming) for key, value in sentence.gaps}
    allowed = f"{sentence.key}.allowed"
    return Said(
        say(sentence.key, **gaps),
        say(allowed, **gaps) if allowed in say.words else "",
        say(f"hint.{sentence.hint}", **gaps) if sentence.hint else "",
    )


def page_text(sentence: Sentence, say: Say, naming: Naming) -> str:
    """All of it in one text, for somebody who fills in a page."""
    page = f"{sentence.key}.page"
    if page in say.words:
        return said(Sentence(page, sentence.gaps), say, naming).found.strip()
    found, allowed, hint = said(sentence, say, naming)
    named = allowed and f"{say('wrong.allowed')}: {allowed}"
    text = "; ".join(part for part in (found, named, hint) if part)
    return f"{text[:1].upper()}{text[1:]}."


def _filled(value: object, say: Say, naming: Naming) -> object:
    if isinstance(value, Given):
        raw = value.value
        return _quoted(naming(raw) if isinstance(raw, str) else raw, value.limit, say)
    if isinstance(value, Sentence):
        return said(value, say, naming).found
    if isinstance(value, Names):
        return _joined([str(_filled(one, say, naming)) for one in value.items], value.last, say)
    return naming(value) if isinstance(value, str) else value


def _quoted(value: object, limit: int, say: Say) -> str:
    """In quotes, on one line; half a character, which no file can hold, is shown as its code."""
    try:
        line = one_line(value).encode("utf-8", "backslashreplace").decode()
    except ValueError:
        # A number can have more digits than Python writes.
        line = say("wrong.endless")
    if len(line) <= limit:
        return f'"{line}"'
    return f'"{line[:limit]}…" ({say("wrong.characters", n=say.number(len(line)))})'


def _joined(names: list[str], last: str, say: Say) -> str:
    if not last or len(names) < 2:
        return ", ".join(names)
    return joined_names(names, say.lang, last)

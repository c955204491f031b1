"""What table states are made of, and what a mistake in one is.

Places are paths as people count: ``players[1].enviros`` is the first player, ``board[2][4]`` the
second row's fourth cell.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any, NamedTuple

from cards_data.problems import did_you_mean, quoted
from cards_data.words import PLAIN, filled

from .schema import Frozen, Path, dump, within, wrong

NAME_LIMIT = 40
# A state is small; a larger number is a slip that would only make messages long.
COUNT_LIMIT = 1_000_000


class TableState(Frozen):
    """What every game's state begins with."""

    game: str

    def raw(self) -> dict[str, Any]:
        """The state as plain values, without what was left out; reads back to the same state."""
        values: dict[str, Any] = dump(self)
        return values


class Sentence(NamedTuple):
    """A sentence by its key in the words, and what fills its gaps; pieces stand as their ids."""

    key: str
    gaps: tuple[tuple[str, object], ...] = ()


def sentence(key: str, **gaps: object) -> Sentence:
    return Sentence(f"wrong.{key}", tuple(gaps.items()))


class Mistake(NamedTuple):
    """Something wrong in a state: where, what was found, what is allowed, what to try.

    ``needs`` names other parts that the judgement rests on: where one of them is broken itself,
    the mistake is not reported. ``sentence`` tells all of it to a page in any language.
    A mistake that is ``unfinished`` goes away when the rest is entered: a page asks for it. Where
    it is ``countable`` too, the table can be scored as it lies meanwhile.
    """

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""
    needs: tuple[Path, ...] = ()
    sentence: Sentence | None = None
    unfinished: bool = False
    countable: bool = False


def counted(n: int, one: str, many: str) -> str:
    """``1 player``, ``2 players``: mistakes are told in English."""
    return filled(f"{{n, plural, one {{# {one}}} other {{# {many}}}}}", {"n": n}, PLAIN)


def unknown_mistake(path: Path, value: str, what: str, known: Iterable[str]) -> Mistake:
    """An id that no piece has: ``"moat" is no habitat``."""
    ids = list(known)
    return Mistake(path, f"{quoted(value)} is no {what}", ", ".join(ids), did_you_mean(value, ids))


def players_mistakes(n: int, least: int, most: int) -> Iterator[Mistake]:
    """More or fewer players than can play."""
    if not least <= n <= most:
        yield Mistake(("players",), counted(n, "player", "players"), f"{least} to {most}")


def repeat_mistakes(values: Sequence[str], list_key: str, *keys: str) -> Iterator[Mistake]:
    """Values of which each may stand once in a list of the state, or at a key of its items."""
    times = Counter(values)
    for index, value in enumerate(values):
        if times[value] > 1:
            found = f"{quoted(value)} stands {times[value]} times"
            allowed = f"each {(*keys, 'name')[0]} once"
            said = sentence("twice", what=value)
            yield Mistake((list_key, index, *keys), found, allowed, sentence=said)


# Invisible marks that tell nothing apart: direction marks, soft hyphen, zero-width space.
_DROPPED = str.maketrans(dict.fromkeys("\u200e\u200f\u00ad\u200b\ufeff", ""))
# Joiners make one emoji or one Persian word of two parts; tags make a flag.
_JOINING = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")


def clean_name(text: str) -> str:
    """A name as it is compared and shown: composed, without marks that nobody sees."""
    if text.isascii() or len(text) > 4 * NAME_LIMIT:
        return text.strip()
    return unicodedata.normalize("NFC", text.translate(_DROPPED)).strip()


def is_name(clean: str) -> bool:
    """Any script and any emoji, on one line; something of it can be seen."""
    if len(clean) > NAME_LIMIT:
        return False
    seen = _JOINING.sub("", clean)
    hidden = any(unicodedata.category(letter) in _HIDDEN for letter in seen)
    return bool(seen.strip()) and not hidden


# Control and format characters, halves of characters, line and paragraph ends.
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def _name(text: str) -> str:
    clean = clean_name(text)
    if not is_name(clean):
        raise wrong(f"{quoted(text)} is no name", f"1 to {NAME_LIMIT} characters on one line")
    return clean


Name = Annotated[str, _name]
Count = Annotated[int, within(0, COUNT_LIMIT)]


def path_text(path: Path) -> str:
    """A path as people write it, counting from 1."""
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{_cut(step)}" for step in path)
    return text.removeprefix(".") or "state"


def _cut(step: object) -> str:
    key = str(step)
    return key if len(key) <= NAME_LIMIT else f"{key[:NAME_LIMIT]}…"

"""What table states are made of, and what a mistake in one is.

Places are paths as people count: ``players[1].enviros`` is the first player, ``board[2][4]`` the
second row's fourth cell.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Annotated, Any

from .schema import Frozen, Mistake, Path, dump, within, wrong
from .sentences import Given, sentence, unknown

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


def unknown_mistake(path: Path, value: str, what: str, known: Iterable[str]) -> Mistake:
    """An id that no piece has: ``"moat" is no habitat``."""
    return Mistake(path, unknown(what, value, known))


def players_mistakes(n: int, least: int, most: int) -> Iterator[Mistake]:
    """More or fewer players than can play."""
    if not least <= n <= most:
        yield Mistake(("players",), sentence("players", n=n, least=least, most=most))


def repeat_mistakes(values: Sequence[str], list_key: str, *keys: str) -> Iterator[Mistake]:
    """Values of which each may stand once in a list of the state, or at a key of its items."""
    times = Counter(values)
    for index, value in enumerate(values):
        if times[value] > 1:
            key = f"twice.{(*keys, 'name')[0]}"
            said = sentence(key, what=value, given=Given(value), n=times[value])
            yield Mistake((list_key, index, *keys), said)


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
        raise wrong("no_name", given=Given(text), most=NAME_LIMIT)
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

"""The parts of table states, and the mistakes in them.

Positions are paths that count from 1: ``players[1].enviros`` is the first player, ``board[2][4]``
the second row's fourth cell.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Annotated, Any, TypeVar

from cards_data.problems import quote
from cards_data.schema import Frozen, Mistake, Path, dump, in_range, key_text, mistake, read, wrong

NAME_LIMIT = 40
# A state is small; a larger number is a mistake that would only make messages long.
COUNT_LIMIT = 1_000_000


class TableState(Frozen):
    """What every game's state begins with."""

    game: str

    def raw(self) -> dict[str, Any]:
        """Return the state as plain values, without what was left out; it can be read again."""
        values: dict[str, Any] = dump(self)
        return values


def players_mistakes(n: int, least: int, most: int) -> Iterator[Mistake]:
    if not least <= n <= most:
        yield mistake(("players",), "players", n=n, least=least, most=most)


def too_many(path: Path, key: str, n: int, most: int, **params: Any) -> Iterator[Mistake]:
    """Yield a mistake if there is more of something than the rules or the box allow."""
    if n > most:
        yield mistake(path, key, n=n, most=most, **params)


def repeat_mistakes(values: Sequence[str], list_key: str, *keys: str) -> Iterator[Mistake]:
    """Yield values that occur twice in a list of the state, or at a key of its items."""
    times = Counter(values)
    for index, value in enumerate(values):
        if times[value] > 1:
            at: Path = (list_key, index, *keys)
            key = f"twice.{(*keys, 'name')[0]}"
            yield mistake(at, key, what=value, given=quote(value), n=times[value])


# Invisible marks that make no difference: direction marks, soft hyphen, zero-width space.
_DROPPED = str.maketrans(dict.fromkeys("\u200e\u200f\u00ad\u200b\ufeff", ""))
# Joiners combine two parts into one emoji or Persian word; tags form a flag.
_JOINING = re.compile("[\u200c\u200d\U000e0020-\U000e007f]")


def clean_name(text: str) -> str:
    """Normalise a name for comparison and display: composed, without invisible marks."""
    if text.isascii() or len(text) > 4 * NAME_LIMIT:
        return text.strip()
    return unicodedata.normalize("NFC", text.translate(_DROPPED)).strip()


def is_name(clean: str) -> bool:
    """Return whether a name, in any script or emoji, is on one line and visible."""
    if len(clean) > NAME_LIMIT:
        return False
    seen = _JOINING.sub("", clean)
    hidden = any(unicodedata.category(letter) in _HIDDEN for letter in seen)
    return bool(seen.strip()) and not hidden


# Control and format characters, surrogates, line and paragraph separators.
_HIDDEN = ("Cc", "Cf", "Cs", "Zl", "Zp")


def _name(text: str) -> str:
    clean = clean_name(text)
    if not is_name(clean):
        raise wrong("no_name", given=quote(text), most=NAME_LIMIT)
    return clean


Name = Annotated[str, _name]
Count = Annotated[int, in_range(0, COUNT_LIMIT)]


def path_text(path: Path) -> str:
    """Format a path, counting from 1."""
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{_cut(step)}" for step in path)
    return text.removeprefix(".") or "state"


def _cut(step: object) -> str:
    key = str(step)
    return key if len(key) <= NAME_LIMIT else f"{key[:NAME_LIMIT]}…"


S = TypeVar("S", bound=TableState)


def check_state(
    model: type[S], raw: Any, blank: dict[str, Any], check: Callable[[S], Iterable[Mistake]]
) -> tuple[S, list[Mistake]]:
    """Return the state and everything wrong with it.

    A malformed part is replaced by the blank table's value, so that the rest is still checked and
    all mistakes are reported together.
    """
    state, mistakes = read(model, raw)
    checked = state or _mend_state(model, raw, mistakes, blank)
    broken = {mistake.path for mistake in mistakes}
    above = {outer for path in broken for outer in outwards(path)}
    sound = [mistake for mistake in check(checked) if not _rests_on(mistake, broken, above)]
    return checked, mistakes + sound


def _rests_on(mistake: Mistake, broken: Set[Path], above: Set[Path]) -> bool:
    """Return whether a mistake follows from another; by look-up, as there may be hundreds."""
    if any(need in above for need in mistake.needs):
        return True
    return any(
        outer in broken for path in (mistake.path, *mistake.needs) for outer in outwards(path)
    )


def outwards(path: Path) -> Iterator[Path]:
    """Yield a path and all its parents."""
    return (path[:depth] for depth in range(len(path), -1, -1))


def _mend_state(model: type[S], raw: Any, errors: Sequence[Mistake], blank: dict[str, Any]) -> S:
    """Return the raw state with every broken part replaced by the blank table's, or removed."""
    mended = _with_text_keys(dump(raw))
    for error in errors:
        _mend(mended, error.path, blank)
    # Broken in a way that hides what is below it: nothing can be said about the rest.
    return read(model, mended)[0] or model(**blank)


def _with_text_keys(raw: Any) -> Any:
    if isinstance(raw, dict):
        return {key_text(key): _with_text_keys(value) for key, value in raw.items()}
    return [_with_text_keys(item) for item in raw] if isinstance(raw, list) else raw


def _mend(into: Any, path: Path, blank: Any) -> None:
    """Walk state and blank table in parallel down to the broken part."""
    for depth, step in enumerate(path):
        blank_part = _inside(blank, step)
        last = depth == len(path) - 1
        if last or blank_part is None or not isinstance(blank_part, (dict, list)):
            _replace(into, step, blank_part)
            return
        into, blank = into[step], blank_part


def _inside(blank: Any, step: str | int) -> Any:
    """Return the blank table's value at a step; its one item represents every item of a list."""
    if isinstance(blank, list):
        return blank[0] if blank else None
    return blank.get(step) if isinstance(blank, dict) else None


def _replace(into: Any, step: str | int, value: Any) -> None:
    if value is not None:
        into[step] = copy.deepcopy(value)
    elif isinstance(into, dict):
        into.pop(step, None)

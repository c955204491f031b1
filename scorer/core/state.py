"""What table states are made of, and what a mistake in one is.

Places are paths as people count: ``players[1].enviros`` is the first player, ``board[2][4]`` the
second row's fourth cell.
"""

from __future__ import annotations

import copy
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Annotated, Any, TypeVar

from cards_data.problems import quoted
from cards_data.schema import Frozen, Mistake, Path, dump, key_text, mistake, read, within, wrong

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


def players_mistakes(n: int, least: int, most: int) -> Iterator[Mistake]:
    if not least <= n <= most:
        yield mistake(("players",), "players", n=n, least=least, most=most)


def over(path: Path, key: str, n: int, most: int, **params: Any) -> Iterator[Mistake]:
    """More of something than the rules allow or the box holds."""
    if n > most:
        yield mistake(path, key, n=n, most=most, **params)


def repeat_mistakes(values: Sequence[str], list_key: str, *keys: str) -> Iterator[Mistake]:
    """Values of which each may stand once in a list of the state, or at a key of its items."""
    times = Counter(values)
    for index, value in enumerate(values):
        if times[value] > 1:
            at: Path = (list_key, index, *keys)
            key = f"twice.{(*keys, 'name')[0]}"
            yield mistake(at, key, what=value, given=quoted(value), n=times[value])


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
        raise wrong("no_name", given=quoted(text), most=NAME_LIMIT)
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


S = TypeVar("S", bound=TableState)


def check_state(
    model: type[S], raw: Any, blank: dict[str, Any], check: Callable[[S], Iterable[Mistake]]
) -> tuple[S, list[Mistake]]:
    """The state and everything wrong with it.

    Where a part is not even well formed, the blank table's value takes its place, so that the
    rest is still checked and all mistakes are told at once.
    """
    state, mistakes = read(model, raw)
    checked = state or _mended(model, raw, mistakes, blank)
    broken = {mistake.path for mistake in mistakes}
    above = {outer for path in broken for outer in outwards(path)}
    sound = [mistake for mistake in check(checked) if not _rests_on(mistake, broken, above)]
    return checked, mistakes + sound


def _rests_on(mistake: Mistake, broken: Set[Path], above: Set[Path]) -> bool:
    """Looked up, not compared with each: a hostile state has hundreds of mistakes of each kind."""
    if any(need in above for need in mistake.needs):
        return True
    return any(
        outer in broken for path in (mistake.path, *mistake.needs) for outer in outwards(path)
    )


def outwards(path: Path) -> Iterator[Path]:
    """A path and all that it is in."""
    return (path[:depth] for depth in range(len(path), -1, -1))


def _mended(model: type[S], raw: Any, errors: Sequence[Mistake], blank: dict[str, Any]) -> S:
    """The raw state with every broken part replaced by the blank table's, or left out."""
    mended = _with_text_keys(dump(raw))
    for error in errors:
        _mend(mended, error.path, blank)
    # Broken in a way that hides what is below it: nothing more can be said about the rest.
    return read(model, mended)[0] or model(**blank)


def _with_text_keys(raw: Any) -> Any:
    """Keys as paths have them."""
    if isinstance(raw, dict):
        return {key_text(key): _with_text_keys(value) for key, value in raw.items()}
    return [_with_text_keys(item) for item in raw] if isinstance(raw, list) else raw


def _mend(into: Any, path: Path, blank: Any) -> None:
    """Walks state and blank table side by side down to the broken part."""
    for depth, step in enumerate(path):
        known = _inside(blank, step)
        last = depth == len(path) - 1
        if last or known is None or not isinstance(known, (dict, list)):
            _replace(into, step, known)
            return
        into, blank = into[step], known


def _inside(blank: Any, step: str | int) -> Any:
    """The blank table's value at a step; its one item stands for every item of a list."""
    if isinstance(blank, list):
        return blank[0] if blank else None
    return blank.get(step) if isinstance(blank, dict) else None


def _replace(into: Any, step: str | int, value: Any) -> None:
    if value is not None:
        into[step] = copy.deepcopy(value)
    elif isinstance(into, dict):
        into.pop(step, None)

"""A raw table state into a checked one, with every mistake at once."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any, TypeVar

from .schema import Mistake, Path, dump, key_text, read
from .state import TableState

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
    above = {outer for path in broken for outer in _outwards(path)}
    sound = [mistake for mistake in check(checked) if not _rests_on(mistake, broken, above)]
    return checked, mistakes + sound


def _rests_on(mistake: Mistake, broken: Set[Path], above: Set[Path]) -> bool:
    """Looked up, not compared with each: a hostile state has hundreds of mistakes of each kind."""
    if any(need in above for need in mistake.needs):
        return True
    return any(
        outer in broken for path in (mistake.path, *mistake.needs) for outer in _outwards(path)
    )


def _outwards(path: Path) -> Iterator[Path]:
    """A path and all that it lies in."""
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

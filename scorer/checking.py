"""A raw table state into a checked one, with every mistake at once.

Comes in: what a YAML or JSON file held. Goes out: a frozen state and the mistakes in it.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from typing import Any, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from .state import Mistake, Path, TableState
from .wording import as_lists, mistake_of, path_of

S = TypeVar("S", bound=TableState)


def as_tuples(raw: Any) -> Any:
    """Lists become tuples: states do not change."""
    if isinstance(raw, (list, tuple)):
        return tuple(as_tuples(item) for item in raw)
    if isinstance(raw, dict):
        return {key: as_tuples(value) for key, value in raw.items()}
    return raw


def check_state(
    model: type[S], raw: Any, blank: dict[str, Any], check: Callable[[S], Iterable[Mistake]]
) -> tuple[S, list[Mistake]]:
    """The state and everything wrong with it.

    Where a part is not even well formed, the blank table's value takes its place, so that the
    rest is still checked and all mistakes are told at once.
    """
    raw = as_tuples(raw)
    try:
        state, mistakes = model.model_validate(raw), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        mistakes = [mistake_of(model, detail) for detail in details]
        state = _mended(model, raw, details, blank)
    broken = {mistake.path for mistake in mistakes}
    above = {outer for path in broken for outer in _outwards(path)}
    sound = [mistake for mistake in check(state) if not _rests_on(mistake, broken, above)]
    return state, mistakes + sound


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


def _mended(model: type[S], raw: Any, details: Sequence[ErrorDetails], blank: dict[str, Any]) -> S:
    """The raw state with every broken part replaced by the blank table's, or left out."""
    mended = as_lists(raw)
    for detail in details:
        _mend(mended, path_of(detail), blank)
    try:
        return model.model_validate(as_tuples(mended))
    except ValidationError:
        # Broken in a way that hides what is below it: nothing more can be said about the rest.
        return model.model_validate(as_tuples(blank))


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

"""Ecosfera Baltica: neighbouring tables, to find what would have changed the outcome."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cards_data.schema import replace

from ...core.rules import Change, way
from ...core.translation import Translation
from .numbers import Numbers
from .state import State


def changes(state: State, numbers: Numbers, say: Translation) -> Iterable[Iterable[Change[State]]]:
    """Habitats and impacts, one more or fewer at a time, and both together."""
    missing = [key for key in numbers.box.habitats if key not in state.habitats]
    for impacts in range(-state.impacts, numbers.box.impacts - state.impacts + 1):
        for step in (1, -1):
            yield _habitat_changes(state, missing, impacts, step, say)


def _habitat_changes(
    state: State, missing: list[str], impacts: int, step: int, say: Translation
) -> Iterator[Change[State]]:
    """With the given change of impacts: habitats as they are, then step by step further."""
    most = len(missing) if step > 0 else len(state.habitats)
    for n in range(most + 1):
        if n == 0 and impacts == 0:
            continue
        more, fewer = (*state.habitats, *missing[:n]), state.habitats[: len(state.habitats) - n]
        update = {"habitats": more if step > 0 else fewer, "impacts": state.impacts + impacts}
        parts = (("habitats", n * step), ("impacts", impacts))
        words = [say(f"change.{key}.{way(by)}", n=abs(by)) for key, by in parts if by]
        text = say("change.with", parts=say.listed(words))
        touches = frozenset(f"{key} {way(by)}" for key, by in parts if by)
        yield Change(n + abs(impacts), text, replace(state, **update), touches)

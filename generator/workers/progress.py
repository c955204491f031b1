"""How far a run is, told to whoever waits for it."""

from __future__ import annotations

from collections.abc import Callable

# So many are done, of so many in all.
Progress = Callable[[int, int], None]


def first_half(progress: Progress | None) -> Progress | None:
    """The first of two steps that take about as long."""
    return (lambda done, total: progress(done, 2 * total)) if progress else None


def second_half(progress: Progress | None) -> Progress | None:
    return (lambda done, total: progress(total + done, 2 * total)) if progress else None

"""Lengths shared out along a row or a column.

Comes in: how long each part would like to be, how short it may become and how it grows. Goes out:
where each part begins and how long it is.

This is all that faces need of flexible boxes. ``stretchable`` (Taffy) was measured against it:
its import takes 77 ms of work and a face of nine boxes 23 ms, this one 0.03 ms; and a text that
shrinks before its neighbours move is nothing that flexible boxes know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

# What is missing by less than this is no problem: no eye sees it.
SLACK_MM = 0.05


class Part(NamedTuple):
    """A box along one axis, in millimetres."""

    natural: float
    least: float
    grow: float = 0.0


class Span(NamedTuple):
    """Where a box begins, and how long it is."""

    start: float
    length: float


def needed(parts: Sequence[Part], gap: float) -> float:
    """How long all parts are together, at their natural length."""
    return sum(part.natural for part in parts) + gap * max(0, len(parts) - 1)


def shared(parts: Sequence[Part], span: Span, gap: float, place: float = 0.0) -> list[Span]:
    """Every part's span: what is left over goes to those that grow, what is missing is taken
    from those that can shrink, each by the same share.

    Where nothing grows, ``place`` says where all of them stand: 0 first, 0.5 centred, 1 last.
    """
    rest = span.length - needed(parts, gap)
    lengths = _stretched(parts, rest) if rest >= 0 else _shrunk(parts, -rest)
    free = span.length - sum(lengths) - gap * max(0, len(parts) - 1)
    at = span.start + max(0.0, free) * place
    spans = []
    for length in lengths:
        spans.append(Span(at, length))
        at += length + gap
    return spans


def without_excess(
    parts: Sequence[Part], texts: Sequence[int], room: float, gap: float
) -> list[Part] | None:
    """The parts, with what no shrinking saves taken from the longest text, which will tell it;
    nothing where there is no text."""
    excess = needed([Part(part.least, part.least) for part in parts], gap) - room
    if excess <= SLACK_MM:
        return list(parts)
    if not texts:
        return None
    longest = max(texts, key=lambda place: parts[place].natural)
    short = max(0.0, parts[longest].least - excess)
    shrunk = [Part(part.least, part.least) for part in parts]
    shrunk[longest] = Part(short, short)
    return shrunk


def _stretched(parts: Sequence[Part], rest: float) -> list[float]:
    whole = sum(part.grow for part in parts)
    share = rest / whole if whole else 0.0
    return [part.natural + part.grow * share for part in parts]


def _shrunk(parts: Sequence[Part], missing: float) -> list[float]:
    slack = sum(part.natural - part.least for part in parts)
    share = min(1.0, missing / slack) if slack > 0 else 0.0
    return [part.natural - (part.natural - part.least) * share for part in parts]

"""Measures by name: what a chart in stats.yaml may ask for.

A measure takes a Query and gives a Figure. Beside each stand the parameters that it knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from generator.stats.chart_values import Figure
from generator.stats.selection import Query

from .balance import demand_supply, scatter, totals
from .buying import can_buy
from .counting import counts, histogram
from .draws import draw_chance
from .pairs import pair_buys, shared_pairs


@dataclass(frozen=True)
class Measure:
    """One way of counting, and its parameters."""

    figure: Callable[[Query], Figure]
    parameters: tuple[str, ...]


def _measure(figure: Callable[[Query], Figure], parameters: str) -> Measure:
    return Measure(figure, tuple(parameters.split()))


MEASURES = {
    "histogram": _measure(histogram, "deck columns where without"),
    "counts": _measure(counts, "deck column by repeats where without"),
    "demand_supply": _measure(demand_supply, "demand supply"),
    "totals": _measure(totals, "sums"),
    "scatter": _measure(scatter, "deck x y also where without"),
    "shared_pairs": _measure(shared_pairs, "deck column where without also_without"),
    "pair_buys": _measure(pair_buys, "deck column where without market"),
    "can_buy": _measure(can_buy, "starts draw market missing alike_ends"),
    "draw_chance": _measure(draw_chance, "deck column draw where without"),
}

"""Measures by name: what a chart in stats.yaml may ask for, and the parameters of each."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from generator.report.values import Figure
from generator.stats.selection import Query

from .chances import can_buy, draw_chance, pair_buys, shared_pairs
from .counting import counts, demand_supply, histogram, scatter, totals


class Measure(NamedTuple):
    """One way of counting, and its parameters."""

    figure: Callable[[Query], Figure]
    parameters: list[str]


MEASURES = {
    "histogram": Measure(histogram, "deck columns where without".split()),
    "counts": Measure(counts, "deck column by repeats where without".split()),
    "demand_supply": Measure(demand_supply, "demand supply".split()),
    "totals": Measure(totals, "sums".split()),
    "scatter": Measure(scatter, "deck x y also where without".split()),
    "shared_pairs": Measure(shared_pairs, "deck column where without also_without".split()),
    "pair_buys": Measure(pair_buys, "deck column where without market".split()),
    "can_buy": Measure(can_buy, "starts draw market missing alike_ends".split()),
    "draw_chance": Measure(draw_chance, "deck column draw where without".split()),
}

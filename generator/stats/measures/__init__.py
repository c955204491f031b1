"""Measures by name: what a chart in stats.yaml may ask for, and what each declares."""

from __future__ import annotations

from generator.stats.selection import DeclaredChart

from .chances import CanBuy, DrawChance, PairBuys, SharedPairs
from .counting import Counts, DemandSupply, Histogram, Scatter, Totals

MEASURES: dict[str, type[DeclaredChart]] = {
    "histogram": Histogram,
    "counts": Counts,
    "demand_supply": DemandSupply,
    "totals": Totals,
    "scatter": Scatter,
    "shared_pairs": SharedPairs,
    "pair_buys": PairBuys,
    "can_buy": CanBuy,
    "draw_chance": DrawChance,
}

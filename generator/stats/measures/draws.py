"""Drawing: the chance that some of the cards drawn are of a kind."""

from __future__ import annotations

from math import comb

from generator.stats.chart_values import Fact, Figure, FigureRow, Series
from generator.stats.selection import VALUES, Query, keys_in, keys_of


def chance_of_any(wanted: int, cards: int, drawn: int) -> float:
    """The chance of at least one wanted card among ``drawn`` of ``cards``, without returning."""
    drawn = min(drawn, cards)
    return 1 - comb(cards - wanted, drawn) / comb(cards, drawn)


def draw_chance(query: Query) -> Figure:
    """For each value of a column: the chance that at least one of N drawn cards bears it.

    ``draw`` is one number of cards or several, each a series. Exact (hypergeometric).
    """
    selection = query.selection()
    column = query.column(selection, "column", VALUES)
    draws = query.numbers("draw", least=1)
    series = tuple(_series(n) for n in draws)
    if not column or not selection.total:
        return Figure("bars", series, ())
    rows = []
    for key in keys_in(selection, column, query.game):
        bearing = [piece for piece in selection.pieces if key in keys_of(piece, column.name)]
        wanted = sum(piece.copies for piece in bearing)
        chances = (chance_of_any(wanted, selection.total, n) for n in draws)
        rows.append(FigureRow(key, tuple(chances)))
    facts = (Fact(Series("in_all"), selection.total),)
    return Figure("bars", series, tuple(rows), facts, column.ref)


def _series(cards: int) -> Series:
    word = "drawn" if cards > 1 else "drawn_one"
    return Series(f"draw_{cards}", "share", word=word, placeholders={"n": cards})

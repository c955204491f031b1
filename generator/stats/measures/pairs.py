"""Chances of drawn cards: of a kind among them, and of pairs that have something in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations
from math import comb

from cards_data.models import Piece
from generator.report.values import Fact, Figure, Number, Row, Series
from generator.stats.selection import VALUES, Query, Selection, keys_in, keys_of


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
        rows.append((key, tuple(chances)))
    facts = (Fact(Series("in_all"), selection.total),)
    return Figure("bars", series, tuple(rows), facts, column.ref)


def _series(cards: int) -> Series:
    word = "drawn" if cards > 1 else "drawn_one"
    return Series(f"draw_{cards}", "share", word=word, placeholders={"n": cards})


Kinds = Counter[frozenset[str]]
SHARED = (
    Series("pairs", drawn=False),
    Series("of", drawn=False),
    Series("share", "share"),
)
LISTS = ("list", "choice")


def shared_pairs(query: Query) -> Figure:
    """How many pairs of cards of a deck share a value of a column: any of them, and each.

    Pairs of cards in the hand: two copies of one piece are a pair too. ``also_without`` adds a
    row for the deck without those pieces.
    """
    selection = query.selection()
    column = query.column(selection, "column", LISTS)
    if not column:
        return Figure("bars", SHARED, ())
    kinds = kinds_of(selection.pieces, column.name)
    rows = [_shared_row("any", kinds)]
    fewer = _fewer(query, selection)
    if fewer != selection.pieces:
        rows.append(_shared_row("also_without", kinds_of(fewer, column.name)))
    for key in column.choices or sorted({key for kind in kinds for key in kind}):
        bearing = sum(copies for kind, copies in kinds.items() if key in kind)
        rows.append(_share(key, comb(bearing, 2), comb(kinds.total(), 2)))
    facts = tuple(map(Fact, SHARED[:2], rows[0][1]))
    return Figure("bars", SHARED, tuple(rows), facts)


def _fewer(query: Query, selection: Selection) -> tuple[Piece, ...]:
    gone = query.ids("also_without", selection.name, selection.pieces)
    return tuple(piece for piece in selection.pieces if piece.id not in gone)


def kinds_of(pieces: Iterable[Piece], column: str) -> Kinds:
    """Copies by the set of values that they bear."""
    kinds: Kinds = Counter()
    for piece in pieces:
        kinds[frozenset(keys_of(piece, column))] += piece.copies
    return kinds


def pairs_by_common(kinds: Kinds) -> Kinds:
    """The number of pairs by what the two have in common."""
    pairs: Kinds = Counter()
    for kind, copies in kinds.items():
        pairs[kind] += comb(copies, 2)
    for (one, copies), (other, others) in combinations(kinds.items(), 2):
        pairs[one & other] += copies * others
    return pairs


def _with_common(pairs: Kinds) -> int:
    return sum(number for common, number in pairs.items() if common)


def _shared_row(key: str, kinds: Kinds) -> Row:
    return _share(key, _with_common(pairs_by_common(kinds)), comb(kinds.total(), 2))


def _share(key: str, pairs: int, of: int) -> Row:
    share: Number = pairs / of if of else None
    return (key, (pairs, of, share))


def pair_buys(query: Query) -> Figure:
    """The chance that two random cards of a deck can take something from the market.

    They must share a value, and one of the market's ``cards`` random cards must bear it too.
    Exact. Rows: for any value, then for pairs that share just that one or more.
    """
    selection = query.selection()
    column = query.column(selection, "column", LISTS)
    market = query.inner("market", "deck", "column", "cards", "where", "without")
    wares = market.selection()
    worn = market.column(wares, "column", LISTS)
    cards = market.numbers("cards", least=1)
    series = tuple(
        Series(f"cards_{n}", "share", word="market_of", placeholders={"n": n}) for n in cards
    )
    if not column or not worn:
        return Figure("bars", series, ())
    pairs = pairs_by_common(kinds_of(selection.pieces, column.name))
    offered = kinds_of(wares.pieces, worn.name)
    rows = [("any", tuple(_mean_chance(pairs, offered, n) for n in cards))]
    for key in column.choices:
        some = Counter({common: n for common, n in pairs.items() if key in common})
        rows.append((key, tuple(_mean_chance(some, offered, n) for n in cards)))
    facts = (Fact(Series("pairs"), _with_common(pairs)), Fact(Series("of"), pairs.total()))
    return Figure("bars", series, tuple(rows), facts)


def _mean_chance(pairs: Kinds, offered: Kinds, cards: int) -> Number:
    """The chance of a purchase, over these pairs."""
    chances = (
        (count, chance_of_any(_fitting(common, offered), offered.total(), cards))
        for common, count in pairs.items()
    )
    total = pairs.total()
    return sum(count * chance for count, chance in chances) / total if total else None


def _fitting(common: frozenset[str], offered: Kinds) -> int:
    return sum(copies for kind, copies in offered.items() if kind & common)

"""Chances: of a kind among drawn cards, of pairs with something in common, of a purchase."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt

from cards_data.models import Piece
from cards_data.problems import Message
from generator.report.values import Fact, Figure, Number, Row, Series
from generator.stats.selection import AMOUNTS, VALUES, Query, Selection, keys_in, keys_of

from .counting import needs


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
    series = tuple(
        Series(f"draw_{n}", "share", word="drawn" if n > 1 else "drawn_one", placeholders={"n": n})
        for n in draws
    )
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


Kinds = Counter[frozenset[str]]
SHARED = (Series("pairs", drawn=False), Series("of", drawn=False), Series("share", "share"))
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


Hand = Counter[str]
# More different hands than this are drawn at random instead of all being looked at.
EXACT_LIMIT = 2_000
SAMPLES = 4_000
SEED = 20_300
START = ("each", "kinds", "any", "more", "redraw")


@dataclass(frozen=True)
class Start:
    """A start deck: cards by kind; a hand with so many of a kind is drawn again."""

    cards: Mapping[str, int]
    redraw: Mapping[str, int]


@dataclass(frozen=True)
class Market:
    """What is for sale: prices with their copies, how many lie open, what may be missing."""

    prices: tuple[tuple[Hand, int], ...]
    open: int
    missing: int
    # A hand with so many alike ends the turn before anything is bought; 0: never.
    alike_ends: int = 0


# A chance and its standard error; an exact one has none.
Chance = tuple[float, float]


def can_buy(query: Query) -> Figure:
    """The chance that a hand of ``draw`` cards can buy one of the market's open cards.

    ``starts`` names one start deck or several, each a row: ``each: {deck: n}`` n of every piece,
    or of every value of the column that ``kinds: {deck: column}`` names; ``any: {deck: n}`` n
    cards that buy nothing, ``more: {piece: n}`` further copies, ``redraw: {kind: n}`` hands that
    are drawn again. ``missing`` says how many cards the market lends, one
    number or several, each a series. Exact over all hands and markets where there are few
    different hands, else a seeded simulation with its standard error.
    """
    lent = query.numbers("missing")
    draw = query.number("draw", least=1)
    wares = query.inner("market", "deck", "columns", "cards", "where", "without")
    prices, cards = _prices(wares), wares.number("cards", least=1)
    alike = query.fields.whole("alike_ends", 0)
    series = tuple(_series(n) for n in lent)
    rows, errors = [], [0.0]
    for name, start in _starts(query).items():
        chances = [chance_to_buy(start, draw, Market(prices, cards, n, alike)) for n in lent]
        errors += [error for _, error in chances]
        rows.append((name, tuple(value for value, _ in chances)))
    facts = (Fact(Series("error", "error"), max(errors)),)
    return Figure("bars", series, tuple(rows), facts)


def _series(missing: int) -> Series:
    word = "missing_some" if missing else "missing_none"
    return Series(f"missing_{missing}", "share", word=word, placeholders={"n": missing})


def _prices(query: Query) -> tuple[tuple[Hand, int], ...]:
    selection = query.selection()
    kinds = {column.name: column.kind for column in query.columns(selection, "columns", AMOUNTS)}
    return tuple((needs(piece, kinds), piece.copies) for piece in selection.pieces)


def _starts(query: Query) -> dict[str, Start]:
    starts = query.inner("starts")
    return {str(name): _start(starts.inner(str(name), *START)) for name in starts.fields.data}


def _start(query: Query) -> Start:
    cards: Counter[str] = Counter()
    for name, number in _amounts(query, "each", query.game.decks, Message("stats.deck")).items():
        cards.update(dict.fromkeys(_kinds(query, name), number))
    cards.update(_amounts(query, "any", query.game.decks, Message("stats.deck")))
    cards.update(_amounts(query, "more", tuple(cards), Message("stats.card")))
    return Start(cards, _amounts(query, "redraw", tuple(cards), Message("stats.card")))


def _kinds(query: Query, deck: str) -> list[str]:
    """The kinds of cards of a deck: its pieces, or the values of the column in ``kinds``."""
    selection = query.selection(deck)
    inner = query.inner("kinds", required=False)
    if deck not in inner.fields.data:
        return [piece.id for piece in selection.pieces]
    column = inner.column(selection, deck, ("choice",))
    return keys_in(selection, column, query.game) if column else []


def _amounts(
    query: Query, key: str, known: Mapping[str, object] | Sequence[str], what: Message
) -> dict[str, int]:
    """``{elements: 1}``: whole numbers under names that must be known."""
    inner = query.inner(key, required=False)
    names = [str(name) for name in inner.fields.data]
    return {
        name: inner.fields.whole(name) for name in names if inner.is_known(name, known, what, name)
    }


def chance_to_buy(start: Start, draw: int, market: Market) -> Chance:
    """Over all hands, each with its weight; or over a sample of them."""
    if different_hands(start.cards, draw) > EXACT_LIMIT:
        return _sampled(start, draw, market)
    weighed = [
        (ways, purchase(hand, market))
        for hand, ways in hands(start.cards, draw)
        if not _redrawn(hand, start)
    ]
    total = sum(ways for ways, _ in weighed)
    return sum(ways * chance for ways, chance in weighed) / total if total else 0.0, 0.0


def _sampled(start: Start, draw: int, market: Market) -> Chance:
    """The mean over random hands. The market is exact even here: only the hands are drawn."""
    deck = list(Counter(start.cards).elements())
    dealer = random.Random(SEED)
    drawn = (Counter(dealer.sample(deck, draw)) for _ in range(SAMPLES))
    chances = [purchase(hand, market) for hand in drawn if not _redrawn(hand, start)]
    if not chances:
        return 0.0, 0.0
    mean = sum(chances) / len(chances)
    variance = sum((chance - mean) ** 2 for chance in chances) / len(chances)
    return mean, sqrt(variance / len(chances))


def _redrawn(hand: Hand, start: Start) -> bool:
    return any(hand[kind] >= number for kind, number in start.redraw.items())


def purchase(hand: Hand, market: Market) -> float:
    """The chance that one of the open cards can be paid with this hand."""
    if market.alike_ends and max(hand.values(), default=0) >= market.alike_ends:
        return 0.0
    offered = sum(copies for _, copies in market.prices)
    paid = sum(
        copies for price, copies in market.prices if (price - hand).total() <= market.missing
    )
    return chance_of_any(paid, offered, market.open) if offered else 0.0


def hands(cards: Mapping[str, int], draw: int) -> Iterator[tuple[Hand, int]]:
    """Every different hand, with the number of ways to draw it."""
    if not cards:
        if draw == 0:
            yield Counter(), 1
        return
    (kind, copies), *rest = cards.items()
    for taken in range(min(copies, draw) + 1):
        for hand, ways in hands(dict(rest), draw - taken):
            yield hand + Counter({kind: taken}), ways * comb(copies, taken)


def different_hands(cards: Mapping[str, int], draw: int) -> int:
    """How many different hands there are, counted without making them."""
    ways = [1] + [0] * draw
    for copies in cards.values():
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(draw + 1)]
    return ways[draw]

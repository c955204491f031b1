"""Buying: the chance that the cards drawn from a start deck pay for something in the market."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import comb, sqrt

from cards_data.problems import Message
from generator.report.values import Fact, Figure, Series
from generator.stats.selection import AMOUNTS, Query, keys_in

from .balance import needs
from .pairs import chance_of_any

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
    """The kinds of cards of a deck: its pieces, or the values of the column that tells them."""
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

"""Chances: of a kind among drawn cards, of pairs with something in common, of a purchase."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from math import comb, sqrt
from typing import Annotated, Any

from cards_data.documents import ReadOnly
from cards_data.models import Piece
from cards_data.problems import Message, Place
from cards_data.schema import Frozen
from generator.report.values import Fact, Figure, Number, Row, Series

from .counting import needs
from .selection import (
    AMOUNTS,
    VALUES,
    DeckFilter,
    DeclaredChart,
    Names,
    Query,
    Selection,
    keys_in,
    keys_of,
    numbers,
)


def chance_of_any(hits: int, cards: int, draws: int) -> float:
    """Return the chance of at least one wanted card when drawing without replacement."""
    draws = min(draws, cards)
    return 1 - comb(cards - hits, draws) / comb(cards, draws)


class DrawChance(DeckFilter, DeclaredChart):
    """The chance that at least one of the drawn cards has a value."""

    column: Names
    """a choice, list, bool or ref column"""
    draw: Annotated[tuple[int, ...], numbers(1)]
    """how many cards are drawn: one number, or several, each a series"""

    def figure(self, query: Query) -> Figure:
        selection, draws = query.selection(self, self.deck), self.draw
        column = query.column(selection, VALUES, self)
        series = tuple(
            Series(
                f"draw_{n}", "share", word="drawn" if n > 1 else "drawn_one", placeholders={"n": n}
            )
            for n in draws
        )
        if not column or not selection.total:
            return Figure("bars", series, ())
        rows = []
        for key in keys_in(selection, column, query.game):
            bearing = [piece for piece in selection.pieces if key in keys_of(piece, column.name)]
            hits = sum(piece.copies for piece in bearing)
            chances = (chance_of_any(hits, selection.total, n) for n in draws)
            rows.append((key, tuple(chances)))
        facts = (Fact(Series("in_all"), selection.total),)
        return Figure("bars", series, tuple(rows), facts, column.ref)


Kinds = Counter[frozenset[str]]
SHARED = (Series("pairs", drawn=False), Series("of", drawn=False), Series("share", "share"))
LISTS = ("list", "choice")


class SharedPairs(DeckFilter, DeclaredChart):
    """How many pairs of cards share a value, any and each; two copies are a pair too."""

    column: Names
    """a list or choice column"""
    also_without: Names = ()
    """adds a row for the deck without these pieces"""

    def figure(self, query: Query) -> Figure:
        selection = query.selection(self, self.deck)
        column = query.column(selection, LISTS, self)
        if not column:
            return Figure("bars", SHARED, ())
        kinds = kinds_of(selection.pieces, column.name)
        rows = [_shared_row("any", kinds)]
        fewer = query.without_pieces(self, "also_without", selection)
        if fewer != selection.pieces:
            rows.append(_shared_row("also_without", kinds_of(fewer, column.name)))
        for key in column.choices or sorted({key for kind in kinds for key in kind}):
            bearing = sum(copies for kind, copies in kinds.items() if key in kind)
            rows.append(_share(key, comb(bearing, 2), comb(kinds.total(), 2)))
        facts = tuple(map(Fact, SHARED[:2], rows[0][1]))
        return Figure("bars", SHARED, tuple(rows), facts)


def kinds_of(pieces: Iterable[Piece], column: str) -> Kinds:
    """Count copies by the set of values on them."""
    kinds: Kinds = Counter()
    for piece in pieces:
        kinds[frozenset(keys_of(piece, column))] += piece.copies
    return kinds


def pairs_by_common(kinds: Kinds) -> Kinds:
    """Count pairs by what the two have in common."""
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


class OpenCards(DeckFilter):
    """A market of random cards."""

    column: Names
    """a list or choice column"""
    cards: Annotated[tuple[int, ...], numbers(1)]
    """how many are open: one number, or several, each a series"""


class PairBuys(DeckFilter, DeclaredChart):
    """The chance that two random cards share a value that an open market card also has.

    Rows: for any value, then for pairs that share just that one or more.
    """

    column: Names
    """a list or choice column"""
    market: OpenCards
    """the cards for sale: deck, column and number"""

    def figure(self, query: Query) -> Figure:
        selection, market = query.selection(self, self.deck), self.market
        column = query.column(selection, LISTS, self)
        wares, cards = query.selection(market, market.deck), market.cards
        worn = query.column(wares, LISTS, market)
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
    """Return the chance of a purchase, over these pairs."""
    chances = []
    for common, count in pairs.items():
        fitting = sum(copies for kind, copies in offered.items() if kind & common)
        chances.append(count * chance_of_any(fitting, offered.total(), cards))
    return sum(chances) / pairs.total() if pairs.total() else None


Hand = Counter[str]
# With more different hands than this, hands are sampled at random.
EXACT_LIMIT = 2_000
SAMPLES = 4_000
SEED = 20_300
Amounts = dict[Any, int]


@dataclass(frozen=True)
class Start:
    """A start deck: cards by kind; a hand with that many of a kind is drawn again."""

    cards: Mapping[str, int]
    redraw: Mapping[str, int]


@dataclass(frozen=True)
class Market:
    """What is for sale: prices with their copies, how many are open, what may be missing."""

    prices: tuple[tuple[Hand, int], ...]
    open: int
    missing: int
    # A hand with this many alike ends the turn before anything is bought; 0: never.
    alike_ends: int = 0


# A chance and its standard error; an exact one has none.
Chance = tuple[float, float]


class StartDeck(Frozen):
    """The cards that a hand is drawn from."""

    place: Place
    each: Amounts = ReadOnly({})
    """a number of each piece of a deck: {elements: 1}"""
    kinds: dict[Any, Names] = ReadOnly({})
    """counts each value of this column instead of each piece: {elements: element}"""
    any: Amounts = ReadOnly({})
    """cards of a deck that buy nothing: {pressures: 2}"""
    more: Amounts = ReadOnly({})
    """further copies of a card"""
    redraw: Amounts = ReadOnly({})
    """a hand with this many of a card is drawn again"""


class PricedCards(DeckFilter):
    """A market with prices."""

    columns: Names
    """the prices: int columns by their names, lists by their values"""
    cards: Annotated[tuple[int, ...], numbers(1)]
    """how many are open"""


class CanBuy(DeclaredChart):
    """The chance that drawn cards pay for one of the open market cards.

    Exact over all hands and markets where there are few different hands, else a seeded simulation
    with its standard error.
    """

    starts: dict[Any, StartDeck]
    """the start decks, each a row"""
    draw: Annotated[tuple[int, ...], numbers(1)]
    """how many cards are drawn"""
    market: PricedCards
    """the cards for sale: deck, columns and number"""
    missing: Annotated[tuple[int, ...], numbers(0)]
    """how many missing cards the market provides: one number, or several, each a series"""
    alike_ends: int = 0
    """a hand with this many equal cards buys nothing"""

    def figure(self, query: Query) -> Figure:
        prices, cards, alike = _prices(self.market, query), self.market.cards[0], self.alike_ends
        series = tuple(
            Series(
                f"missing_{n}",
                "share",
                word="missing_some" if n else "missing_none",
                placeholders={"n": n},
            )
            for n in self.missing
        )
        rows, errors = [], [0.0]
        for name, declared in self.starts.items():
            start = _start(declared, query)
            chances = [
                chance_to_buy(start, self.draw[0], Market(prices, cards, n, alike))
                for n in self.missing
            ]
            errors += [error for _, error in chances]
            rows.append((str(name), tuple(value for value, _ in chances)))
        facts = (Fact(Series("error", "error"), max(errors)),)
        return Figure("bars", series, tuple(rows), facts)


def _prices(market: PricedCards, query: Query) -> tuple[tuple[Hand, int], ...]:
    selection = query.selection(market, market.deck)
    columns = query.columns(selection, AMOUNTS, market.columns, market, "columns")
    kinds = {column.name: column.kind for column in columns}
    return tuple((needs(piece, kinds), piece.copies) for piece in selection.pieces)


def _start(part: StartDeck, query: Query) -> Start:
    cards: Counter[str] = Counter()
    decks, deck, card = query.game.decks, Message("stats.deck"), Message("stats.card")

    def valid(key: str, names: Iterable[str], what: Message) -> dict[str, int]:
        numbers, allowed = getattr(part, key), list(names)
        return {
            str(name): number
            for name, number in numbers.items()
            if query.is_known(str(name), allowed, what, part, key, name)
        }

    for name, number in valid("each", decks, deck).items():
        cards.update(dict.fromkeys(_kinds(part, name, query), number))
    cards.update(valid("any", decks, deck))
    cards.update(valid("more", cards, card))
    return Start(cards, valid("redraw", cards, card))


def _kinds(part: StartDeck, deck: str, query: Query) -> list[str]:
    """Return the kinds of cards of a deck: its pieces, or the values of the column in ``kinds``."""
    pieces = query.game.decks[deck].pieces
    if deck not in part.kinds:
        return [piece.id for piece in pieces]
    selection = Selection(deck, query.game.decks[deck].columns, pieces)
    columns = query.columns(selection, ("choice",), part.kinds[deck], part, "kinds", deck)
    return keys_in(selection, columns[0], query.game) if columns else []


def chance_to_buy(start: Start, draw: int, market: Market) -> Chance:
    """Return the chance over all hands, weighted, or over a sample of them."""
    if different_hands(start.cards, draw) > EXACT_LIMIT:
        return _sample(start, draw, market)
    weighed = [
        (ways, purchase(hand, market))
        for hand, ways in hands(start.cards, draw)
        if not _is_redrawn(hand, start)
    ]
    total = sum(ways for ways, _ in weighed)
    return sum(ways * chance for ways, chance in weighed) / total if total else 0.0, 0.0


def _sample(start: Start, draw: int, market: Market) -> Chance:
    """Return the mean over random hands; the market is exact, only the hands are sampled."""
    deck = list(Counter(start.cards).elements())
    dealer = random.Random(SEED)
    drawn = (Counter(dealer.sample(deck, draw)) for _ in range(SAMPLES))
    chances = [purchase(hand, market) for hand in drawn if not _is_redrawn(hand, start)]
    if not chances:
        return 0.0, 0.0
    mean = sum(chances) / len(chances)
    variance = sum((chance - mean) ** 2 for chance in chances) / len(chances)
    return mean, sqrt(variance / len(chances))


def _is_redrawn(hand: Hand, start: Start) -> bool:
    return any(hand[kind] >= number for kind, number in start.redraw.items())


def purchase(hand: Hand, market: Market) -> float:
    """Return the chance that this hand can pay for one of the open cards."""
    if market.alike_ends and max(hand.values(), default=0) >= market.alike_ends:
        return 0.0
    offered = sum(copies for _, copies in market.prices)
    paid = sum(
        copies for price, copies in market.prices if (price - hand).total() <= market.missing
    )
    return chance_of_any(paid, offered, market.open) if offered else 0.0


def hands(cards: Mapping[str, int], draw: int) -> Iterator[tuple[Hand, int]]:
    """Yield every different hand, with the number of ways to draw it."""
    if not cards:
        if draw == 0:
            yield Counter(), 1
        return
    (kind, copies), *rest = cards.items()
    for count in range(min(copies, draw) + 1):
        for hand, ways in hands(dict(rest), draw - count):
            yield hand + Counter({kind: count}), ways * comb(copies, count)


def different_hands(cards: Mapping[str, int], draw: int) -> int:
    """Count the different hands without creating them."""
    ways = [1] + [0] * draw
    for copies in cards.values():
        ways = [sum(ways[max(0, size - copies) : size + 1]) for size in range(draw + 1)]
    return ways[draw]

"""The components of the game as numbers that are quick to compare.

A card is a small number: the elements first, then pressure and litter, then every copy of every
species. Habitats, abilities and groups are bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from cards_data import Findings, Game, Piece
from cards_data.problems import Message
from scorer.core.rules import deck
from scorer.play.stream import mark

from ..numbers import Numbers, element_of, numbers

PRESSURE, LITTER = "pressure", "beach_litter"
ABILITIES = ("pass", "plus", "refresh")
PASS, PLUS, REFRESH = 1, 2, 4
NUTRIENTS = "nutrients"


class Facts(NamedTuple):
    """Facts of game.yaml that the rules of play read."""

    row: int
    market: int
    start_each: int
    start_pressures: int
    high_pressures: int
    alike: int
    pressures: int
    many_pressures: int
    many_impacts: int


@dataclass(frozen=True, eq=False)
class CardIndex:
    """The cards by number, and every number of the rules."""

    numbers: Numbers
    facts: Facts
    names: tuple[str, ...]
    # How shuffles identify a card: by its name, not its number.
    mark_of: Mapping[int, int]
    elements: int
    element_codes: tuple[int, ...]
    nutrients: int
    copies: Mapping[str, int]
    pressure: int
    litter: int
    producers: tuple[int, ...]
    consumers: tuple[int, ...]
    is_producer: tuple[bool, ...]
    is_consumer: tuple[bool, ...]
    habitats: tuple[int, ...]
    abilities: tuple[int, ...]
    stars: tuple[bool, ...]
    groups: tuple[str, ...]
    costs: tuple[Mapping[int, int], ...]
    habitat_names: tuple[str, ...]
    policies: tuple[str, ...]
    policy_copies: Mapping[str, int]
    categories: Mapping[str, str]
    # The weight of an element in the key of a hand: up to sixteen of each are distinct.
    weights: tuple[int, ...]
    # Cached answers for each hand and discount: which producers it pays for.
    _paid: dict[tuple[int, bool], dict[int, int]] = field(default_factory=dict)
    _payments: dict[tuple[int, int, bool], tuple[int, ...]] = field(default_factory=dict)

    def code(self, name: str) -> int:
        return self.names.index(name)

    def payable(self, hand: int, cheaper: bool) -> dict[int, int]:
        """Return producers that a hand can pay for: the missing element, or -1.

        ``hand`` is the sum of the cards' weights; ``cheaper``: one nutrients card less each.
        """
        result = self._paid.get((hand, cheaper))
        if result is None:
            have = [(hand >> 4 * element) & 15 for element in range(self.elements)]
            result = self._paid[hand, cheaper] = self._payable(have, cheaper)
        return result

    def _payable(self, have: list[int], cheaper: bool) -> dict[int, int]:
        lacking = {}
        for card in self.producers:
            missing = [
                element
                for element, number in self.cost(card, cheaper).items()
                for _ in range(number - have[element])
            ]
            if len(missing) <= 1:
                lacking[card] = missing[0] if missing else -1
        return lacking

    def payment(self, card: int, missing: int, cheaper: bool) -> tuple[int, ...]:
        """Return the elements paid from the row if one is missing, or none (-1)."""
        result = self._payments.get((card, missing, cheaper))
        if result is None:
            result = self._payments[card, missing, cheaper] = tuple(
                element
                for element, number in self.cost(card, cheaper).items()
                for _ in range(number - (element == missing))
            )
        return result

    def cost(self, card: int, cheaper: bool) -> Mapping[int, int]:
        """Return elements and their counts; one nutrients card less under the measure."""
        if not cheaper:
            return self.costs[card]
        return {
            element: number - (element == self.nutrients)
            for element, number in self.costs[card].items()
            if number > (element == self.nutrients)
        }


@lru_cache(maxsize=8)
def card_index(game: Game) -> CardIndex:
    elements, producers, consumers, policies = (
        deck(game, name).pieces for name in ("elements", "producers", "consumers", "policies")
    )
    kinds = tuple(dict.fromkeys(map(element_of, elements)))
    species = [piece for piece in (*producers, *consumers) for _ in range(piece.copies)]
    first = len(kinds) + 2
    habitats = tuple(piece.id for piece in deck(game, "habitats").pieces)
    count, producer_count = len(kinds), sum(piece.copies for piece in producers)
    plain = (0,) * first
    names = (*kinds, PRESSURE, LITTER, *_copies(species))
    codes = {kind: code for code, kind in enumerate(kinds)}
    return CardIndex(
        numbers=numbers(game),
        facts=_facts(game),
        names=names,
        mark_of={code: mark(name) for code, name in enumerate(names)},
        elements=count,
        element_codes=tuple(range(count)),
        nutrients=names.index(NUTRIENTS),
        copies={
            **{
                kind: sum(one.copies for one in elements if element_of(one) == kind)
                for kind in kinds
            },
            PRESSURE: deck(game, "pressures").total,
        },
        pressure=count,
        litter=count + 1,
        producers=tuple(range(first, first + producer_count)),
        consumers=tuple(range(first + producer_count, len(names))),
        is_producer=tuple(first <= code < first + producer_count for code in range(len(names))),
        is_consumer=tuple(code >= first + producer_count for code in range(len(names))),
        habitats=(*plain, *(_bits(piece, "habitats", habitats) for piece in species)),
        abilities=(*plain, *(_bits(piece, "abilities", ABILITIES) for piece in species)),
        stars=(*map(bool, plain), *(bool(piece.values["star"]) for piece in species)),
        groups=(*("" for _ in plain), *(str(piece.values["group"]) for piece in species)),
        costs=(*({} for _ in plain), *(_cost(piece, codes) for piece in species)),
        habitat_names=habitats,
        policies=tuple(piece.id for piece in policies),
        policy_copies={piece.id: piece.copies for piece in policies},
        categories={piece.id: str(piece.values["category"]) for piece in policies},
        weights=tuple(16**code if code < count else 0 for code in range(len(names))),
    )


def _facts(game: Game) -> Facts:
    """Return the facts as numbers; every missing one is a problem."""
    findings = Findings()
    facts = {}
    for name in Facts._fields:
        value, where = game.facts.get(name), f"{game.slug}/game.yaml facts.{name}"
        if isinstance(value, int):
            facts[name] = value
        else:
            findings.add(where, Message("play.is_missing"), Message("allowed.whole_number"))
    findings.raise_any()
    return Facts(**facts)


def _copies(species: list[Piece]) -> Iterable[str]:
    """Yield the ids; a second copy of a species is distinguished by its number."""
    seen: dict[str, int] = {}
    for piece in species:
        copy = seen[piece.id] = seen.get(piece.id, 0) + 1
        yield piece.id if copy == 1 else f"{piece.id}#{copy}"


def _words(piece: Piece, column: str) -> tuple[str, ...]:
    value = piece.values.get(column)
    return value if isinstance(value, tuple) else ()


def _bits(piece: Piece, column: str, order: tuple[str, ...]) -> int:
    return sum(1 << order.index(word) for word in set(_words(piece, column)))


def _cost(piece: Piece, codes: Mapping[str, int]) -> dict[int, int]:
    words = _words(piece, "cost")
    return {codes[word]: words.count(word) for word in dict.fromkeys(words)}

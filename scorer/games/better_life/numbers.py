"""BETTER Life: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from typing import Annotated

from cards_data import Game
from cards_data.schema import Frozen, in_range

from ...core.rules import Amount, Few, Points, Some, ascending, deck, read_numbers

SLUG = "better_life"
TARGETS = ("primary", "secondary", "tertiary")


class Years(Frozen):
    first: Annotated[int, in_range(0, 9_999)]
    each: Few


class Vote(Frozen):
    """The smallest pool of a degree, and what the policy and the loss meter then do."""

    from_: Amount
    policy: Points
    loss: Points


class Votes(Frozen):
    weak: Vote
    semi: Vote
    success: Vote

    def _check(self) -> None:
        pools = (self.weak.from_, self.semi.from_, self.success.from_)
        ascending(pools, "pools")


class SmallerGroups(Frozen):
    players: Few


class PolicyMeter(Frozen):
    start: Amount
    needed: Amount
    highest: Few

    def _check(self) -> None:
        ascending((self.start, self.highest), "start")
        ascending((self.needed, self.highest), "needed")


class LossMeter(Frozen):
    start: Amount
    lowest: Amount
    lost_at: Few

    def _check(self) -> None:
        ascending((self.lowest, self.start, self.lost_at), "loss")


class MeterNumbers(Frozen):
    policy: PolicyMeter
    loss: LossMeter


class Influence(Frozen):
    points: Points
    each: Some


class Target(Frozen):
    weak: Points
    semi: Points
    success: Points


class VictoryPoints(Frozen):
    influence: Influence
    primary: Target
    secondary: Target
    tertiary: Target


class Setup(Frozen):
    """What each player takes at the start: printed, not scored."""

    influence: int
    actions: int
    targets: int


class RoleSpaces(Frozen):
    """What role spaces give and cost, and the hand limit: printed, not scored."""

    own_space: int
    others_space: int
    hand: int


class Arrival(Frozen):
    """Influence points in the order of arrival: printed, not scored."""

    first: int
    second: int
    third: int
    fourth: int
    fifth: int


class Talk(Frozen):
    minutes: int


class PolicyBox(Frozen):
    """What the decks contain.

    Names of roles and policies, every target card and whether these are reconstructed, and the
    influence points.
    """

    roles: dict[str, str]
    policies: dict[str, str]
    target_cards: tuple[tuple[str, ...], ...]
    reconstructed: bool
    influence: int


class Numbers(Frozen):
    rounds: Few
    years: Years
    votes: Votes
    smaller_groups: SmallerGroups
    meters: MeterNumbers
    victory_points: VictoryPoints
    setup: Setup
    turn: RoleSpaces
    arrival: Arrival
    talk: Talk
    box: PolicyBox

    @property
    def last_year(self) -> int:
        return self.years.first + self.rounds * self.years.each


def numbers(game: Game) -> Numbers:
    """Return what scoring reads; roles, policies and influence points come from the decks."""
    cards = deck(game, "policy_targets").pieces
    box = {
        "roles": {piece.id: piece.values["name"] for piece in deck(game, "roles").pieces},
        "policies": {piece.id: piece.values["name"] for piece in deck(game, "policies").pieces},
        "target_cards": [
            [piece.values[rank] for rank in TARGETS] for piece in cards for _ in range(piece.copies)
        ],
        "reconstructed": any(piece.source == "reconstruction" for piece in cards),
        "influence": _influence(game),
    }
    return read_numbers(Numbers, game, box)


def _influence(game: Game) -> int:
    """Return the total value of all tokens in the box."""
    worth = ((piece.values["value"], piece.copies) for piece in deck(game, "influence").pieces)
    return sum(value * copies for value, copies in worth if isinstance(value, int))

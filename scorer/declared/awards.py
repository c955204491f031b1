"""Who gets an award: places by what each player has, and what happens where several have it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from ..core.result import Line
from ..core.translation import Translation
from ..expressions import Number, plain
from .formulas import digits, number
from .lines import Award, rounded
from .numbers import HELD
from .state import Values


class Running(NamedTuple):
    """One award among all players: what each has, in the order of the table."""

    key: str
    award: Award
    names: tuple[str, ...]
    found: tuple[Number, ...]
    held: tuple[bool, ...]

    @property
    def most(self) -> bool:
        return self.award.most_of is not None

    def runs(self, at: int) -> bool:
        """Who has none of something has not most of it; nor who has fewer than it takes."""
        enough = self.award.from_ is None or self.found[at] >= self.award.from_
        return enough and (not self.most or self.found[at] > 0)

    @property
    def places(self) -> dict[int, int]:
        """The place of each that runs, from 0; several share one, and the next are skipped."""
        found = self.found
        order = {at: -found[at] if self.most else found[at] for at in self.running}
        return {at: sum(other < own for other in order.values()) for at, own in order.items()}

    @property
    def running(self) -> list[int]:
        return [at for at in range(len(self.names)) if self.runs(at)]


def running(key: str, award: Award, names: Sequence[str], players: Sequence[Values]) -> Running:
    found = tuple(number(award.of.tree, values) for values in players)
    held = tuple(bool(values.get(HELD.format(key))) for values in players)
    return Running(key, award, tuple(names), found, held)


def award_lines(run: Running, say: Translation) -> tuple[Line, ...]:
    """A line for everyone, in the order of the table."""
    shares = run.award.shares(len(run.names))
    places = run.places
    return tuple(
        Line(run.key, *_told(run, at, places, shares, say)) for at in range(len(run.names))
    )


def _told(
    run: Running, at: int, places: dict[int, int], shares: Sequence[int], say: Translation
) -> tuple[int, str]:
    if not shares:
        return 0, say("declared.other_players", n=len(run.names))
    if not places:
        return 0, _nobody(run, say)
    if at not in places or places[at] >= len(shares):
        return 0, _led(run, places, say)
    equal = [one for one, place in places.items() if place == places[at]]
    points, word = _points(run, at, equal, places[at], shares)
    names = say.listed([run.names[one] for one in equal])
    gaps = {"n": digits(run.found[at]), "names": names, "place": places[at] + 1, "points": points}
    return points, say(f"declared.{word}", **gaps)


def _nobody(run: Running, say: Translation) -> str:
    if run.award.from_ is not None:
        return say("declared.nobody_from", least=run.award.from_)
    return say("declared.nobody")


def _led(run: Running, places: dict[int, int], say: Translation) -> str:
    first = [at for at, place in places.items() if place == 0]
    names = say.listed([run.names[at] for at in first])
    return say(
        "declared.not_most" if run.most else "declared.not_least",
        names=names,
        n=digits(run.found[first[0]]),
    )


def _points(
    run: Running, at: int, equal: Sequence[int], place: int, shares: Sequence[int]
) -> tuple[int, str]:
    """The points, and the word of the sentence that tells them."""
    alone = "most" if run.most else "least"
    if len(equal) == 1:
        return shares[place], alone if place == 0 else "place"
    ties = run.award.ties
    if ties == "split":
        taken = sum(shares[place : place + len(equal)])
        return rounded(plain(Fraction(taken, len(equal))), run.award.round), "split"
    if ties == "holder":
        keeps = run.held[at] and place == 0
        return (shares[0], "keeps") if keeps else (0, "not_held")
    if ties == "all":
        return shares[place], "shared" if place == 0 and run.most else "shared_place"
    return 0, "tied"

"""What a game declares: counts and awards as checked numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from cards_data import Game
from cards_data.models import ReadOnly

from ..core.ledger_labels import lines
from ..core.numbers import Points, Some, read_numbers
from ..core.schema import Frozen, Wrong, holding, pattern, within, wrong
from ..core.sentences import Given, sentence, unknown

TEXT_LIMIT = 60


def _texts(value: Any) -> Any:
    """One text, or one for each language; none of them has gaps."""
    texts = value.values() if isinstance(value, Mapping) else (value,)
    for text in texts or ("",):
        sound = isinstance(text, str) and 0 < len(text) <= TEXT_LIMIT
        if not sound or any(mark in text for mark in "{}\n"):
            raise wrong("no_text_line", given=Given(text), most=TEXT_LIMIT)
    return value


Texts = Annotated[Any, _texts]
Key = Annotated[str, pattern("[a-z][a-z0-9_]{0,39}")]


class Counted(Frozen):
    """What a player is asked for: so many points for each, for every few, or by steps."""

    ask: Texts
    help: Texts | None = None
    each: Points | None = None
    every: Some | None = None
    steps: Annotated[tuple[Points, ...], holding(1, 100)] | None = None
    most: Some = 999
    deck: str | None = None

    def _check(self) -> None:
        if (self.each is None) == (self.steps is None):
            raise wrong("each_or_steps")
        if self.steps is not None and self.every is not None:
            raise wrong("every_beside_steps")

    def points(self, n: int) -> int:
        """Of steps the first is for none, the last for so many and more."""
        if self.steps is not None:
            return self.steps[min(n, len(self.steps) - 1)]
        return (self.each or 0) * (n // self.group)

    @property
    def group(self) -> int:
        """How many make one, where points are given for every few."""
        return self.every or 1


class Award(Frozen):
    """Points for whoever has most of something; where several have, for all of them or nobody."""

    ask: Texts
    most_of: str
    points: Points
    ties: Literal["all", "none"] = "all"


class Players(Frozen):
    least: Annotated[int, within(1, 20)] = 1
    most: Annotated[int, within(1, 20)]

    def _check(self) -> None:
        if self.least > self.most:
            raise wrong("least_most", least=self.least, most=self.most)


class Declared(Frozen):
    players: Players
    count: Annotated[dict[Key, Counted], holding(1, 40)]
    awards: Annotated[dict[Key, Award], holding(0, 40)] = ReadOnly()

    def _check(self) -> None:
        if "name" in self.count:
            raise Wrong(sentence("key_name"), ("count", "name"))
        for key, award in self.awards.items():
            if award.most_of not in self.count:
                said = unknown("count", award.most_of, self.count).also(line=Given(key))
                raise Wrong(said, ("awards", key, "most_of"))
            if key in self.count:
                raise Wrong(sentence("counted_too", given=Given(key)), ("awards", key))


class Box(Frozen):
    """How many there are of what a deck counts, by its key; and which decks the game has."""

    counts: dict[str, int]
    decks: tuple[str, ...]


class Numbers(Frozen, others=True):
    """The declared part; what else stands in scoring.yaml is for cards and leaflet alone."""

    score: Declared
    box: Box

    def _check(self) -> None:
        for key, one in self.score.count.items():
            if one.deck is not None and key not in self.box.counts:
                said = unknown("deck", one.deck, self.box.decks).also(line=Given(key))
                raise Wrong(said, ("score", "count", key, "deck"))


def supplies(numbers: Numbers) -> list[tuple[tuple[str, ...], int]]:
    """What is counted from one deck, and how many that deck holds for all of it together."""
    by_deck: dict[str, list[str]] = {}
    for key, one in numbers.score.count.items():
        if one.deck is not None:
            by_deck.setdefault(one.deck, []).append(key)
    return [(tuple(keys), numbers.box.counts[keys[0]]) for keys in by_deck.values()]


def numbers(game: Game) -> Numbers:
    decks = {key: str(one.get("deck", "")) for key, one in lines(game, "count")}
    counts = {key: game.decks[deck].total for key, deck in decks.items() if deck in game.decks}
    return read_numbers(Numbers, game, {"counts": counts, "decks": list(game.decks)})

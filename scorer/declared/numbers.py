"""What a game declares: counts and awards as checked numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, StringConstraints, model_validator

from cards_data import Game, quoted

from ..labels import lines
from ..numbers import Points, Some, read_numbers
from ..state import Frozen, wrong

TEXT_LIMIT = 60


def _told(value: Any) -> Any:
    """One text, or one for each language; none of them has gaps."""
    texts = value.values() if isinstance(value, Mapping) else (value,)
    for text in texts or ("",):
        sound = isinstance(text, str) and 0 < len(text) <= TEXT_LIMIT
        if not sound or any(mark in text for mark in "{}\n"):
            raise wrong(f"{quoted(text)} is no name", f"1 to {TEXT_LIMIT} letters on one line")
    return value


Told = Annotated[Any, PlainValidator(_told)]
Key = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class Counted(Frozen):
    """What a player is asked for: so many points for each, for every few, or by steps."""

    ask: Told
    help: Told | None = None
    each: Points | None = None
    every: Some = 1
    steps: Annotated[tuple[Points, ...], Field(min_length=1, max_length=100)] | None = None
    most: Some = 999
    deck: str | None = None

    @model_validator(mode="after")
    def _counts(self) -> Counted:
        if (self.each is None) == (self.steps is None):
            raise wrong("no way to count it, or two", "each, or steps")
        return self

    def points(self, n: int) -> int:
        """Of steps the first is for none, the last for so many and more."""
        if self.steps is not None:
            return self.steps[min(n, len(self.steps) - 1)]
        return (self.each or 0) * (n // self.every)


class Award(Frozen):
    """Points for whoever has most of something; where several have, for all of them or nobody."""

    ask: Told
    most_of: str
    points: Points
    ties: Literal["all", "none"] = "all"


class Players(Frozen):
    least: Annotated[int, Field(ge=1, le=20)] = 1
    most: Annotated[int, Field(ge=1, le=20)]

    @model_validator(mode="after")
    def _in_order(self) -> Players:
        if self.least > self.most:
            raise wrong(f"from {self.least} to {self.most}", "least up to most")
        return self


class Declared(Frozen):
    players: Players
    count: Annotated[dict[Key, Counted], Field(min_length=1, max_length=40)]
    awards: Annotated[dict[Key, Award], Field(max_length=40, default_factory=dict)]

    @model_validator(mode="after")
    def _known(self) -> Declared:
        if "name" in self.count:
            raise wrong('"name" is what a player is called', "another key")
        for key, award in self.awards.items():
            if award.most_of not in self.count:
                found = f"{quoted(key)}: nothing counts {quoted(award.most_of)}"
                raise wrong(found, ", ".join(self.count))
            if key in self.count:
                raise wrong(f"{quoted(key)} is counted, too", "a key of its own")
        return self


class Numbers(Frozen, extra="ignore"):
    """The declared part; what else stands in scoring.yaml is for cards and leaflet alone.

    ``box`` says how many there are of what a deck counts.
    """

    score: Declared
    box: dict[str, int]

    @model_validator(mode="after")
    def _decks(self) -> Numbers:
        for key, one in self.score.count.items():
            if one.deck is not None and key not in self.box:
                raise wrong(f"{quoted(key)}: no deck {quoted(one.deck)}", "a deck of the game")
        return self


def numbers(game: Game) -> Numbers:
    decks = {key: str(one.get("deck", "")) for key, one in lines(game, "count")}
    box = {key: game.decks[deck].total for key, deck in decks.items() if deck in game.decks}
    return read_numbers(Numbers, game, box)

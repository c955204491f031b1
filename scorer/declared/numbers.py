"""What a game declares: questions, counts, awards and the outcome as checked numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property, partial
from typing import Annotated, Any, Literal

from cards_data import Game
from cards_data.models import ReadOnly

from ..core.ledger_labels import lines
from ..core.numbers import read_numbers
from ..core.schema import Frozen, Wrong, holding, within, wrong
from ..core.sentences import Given, sentence
from .formulas import Expression, expression
from .lines import Award, Counted
from .questions import AnyQuestion, Key, PlayerQuestion, type_of

Outcome = Literal["highest", "lowest", "together", "rounds"]
HELD = "{}_held"
# What a table and its expressions call themselves.
RESERVED = ("name", "players", "total", "rounds")


class Players(Frozen):
    least: Annotated[int, within(1, 20)] = 1
    most: Annotated[int, within(1, 20)]

    def _check(self) -> None:
        if self.least > self.most:
            raise wrong("least_most", least=self.least, most=self.most)


def _rounds(raw: Any) -> tuple[int, int]:
    """So many rounds, or from so many to so many."""
    given: Any = {"least": 1, **raw} if isinstance(raw, Mapping) else {"least": raw, "most": raw}
    least, most = given.get("least"), given.get("most")
    sound = all(isinstance(one, int) and not isinstance(one, bool) for one in (least, most))
    if not sound or (isinstance(raw, Mapping) and not set(raw) <= {"least", "most"}):
        raise wrong("no_rounds", given=Given(raw))
    if not 1 <= least <= most <= 20:
        raise wrong("no_rounds", given=Given(raw))
    return least, most


def _tie_break(raw: Any) -> tuple[str, Expression]:
    way, _, what = raw.strip().partition(" ") if isinstance(raw, str) else ("", "", "")
    if way not in ("most", "fewest"):
        raise wrong("no_tie_break", given=Given(raw))
    return way, expression(what)


class Declared(Frozen):
    players: Players
    outcome: Outcome = "highest"
    rounds: Annotated[Any, _rounds] = None
    won: Annotated[Any, expression] = None
    ask: Annotated[dict[Key, AnyQuestion], holding(0, 40)] = ReadOnly()
    count: Annotated[dict[Key, Counted], holding(0, 40)] = ReadOnly()
    awards: Annotated[dict[Key, Award], holding(0, 40)] = ReadOnly()
    tie_break: Annotated[tuple[Annotated[Any, _tie_break], ...], holding(0, 5)] = ()

    def _check(self) -> None:
        for part in ("ask", "count", "awards"):
            for key in getattr(self, part):
                if key in RESERVED:
                    raise Wrong(sentence("key_name", given=Given(key)), (part, key))
        for key in self.awards:
            if key in self.count:
                raise Wrong(sentence("counted_too", given=Given(key)), ("awards", key))
        if (self.won is None) == (self.outcome == "together"):
            raise wrong("won_together")
        if self.outcome == "rounds" and self.rounds is None:
            raise wrong("rounds_missing")


class Box(Frozen):
    """What the decks hold: how many, by the key that counts them, and the cards to tick."""

    counts: dict[str, int]
    decks: tuple[str, ...]
    cards: Annotated[Any, lambda raw: raw] = ReadOnly()


class Numbers(Frozen, others=True):
    """The declared part; what else stands in scoring.yaml is for cards and leaflet alone."""

    score: Declared
    box: Box

    @cached_property
    def _asked(self) -> dict[str, Any]:
        return _questions(self.score)


def questions(numbers: Numbers) -> dict[str, Any]:
    """Everything that is asked of a player: what ``ask`` says, then counts, then who held what."""
    return numbers._asked


def _questions(score: Declared) -> dict[str, Any]:
    asked = dict(score.ask)
    for key, one in score.count.items():
        if one.asks_itself and key not in asked:
            asked[key] = PlayerQuestion(most=one.most)
    held = {HELD.format(key): None for key, one in score.awards.items() if one.ties == "holder"}
    return {**asked, **{key: PlayerQuestion(type="yes/no") for key in held if key not in asked}}


def decks_of_cards(numbers: Numbers) -> dict[str, str]:
    """The deck of each question for cards."""
    asked = numbers.score.ask.items()
    return {key: one.cards for key, one in asked if type_of(one) == "cards"}


def supplies(numbers: Numbers) -> list[tuple[tuple[str, ...], int]]:
    """What is counted from one deck, and how many that deck holds for all of it together."""
    by_deck: dict[str, list[str]] = {}
    for key, one in numbers.score.count.items():
        if one.deck is not None:
            by_deck.setdefault(one.deck, []).append(key)
    return [(tuple(keys), numbers.box.counts[keys[0]]) for keys in by_deck.values()]


def numbers(game: Game) -> Numbers:
    """Whatever is wrong with them is told at once, names in expressions too."""
    return _read(game, counts=True)


def asked_numbers(game: Game) -> Numbers:
    """The same where a module judges: nothing need be counted."""
    return _read(game, counts=False)


def _read(game: Game, counts: bool) -> Numbers:
    from .declaration import errors

    decks = {key: str(one.get("deck", "")) for key, one in lines(game, "count")}
    totals = {key: game.decks[deck].total for key, deck in decks.items() if deck in game.decks}
    box = {"counts": totals, "decks": list(game.decks), "cards": dict(_cards(game))}
    return read_numbers(Numbers, game, box, partial(errors, counts))


def _cards(game: Game) -> Iterator[tuple[str, Any]]:
    """The decks whose cards are ticked: of each card its copies and its cells."""
    wanted = [one.get("cards") for _, one in lines(game, "ask")]
    for deck in game.decks.values():
        if deck.name in wanted:
            rows = {
                piece.id: {"copies": piece.copies, "values": dict(_cells(piece.values))}
                for piece in deck.pieces
                if piece.copies
            }
            kinds = {name: _kind(column) for name, column in deck.columns.items()}
            kept = {name: type_ for name, type_ in kinds.items() if type_ is not None}
            yield deck.name, {"rows": rows, "columns": kept}


def _cells(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in values.items():
        if isinstance(value, bool | int):
            yield name, int(value)
        elif isinstance(value, str):
            yield name, value


def _kind(column: Any) -> Any:
    """A number, or the words of a column; lists cannot be counted with."""
    words = list(column.choices)
    return {"int": 0, "bool": 0, "text": words, "choice": words, "ref": words}.get(column.kind)

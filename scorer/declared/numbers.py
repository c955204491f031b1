"""What a game declares: questions, counts, awards and the outcome as checked numbers."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any, Literal

from cards_data.documents import ReadOnly
from cards_data.problems import quote
from cards_data.schema import Frozen, holding, in_range, replace, wrong

from ..core.translation import Translation
from .formulas import OPERATOR_WORDS, Expression, FormulaWords, expression
from .lines import AnyQuestion, Award, Key, PlayerQuestion, ScoreLine, type_of

Outcome = Literal["highest", "lowest", "together", "rounds"]
OWN_CARDS = "{}_held"
# The names that a table and its expressions use.
ROUNDS = "rounds"
RESERVED = ("name", "players", "total", ROUNDS)


class Players(Frozen):
    least: Annotated[int, in_range(1, 20)] = 1
    most: Annotated[int, in_range(1, 20)]

    def _check(self) -> None:
        if self.least > self.most:
            raise wrong("least_most", least=self.least, most=self.most)


def _rounds(raw: Any) -> tuple[int, int]:
    """Read a number of rounds, or a range."""
    bounds: Any = {"least": 1, **raw} if isinstance(raw, Mapping) else {"least": raw, "most": raw}
    least, most = bounds.get("least"), bounds.get("most")
    sound = all(isinstance(one, int) and not isinstance(one, bool) for one in (least, most))
    if not sound or (isinstance(raw, Mapping) and not set(raw) <= {"least", "most"}):
        raise wrong("no_rounds", given=quote(raw))
    if not 1 <= least <= most <= 20:
        raise wrong("no_rounds", given=quote(raw))
    return least, most


def _tie_break(raw: Any) -> tuple[str, Expression]:
    order, _, what = raw.strip().partition(" ") if isinstance(raw, str) else ("", "", "")
    if order not in ("most", "fewest"):
        raise wrong("no_tie_break", given=quote(raw))
    return order, expression(what)


class ScoreSheetRules(Frozen):
    players: Players
    outcome: Outcome = "highest"
    rounds: Annotated[Any, _rounds] = None
    won: Annotated[Any, expression] = None
    ask: Annotated[dict[Key, AnyQuestion], holding(0, 40)] = ReadOnly()
    count: Annotated[dict[Key, ScoreLine], holding(0, 40)] = ReadOnly()
    awards: Annotated[dict[Key, Award], holding(0, 40)] = ReadOnly()
    tie_break: Annotated[tuple[Annotated[Any, _tie_break], ...], holding(0, 5)] = ()

    def _check(self) -> None:
        for part in ("ask", "count", "awards"):
            for key in getattr(self, part):
                if key in (*RESERVED, *OPERATOR_WORDS):
                    raise wrong("key_name", part, key, given=quote(key))
        for key in self.awards:
            if key in self.count:
                raise wrong("counted_too", "awards", key, given=quote(key))
        if (self.won is None) == (self.outcome == "together"):
            raise wrong("won_together")
        if self.outcome == "rounds" and self.rounds is None:
            raise wrong("rounds_missing")


class DeclaredBox(Frozen):
    """What the decks contain: counts by their keys, and the cards to tick."""

    counts: dict[str, int]
    decks: tuple[str, ...]
    cards: Annotated[Any, lambda raw: raw] = ReadOnly()


class Numbers(Frozen, others=True):
    """The declared part; everything else in scoring.yaml is only for cards and leaflet."""

    score: ScoreSheetRules
    box: DeclaredBox

    @cached_property
    def _questions(self) -> dict[str, Any]:
        by_key = dict(self.score.ask)
        for key, one in self.score.count.items():
            if one.asks_itself:
                by_key.setdefault(key, PlayerQuestion(most=one.most))
        for key, award in self.score.awards.items():
            if award.ties == "holder":
                by_key.setdefault(OWN_CARDS.format(key), PlayerQuestion(type="yes/no"))
        return by_key


def questions(numbers: Numbers) -> dict[str, Any]:
    """Return all questions of a player: ``ask``, then counts, then who held an award."""
    return numbers._questions


def in_rounds(numbers: Numbers) -> dict[str, Any]:
    """Return what is asked in each round; empty without rounds.

    Who held an award that is given once is asked once.
    """
    score = numbers.score
    if score.rounds is None:
        return {}
    once = {OWN_CARDS.format(key) for key, award in score.awards.items() if award.per == "game"}
    return {key: one for key, one in questions(numbers).items() if key not in once}


def asked_once(numbers: Numbers) -> dict[str, Any]:
    rounds = in_rounds(numbers)
    return {key: one for key, one in questions(numbers).items() if key not in rounds}


def player_questions(numbers: Numbers) -> dict[str, Any]:
    """Return a player's part of the table: the rounds as a list, and what is asked once."""
    if numbers.score.rounds is None:
        return asked_once(numbers)
    low, high = numbers.score.rounds
    rounds = replace(PlayerQuestion(), list=in_rounds(numbers), least=low, most=high)
    return {ROUNDS: rounds, **asked_once(numbers)}


def decks_of_cards(numbers: Numbers) -> dict[str, str]:
    items = numbers.score.ask.items()
    return {key: one.cards for key, one in items if type_of(one) == "cards"}


def wording_of(numbers: Numbers, say: Translation) -> FormulaWords:
    """Return the readable names for a game's formulas."""
    items = questions(numbers).items()
    return FormulaWords(say, tuple(key for key, one in items if type_of(one) in ("cards", "list")))


def supplies(numbers: Numbers) -> list[tuple[tuple[str, ...], int]]:
    """Return what is counted from one deck, and how many that deck has for all of it."""
    by_deck: dict[str, list[str]] = {}
    for key, one in numbers.score.count.items():
        if one.deck is not None:
            by_deck.setdefault(one.deck, []).append(key)
    return [(tuple(keys), numbers.box.counts[keys[0]]) for keys in by_deck.values()]

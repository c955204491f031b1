"""The steps of scoring, in order: find the rules, read the state, score it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cards_data import Game, Problem, Problems, load_game
from cards_data.documents import Document
from cards_data.problems import Place, quote
from cards_data.schema import Mistake, mistake
from cards_data.words import PLAIN

from .core.forms import Field, Limit
from .core.result import Result, TableNote
from .core.rules import Rules
from .core.state import TableState, check_state, outwards, path_text
from .core.translation import Translation, localise, translation
from .registry import rules


@dataclass(frozen=True)
class Scorer:
    """One game, ready to score in one language."""

    game: Game
    rules: Rules[Any, Any]
    numbers: Any
    say: Translation

    def read(self, raw: Any, document: Document | None = None) -> TableState:
        """Return a checked state; every mistake in it is a problem."""
        try:
            state, mistakes = self.check(raw)
        except RecursionError:
            raise Problems.of("state", self.say("wrong.nested")) from None
        if mistakes:
            problems = Problems(_problem(mistake, document, self.game) for mistake in mistakes)
            problems.lang = self.say.lang
            raise problems
        return state

    def check(self, raw: Any) -> tuple[TableState, list[Mistake]]:
        """Return the state and its mistakes; only a state without mistakes can be scored."""
        raw, mistakes_of_name = _with_slug(raw, self.game.slug)
        blank = {"game": self.game.slug, **self.rules.blank(self.numbers)}
        state: TableState
        state, mistakes = check_state(
            self.rules.state, raw, blank, lambda state: self.rules.check(state, self.numbers)
        )
        return state, [*mistakes_of_name, *mistakes]

    def score(self, state: TableState) -> Result:
        result: Result = self.rules.judge(state, self.numbers, self.say)
        # The rules may be those of the game that this one was copied from.
        return replace(result, game=self.game.slug, notes=(*result.notes, *self.notes(state)))

    def notes(self, state: TableState) -> tuple[TableNote, ...]:
        """Return doubts about a table that can be scored."""
        return tuple(self.rules.notes(state, self.numbers, self.say))

    def form(self) -> tuple[Field, ...]:
        return self.rules.form(self.numbers, self.say)

    def limits(self) -> tuple[Limit, ...]:
        return self.rules.limits(self.numbers, self.say)

    def to_print(self) -> Mapping[str, object]:
        return self.rules.printed(self.numbers)


def scorer_for(slug: str, lang: str = PLAIN) -> Scorer:
    """Return the scorer of a game, from its current data."""
    return scorer_of(load_game(slug, leaflets=False), lang)


def scorer_of(game: Game, lang: str = PLAIN) -> Scorer:
    game_rules = rules(game)
    return Scorer(game, game_rules, game_rules.numbers(game), translation(game, lang))


def _with_slug(raw: Any, slug: str) -> tuple[Any, list[Mistake]]:
    """Return the state with its game's slug; another game's state is a mistake."""
    if not isinstance(raw, dict):
        return {"game": slug}, [mistake((), "no_state", given=quote(raw))]
    name = raw.get("game", slug)
    same = isinstance(name, str) and name.replace("-", "_").lower() == slug
    wrong = [] if same else [mistake(("game",), "game", given=quote(name), slug=slug)]
    return {**raw, "game": slug}, wrong


def _problem(mistake: Mistake, document: Document | None, game: Game) -> Problem:
    """Return the problem of a mistake; in a file, at the line of the nearest existing part."""
    path = path_text(mistake.path)
    if document is None:
        return localise(mistake, path, game)
    lines = (document.lines[part] for part in outwards(mistake.path) if part in document.lines)
    return localise(mistake, Place(document.place, next(lines, 0), path=(path,)), game)

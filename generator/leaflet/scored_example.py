"""A worked example, scored by the scorer itself: paper can never disagree with it.

Comes in: the name of an example. Goes out: its title and its result, with the rules' names.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.models import Game
from cards_data.problems import Problem, Problems, Text
from cards_data.reader import read_yaml
from cards_data.words import in_language
from scorer.core.result import PlacedSide, Result
from scorer.core.translation import Translation, translation
from scorer.engine import scorer_of


@dataclass(frozen=True)
class ScoredExample:
    """A table that was scored: every side's lines, and who won."""

    place: str
    title: str
    result: Result
    say: Translation
    # The table as it was entered.
    table: Mapping[str, Any]

    def rule(self, name: str) -> str:
        """A rule as the scorer calls it."""
        return self.say(f"rule.{name}")


def scored_example(game: Game, name: str, lang: str, place: str = "") -> ScoredExample:
    """The example, read from its file and scored now."""
    document = read_yaml(game.folder / "examples" / f"{name}.yaml")
    data: Any = document.data
    if not isinstance(data, dict) or "state" not in data:
        raise Problems(
            [Problem(document.place, Text("leaflet.no_state"), Text("leaflet.key_state"))]
        )
    scorer = scorer_of(game, lang)
    result = scorer.score(scorer.read(data["state"]))
    title = _title(data.get("title"), lang)
    return ScoredExample(place or document.place, title, result, scorer.say, data["state"])


def rule_names(game: Game, lang: str) -> Callable[[str], str]:
    """What the scorer calls each of its rules."""
    say = translation(game, lang)
    return lambda rule: say(f"rule.{rule}")


def _title(titles: Any, lang: str) -> str:
    if isinstance(titles, dict):
        return str(in_language(titles, lang))
    return str(titles or "")


def signed(points: int) -> str:
    """Points as they are written: +3, 0, −2."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def total(side: PlacedSide) -> str:
    """A side's points, without a plus."""
    return signed(side.total).removeprefix("+")

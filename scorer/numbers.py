"""A game's numbers: scoring.yaml and the decks' counts as one checked, frozen value."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import ValidationError

from cards_data import Deck, Game, Problem, Problems
from cards_data.reader import shown_path

from .state import Frozen

N = TypeVar("N", bound=Frozen)


def read_numbers(model: type[N], game: Game, box: dict[str, Any]) -> N:
    """The numbers of scoring.yaml together with what the decks count (``box``)."""
    try:
        return model.model_validate({**game.scoring, "box": box})
    except ValidationError as error:
        place = shown_path(game.folder / "scoring.yaml")
        raise Problems(
            Problem(f"{place} {'.'.join(str(step) for step in detail['loc'])}", detail["msg"])
            for detail in error.errors()
        ) from None


def deck(game: Game, name: str) -> Deck:
    """A deck that scoring reads."""
    if name not in game.decks:
        place = shown_path(game.folder / "game.yaml")
        raise Problems([Problem(place, f'no deck "{name}"', hint="scoring counts its pieces")])
    return game.decks[name]

"""Find what differs between the two games of a test: cards, their values, and numbers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards_data import Game
from cards_data.documents import flatten
from cards_data.words import Say

from .playtest import Playtest

NONE = "–"
CardValues = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Edit:
    """A value of a card or a number of a file; ``None`` on the side where it is missing."""

    # A card's id, or the file that contains the number.
    where: str
    # The column or number; empty if the whole card was added or removed.
    field: str = ""
    before: Any = None
    after: Any = None
    is_card: bool = True


def edits(playtest: Playtest) -> tuple[Edit, ...]:
    """Return all differences that may affect play; texts of cards do not."""
    if playtest.before is None:
        return ()
    gone = (Edit(card, before=True) for card in playtest.without)
    old, new = (_values(game, playtest.unused_decks) for game in (playtest.before, playtest.after))
    return (*gone, *_cards(old, new), *_numbers(playtest.before, playtest.after))


def _cards(old: CardValues, new: CardValues) -> Iterator[Edit]:
    for card in {**new, **old}:
        if card not in old or card not in new:
            yield Edit(card, before=card in old or None, after=card in new or None)
            continue
        for field in {**new[card], **old[card]}:
            was, now = old[card].get(field), new[card].get(field)
            if str(was) != str(now):
                yield Edit(card, field, was, now)


def _values(game: Game, unused_decks: Collection[str]) -> CardValues:
    """Return the copies of each card and its values, without texts."""
    return {
        piece.id: {
            "copies": piece.copies,
            **{
                name: value
                for name, value in piece.values.items()
                if name not in deck.columns or deck.columns[name].kind != "text"
            },
        }
        for deck in game.decks.values()
        if deck.name not in unused_decks
        for piece in deck.pieces
    }


def _numbers(before: Game, after: Game) -> Iterator[Edit]:
    files: tuple[tuple[str, Mapping[str, object], Mapping[str, object]], ...] = (
        ("scoring.yaml", before.scoring, after.scoring),
        ("game.yaml", {"facts": before.facts}, {"facts": after.facts}),
    )
    for file, was, now in files:
        old, new = dict(flatten(was)), dict(flatten(now))
        for name in {**old, **new}:
            if old.get(name) != new.get(name):
                yield Edit(file, name, old.get(name), new.get(name), is_card=False)


def edit_line(edit: Edit, games: Sequence[Game], say: Say) -> str:
    """Return ``Eelgrass, cost: Sunlight, Sunlight, Salinity → Sunlight, Salinity``."""
    name = name_of(games, edit.where, say) if edit.is_card else edit.where
    if not edit.field:
        return say("lab_without" if edit.before else "lab_added", card=name)
    old, new = (_format_value(value, games, say) for value in (edit.before, edit.after))
    return f"{name}, {edit.field}: {old} → {new}"


def _format_value(value: Any, games: Sequence[Game], say: Say) -> str:
    if isinstance(value, bool):
        return say("changes_yes" if value else "changes_no")
    if isinstance(value, list | tuple):
        return ", ".join(_format_value(item, games, say) for item in value) or say(
            "changes_nothing"
        )
    if isinstance(value, str):
        return name_of(games, value, say)
    return NONE if value is None else str(value)


def name_of(games: Sequence[Game], item: str, say: Say) -> str:
    """Return the name of a piece on its card; other items by our texts, or unchanged."""
    for deck in (deck for game in games for deck in game.decks.values()):
        if piece := deck.by_id.get(item):
            words = piece.values_in(say.lang)
            return str(words.get("name") or words.get("latin") or words.get("title") or item)
    return say.word(f"lab_item_{item}", item.replace("_", " "))

"""What the gallery shows, as frozen values; knows neither web nor disk.

Comes in: checked games, composed cards, problems. Goes out: a new view for each change, with the
names of the cards that differ from the view before.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from cards_data.models import Game, Piece, Value
from cards_data.problems import Problem
from generator.compose.face_cache import Name

# A view by game and language.
Key = tuple[str, str]
State = Literal["", "new", "changed", "gone"]


@dataclass(frozen=True)
class Card:
    """One different piece as the gallery shows it. Faces are named by their key."""

    deck: str
    id: str
    copies: int
    place: str
    fields: tuple[tuple[str, str], ...]
    front: str | None = None
    back: str | None = None
    version: str = ""
    problems: tuple[Problem, ...] = ()
    composed: bool = False
    # Its cells are newer than its faces: new ones are on their way.
    old: bool = False

    @property
    def name(self) -> Name:
        return self.deck, self.id

    @property
    def look(self) -> tuple[str | None, str | None, int]:
        """What a change is measured by; the line it stands on is no part of it."""
        return self.front, self.back, self.copies


@dataclass(frozen=True)
class View:
    """One game in one language: its cards, what is wrong, and how the cards looked before."""

    slug: str
    lang: str
    game: Game | None = None
    cards: Mapping[Name, Card] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()
    seen: Mapping[Name, Card] = field(default_factory=dict)
    generation: int = 0
    opened: bool = False

    @property
    def key(self) -> Key:
        return self.slug, self.lang

    def with_game(self, game: Game) -> View:
        """The same gallery over new data: known cards keep their faces until new ones come."""
        pieces = [piece for deck in game.decks.values() for piece in deck.pieces]
        cards = {(piece.deck, piece.id): self._renewed(piece) for piece in pieces}
        return replace(self, game=game, cards=cards, problems=(), generation=self.generation + 1)

    def _renewed(self, piece: Piece) -> Card:
        fresh = plain_card(piece, self.lang)
        known = self.cards.get(fresh.name)
        if known is None:
            return fresh
        old = known.composed and (known.old or known.fields != fresh.fields)
        known = replace(known, copies=fresh.copies, place=fresh.place, fields=fresh.fields)
        return replace(known, old=old)

    def with_cards(self, cards: Iterable[Card]) -> View:
        """New faces in their places. What is composed at first opening counts as seen."""
        new = {card.name: card for card in cards if card.name in self.cards}
        first = {name: card for name, card in new.items() if self._is_first(name)}
        return replace(
            self,
            cards={**self.cards, **new},
            seen={**self.seen, **first},
            generation=self.generation + 1,
        )

    def _is_first(self, name: Name) -> bool:
        """Nothing to compare with yet: the gallery is opening, or the card never had a face."""
        known = self.seen.get(name)
        return known.front is None if known else not self.opened

    def with_problems(self, problems: Iterable[Problem]) -> View:
        """Data that cannot be read: the last good cards stay."""
        return replace(self, problems=tuple(problems), generation=self.generation + 1)

    def with_seen(self, names: Iterable[Name]) -> View:
        """These cards, as they look now, are what later changes are measured by."""
        marked = set(names)
        left = {name: card for name, card in self.seen.items() if name not in marked}
        seen = {name: self.cards[name] for name in marked if name in self.cards}
        return replace(self, seen={**left, **seen}, generation=self.generation + 1)

    @property
    def gone(self) -> tuple[Card, ...]:
        """Cards that are not in the data any more, until they are marked as seen."""
        decks = self.game.decks if self.game else {}
        lost = (card for name, card in self.seen.items() if name not in self.cards)
        return tuple(card for card in lost if card.deck in decks)

    def state(self, card: Card) -> State:
        if card.name not in self.cards:
            return "gone"
        if not card.composed or card.front is None:
            return ""
        if card.name not in self.seen:
            return "new" if self.opened else ""
        return "changed" if self.seen[card.name].look != card.look else ""

    def before(self, card: Card) -> Card | None:
        """How a changed card looked when it was last marked as seen."""
        return self.seen[card.name] if self.state(card) == "changed" else None

    def faces(self) -> set[str]:
        """The keys of all faces that the page may load."""
        cards = (*self.cards.values(), *self.seen.values())
        return {key for card in cards for key in (card.front, card.back) if key}


def plain_card(piece: Piece, lang: str) -> Card:
    """A card without faces yet."""
    fields = tuple((name, shown(value)) for name, value in piece.localised(lang).items())
    return Card(piece.deck, piece.id, piece.copies, piece.place, fields)


def shown(value: Value) -> str:
    """A cell as a person reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def differing(old: View, new: View) -> tuple[Card, ...]:
    """The cards whose record is another one than before, in the order of the decks."""
    return tuple(
        card
        for name, card in new.cards.items()
        if old.cards.get(name) != card or old.state(old.cards[name]) != new.state(card)
    )


def worth_telling(old: View, new: View) -> bool:
    """Whether anything differs that a page shows."""
    return bool(old.problems != new.problems or differing(old, new) or reshaped(old, new))


def reshaped(old: View, new: View) -> bool:
    """Whether more than single cards changed: pieces came, went or moved, or decks did."""
    if old.game is new.game:
        return old.gone != new.gone
    return tuple(old.cards) != tuple(new.cards) or _shape(old.game) != _shape(new.game)


def _shape(game: Game | None) -> object:
    if game is None:
        return None
    decks = [(deck.name, deck.titles, deck.size, deck.total) for deck in game.decks.values()]
    return game.titles, game.languages, decks

"""What the gallery shows, as frozen values: a new view for each change, and its JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from cards_data import list_games, load_game
from cards_data.models import Deck, Game, Piece, Size, Value
from cards_data.outlines.own_outline import corners_of
from cards_data.problems import Place, Problem, Problems, message_languages, text_in
from cards_data.tables import SUFFIXES, read_table, table_file
from generator.compose.composed_game import Name
from generator.geometry.shapes import outline, path_data
from generator.geometry.units import BLEED_MM, SAFE_MM

# A view by game and language.
Key = tuple[str, str]
State = Literal["", "new", "changed", "gone"]


@dataclass(frozen=True)
class Card:
    """A distinct piece in the gallery. Faces are named by their key."""

    deck: str
    id: str
    copies: int
    place: Place
    fields: tuple[tuple[str, str], ...]
    front: str | None = None
    back: str | None = None
    # What is said instead of pictures of its sides.
    said: tuple[str, str] = ("", "")
    version: str = ""
    problems: tuple[Problem, ...] = ()
    composed: bool = False
    # Its cells are newer than its faces: new ones will follow.
    old: bool = False

    @property
    def name(self) -> Name:
        return self.deck, self.id

    @property
    def look(self) -> tuple[str | None, str | None, int]:
        """What a change is measured by; the line of its row does not count."""
        return self.front, self.back, self.copies


@dataclass(frozen=True)
class View:
    """One game in one language: its cards, its problems, and how the cards looked before."""

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
        """Return the gallery for new data; known cards retain their faces until new ones arrive."""
        pieces = [piece for deck in game.decks.values() for piece in deck.pieces]
        cards = {(piece.deck, piece.id): self._renew(piece) for piece in pieces}
        return self._next(game=game, cards=cards, problems=())

    def _renew(self, piece: Piece) -> Card:
        fresh = plain_card(piece, self.lang)
        card = self.cards.get(fresh.name)
        if card is None:
            return fresh
        old = card.composed and (card.old or card.fields != fresh.fields)
        card = replace(card, copies=fresh.copies, place=fresh.place, fields=fresh.fields)
        return replace(card, old=old)

    def with_cards(self, cards: Iterable[Card]) -> View:
        """Put new faces in their places; what is composed at first opening counts as seen."""
        new = {card.name: card for card in cards if card.name in self.cards}
        first = {name: card for name, card in new.items() if self._is_first(name)}
        return self._next(cards={**self.cards, **new}, seen={**self.seen, **first})

    def _is_first(self, name: Name) -> bool:
        """Return whether there is nothing to compare with: a first opening, or no face so far."""
        card = self.seen.get(name)
        return card.front is None if card else not self.opened

    def with_problems(self, problems: Iterable[Problem]) -> View:
        """Return the view for unreadable data: the last good cards stay."""
        return self._next(problems=tuple(problems))

    def with_seen(self, names: Iterable[Name]) -> View:
        """Return the view with these cards as the basis of later changes."""
        marked = set(names)
        left = {name: card for name, card in self.seen.items() if name not in marked}
        seen = {name: self.cards[name] for name in marked if name in self.cards}
        return self._next(seen={**left, **seen})

    def _next(self, **changes: Any) -> View:
        return replace(self, generation=self.generation + 1, **changes)

    @property
    def removed_cards(self) -> tuple[Card, ...]:
        """Cards that are no longer in the data, until they are marked as seen."""
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

    def card_before(self, card: Card) -> Card | None:
        """Return how a changed card looked when it was last marked as seen."""
        return self.seen[card.name] if self.state(card) == "changed" else None

    def faces(self) -> set[str]:
        """Return the keys of all faces that the page may load."""
        cards = (*self.cards.values(), *self.seen.values())
        return {key for card in cards for key in (card.front, card.back) if key}


def plain_card(piece: Piece, lang: str) -> Card:
    fields = tuple((name, cell_text(value)) for name, value in piece.values_in(lang).items())
    return Card(piece.deck, piece.id, piece.copies, piece.place, fields)


def cell_text(value: Value) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, tuple):
        return ", ".join(value)
    return "" if value is None else str(value)


def differing(old: View, new: View) -> tuple[Card, ...]:
    """Return the cards whose record has changed, in the order of the decks."""
    return tuple(
        card
        for name, card in new.cards.items()
        if old.cards.get(name) != card or old.state(old.cards[name]) != new.state(card)
    )


def has_visible_changes(old: View, new: View) -> bool:
    """Return whether anything differs that a page shows."""
    return bool(old.problems != new.problems or differing(old, new) or is_reshaped(old, new))


def is_reshaped(old: View, new: View) -> bool:
    """Return whether more than single cards changed: pieces or decks added, removed or moved."""
    if old.game is new.game:
        return old.removed_cards != new.removed_cards
    return tuple(old.cards) != tuple(new.cards) or _shape(old.game) != _shape(new.game)


def _shape(game: Game | None) -> object:
    if game is None:
        return None
    decks = [(deck.name, deck.titles, deck.size, deck.total) for deck in game.decks.values()]
    return game.titles, game.languages, decks


def locate_problems(view: View, folder: Path) -> dict[Problem, Name]:
    """Return the problems that are in the row of a card in the view."""
    rows: dict[str, Mapping[int, str]] = {}
    names: dict[Problem, Name] = {}
    for problem in view.problems:
        where = problem.where
        file = PurePosixPath(where.file if isinstance(where, Place) else "")
        if not isinstance(where, Place) or not where.line or file.suffix not in SUFFIXES:
            continue
        deck, row = file.stem, Place(where.file, where.line, sheet=where.sheet)
        if deck not in rows:
            rows[deck] = _ids_by_line(folder, deck)
        # Else the id of the card that was there when the file was last valid.
        then = (card.id for card in view.cards.values() if card.place == row)
        name = (deck, rows[deck].get(row.line) or next(then, ""))
        if name in view.cards:
            names[problem] = name
    return names


def _ids_by_line(folder: Path, deck: str) -> dict[int, str]:
    """Return the current ids by line: lines may have moved since the file was last valid."""
    try:
        table = read_table(table_file(folder, deck))
        return {row.line: row.cells.get("id", "") for row in table.rows}
    except Problems:
        return {}


Record = dict[str, Any]
# Straight segments in place of one curve of an outline.
CURVE_STEPS = 8


def view_record(view: View, due: bool) -> Record:
    """Return the whole gallery of a game in a language."""
    game = view.game
    return {
        "slug": view.slug,
        "lang": view.lang,
        "title": game.title(view.lang) if game else view.slug,
        "languages": list(game.languages) if game else [view.lang],
        "generation": view.generation,
        "complete": not due,
        "decks": [deck_record(deck, view.lang) for deck in game.decks.values()] if game else [],
        "cards": [card_record(view, card) for card in (*view.cards.values(), *view.removed_cards)],
        "problems": problem_records(view),
    }


def change_record(old: View, new: View, due: bool) -> Record:
    """Return what the page must do to get from one view to the next."""
    if is_reshaped(old, new):
        return {"kind": "gallery", "generation": new.generation}
    return {
        "kind": "cards",
        "generation": new.generation,
        "complete": not due,
        "cards": [card_record(new, card) for card in differing(old, new)],
        "problems": problem_records(new),
    }


def game_records(lang: str) -> list[Record]:
    """Return every game by its title in the page's language, or an unreadable one by its folder."""
    return [{"slug": slug, "title": _title(slug, lang)} for slug in list_games()]


def _title(slug: str, lang: str) -> str:
    try:
        return load_game(slug, leaflets=False).title(lang)
    except Problems:
        return slug


_OWN = ("deck", "id", "copies", "version", "composed", "old")


def card_record(view: View, card: Card) -> Record:
    before = view.card_before(card)
    return {
        "name": "/".join(card.name),
        **{name: getattr(card, name) for name in _OWN},
        "place": str(card.place),
        **_look(card),
        "state": view.state(card),
        "before": _look(before) if before else None,
        "problems": [_problem_record(problem) for problem in card.problems],
    }


def _look(card: Card) -> Record:
    fields = [list(pair) for pair in card.fields]
    return {"front": card.front, "back": card.back, "said": card.said, "fields": fields}


def problem_records(view: View) -> list[Record]:
    """Return problems of the files, each with the card it is shown at."""
    cards = locate_problems(view, view.game.folder) if view.game else {}
    return [
        {**_problem_record(problem), "card": "/".join(cards[problem]) if problem in cards else ""}
        for problem in view.problems
    ]


_PARTS = ("where", "found", "allowed", "hint")


def _problem_record(problem: Problem) -> Record:
    """Return a problem in every page language: one stream serves pages in several."""
    return {
        lang: {name: text_in(getattr(problem, name), lang) for name in _PARTS}
        for lang in message_languages()
    }


def deck_record(deck: Deck, lang: str) -> Record:
    """Return the sizes, outlines and counts of a deck."""
    return {
        "name": deck.name,
        "title": deck.title(lang),
        "different": len(deck.pieces),
        "total": deck.total,
        "width_mm": deck.size.width_mm,
        "height_mm": deck.size.height_mm,
        "bleed_mm": BLEED_MM,
        "has_back": deck.back is not None,
        **_lines(deck.size),
        "back_lines": _lines(deck.size.seen_from("back")),
    }


def _lines(size: Size) -> Record:
    """Return where a side is cut, and how far text may go."""
    return {
        "clip": clip(size),
        "cut": path_data(outline(size)),
        "safe": path_data(outline(size, SAFE_MM)),
    }


def clip(size: Size) -> str:
    """Return the cut outline for the screen, as a CSS shape in shares of the piece's size."""
    if size.shape == "rect":
        across, down = (size.corner_mm / side for side in (size.width_mm, size.height_mm))
        return f"inset(0 round {across:.3%} / {down:.3%})"
    points = ", ".join(
        f"{x / size.width_mm:.2%} {y / size.height_mm:.2%}"
        for x, y in corners_of(outline(size), CURVE_STEPS)
    )
    return f"polygon({points})"

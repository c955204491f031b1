"""What a template can use: the piece, the game and the drawing functions.

docs/reference/expressions.md lists the names; a test compares the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from types import SimpleNamespace
from typing import Any

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Message, Problem, Problems, did_you_mean, unknown
from cards_data.words import fill_text, in_language
from generator.geometry.units import BLEED_MM, SAFE_MM
from generator.resources import rules_files

from .dependencies import Dependencies, TrackedMapping, scorer_values
from .functions import Subject, TemplateFunctions


class Cell(str):
    """A text that remembers its column, so that a problem can name it."""

    __slots__ = ("column",)
    column: str

    @classmethod
    def make(cls, column: str, text: str) -> Cell:
        cell = cls(text)
        cell.column = column
        return cell


def variables(functions: TemplateFunctions) -> dict[str, Any]:
    """Return every name that a template can use; accesses are recorded."""
    subject, dependencies = functions.subject, functions.dependencies
    game, lang = subject.game, subject.lang

    def pieces(deck: object) -> list[SimpleNamespace]:
        deck = str(deck)
        dependencies.add("deck", deck)
        return [record(piece, lang) for piece in _deck(game, deck).pieces]

    def ref(deck: object, piece_id: object) -> SimpleNamespace:
        deck, piece_id = str(deck), str(piece_id)
        dependencies.add("row", f"{deck}/{piece_id}")
        return record(_piece(_deck(game, deck), piece_id), lang)

    for role in game.fonts:
        dependencies.add("font", role)
    dependencies.add("game")
    names: dict[str, Any] = {
        "game": SimpleNamespace(
            slug=game.slug, title=game.title(lang), link=game.link, box=dict(game.box)
        ),
        "side": subject.side,
        "lang": lang,
        "w": subject.size.width_mm,
        "h": subject.size.height_mm,
        "bleed": BLEED_MM,
        "safe": SAFE_MM,
        "c": Colours(game.colours, dependencies),
        "scoring": TrackedMapping("scoring", game.scoring, dependencies),
        "facts": TrackedMapping("facts", game.facts, dependencies),
        "printed": FromScorer(game, dependencies),
        "t": _words(subject, dependencies),
        "pieces": pieces,
        "ref": ref,
        **functions.names(),
    }
    if subject.piece and subject.deck:
        deck = subject.deck
        options = dict(deck.options)
        names["piece"] = OwnRow(subject.piece, lang, dependencies)
        names["deck"] = SimpleNamespace(
            name=deck.name, title=deck.title(lang), total=deck.total, options=options
        )
        dependencies.add("declared", deck.name)
        names |= _layout_functions(functions, names)
    return names


def _layout_functions(functions: TemplateFunctions, names: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``box()``, ``face()`` and ``boxes``; loaded only for games with layouts."""

    def load_face() -> Any:
        from .layouts.declared_face import DeclaredFace

        return DeclaredFace(functions, names)

    def box(
        name: str, x: float | None = None, y: float = 0, width: float = 0, height: float = 0
    ) -> Any:
        return load_face().box(name, x, y, width, height)

    def face(*boxes: Any, **keys: Any) -> Any:
        return load_face().draw_calls({**keys, "face": list(boxes)})

    return {"box": box, "face": face, "boxes": _Boxes()}


class _Boxes:
    """The functions that create the kinds of boxes: ``boxes.text("name", size=9)``."""

    def __getattr__(self, kind: str) -> Callable[..., dict[str, Any]]:
        from generator.layout.box_kinds import KINDS

        if kind not in KINDS:
            raise AttributeError(kind)
        if KINDS[kind].container:
            return lambda *boxes, **keys: {kind: {**keys, "boxes": list(boxes)}}
        return lambda content, **keys: {kind: content, **keys}


class Colours:
    def __init__(self, colours: Mapping[str, str], dependencies: Dependencies) -> None:
        self._colours = TrackedMapping("colour", colours, dependencies)
        self._names = tuple(colours)

    def __getattr__(self, name: str) -> str:
        try:
            colour: str = self._colours[name]
        except KeyError:
            raise AttributeError(name) from None
        return colour

    def _colour_names(self) -> tuple[str, ...]:
        """Return the names, for error messages; templates cannot call it."""
        return self._names


class FromScorer(Mapping[str, object]):
    """The scorer's values for print, computed only for templates that use them."""

    def __init__(self, game: Game, dependencies: Dependencies) -> None:
        self._game = game
        self._dependencies = dependencies

    @cached_property
    def _values(self) -> Mapping[str, object]:
        self._dependencies.add("scored")
        return scorer_values(self._game)

    def __getitem__(self, key: str) -> object:
        values = self._values
        if key not in values:
            raise Problems([self._missing(key, values)])
        return values[key]

    def _missing(self, key: str, values: Mapping[str, object]) -> Problem:
        """Return the problem of a game copied under another name without its rules."""
        slug = self._game.slug
        if rules_files(self._game.rules_name):
            keys = ", ".join(values)
            return Problem(f"printed.{key}", Message("face.no_rule_gives"), keys)
        allowed = Message("face.rules_place", game=slug, folder=slug)
        fault, hint = Message("face.no_rules", game=slug), Message("face.copy_rules")
        return Problem(f"printed.{key}", fault, allowed, hint)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)


class OwnRow:
    """The piece's own row; a face that never reads it is the same for the whole deck."""

    def __init__(self, piece: Piece, lang: str, dependencies: Dependencies) -> None:
        self._values = _cells(piece, lang)
        self._name = f"{piece.deck}/{piece.id}"
        self._dependencies = dependencies

    def __getattr__(self, name: str) -> object:
        if name.startswith("_"):
            raise AttributeError(name)
        if name not in self._values:
            raise unknown(f"piece.{name}", name, self._values, Message("face.no_column"))
        self._dependencies.add("own", self._name)
        return self._values[name]


def record(piece: Piece, lang: str) -> SimpleNamespace:
    return SimpleNamespace(**_cells(piece, lang))


def _cells(piece: Piece, lang: str) -> dict[str, object]:
    cells = {
        name: Cell.make(f"{name}:{lang}" if (name, lang) in piece.translations else name, value)
        if isinstance(value, str)
        else value
        for name, value in piece.values_in(lang).items()
    }
    return {**cells, "id": piece.id, "copies": piece.copies, "number": piece.number}


def _deck(game: Game, name: str) -> Deck:
    if name not in game.decks:
        raise unknown(Message("problem.deck", deck=name), name, game.decks)
    return game.decks[name]


def _piece(deck: Deck, piece_id: str) -> Piece:
    if piece_id not in deck.by_id:
        fault = Message("face.not_in_deck", deck=deck.name)
        raise unknown(Message("place.piece", name=piece_id), piece_id, deck.by_id, fault)
    return deck.by_id[piece_id]


def _words(subject: Subject, dependencies: Dependencies) -> Callable[..., str]:
    words, lang = subject.game.words, subject.lang

    def t(key: object, **values: object) -> str:
        key = str(key)
        dependencies.add("word", key)
        if key not in words:
            place, fault = Message("place.word", name=key), Message("is.not_in_words")
            raise Problems.of(place, fault, hint=did_you_mean(key, words))
        return fill_text(in_language(words[key], lang), values, lang)

    return t

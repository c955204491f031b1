"""The texts of a game as a translator sees them: grouped, and tried on a card before saving.

A text is tried in a worker, as templates run there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any, NamedTuple

from cards_data import Deck, Game, Piece
from cards_data.problems import Message, Place, Problem
from generator.check.face_measures import gauge_of
from generator.compose.composed_game import Name, WorkerContext
from generator.translate.entry_files import TranslatorText
from generator.translate.text_places import CellPlace, TextPlace
from generator.translate.translator_entries import Texts, names_in, usual_length
from scorer.web.routing import HttpError

from ..card_look import CardLook, inspect, plain_text
from ..grid_json import WORDS

Record = dict[str, Any]
ID_LETTERS = 16
_PLACEHOLDER = re.compile(r"\{[\w.]+(?::[^{}]*)?\}")


@dataclass(frozen=True)
class TextGroup:
    """A text with one translation, and every place that has it."""

    context: str
    text: str
    places: Sequence[TextPlace]

    @property
    def id(self) -> str:
        return sha256(f"{self.context}\n{self.text}".encode()).hexdigest()[:ID_LETTERS]

    @property
    def translation(self) -> str:
        return next((one.translation for one in self.places if one.translation), "")

    @property
    def section(self) -> str:
        """The deck, or the kind of file that the text is in."""
        one = self.places[0]
        return one.card[0] if one.card else one.file.partition("/")[0].partition(".")[0]

    @property
    def word(self) -> str:
        """The key of a word that templates may show, or nothing."""
        place = self.places[0].place
        return place.row if self.section == WORDS and isinstance(place, CellPlace) else ""


@dataclass(frozen=True)
class OpenTexts:
    """The texts of a game in a language, and what composes its cards."""

    texts: Texts
    context: WorkerContext

    @cached_property
    def groups(self) -> Mapping[str, TextGroup]:
        text_groups = (TextGroup(*key, places) for key, places in self.texts.groups.items())
        return {one.id: one for one in text_groups}

    def group(self, id: object) -> TextGroup:
        if not isinstance(id, str) or id not in self.groups:
            raise HttpError(409, Message("bench.no_text"))
        return self.groups[id]

    def record(self, one: TextGroup) -> Record:
        cards = ["/".join(place.card) for place in one.places if place.card]
        first = one.places[0]
        cell = first.place if isinstance(first.place, CellPlace) else None
        return {
            "id": one.id,
            "section": one.section,
            "text": one.text,
            "translation": one.translation,
            "state": self._state(one),
            "cards": cards,
            "where": str(first.where),
            # The column of a card's text, or the key of a word.
            "name": (cell.column if first.card else cell.row) if cell else "",
            "marks": [f"{{{name}}}" for name in names_in(first)],
            "others": dict(first.others),
            "usual": usual_length(one.text),
        }

    def _state(self, one: TextGroup) -> str:
        if one.translation:
            return "stale" if self.texts.is_stale(one.places) else "done"
        return "missing" if any(place.required for place in one.places) else "optional"

    def problems_of(self, one: TextGroup, text: str) -> list[Problem]:
        """Return what is wrong with a translation itself."""
        if not text:
            cells = all(isinstance(place.place, CellPlace) for place in one.places)
            return [] if cells else [Problem(one.context, Message("translate.empty"))]
        faults = self.texts.faults(TranslatorText(one.context, one.text, text))
        return [Problem(one.context, fault, allowed) for fault, allowed in faults]


class Attempt(NamedTuple):
    """A translation to be tried on one card."""

    card: Name
    lang: str
    places: Sequence[TextPlace]
    text: str


def try_text(context: WorkerContext, attempt: Attempt) -> CardLook:
    """Compose one card with a translation that is not saved; runs in a worker."""
    game = with_translation(context.composer.game, attempt)
    composer = replace(context.composer, game=game, _common={})
    return inspect(composer, attempt.card, gauge_of(game, composer.sources))


WORK = f"{__name__}:{try_text.__name__}"


def with_translation(game: Game, attempt: Attempt) -> Game:
    """Return the game with a translation in all cells and words that a card can show."""
    lang, text = attempt.lang, attempt.text
    decks, words = dict(game.decks), dict(game.words)
    for one in attempt.places:
        if isinstance(one.place, CellPlace) and one.card:
            key = one.place.column, lang
            decks[one.card[0]] = _with_cell(decks[one.card[0]], one.card[1], key, text)
        elif isinstance(one.place, CellPlace) and one.place.row in words:
            others = {code: word for code, word in words[one.place.row].items() if code != lang}
            words[one.place.row] = others | ({lang: text} if text else {})
    return replace(game, decks=decks, words=words)


def _with_cell(deck: Deck, row: str, key: tuple[str, str], text: str) -> Deck:
    def with_text(piece: Piece) -> Piece:
        others = {one: text_then for one, text_then in piece.translations.items() if one != key}
        return replace(piece, translations=others | ({key: text} if text else {}))

    pieces = (with_text(piece) if piece.id == row else piece for piece in deck.pieces)
    return replace(deck, pieces=tuple(pieces))


def shown_texts(
    opened: OpenTexts, card: Name | None, tried: CardLook, typed: Mapping[str, str]
) -> dict[str, str]:
    """Return every translatable text of a card as it is drawn, with its placeholders filled in."""
    drawn = [*(fit.text for fit in tried.fits), *(mark.words for _, mark in tried.marks)]
    visible: dict[str, str] = {}
    for one in opened.groups.values():
        if one.word in tried.words or any(place.card == card for place in one.places):
            text = typed.get(one.id) or one.translation or one.text
            visible[one.id] = plain_text(_drawn_text(text, drawn))
    return visible


def _drawn_text(text: str, drawn: Sequence[str]) -> str:
    """Return a text with its placeholders as it was drawn, if it was."""
    parts = _PLACEHOLDER.split(text)
    if len(parts) == 1 or not any(part.strip() for part in parts):
        return text
    return next((one for one in drawn if _is_filled(parts, one)), text)


def _is_filled(parts: Sequence[str], text: str) -> bool:
    """Return whether a text consists of these parts in order, with anything in between."""
    at = 0
    for part in parts:
        at = text.find(part, at)
        if at < 0:
            return False
        at += len(part)
    return text.startswith(parts[0]) and text.endswith(parts[-1])


def fit(tried: CardLook, text: str, problems: Sequence[Problem]) -> Record | None:
    """Return how a text fits the tightest of its boxes, or how many letters are too many."""
    own = [fit for fit in tried.fits if plain_text(fit.text) == text]
    tightest = min(own, key=lambda fit: fit.letters_left, default=None)
    hints = (one.hint for one in problems)
    shorten = (one for one in hints if isinstance(one, Message) and one.key == "face.shorten")
    numbers = (dict(one.params)["n"] for one in shorten)
    over = max((one for one in numbers if isinstance(one, int)), default=0)
    return {**asdict(tightest), "text": "", "over": over} if tightest else None


def is_about(problem: Problem, group: TextGroup | None) -> bool:
    """Return whether a problem of a card may be about a text: not about another column."""
    if group is None:
        return True
    where, place = problem.where, group.places[0].place
    column = where.column.partition(":")[0] if isinstance(where, Place) else ""
    return not column or (isinstance(place, CellPlace) and column == place.column)

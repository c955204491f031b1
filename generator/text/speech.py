"""Describe a piece in words, for screen readers, search and tooltips.

The words come from the data of the piece: the text that its deck declares, filled with its columns.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise

from cards_data.languages.locales import joined_names
from cards_data.languages.speech_parts import FACE, SpeechPart, speech_parts
from cards_data.models import Column, Deck, Game, Piece, Value
from cards_data.words import fill_text, in_language
from generator.words import say_in

from .spoken import plain_text

_NUMBERS = re.compile(r"[−\d ]+")
# More numbers in a row than a text would list.
_TRACK = re.compile(r"(?:−?\d+ ){4,}−?\d+")
_STOPS = ".,:;!?"
_SPACES = re.compile(r"\s+")
_DOUBLE_STOPS = re.compile(r"([.!?:])(?:\s*[.:])+")
_SPACE_BEFORE = re.compile(r"\s+([.,:;!?])")
# A species whose name is its scientific name.
_NAME_TWICE = re.compile(r"^([^.,]+), \1(?=\.)", re.IGNORECASE)


def speech(
    game: Game, deck: Deck, piece: Piece, lang: str, side: str = "front", side_text: str = ""
) -> str:
    """Return what is said instead of a picture of a piece.

    ``side_text`` is the text on that side, as its template set it.
    """
    sentence = _Sentence(game, deck, piece, lang, side_text)
    if side == "back":
        return sentence.back_text()
    declared = in_language(deck.speech, lang)
    return sentence.fill_text(declared) if declared else sentence.default_text()


@dataclass(frozen=True)
class _Sentence:
    """What is said of one piece in one language."""

    game: Game
    deck: Deck
    piece: Piece
    lang: str
    side_text: str

    def fill_text(self, text: str) -> str:
        """Fill the deck's text; optional parts need all their columns."""
        return _tidy("".join(map(self._part, speech_parts(text))))

    def back_text(self) -> str:
        back = say_in(self.lang)("speech_back", deck=self.deck.title(self.lang))
        side_text = self._side_sentences()
        return _tidy(f"{back}: {side_text}" if side_text else f"{back}.")

    def default_text(self) -> str:
        """Return the name, then all other columns; what is not a sentence has its column's name."""
        columns = (self._labelled_text(column) for column in self.deck.columns.values())
        name = name_of(self.game, self.piece, self.lang)
        return _tidy(" ".join(f"{one}." for one in (name, *columns) if one))

    def _part(self, part: SpeechPart) -> str:
        texts = [
            self._column(item.text, item.prefix) if item.is_column else item.text
            for item in part.items
        ]
        if part.optional and None in texts:
            return ""
        return "".join(text or "" for text in texts)

    def _labelled_text(self, column: Column) -> str:
        text = self._column(column.name, f"{column.name}_")
        if column.name == "name" or text is None:
            return ""
        if column.kind == "text" and " " in text:
            return text
        translations = self.game.words.get(column.name)
        label = in_language(translations, self.lang) if translations else readable(column.name)
        return f"{label}: {text}" if text else label

    def _column(self, name: str, prefix: str) -> str | None:
        """Return a column in words: nothing if it is empty, an empty text for a yes."""
        if name == FACE and name not in self.deck.columns:
            return self._side_sentences() or None
        value = self.piece.value(name, self.lang)
        if value is None or value is False or value in ("", ()):
            return None
        return self._value_text(self.deck.columns[name], value, prefix)

    def _value_text(self, column: Column, value: Value, prefix: str) -> str:
        if isinstance(value, bool):
            return ""
        if isinstance(value, tuple):
            runs = ((one, len(list(same))) for one, same in groupby(value))
            names = ((self._value_text(column, one, prefix), n) for one, n in runs)
            return joined_names([f"{n} × {one}" if n > 1 else one for one, n in names], self.lang)
        if isinstance(value, int):
            return str(value).replace("-", "−")
        if column.kind == "text":
            return plain_text(self.game, str(value), self.lang)
        if column.ref:
            return name_of(self.game, self.game.decks[column.ref].by_id[str(value)], self.lang)
        return self._choice(str(value), prefix)

    def _choice(self, value: str, prefix: str) -> str:
        """Return a value in the words of the game, which may refer to other choices."""
        text = self._word(value, prefix)
        if "{" in text:
            cells, columns = self.piece.values, self.deck.columns.values()
            names = [one.name for one in columns if one.kind == "choice"]
            others = {name: self._word(str(cells[name]), f"{name}_") for name in names}
            text = plain_text(self.game, fill_text(text, others, self.lang), self.lang)
        return text

    def _word(self, value: str, prefix: str) -> str:
        """Return the game's text for a value, or what else has it as its id."""
        words, decks = self.game.words, self.game.decks
        pieces = (deck.by_id[value] for deck in decks.values() if value in deck.by_id)
        for key in (prefix + value, value):
            if key in words:
                return in_language(words[key], self.lang)
        for piece in pieces:
            if piece.values.get("name"):
                return name_of(self.game, piece, self.lang)
        return decks[value].title(self.lang) if value in decks else value.replace("_", " ")

    def _side_sentences(self) -> str:
        """Return the texts on the side, each as a sentence; a name on two lines is one text."""
        name = name_of(self.game, self.piece, self.lang)
        lines = re.compile(r"\s".join(map(re.escape, name.split())))
        return written_sentences(self.game, lines.sub(lambda _: name, self.side_text), self.lang)


def written_sentences(game: Game, text: str, lang: str) -> str:
    """Return the texts of a drawing, row by row as its template set them, as sentences."""
    return " ".join(_sentences(plain_text(game, text, lang)))


def _sentences(text: str) -> list[str]:
    """Return the rows of a side as sentences; one in lower case continues the row before it."""
    rows: list[str] = []
    for row in filter(None, _rows(text)):
        continues = rows and row[0].islower() and rows[-1][-1] not in _STOPS
        rows.append(f"{rows.pop()}, {row}" if continues else row)
    return [row if row[-1] in _STOPS else f"{row}." for row in rows]


def _rows(text: str) -> Iterator[str]:
    """Yield the rows of a side, those of numbers joined."""
    rows = filter(None, map(str.strip, text.splitlines()))
    for bare, run in groupby(rows, lambda row: bool(_NUMBERS.fullmatch(row))):
        yield from (_TRACK.sub(_range, row) for row in ([" ".join(run)] if bare else run))


def _range(track: re.Match[str]) -> str:
    """Return ``0–20`` for numbers that follow each other; a table of numbers is not read aloud."""
    numbers = [int(number.replace("−", "-")) for number in track[0].split()]
    follow = all(after == before + 1 for before, after in pairwise(numbers))
    return f"{numbers[0]}–{numbers[-1]}".replace("-", "−") if follow else ""


def _tidy(text: str) -> str:
    """Remove what empty and equal columns leave behind: double spaces, stops and names."""
    text = _SPACE_BEFORE.sub(r"\1", _SPACES.sub(" ", text)).strip()
    return _NAME_TWICE.sub(r"\1", _DOUBLE_STOPS.sub(r"\1", text))


def name_of(game: Game, piece: Piece, lang: str) -> str:
    """Return the name on the piece, or its id if it has none."""
    name = piece.values_in(lang).get("name")
    return plain_text(game, str(name), lang) if name else readable(piece.id)


def readable(name: str) -> str:
    """Return an id as readable words."""
    words = name.replace("_", " ").replace("-", " ").strip()
    return words[:1].upper() + words[1:]

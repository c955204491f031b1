"""Put cards into words, for screen readers, search, tooltips and copying.

Symbols in a text are replaced by their names. A piece is described from its data: the text that its
deck declares, filled with its columns. The texts that a template writes are collected row by row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby, pairwise, takewhile

from cards_data.languages.locales import joined_names
from cards_data.languages.plurals import message
from cards_data.languages.speech_parts import FACE, SpeechPart, speech_parts
from cards_data.models import Column, Deck, Game, Piece, Value
from cards_data.words import fill_text, in_language
from generator.words import say_in

from .hyphenation import visible
from .markup import THIN, Atom, Paragraph, parse
from .typesetter import HARD, PlacedAtom, SetText

_BEFORE, _AFTER = re.compile(r"(?:(\w+)\s)?(\w+)\+?\s*$"), re.compile(r"\s*(\w+)")
# Two forms of one word differ in no more than this many letters at their end.
LONGEST_ENDING = 4
# A compound begins with a word of this many letters or more.
SHORTEST_PART = 4
# Between the words for one thing and those for several.
_FORMS = "|"
# In place of a symbol, which is not beside its neighbours' words.
_OTHER = "|"


def symbol_keys(name: str) -> tuple[str, str]:
    """Return the ids of a symbol's name in the game's words, the one for reading aloud first."""
    return f"symbol_{name}", name


def symbol_name(game: Game, name: str, lang: str, count: int = 1) -> str:
    """Return what a symbol is called after a number; its name may have plural forms."""
    texts = (game.words[key] for key in symbol_keys(name) if key in game.words)
    text = in_language(next(texts, {}), lang)
    return message(text, lang).fill({"n": count}) if text else name.replace("_", " ")


def plain_text(game: Game, text: str, lang: str) -> str:
    """Return a text without markup: bold is removed, and a symbol is replaced by its name."""
    paragraphs = (spoken_words(game, one, lang) for one in parse(visible(text), "body"))
    return "\n".join(" ".join("".join(words).split()) for words in paragraphs)


def spoken_words(game: Game, paragraph: Paragraph, lang: str) -> Iterator[str]:
    """Yield the words of each atom except thin spaces, with the space that follows them."""
    for atom, _, _, spaced in with_symbol_words(game, list(_atoms_in_place(paragraph)), lang):
        words = atom.words or "" if atom.symbol else atom.text
        yield f"{words} " if words and spaced else words


def _atoms_in_place(paragraph: Paragraph) -> Iterator[PlacedAtom]:
    """Yield the atoms of a paragraph, all in one place."""
    for word in paragraph:
        for place, atom in enumerate(word, 1):
            if atom.text != THIN:
                yield PlacedAtom(atom, 0, 0, place == len(word) or word[place].text == THIN)


def with_symbol_words(game: Game, run: Sequence[PlacedAtom], lang: str) -> Sequence[PlacedAtom]:
    """Return a text in which each symbol has its words.

    A symbol beside its own name is silent: its words are empty. Symbols with a space between them
    are a list, and get commas. Symbols that touch are one term.
    """
    if not any(item.atom.symbol for item in run):
        return run
    texts = [_OTHER if item.atom.symbol else _text(item) for item in run]
    atoms = list(run)
    for at, item in enumerate(run):
        atom = item.atom
        if not atom.symbol:
            continue
        before, after = "".join(texts[max(0, at - 2) : at]), "".join(texts[at + 1 : at + 3])
        words = _words(game, atom, lang, before, after)
        # Symbols may touch each other, words may not.
        touches = at + 1 < len(run) and run[at + 1].atom.symbol
        atoms[at] = item._replace(atom=atom._replace(words=words), spaced=item.spaced or touches)
        if not at:
            continue
        is_list = run[at - 1].spaced and run[at - 1].atom.words is None
        last = atoms[at - 1].atom
        if not words and not item.spaced:
            # The space between them was there for the symbol.
            bare = last._replace(text=last.text.rstrip(HARD))
            atoms[at - 1] = atoms[at - 1]._replace(atom=bare, spaced=False)
        elif words and last.symbol and last.words and is_list:
            listed = last._replace(words=f"{last.words},")
            atoms[at - 1] = atoms[at - 1]._replace(atom=listed)
    return atoms


def _text(item: PlacedAtom) -> str:
    """Return letters and the space after them; a word that is broken has no hyphen."""
    text, broken = item.atom.text, item.atom.broken
    return text.removesuffix("-") if broken else f"{text}{' ' * item.spaced}"


def _words(game: Game, atom: Atom, lang: str, before: str, after: str) -> str:
    """Return the words given for a symbol, or what the text beside it does not say of its name."""
    match, right = _BEFORE.search(before), _AFTER.match(after)
    left = match.groups("") if match else ("", "")
    count = int(left[1]) if left[1].isdecimal() else 1
    if atom.words is not None:
        one, _, several = atom.words.partition(_FORMS)
        return one if count == 1 else several or one
    name = symbol_name(game, atom.text, lang, count).split()
    return " ".join(_without_repeats(name, left, right[1] if right else ""))


def _without_repeats(name: list[str], left: tuple[str, ...], right: str) -> list[str]:
    """Return a name without what the words on its left and its right already say."""
    if any(_is_form(word, one) for word in {name[0], name[-1]} for one in left):
        return []
    if _is_form(name[0], right):
        return []
    return name[:-1] if _is_form(name[-1], right) else name


def _is_form(word: str, other: str) -> bool:
    """Return whether a text repeats a word, as *Birds* and *Birdwatcher* repeat *bird*."""
    word, other = word.casefold(), other.casefold()
    stem = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(word, other, strict=False))
    )
    ending = max(len(word), len(other)) - stem
    return ending <= min(stem, LONGEST_ENDING) or (stem == len(word) >= SHORTEST_PART)


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
    """Return what is said instead of a picture of a piece, with the text set on that side."""
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


# Baselines this close are in one row, as a number beside its label is.
SAME_ROW_MM = 1.0


@dataclass
class _Row:
    top_mm: float
    bottom_mm: float
    # Texts by the place where they begin.
    texts: list[tuple[float, str]]


@dataclass
class WrittenText:
    """The texts of a face in the order of the template; neighbours in a row are one text."""

    _rows: list[_Row] = field(default_factory=list)

    def add(self, text: str, block: SetText) -> None:
        """Add a text in its place; a single letter is a mark, or part of a curved line."""
        lines = [item.y_mm for item in block.atoms]
        if not lines or (len(text) == 1 and not text.isdecimal()):
            return
        new = _Row(min(lines), max(lines), [(block.atoms[0].x_mm, text)])
        last = self._rows[-1] if self._rows else None
        if last and max(last.top_mm, new.top_mm) < min(last.bottom_mm, new.bottom_mm) + SAME_ROW_MM:
            last.texts += new.texts
        else:
            self._rows.append(new)

    def __str__(self) -> str:
        return "\n".join(_join_row([text for _, text in sorted(row.texts)]) for row in self._rows)


def _join_row(texts: list[str]) -> str:
    """Join the texts of a row with commas, but a number with its label before or behind it."""
    if len(set(texts)) == 1 and _has_words(texts[0]):
        # The same name at both ends of a card, or a text over its shadow.
        return texts[0]
    row = texts[0]
    for before, text in pairwise(texts):
        alone = before[-1] in ".,:;!?" or not _has_words(before)
        value = not _has_words(text) and (before[0].isalpha() or not text[0].isdecimal())
        row += f" {text}" if alone or value else f", {text}"
    return row


def _has_words(text: str) -> bool:
    return any(map(str.isalpha, text))

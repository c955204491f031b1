"""Put card text into words, for screen readers, search and copying: every symbol by its name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import takewhile

from cards_data.languages.plurals import message
from cards_data.models import Game
from cards_data.words import in_language

from .hyphenation import visible
from .markup import THIN, Atom, Paragraph, parse
from .typesetter import HARD, PlacedAtom

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
        if at and not words and not item.spaced:
            atoms[at - 1] = _without_space(atoms[at - 1])
        elif at and words and run[at - 1].spaced and run[at - 1].atom.words is None:
            atoms[at - 1] = _with_comma(atoms[at - 1])
    return atoms


def _text(item: PlacedAtom) -> str:
    """Return letters and the space after them; a word that is broken has no hyphen."""
    text, broken = item.atom.text, item.atom.broken
    return text.removesuffix("-") if broken else f"{text}{' ' * item.spaced}"


def _with_comma(item: PlacedAtom) -> PlacedAtom:
    """Return a symbol with a comma, as another one follows; letters stay as they are."""
    if not item.atom.symbol or not item.atom.words:
        return item
    return item._replace(atom=item.atom._replace(words=f"{item.atom.words},"))


def _without_space(item: PlacedAtom) -> PlacedAtom:
    """Return an item without the space that follows it, which its silent symbol needed."""
    atom = item.atom._replace(text=item.atom.text.rstrip(HARD))
    return item._replace(atom=atom, spaced=False)


def _words(game: Game, atom: Atom, lang: str, before: str, after: str) -> str:
    """Return the words given for a symbol, or what the text beside it does not say of its name."""
    match, right = _BEFORE.search(before), _AFTER.match(after)
    left = match.groups("") if match else ("", "")
    count = int(left[1]) if left[1].isdecimal() else 1
    if atom.words is not None:
        one, _, several = atom.words.partition(_FORMS)
        return one if count == 1 else several or one
    name = symbol_name(game, atom.text, lang, count).split()
    return " ".join(_unsaid(name, left, right[1] if right else ""))


def _unsaid(name: list[str], left: tuple[str, ...], right: str) -> list[str]:
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

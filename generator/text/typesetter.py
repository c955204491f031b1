"""Set text in lines: measured with the real font, wrapped, hyphenated, shrunk."""

from __future__ import annotations

from collections.abc import Mapping
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from math import ceil, fsum
from typing import NamedTuple

from generator.geometry.units import MM_PER_POINT

from .fonts import Typeface, with_fallback_fonts
from .hyphenation import SOFT_HYPHEN, break_places, own_hyphens, visible
from .markup import THIN, Atom, Paragraph, Verbatim, Word, parse

SYMBOL_EM = 1.16
SYMBOL_DROP_EM = 0.22
STEP_PT = 0.25
DESCENT_EM = 0.24
PARAGRAPH_EM = 0.45
# A word is broken only if the line would otherwise be less full than this.
FULL_ENOUGH = 0.72
ORPHAN = 0.22
# A shorter word is broken only if no line can hold it.
WORTH_BREAKING = 9
# Letters of a word that are considered for its next break: more than any line has.
LONGEST_PART = 200
HARD = "\u00a0"
MOST_KNOWN = 2_000
# Spare space for more letters than this need not be counted.
MOST_LEFT = 512

Line = tuple[Word, ...]


@dataclass(frozen=True)
class Style:
    """How a text is set. Sizes in points, as usual for type."""

    role: str = "body"
    size_pt: float = 8.0
    floor_pt: float = 7.0
    leading: float = 1.22
    align: str = "left"
    valign: str = "top"
    max_lines: int = 0
    spacing_em: float = 0.0
    hyphens: bool = True


class PlacedAtom(NamedTuple):
    """An atom in its place, and whether a space follows it."""

    atom: Atom
    x_mm: float
    y_mm: float
    spaced: bool = True


@dataclass(frozen=True)
class SetText:
    """A typeset text: what is where, its size, and how far it exceeds its box."""

    atoms: tuple[PlacedAtom, ...]
    size_pt: float
    height_mm: float
    excess_mm: float = 0.0
    excess_letters: int = 0

    def move(self, dx_mm: float, dy_mm: float) -> SetText:
        atoms = (one._replace(x_mm=one.x_mm + dx_mm, y_mm=one.y_mm + dy_mm) for one in self.atoms)
        return replace(self, atoms=tuple(atoms))


@dataclass(frozen=True)
class TextBox:
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float


@dataclass(frozen=True)
class TextFit:
    """How a text fits its box: its size, the wanted and the smallest one, and the spare letters."""

    text: str
    size_pt: float
    wanted_pt: float
    floor_pt: float
    letters_left: int


# Collects how texts fit while one face is inspected; unused otherwise.
FITS: ContextVar[list[TextFit] | None] = ContextVar("fits", default=None)


class Typesetter:
    """A typesetter for one game's typefaces and one language."""

    def __init__(self, faces: Mapping[str, Typeface], lang: str) -> None:
        self.faces = faces
        self.lang = lang
        self._spaces = {role: face.width(" ") for role, face in faces.items()}
        # The same words and lines are measured at every size and in every attempt.
        self._word_em = lru_cache(MOST_KNOWN)(self._measure_word)
        self._line_em = lru_cache(MOST_KNOWN)(self._measure_line)
        self._widths = lru_cache(MOST_KNOWN)(self._measure_words)

    def set(self, text: str, box: TextBox, style: Style) -> SetText:
        """Set text at the largest size that fits, from ``size_pt`` down to ``floor_pt``."""
        paragraphs = self._parse(text, style.role)
        size = style.size_pt
        while True:
            lines, wide = self._wrap_lines(paragraphs, box.width_mm / _em(size), style)
            height = self.height_mm(lines, size, style)
            high = style.max_lines and len(lines) > style.max_lines
            fits = height <= box.height_mm + 1e-6 and not wide and not high
            if fits or size <= style.floor_pt:
                break
            size = max(style.floor_pt, size - STEP_PT)
        atoms = tuple(self._place(lines, box, size, style, height))
        if fits:
            return SetText(atoms, size, height)
        more = lines[style.max_lines :] if style.max_lines else []
        surplus = fsum(self.line_em(line, style) for line in more)
        overhang = max(wide, surplus) * _em(size)
        length = fsum(self.line_em(line, style) for line in lines) * _em(size)
        share = max(1 - box.height_mm / height, overhang / length if length else 0.0)
        excess = max(height - box.height_mm, overhang, 0.1)
        return SetText(atoms, size, height, excess, max(1, ceil(len(text) * share)))

    def letters_left(self, text: str, box: TextBox, style: Style) -> int:
        """Return how many more letters of plain words fit at the smallest size."""
        filling = " lorem ipsum dolor sit amet" * 20
        smallest = replace(style, size_pt=style.floor_pt)
        low, high = 0, MOST_LEFT
        while low < high:
            middle = (low + high + 1) // 2
            block = self.set(text + filling[:middle], box, smallest)
            fits = not block.excess_letters and block.excess_mm <= 0
            low, high = (middle, high) if fits else (low, middle - 1)
        return low

    def _parse(self, text: str, role: str) -> tuple[Paragraph, ...]:
        """Split the text into words; in a name, missing letters come from other typefaces."""
        paragraphs = parse(text, role)
        if not isinstance(text, Verbatim):
            return paragraphs
        return tuple(
            tuple(tuple(with_fallback_fonts(word, self.faces)) for word in paragraph)
            for paragraph in paragraphs
        )

    def natural_height_mm(self, text: str, width_mm: float, style: Style) -> float:
        paragraphs = self._parse(text, style.role)
        lines, _ = self._wrap_lines(paragraphs, width_mm / _em(style.size_pt), style)
        return self.height_mm(lines, style.size_pt, style)

    def height_mm(self, lines: list[Line], size_pt: float, style: Style) -> float:
        """Return the height from the top of the first capital to the last descender."""
        gaps = sum(1 for line in lines[:-1] if not line)
        rows = len(lines) - gaps - 1
        cap = self.faces[style.role].cap_height
        return (cap + rows * style.leading + gaps * PARAGRAPH_EM + DESCENT_EM) * _em(size_pt)

    def atom_em(self, atom: Atom, spacing_em: float = 0.0) -> float:
        if atom.symbol:
            return SYMBOL_EM
        text = visible(atom.text)
        return self.faces[atom.role].width(text) + spacing_em * len(text)

    def _measure_word(self, word: Word, spacing_em: float) -> float:
        return fsum(self.atom_em(atom, spacing_em) for atom in word)

    def _space_em(self, before: Word, after: Word, role: str, spacing_em: float) -> float:
        """Return the space between two words: that of their typeface if they share one."""
        first, second = before[-1], after[0]
        one_run = first.role == second.role and not (first.symbol or second.symbol)
        return self._spaces[first.role if one_run else role] + spacing_em

    def line_em(self, line: Line, style: Style) -> float:
        return self._line_em(line, style.role, style.spacing_em)

    def _measure_line(self, line: Line, role: str, spacing_em: float) -> float:
        words = fsum(self._word_em(word, spacing_em) for word in line)
        return words + fsum(self._space_em(*pair, role, spacing_em) for pair in pairwise(line))

    def _wrap_lines(
        self, paragraphs: tuple[Paragraph, ...], limit: float, style: Style
    ) -> tuple[list[Line], float]:
        """Return lines of all paragraphs (an empty line between them), and ems too wide."""
        lines: list[Line] = []
        for index, paragraph in enumerate(paragraphs):
            if index:
                lines.append(())
            lines.extend(self._shape_lines(paragraph, limit, style))
        wide = max((self.line_em(line, style) - limit for line in lines), default=0.0)
        return lines, wide if wide > 1e-6 else 0.0

    def _shape_lines(self, words: Paragraph, limit: float, style: Style) -> list[Line]:
        """Wrap lines greedily; then even them out if centred, or to avoid a single last word."""
        lines = self._greedy(words, limit, style)
        if len(lines) < 2:
            return lines
        lonely = self.line_em(lines[-1], style) < ORPHAN * limit
        if style.align != "center" and not lonely:
            return lines
        centred = style.align == "center"
        # A centred text becomes as even as possible, another no narrower than necessary.
        shares = [0.5 + step / 16 for step in range(8)] if centred else [0.975, 0.95, 0.91, 0.865]
        for share in (*shares, *(() if centred else (0.82,))):
            tried = self._greedy(words, limit * share, style, hyphens=False)
            narrow = all(self.line_em(line, style) <= limit for line in tried)
            still = not centred and self.line_em(tried[-1], style) < ORPHAN * limit
            if len(tried) <= len(lines) and narrow and not still:
                return tried
        return lines

    def _measure_words(
        self, words: Paragraph, role: str, spacing_em: float
    ) -> tuple[tuple[float, ...], tuple[float, ...]]:
        """Return the widths of words, and the space before each if it follows its neighbour."""
        widths = tuple(self._word_em(word, spacing_em) for word in words)
        spaces = (self._space_em(*pair, role, spacing_em) for pair in pairwise(words))
        return widths, (0.0, *spaces)

    def _greedy(
        self, words: Paragraph, limit: float, style: Style, hyphens: bool = True
    ) -> list[Line]:
        lines: list[Line] = []
        line: list[Word] = []
        used, place = 0.0, 0
        widths, spaces = self._widths(words, style.role, style.spacing_em)
        rest: Word | None = None
        while rest is not None or place < len(words):
            word = words[place] if rest is None else rest
            width = widths[place] if rest is None else self._word_em(word, style.spacing_em)
            lead = spaces[place] if line else 0.0
            if used + lead + width <= limit + 1e-9:
                line.append(word)
                used += lead + width
                rest, place = None, place + 1
                continue
            parts = None
            room = limit - used - lead
            if hyphens and not line:
                parts = self._split(word, room, style) or self._break(word, room, style)
            elif hyphens and used < FULL_ENOUGH * limit and len(word[0].text) >= WORTH_BREAKING:
                parts = self._break(word, room, style)
            if parts:
                line.append(parts[0])
                rest = parts[1]
            elif not line:
                line.append(word)
                rest, place = None, place + 1
            lines.append(tuple(line))
            line, used = [], 0.0
        if line:
            lines.append(tuple(line))
        return lines or [()]

    def _split(self, word: Word, room: float, style: Style) -> tuple[Word, Word] | None:
        """Split a word and its symbol at their hard space if no line can hold both."""
        for place in range(len(word) - 1, 0, -1):
            first, second = word[place - 1], word[place]
            if first.symbol != second.symbol and HARD in (first.text[-1:], second.text[:1]):
                head = (*word[: place - 1], first._replace(text=first.text.rstrip(HARD)))
                tail = (second._replace(text=second.text.lstrip(HARD)), *word[place + 1 :])
                if self._word_em(head, style.spacing_em) <= room:
                    return head, tail
        return None

    def _break(self, word: Word, room: float, style: Style) -> tuple[Word, Word] | None:
        """Break a word in two, the first part with its hyphen and as long as fits."""
        if len(word) != 1 or word[0].symbol or len(word[0].text) < 6:
            return None
        atom = word[0]
        # No line holds more: the rest of a longer word is handled when it is needed.
        start = atom.text[:LONGEST_PART]
        places = break_places(start, self.lang) if style.hyphens else own_hyphens(start)
        for place in reversed(places):
            joint = "" if atom.text[place - 1] in "-–/" else "-"
            head = Atom(atom.text[:place] + joint, atom.role, broken=True)
            if self.atom_em(head, style.spacing_em) <= room:
                return (head,), (Atom(atom.text[place:], atom.role),)
        return None

    def _place(
        self, lines: list[Line], box: TextBox, size: float, style: Style, height: float
    ) -> list[PlacedAtom]:
        em = _em(size)
        y = box.y_mm + self.faces[style.role].cap_height * em
        free = box.height_mm - height
        if style.valign == "middle":
            # The visual centre is between cap height and last baseline, without the descenders.
            y += (free + DESCENT_EM * em) / 2
        elif style.valign == "bottom":
            y += free
        atoms: list[PlacedAtom] = []
        for line in lines:
            if not line:
                y -= (style.leading - PARAGRAPH_EM) * em
            atoms.extend(self._place_line(line, box, y, em, style))
            y += style.leading * em
        return atoms

    def _place_line(
        self, line: Line, box: TextBox, y: float, em: float, style: Style
    ) -> list[PlacedAtom]:
        share = {"left": 0.0, "center": 0.5, "right": 1.0}[style.align]
        x = box.x_mm + (box.width_mm - self.line_em(line, style) * em) * share
        atoms: list[PlacedAtom] = []
        for index, word in enumerate(line):
            if index:
                x += self._space_em(line[index - 1], word, style.role, style.spacing_em) * em
            for place, atom in enumerate(word, 1):
                part = atom
                if SOFT_HYPHEN in atom.text:
                    part = atom._replace(text=visible(atom.text))
                if atom.text == THIN:
                    atoms[-1] = atoms[-1]._replace(spaced=True)
                else:
                    atoms.append(PlacedAtom(part, x, y, place == len(word) and not atom.broken))
                x += self.atom_em(atom, style.spacing_em) * em
        return _merge_runs(atoms)


def _merge_runs(atoms: list[PlacedAtom]) -> list[PlacedAtom]:
    """Merge neighbouring words of one typeface into one run, for fewer elements."""
    runs: list[PlacedAtom] = []
    for item in atoms:
        last = runs[-1] if runs else None
        plain = last and last.spaced and not last.atom.symbol and not item.atom.symbol
        if last and plain and last.atom.role == item.atom.role:
            joined = last.atom._replace(text=f"{last.atom.text} {item.atom.text}")
            runs[-1] = last._replace(atom=joined, spaced=item.spaced)
        else:
            runs.append(item)
    return runs


def _em(size_pt: float) -> float:
    return size_pt * MM_PER_POINT

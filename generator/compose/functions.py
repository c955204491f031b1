"""The functions that a template draws with.

Text that does not fit, letters missing from a typeface and missing pictures become findings.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from markupsafe import Markup, escape

from cards_data.models import Deck, Font, Game, Piece, Size
from cards_data.problems import (
    AnyText,
    DraftProblem,
    Findings,
    Message,
    Place,
    Problem,
    Problems,
    Where,
    decimals,
)
from generator.geometry import shapes
from generator.geometry.colours import INK
from generator.geometry.units import MM_PER_POINT
from generator.layout.box_geometry import FOCUSES, parse_focus
from generator.options import Edition
from generator.store.sources import Source, Sources
from generator.text.fonts import Typeface, typeface
from generator.text.markup import THIN, Atom, Verbatim, parse
from generator.text.speech import WrittenText, with_symbol_words
from generator.text.typesetter import (
    DESCENT_EM,
    FITS,
    SYMBOL_DROP_EM,
    SYMBOL_EM,
    PlacedAtom,
    SetText,
    Style,
    TextBox,
    TextFit,
    Typesetter,
)

from . import art as pictures
from . import template_limits as bounds
from .dependencies import Dependencies, art_source
from .figure_functions import FIGURES, clip, cut_picture, named_symbol, placeholder, text_element

SMALLEST_PT = 7
ALIGNS = ("left", "center", "right")
PICTURE_FITS = ("contain", "cover")
# The methods that a template can call.
DRAWING = (*("text", "line", "text_height", "line_width"), *("symbol", "art", "has_art", "outline"))
VALIGNS = ("top", "middle", "bottom")
# For names with letters that the game's typefaces lack.
SPARE = {"spare": Font("Source Sans Pro"), "spare_serif": Font("Source Serif Pro")}


@dataclass(frozen=True)
class Subject:
    """What a face shows: one side of one piece in one edition, or a page of the kit."""

    game: Game
    edition: Edition
    sources: Sources
    size: Size
    side: str
    place: Where
    label: str
    piece: Piece | None = None
    deck: Deck | None = None

    def place_of(self, column: str) -> Where:
        """Return the source of a text: a cell of its piece, or a part of a page."""
        if self.piece and column:
            return self.piece.at(column)
        return Message("problem.column", place=self.place, column=column) if column else self.place

    @property
    def lang(self) -> str:
        return self.edition.lang


class TemplateFunctions:
    """The functions that a template draws with; faulty text becomes findings, not exceptions."""

    def __init__(self, subject: Subject, findings: Findings, dependencies: Dependencies) -> None:
        self.subject = subject
        self.findings = findings
        self.dependencies = dependencies
        self._fonts = {**subject.game.fonts, **SPARE}
        self._setter = _setter(tuple(_typefaces(subject).items()), subject.lang)
        self._draft = subject.edition.draft
        self._clips = 0
        self.written = WrittenText()

    def names(self) -> dict[str, Callable[..., Any]]:
        return {**{name: getattr(self, name) for name in DRAWING}, **FIGURES}

    def text(
        self,
        value: object,
        x: float,
        y: float,
        width: float,
        height: float,
        font: str = "body",
        size: float = 8,
        floor: float = 7,
        align: str = "left",
        valign: str = "top",
        fill: str = INK,
        leading: float = 1.22,
        lines: int = 0,
        name: str = "",
        hyphens: bool | None = None,
    ) -> Markup:
        """Draw text in a box. Titles shrink before they break; body text breaks first."""
        bounds.places(x=x, y=y, width=width, height=height)
        bounds.check_whole(0, bounds.MOST_STEPS, lines=lines)
        self.check_type(font, size, floor, leading)
        bounds.choice("align", align, ALIGNS)
        bounds.choice("valign", valign, VALIGNS)
        broken = font != "title" if hyphens is None else hyphens
        style = Style(font, size, min(floor, size), leading, align, valign, lines, hyphens=broken)
        return self.set_text(value, TextBox(x, y, width, height), style, fill, name)

    def set_text(self, value: object, box: TextBox, style: Style, fill: str, name: str) -> Markup:
        """Draw text in a box, in a style that was checked."""
        text = _text(value)
        if not text:
            return Markup("")
        block = self._setter.set(text, box, style)
        self.written.add(text, block)
        self._check(value, text, block, style, name)
        self._note(text, box, block, style)
        return self._clip(block, box, self._draw(block, fill, style))

    def _note(self, text: str, box: TextBox, block: SetText, style: Style) -> None:
        """Record how full the box is, for tools that inspect this face."""
        fits = FITS.get()
        if fits is not None:
            left = self._setter.letters_left(text, box, style)
            fits.append(TextFit(text, block.size_pt, style.size_pt, style.floor_pt, left))

    def fit_text(self, value: object, width: float, style: Style, least: bool = False) -> SetText:
        """Typeset a text in a width, at whatever height it needs, with (0, 0) at its top left."""
        size = style.floor_pt if least else style.size_pt
        at_size = replace(style, size_pt=size, valign="top")
        return self._setter.set(_text(value), TextBox(0, 0, width, 10_000), at_size)

    def draw_set_text(
        self, value: object, block: SetText, style: Style, box: TextBox, fill: str, name: str
    ) -> Markup:
        """Draw a measured text in a box that is high enough for it."""
        free = box.height_mm - block.height_mm
        em = block.size_pt * MM_PER_POINT
        drop = {"middle": (free + DESCENT_EM * em) / 2, "bottom": free}.get(style.valign, 0.0)
        self._check(value, str(value), block, style, name)
        moved = block.move(box.x_mm, box.y_mm + drop)
        self.written.add(str(value), moved)
        return self._clip(block, box, self._draw(moved, fill, style))

    def rows(self, value: object, width: float, style: Style, fill: str = INK) -> list[Markup]:
        """Return the lines of a text, each at (0, 0), for text that flows through columns."""
        block = self._setter.set(_text(value), TextBox(0, 0, width, 10_000), style)
        self._check(value, str(value), block, style, "")
        top = self._setter.faces[style.role].cap_height * block.size_pt * MM_PER_POINT
        lines: dict[float, list[PlacedAtom]] = {}
        for item in self._with_words(block):
            lines.setdefault(item.y_mm, []).append(item._replace(y_mm=top))
        return [self._runs(items, block.size_pt, fill, style) for items in lines.values()]

    def line(
        self,
        value: object,
        x: float,
        y: float,
        width: float = 0,
        font: str = "body",
        size: float = 8,
        floor: float = 7,
        align: str = "left",
        fill: str = INK,
        name: str = "",
        spacing: float = 0.0,
    ) -> Markup:
        """Draw one line; ``y`` is its baseline."""
        bounds.places(x=x, y=y, width=width, spacing=spacing)
        self.check_type(font, size, floor)
        bounds.choice("align", align, ALIGNS)
        text = _text(value)
        if not text:
            return Markup("")
        style = Style(font, size, min(floor, size), align=align, max_lines=1, spacing_em=spacing)
        free = width or 10_000.0
        left = {"left": x, "center": x - free / 2, "right": x - free}[align]
        cap = self._setter.faces[font].cap_height
        box = TextBox(left, 0, free, 10_000)
        block = self._setter.set(text, box, style)
        self._check(value, text, block, style, name)
        if width:
            self._note(text, box, block, style)
        em = block.size_pt * MM_PER_POINT
        top = y - cap * block.size_pt * MM_PER_POINT
        moved = block.move(0, top)
        self.written.add(text, moved)
        drawn = self._draw(moved, fill, style)
        return self._clip(block, TextBox(left, top, free, (cap + 0.3) * em), drawn)

    def text_height(
        self,
        value: object,
        width: float,
        font: str = "body",
        size: float = 8,
        leading: float = 1.22,
    ) -> float:
        bounds.places(width=width)
        self.check_type(font, size, leading=leading)
        return self._setter.natural_height_mm(_text(value), width, Style(font, size, size, leading))

    def line_width(self, value: object, font: str = "body", size: float = 8) -> float:
        self.check_type(font, size)
        words = parse(str(value), font)[0]
        return self._setter.line_em(words, Style(font)) * size * MM_PER_POINT

    def check_type(self, font: str, size: float, floor: float = 7, leading: float = 1.22) -> None:
        """Check that type can be set in these sizes, and report the limits if not."""
        bounds.choice("font", font, self._fonts)
        bounds.check_range(1, bounds.LARGEST_PT, size=size, floor=floor)
        bounds.check_range(0.3, 10, leading=leading)

    def _clip(self, block: SetText, box: TextBox, drawn: Markup) -> Markup:
        """Clip text that does not fit to its box and frame it in red; drafts only."""
        if not (block.excess_mm and self._draft):
            return drawn
        self._clips += 1
        return clip(box, drawn, f"draft-{self.subject.side}-{self._clips}")

    def _report(
        self, where: Where, fault: AnyText, allowed: AnyText = "", hint: AnyText = ""
    ) -> None:
        """Add a problem; in a draft it does not stop the print."""
        kind = DraftProblem if self._draft else Problem
        self.findings.extend([kind(where, fault, allowed, hint)])

    def _check(self, value: object, text: str, block: SetText, style: Style, name: str) -> None:
        column = getattr(value, "column", "") or name
        where = self.subject.place_of(column)
        label = f"{self.subject.label} ({self.subject.lang}, {self.subject.side})"
        if block.excess_mm:
            apart = name and column and name != column.partition(":")[0]
            fault = Message(
                "face.too_long",
                label=label,
                box=Message("face.in_box", name=name) if apart else "",
                excess=decimals(block.excess_mm, 1),
                size=block.size_pt,
                text=f"{text[:40]}{'…' if len(text) > 40 else ''}",
            )
            hint = Message("face.shorten", n=block.excess_letters)
            self._report(where, fault, hint=hint)
        if style.floor_pt < SMALLEST_PT:
            fault = Message("face.set_at", label=label, size=style.floor_pt)
            self._report(where, fault, Message("face.pt_or_more", size=SMALLEST_PT))
        self._check_letters(where, label, block)

    def _check_letters(self, where: Where, label: str, block: SetText) -> None:
        for atom in {item.atom for item in block.atoms if not item.atom.symbol}:
            lacks = self._setter.faces[atom.role].lacks(atom.text.replace(THIN, ""))
            if lacks:
                family = self._fonts[atom.role].family
                fault = Message("face.no_letter", label=label, font=family, letters=lacks)
                self._report(where, fault)

    def _with_words(self, block: SetText) -> Sequence[PlacedAtom]:
        """Return a text with the words of its symbols, and with a space where they need one."""
        return with_symbol_words(self.subject.game, block.atoms, self.subject.lang)

    def _draw(self, block: SetText, fill: str, style: Style) -> Markup:
        return self._runs(self._with_words(block), block.size_pt, fill, style)

    def _runs(self, items: Sequence[PlacedAtom], size_pt: float, fill: str, style: Style) -> Markup:
        em = size_pt * MM_PER_POINT
        return Markup("".join([self._atom(item, em, fill, style) for item in items]))

    def _atom(self, item: PlacedAtom, em: float, fill: str, style: Style) -> str:
        if not item.atom.symbol:
            # A space before a silent symbol may be all that there was.
            if not item.atom.text:
                return ""
            return text_element(item, self._fonts[item.atom.role], em, fill, style.spacing_em)
        top = item.y_mm - (SYMBOL_EM - SYMBOL_DROP_EM) * em
        drawn = self._symbol(item.atom, item.x_mm, top, SYMBOL_EM * em, fill)
        return self._label(drawn, item, item.atom.words, em) if item.atom.words else drawn

    def _label(self, drawn: str, item: PlacedAtom, words: str, em: float) -> str:
        """Return a symbol with its words as invisible letters of the same width."""
        role = "spare" if self._setter.faces[item.atom.role].lacks(words) else item.atom.role
        stretch = SYMBOL_EM / self._setter.faces[role].width(words)
        spoken = item._replace(atom=Atom(words, role))
        return named_symbol(drawn, spoken, self._fonts[role], em, stretch)

    def _symbol(self, atom: Atom, x: float, y: float, size: float, fill: str) -> str:
        try:
            # A little space on both sides, so that neighbours in a row do not touch.
            pad = size * 0.03
            return str(self.symbol(atom.text, x + pad, y + pad, size - 2 * pad, fill))
        except Problems as problems:
            return self.without_symbol(problems, TextBox(x, y, size, size))

    def without_symbol(self, problems: Problems, box: TextBox) -> str:
        """Report a missing symbol; in a draft, mark its place."""
        for problem in problems.problems:
            missing = Message("problem.of", subject=problem.where, found=problem.found)
            fault = Message("problem.inside", outer=self.subject.label, found=missing)
            self._report(self.subject.place, fault, problem.allowed, problem.hint)
        return placeholder(box) if self._draft else ""

    def symbol(
        self, name: str, x: float, y: float, size: float, colour: str | None = None
    ) -> Markup:
        bounds.places(x=x, y=y, size=size)
        self.dependencies.add("symbol", str(name))
        picture = pictures.symbol(self.subject.game, self.subject.sources, str(name))
        inked = picture.content.replace("currentColor", str(escape(colour or INK)))
        return Markup(pictures.Inline(inked, picture.box).fit_svg(x, y, size, size))

    def has_art(self, name: str | None = None) -> bool:
        """Return whether the piece, or another id, has a picture."""
        return self._art_source(name)[1] is not None

    def _art_source(self, name: str | None) -> tuple[str, Source | None]:
        game, piece = self.subject.game, self.subject.piece
        art_name = str(name or (piece.id if piece else ""))
        if not name and piece:
            self.dependencies.add("own", f"{piece.deck}/{piece.id}")
        self.dependencies.add("art", art_name)
        return art_name, art_source(game, self.subject.sources, art_name)

    def art(
        self,
        x: float,
        y: float,
        width: float,
        height: float,
        name: str | None = None,
        fit: str = "contain",
        focus: str = "50% 50%",
        clip: str = "",
    ) -> Markup:
        """Draw a picture that fits into the box or fills it, optionally clipped to a path."""
        bounds.places(x=x, y=y, width=width, height=height)
        bounds.choice("fit", fit, PICTURE_FITS)
        seen = parse_focus(focus)
        if seen is None:
            raise bounds.limit(bounds.is_value("focus", focus), FOCUSES)
        return self.picture(TextBox(x, y, width, height), name, (fit, seen), str(clip))

    def picture(
        self, box: TextBox, name: str | None, fit: tuple[str, tuple[float, float]], clip: str = ""
    ) -> Markup:
        """Draw a picture in its box, with a fit, a focus that stays visible, and a clip path."""
        game = self.subject.game
        art_name, source = self._art_source(name)
        if source is None:
            allowed = Message("face.art", name=art_name, game=game.slug)
            self._report(self.subject.place, Message("face.no_picture", name=art_name), allowed)
            return self._placeholder(art_name, box)
        try:
            covers = fit[0] == "cover"
            picture = pictures.art(game, source, box.width_mm, box.height_mm, covers)
            place = (box.x_mm, box.y_mm, box.width_mm, box.height_mm)
            drawn = picture.covering(place, fit[1]) if covers else picture.fit_svg(*place)
            if not covers and not clip:
                return Markup(drawn)
            self._clips += 1
            return cut_picture(drawn, box, clip, f"art-{self.subject.side}-{self._clips}")
        except Problems as problems:
            for problem in problems.problems:
                self._report(problem.where, problem.found, problem.allowed, problem.hint)
            return self._placeholder(art_name, box)

    def _placeholder(self, label: str, box: TextBox) -> Markup:
        """Draw a grey area with the name of a missing picture; drafts only."""
        if not self._draft:
            return Markup("")
        style = Style("body", 8, SMALLEST_PT, align="center", valign="middle")
        block = self._setter.set(Verbatim(label.replace("_", " ")), box, style)
        text = Markup("") if block.excess_mm else self._draw(block, INK, style)
        return Markup(placeholder(box)) + text

    def outline(self, inset: float = 0) -> str:
        bounds.places(inset=inset)
        return shapes.path_data(shapes.outline(self.subject.size, inset))


def _text(value: object) -> str:
    text = value if isinstance(value, Verbatim) else str(value)
    bounds.letters(text)
    return text


@lru_cache(maxsize=8)
def _setter(faces: tuple[tuple[str, Typeface], ...], lang: str) -> Typesetter:
    """Return a typesetter that all faces in the same typefaces share, with its cache of words."""
    return Typesetter(dict(faces), lang)


def _typefaces(subject: Subject) -> dict[str, Typeface]:
    """Load the typefaces of the game's roles; a missing one is a problem in its game.yaml."""
    game = subject.game
    fonts = {**game.fonts, **SPARE}
    try:
        return {role: typeface(font, subject.sources) for role, font in fonts.items()}
    except Problems as problems:
        place = Place(f"cards_data/{game.slug}/game.yaml")
        raise Problems(
            replace(problem, where=Message("problem.of", subject=place, found=problem.where))
            for problem in problems.problems
        ) from None

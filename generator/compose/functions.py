"""The functions that a template draws with.

Comes in: what a face shows, and calls from its template. Goes out: SVG, and findings about text
that does not fit, letters a typeface lacks and pictures that are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import shake_256
from typing import Any

from markupsafe import Markup, escape

from cards_data.models import Deck, Font, Game, Piece, Size
from cards_data.problems import AnyText, DraftProblem, Findings, Message, Problem, Problems, fixed
from cards_data.tables import cell_place
from generator.geometry import colours, shapes
from generator.geometry.colours import INK
from generator.geometry.units import MM_PER_POINT
from generator.layout.focus import ALLOWED as FOCUSES
from generator.layout.focus import parse_focus
from generator.options import Edition
from generator.store.sources import Source, Sources
from generator.text.fonts import Typeface, typeface
from generator.text.markup import Atom, Verbatim, parse
from generator.text.typesetter import (
    DESCENT_EM,
    SYMBOL_DROP_EM,
    SYMBOL_EM,
    Placed,
    SetText,
    Style,
    TextBox,
    Typesetter,
)

from . import art as pictures
from . import drafts
from . import template_limits as bounds
from .dependencies import Dependencies, art_source
from .qr import qr_path

SMALLEST_PT = 6.5
ALIGNS = ("left", "center", "right")
PICTURE_FITS = ("contain", "cover")
VALIGNS = ("top", "middle", "bottom")
# For names in letters that the game's own typefaces lack.
SPARE = {"spare": Font("Source Sans Pro"), "spare_serif": Font("Source Serif Pro")}


# More letters than this are room enough.
MOST_LEFT = 512


@dataclass(frozen=True)
class TextFit:
    """How a text stands in its box: its size, the wanted and the smallest one, and for how many
    more letters there is room."""

    text: str
    size_pt: float
    wanted_pt: float
    floor_pt: float
    letters_left: int


# Collects how texts fit while one face is looked at; nothing is collected elsewhere.
FITS: ContextVar[list[TextFit] | None] = ContextVar("fits", default=None)


def _letters_left(setter: Typesetter, text: str, box: TextBox, style: Style) -> int:
    """For how many more letters of plain words there is room at the smallest size."""
    filling = " lorem ipsum dolor sit amet" * 20

    def fits(count: int) -> bool:
        block = setter.set(text + filling[:count], box, style)
        return not block.excess_letters and block.excess_mm <= 0

    low, high = 0, MOST_LEFT
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(middle) else (low, middle - 1)
    return low


@dataclass(frozen=True)
class Subject:
    """What a face shows: one side of one piece in one edition, or a page of the kit."""

    game: Game
    edition: Edition
    sources: Sources
    size: Size
    side: str
    place: str
    label: str
    piece: Piece | None = None
    deck: Deck | None = None

    @property
    def lang(self) -> str:
        return self.edition.lang


class TemplateFunctions:
    """The functions that a template draws with; wrong text becomes findings, not exceptions."""

    def __init__(
        self,
        subject: Subject,
        findings: Findings,
        dependencies: Dependencies | None = None,
    ) -> None:
        self.subject = subject
        self.findings = findings
        self._dependencies = dependencies or Dependencies()
        self._fonts = {**subject.game.fonts, **SPARE}
        self._setter = _setter(tuple(_typefaces(subject).items()), subject.lang)
        self._draft = subject.edition.draft
        self._clips = 0

    def names(self) -> dict[str, Callable[..., Any]]:
        return {
            "text": self.text,
            "line": self.line,
            "text_height": self.text_height,
            "line_width": self.line_width,
            "symbol": self.symbol,
            "art": self.art,
            "has_art": self.has_art,
            "qr": self.qr,
            "outline": self.outline,
            "hexagon": _hexagon,
            "star": _star,
            "polar": _polar,
            "smooth": _smooth,
            "rosette": _rosette,
            "chance": _chance,
            "mix": _mix,
            "tint": _tint,
            "shade": _shade,
            "ink_on": _ink_on,
        }

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
        """Text in a box. Titles shrink before they are broken; body text is broken first."""
        bounds.places(x=x, y=y, width=width, height=height)
        bounds.whole(0, bounds.MOST_STEPS, lines=lines)
        self.check_type(font, size, floor, leading)
        bounds.choice("align", align, ALIGNS)
        bounds.choice("valign", valign, VALIGNS)
        text = _text(value)
        if not text:
            return Markup("")
        broken = font != "title" if hyphens is None else hyphens
        style = Style(font, size, min(floor, size), leading, align, valign, lines, hyphens=broken)
        box = TextBox(x, y, width, height)
        block = self._setter.set(text, box, style)
        self._check(value, text, block, style, name)
        self._note(text, box, block, style)
        return self._clipped(block, box, self._drawn(block, fill, style))

    def _note(self, text: str, box: TextBox, block: SetText, style: Style) -> None:
        """Tells whoever looks at this face how full the box is."""
        noted = FITS.get()
        if noted is not None:
            left = _letters_left(self._setter, text, box, style)
            noted.append(TextFit(text, block.size_pt, style.size_pt, style.floor_pt, left))

    def measured(self, value: object, width: float, style: Style, least: bool = False) -> SetText:
        """A text in that width, as high as it gets, with (0, 0) at its upper left."""
        size = style.floor_pt if least else style.size_pt
        return self._setter.set(
            _text(value), TextBox(0, 0, width, 10_000), replace(style, size_pt=size, valign="top")
        )

    def lettered(
        self,
        value: object,
        block: SetText,
        style: Style,
        box: TextBox,
        fill: str,
        name: str,
    ) -> Markup:
        """A measured text drawn in a box that is high enough for it."""
        x, y, free = box.x_mm, box.y_mm, box.height_mm - block.height_mm
        em = block.size_pt * MM_PER_POINT
        drop = {"middle": (free + DESCENT_EM * em) / 2, "bottom": free}.get(style.valign, 0.0)
        self._check(value, str(value), block, style, name)
        moved = tuple(Placed(one.atom, one.x_mm + x, one.y_mm + y + drop) for one in block.placed)
        drawn = self._drawn(replace(block, placed=moved), fill, style)
        return self._clipped(block, box, drawn)

    def rows(self, value: object, width: float, style: Style, fill: str = INK) -> list[Markup]:
        """A text as its lines, each at (0, 0): for columns where a text may go on in the next."""
        block = self._setter.set(_text(value), TextBox(0, 0, width, 10_000), style)
        self._check(value, str(value), block, style, "")
        top = self._setter.faces[style.role].cap_height * block.size_pt * MM_PER_POINT
        lines: dict[float, list[Placed]] = {}
        for item in block.placed:
            lines.setdefault(item.y_mm, []).append(Placed(item.atom, item.x_mm, top))
        return [
            self._drawn(SetText(tuple(items), block.size_pt, 0), fill, style)
            for items in lines.values()
        ]

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
        """One line; ``y`` is its baseline."""
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
        drop = y - cap * block.size_pt * MM_PER_POINT
        moved = tuple(Placed(item.atom, item.x_mm, item.y_mm + drop) for item in block.placed)
        drawn = self._drawn(SetText(moved, block.size_pt, block.height_mm), fill, style)
        em = block.size_pt * MM_PER_POINT
        return self._clipped(block, TextBox(left, y - cap * em, free, (cap + 0.3) * em), drawn)

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
        """How long a line would be, in mm."""
        self.check_type(font, size)
        words = parse(str(value), font)[0]
        return self._setter.line_em(words, Style(font)) * size * MM_PER_POINT

    def check_type(self, font: str, size: float, floor: float = 7, leading: float = 1.22) -> None:
        """Type that can be set, or what is allowed."""
        bounds.choice("font", font, self._fonts)
        bounds.within(1, bounds.LARGEST_PT, size=size, floor=floor)
        bounds.within(0.3, 10, leading=leading)

    def _clipped(self, block: SetText, box: TextBox, drawn: Markup) -> Markup:
        """In a draft, text that does not fit is clipped to its box and framed in red."""
        if not (block.excess_mm and self._draft):
            return drawn
        self._clips += 1
        return drafts.clipped(box, drawn, f"draft-{self.subject.side}-{self._clips}")

    def _report(
        self, where: AnyText, found: AnyText, allowed: AnyText = "", hint: AnyText = ""
    ) -> None:
        """Adds a problem; in a draft one that does not stop the print."""
        kind = DraftProblem if self._draft else Problem
        self.findings.extend([kind(where, found, allowed, hint)])

    def _check(self, value: object, text: str, block: SetText, style: Style, name: str) -> None:
        column = getattr(value, "column", "") or name
        letters = self.subject.piece.letters if self.subject.piece else {}
        where = cell_place(self.subject.place, column, letters)
        label = f"{self.subject.label} ({self.subject.lang}, {self.subject.side})"
        if block.excess_mm:
            apart = name and column and name != column.partition(":")[0]
            found = Message(
                "face.too_long",
                label=label,
                box=Message("face.in_box", name=name) if apart else "",
                excess=fixed(block.excess_mm, 1),
                size=block.size_pt,
                text=f"{text[:40]}{'…' if len(text) > 40 else ''}",
            )
            hint = Message("face.shorten", n=block.excess_letters)
            self._report(where, found, hint=hint)
        if style.floor_pt < SMALLEST_PT:
            found = Message("face.set_at", label=label, size=style.floor_pt)
            self._report(where, found, Message("face.pt_or_more", size=SMALLEST_PT))
        self._check_letters(where, label, block)

    def _check_letters(self, where: AnyText, label: str, block: SetText) -> None:
        for atom in {item.atom for item in block.placed if not item.atom.symbol}:
            lacks = self._setter.faces[atom.role].lacks(atom.text.replace("\u2009", ""))
            if lacks:
                family = self._fonts[atom.role].family
                self._report(
                    where, Message("face.no_letter", label=label, font=family, letters=lacks)
                )

    def _drawn(self, block: SetText, fill: str, style: Style) -> Markup:
        parts = [self._atom(item, block.size_pt, fill, style) for item in block.placed]
        return Markup("".join(parts))

    def _atom(self, item: Placed, size_pt: float, fill: str, style: Style) -> str:
        em = size_pt * MM_PER_POINT
        if item.atom.symbol:
            top = item.y_mm - (SYMBOL_EM - SYMBOL_DROP_EM) * em
            return self._symbol(item.atom, item.x_mm, top, SYMBOL_EM * em, fill)
        if item.atom.text == "\u2009":
            return ""
        return text_element(item, self._fonts[item.atom.role], em, fill, style.spacing_em)

    def _symbol(self, atom: Atom, x: float, y: float, size: float, fill: str) -> str:
        try:
            # A little air on both sides, so that neighbours in a row do not touch.
            pad = size * 0.03
            return str(self.symbol(atom.text, x + pad, y + pad, size - 2 * pad, fill))
        except Problems as problems:
            return self.without_symbol(problems, TextBox(x, y, size, size))

    def without_symbol(self, problems: Problems, box: TextBox) -> str:
        """Tells that a symbol is missing; in a draft its place is marked."""
        for problem in problems.problems:
            missing = Message("problem.of", subject=problem.where, found=problem.found)
            found = Message("problem.inside", outer=self.subject.label, found=missing)
            self._report(self.subject.place, found, problem.allowed, problem.hint)
        return drafts.placeholder(box) if self._draft else ""

    def symbol(
        self, name: str, x: float, y: float, size: float, colour: str | None = None
    ) -> Markup:
        bounds.places(x=x, y=y, size=size)
        self._dependencies.add("symbol", str(name))
        picture = pictures.symbol(self.subject.game, self.subject.sources, str(name))
        inked = picture.content.replace("currentColor", str(escape(colour or INK)))
        return Markup(pictures.Inline(inked, picture.box).fitted(x, y, size, size))

    def has_art(self, name: str | None = None) -> bool:
        """Whether there is a picture of the piece, or of another id: else a template draws one."""
        return self._art_source(name)[1] is not None

    def _art_source(self, name: str | None) -> tuple[str, Source | None]:
        game, piece = self.subject.game, self.subject.piece
        wanted = str(name or (piece.id if piece else ""))
        if not name and piece:
            self._dependencies.add("own", f"{piece.deck}/{piece.id}")
        self._dependencies.add("art", wanted)
        return wanted, art_source(game, self.subject.sources, wanted)

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
        """A picture: all of it in the box, or all of the box filled; cut to a path."""
        bounds.places(x=x, y=y, width=width, height=height)
        bounds.choice("fit", fit, PICTURE_FITS)
        seen = parse_focus(focus)
        if seen is None:
            raise bounds.limit(bounds.named("focus", focus), FOCUSES)
        return self.picture(TextBox(x, y, width, height), name, (fit, seen), str(clip))

    def picture(
        self, box: TextBox, name: str | None, fit: tuple[str, tuple[float, float]], clip: str = ""
    ) -> Markup:
        """A picture in its box: how it fits, which part of it must be seen, cut to which path."""
        game = self.subject.game
        wanted, source = self._art_source(name)
        if source is None:
            allowed = Message("face.art", name=wanted, game=game.slug)
            self._report(self.subject.place, Message("face.no_picture", name=wanted), allowed)
            return self._placeholder(wanted, box)
        try:
            covers = fit[0] == "cover"
            picture = pictures.art(game, source, box.width_mm, box.height_mm, covers)
            place = (box.x_mm, box.y_mm, box.width_mm, box.height_mm)
            drawn = picture.covering(place, fit[1]) if covers else picture.fitted(*place)
            return self._cut(drawn, box, clip) if covers or clip else Markup(drawn)
        except Problems as problems:
            for problem in problems.problems:
                self._report(problem.where, problem.found, problem.allowed, problem.hint)
            return self._placeholder(wanted, box)

    def _cut(self, drawn: str, box: TextBox, clip: str) -> Markup:
        """A picture cut to a path, or to its box where it fills that and reaches over it."""
        self._clips += 1
        shape = (
            f'<path d="{escape(clip)}"/>'
            if clip
            else f'<rect x="{box.x_mm:.3f}" y="{box.y_mm:.3f}" '
            f'width="{box.width_mm:.3f}" height="{box.height_mm:.3f}"/>'
        )
        name = f"art-{self.subject.side}-{self._clips}"
        return Markup(
            f'<clipPath id="{name}">{shape}</clipPath><g clip-path="url(#{name})">{drawn}</g>'
        )

    def _placeholder(self, label: str, box: TextBox) -> Markup:
        """Where a picture will be: a grey field with its name, in drafts only."""
        if not self._draft:
            return Markup("")
        style = Style("body", 8, SMALLEST_PT, align="center", valign="middle")
        block = self._setter.set(Verbatim(label.replace("_", " ")), box, style)
        text = Markup("") if block.excess_mm else self._drawn(block, INK, style)
        return Markup(drafts.placeholder(box)) + text

    def qr(self, text: str, x: float, y: float, size: float, colour: str = "#000000") -> Markup:
        bounds.places(x=x, y=y, size=size)
        bounds.within(1, bounds.LONGEST_QR, letters=len(str(text)))
        bounds.within(1, bounds.MOST_QR_BYTES, bytes=len(str(text).encode()))
        data, modules = qr_path(str(text))
        scale = size / modules
        return Markup(
            f'<rect x="{x:.3f}" y="{y:.3f}" width="{size:.3f}" height="{size:.3f}" '
            f'fill="#ffffff"/><path transform="translate({x:.3f} {y:.3f}) scale({scale:.6f})" '
            f'd="{data}" fill="{escape(colour)}"/>'
        )

    def outline(self, inset: float = 0) -> str:
        bounds.places(inset=inset)
        return shapes.path_data(shapes.outline(self.subject.size, inset))


def _text(value: object) -> str:
    """A value as text; ``Verbatim`` is kept."""
    text = value if isinstance(value, Verbatim) else str(value)
    bounds.letters(text)
    return text


def _hexagon(cx: float, cy: float, width: float) -> str:
    bounds.places(cx=cx, cy=cy, width=width)
    return shapes.path_data(shapes.hexagon(cx, cy, width))


def _star(cx: float, cy: float, r: float, points: int = 5, inner: float = 0.5) -> str:
    bounds.places(cx=cx, cy=cy, r=r, inner=inner)
    bounds.whole(2, bounds.MOST_POINTS, points=points)
    return shapes.path_data(shapes.star(cx, cy, r, int(points), inner))


def _polar(cx: float, cy: float, r: float, degrees: float) -> shapes.Point:
    bounds.places(cx=cx, cy=cy, r=r)
    bounds.within(-1e6, 1e6, degrees=degrees)
    return shapes.polar(cx, cy, r, degrees)


def _smooth(points: Any, closed: bool = False) -> str:
    found = tuple(bounds.points(points))
    return shapes.path_data(shapes.smooth(found, bool(closed)))


def _rosette(
    cx: float, cy: float, rx: float, ry: float, waves: int, depth: float = 0.2, phase: float = 0
) -> str:
    bounds.places(cx=cx, cy=cy, rx=rx, ry=ry)
    bounds.whole(0, bounds.MOST_WAVES, waves=waves)
    bounds.within(-1, 1, depth=depth)
    bounds.within(-1e6, 1e6, phase=phase)
    return shapes.path_data(shapes.rosette((cx, cy), (rx, ry), int(waves), depth, phase))


def _chance(seed: object, count: int = 1) -> list[float]:
    """Numbers from 0 to 1 that look thrown, always the same for the same seed."""
    bounds.whole(1, bounds.MOST_POINTS, count=count)
    if not isinstance(seed, str | int):
        raise bounds.limit(bounds.named("seed", seed), Message("limit.seed"))
    thrown = shake_256(str(seed).encode()).digest(2 * int(count))
    pairs = zip(thrown[::2], thrown[1::2], strict=True)
    return [(256 * high + low) / 65_535 for high, low in pairs]


def _mix(colour: str, other: str, amount: float) -> str:
    bounds.colours(colour=colour, other=other)
    bounds.places(amount=amount)
    return colours.mix(colour, other, amount)


def _tint(colour: str, amount: float) -> str:
    return _mix(colour, "#ffffff", amount)


def _shade(colour: str, amount: float) -> str:
    return _mix(colour, "#000000", amount)


def _ink_on(colour: str, ink: str = INK) -> str:
    bounds.colours(colour=colour, ink=ink)
    return colours.ink_on(colour, ink)


@lru_cache(maxsize=8)
def _setter(faces: tuple[tuple[str, Typeface], ...], lang: str) -> Typesetter:
    """Shared by all faces in the same typefaces, with its cache of measured words."""
    return Typesetter(dict(faces), lang)


def _typefaces(subject: Subject) -> dict[str, Typeface]:
    """The typefaces of the game's roles; one that is not there is a problem of its game.yaml."""
    game = subject.game
    fonts = {**game.fonts, **SPARE}
    try:
        return {role: typeface(font, subject.sources) for role, font in fonts.items()}
    except Problems as problems:
        place = f"cards_data/{game.slug}/game.yaml"
        raise Problems(
            problem._replace(where=Message("problem.of", subject=place, found=problem.where))
            for problem in problems.problems
        ) from None


def text_element(item: Placed, font: Font, em: float, fill: str, spacing_em: float = 0.0) -> str:
    """One run as an SVG text element; our own renderer draws it from the font's outlines."""
    slant = ' font-style="italic"' if font.italic else ""
    spacing = f' letter-spacing="{spacing_em * em:.4f}"' if spacing_em else ""
    return (
        f'<text x="{item.x_mm:.3f}" y="{item.y_mm:.3f}" font-family="{escape(font.family)}" '
        f'font-weight="{font.weight}"{slant} font-size="{em:.4f}"{spacing} '
        f'fill="{escape(fill)}">{escape(item.atom.text)}</text>'
    )

"""Typefaces from the installed font packages: their files, measuring, shaping and outlines.

Fonts of the operating system are never used. The only importer of uharfbuzz, of fontTools, and of
brotli, by which fontTools unpacks WOFF2.
"""

from __future__ import annotations

import io
import re
import struct
import unicodedata
import zlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import groupby, pairwise
from math import fsum
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from cards_data.models import Font
from cards_data.outlines.path_reader import Point, Step
from cards_data.problems import Message, Place, Problems, quote, said_by, unknown
from cards_data.reader import shown_path
from cards_data.registry import game_folders
from generator.store.sources import Sources

if TYPE_CHECKING:
    from .markup import Atom, Word

# Family -> package, file prefix, and the spelling of italic in file names.
FAMILIES = {
    "Source Sans Pro": ("font_source_sans_pro", "SourceSansPro", "It"),
    "Source Serif Pro": ("font_source_serif_pro", "SourceSerifPro", "It"),
    "Manrope": ("font_manrope", "Manrope", "Italic"),
    "Hanken Grotesk": ("font_hanken_grotesk", "HankenGrotesk", "Italic"),
    "Caladea": ("font_caladea", "Caladea", "Italic"),
    "Amatic SC": ("font_amatic_sc", "AmaticSC", "Italic"),
}
# A font file in the ``fonts`` folder of a game.
OWN = re.compile(r"[\w-]+/fonts/\w[\w .-]*\.(?:[ot]tf|woff2?)")


def is_family(name: str) -> bool:
    return name in FAMILIES or OWN.fullmatch(name) is not None


def font_folders() -> tuple[Path, ...]:
    """Return the folders of the fonts on this computer."""
    places = (package_folder(package) for package, _, _ in FAMILIES.values())
    return tuple(place for place in places if place and place.is_dir())


def package_folder(package: str) -> Path | None:
    spec = find_spec(package)
    folders = spec.submodule_search_locations if spec else None
    return Path(folders[0]) / "files" if folders else None


PACKED = (b"wOFF", b"wOF2")
# The largest size of a decompressed font, as given in its header.
MOST_BYTES = 24_000_000


def plain_font(content: bytes) -> bytes:
    """Return the font in plain format; a ``ValueError`` says what is wrong with it."""
    if content[:4] not in PACKED:
        return content
    if int.from_bytes(content[16:20], "big") > MOST_BYTES:
        raise ValueError(Message("font.unfolds", n=MOST_BYTES))
    import brotli
    from fontTools.ttLib import TTLibError
    from fontTools.ttLib.sfnt import SFNTReader, SFNTWriter

    damage = (TTLibError, brotli.error, zlib.error, struct.error, AssertionError, ValueError)
    file = io.BytesIO()
    try:
        font = SFNTReader(io.BytesIO(content))
        tags = list(font.keys())
        writer = SFNTWriter(file, len(tags), font.sfntVersion)
        for tag in tags:
            writer[tag] = font[tag]
        writer.close()
    except (*damage, ArithmeticError, AttributeError, LookupError, TypeError):
        raise ValueError(DAMAGED) from None
    return file.getvalue()


def woff2(content: bytes) -> bytes:
    """Pack a plain font for pages."""
    from fontTools.ttLib import TTFont

    font = TTFont(io.BytesIO(content), recalcTimestamp=False, recalcBBoxes=False)
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file, reorderTables=None)
    return file.getvalue()


WEIGHTS = {
    200: ("ExtraLight",),
    300: ("Light",),
    400: ("Regular",),
    500: ("Medium",),
    600: ("Semibold", "SemiBold"),
    700: ("Bold",),
    800: ("ExtraBold",),
    900: ("Black",),
}


class Glyph(NamedTuple):
    """One shaped glyph: its number, its advance, and its offset, in ems.

    A deck has a hundred thousand of them. ``text`` holds the letters that it represents; a further
    glyph for the same letters has none.
    """

    number: int
    advance: float
    dx: float
    dy: float
    text: str


@dataclass(frozen=True)
class FontSubset:
    """A font subset: its file, or bare outlines, and its metrics in ems."""

    data: bytes
    outlines: bool
    name: str
    ascent: float
    descent: float
    cap_height: float
    slant: float


# Tables that only a typesetter needs; a PDF refers to glyphs by number.
_NOT_EMBEDDED = tuple(
    int.from_bytes(tag.encode(), "big")
    for tag in "GDEF GPOS GSUB kern cmap name post OS/2 DSIG gasp meta STAT".split()
)


class Typeface:
    def __init__(self, content: bytes) -> None:
        import uharfbuzz

        self._hb: Any = uharfbuzz
        face = uharfbuzz.Face(content)
        if not face.glyph_count:
            raise ValueError(Message("font.none"))
        self._font = uharfbuzz.Font(face)
        self.units = face.upem
        self.cap_height = self._metric("cap_height", 0.7)
        self.shape = lru_cache(maxsize=400)(self._shape)
        self.outline = lru_cache(maxsize=4_000)(self._outline)
        self.width = lru_cache(maxsize=20_000)(self._width)
        self.lacks = lru_cache(maxsize=20_000)(self._lacks)
        self.own_advance = lru_cache(maxsize=4_000)(self._own_advance)

    def _metric(self, name: str, fallback: float) -> float:
        tag = getattr(self._hb.OTMetricsTag, name.upper())
        units = self._font.get_metric_position(tag)
        return units / self.units if units else fallback

    def _shape(self, text: str) -> tuple[Glyph, ...]:
        buffer = self._hb.Buffer()
        buffer.add_str(text)
        buffer.guess_segment_properties()
        self._hb.shape(self._font, buffer)
        infos, units = buffer.glyph_infos, self.units
        starts = sorted({info.cluster for info in infos})
        letters = {start: text[start:end] for start, end in pairwise((*starts, len(text)))}
        return tuple(
            Glyph(
                info.codepoint,
                place.x_advance / units,
                place.x_offset / units,
                place.y_offset / units,
                letters.pop(info.cluster, ""),
            )
            for info, place in zip(infos, buffer.glyph_positions, strict=True)
        )

    def _own_advance(self, index: int) -> float:
        """Return the advance of a glyph without kerning, in ems."""
        advance: int = self._font.get_glyph_h_advance(index)
        return advance / int(self.units)

    def subset(self, glyphs: Iterable[int]) -> FontSubset:
        """Return what a PDF needs of the font to show those glyphs, with their original numbers."""
        request = self._hb.SubsetInput()
        request.flags = self._hb.SubsetFlags.RETAIN_GIDS | self._hb.SubsetFlags.NO_HINTING
        request.glyph_set.update(glyphs)
        request.drop_table_tag_set.update(_NOT_EMBEDDED)
        face = request.subset(self._font.face)
        outlines = "CFF " in face.table_tags
        metric = self._metric
        return FontSubset(
            data=bytes(face.reference_table("CFF ").data if outlines else face.blob.data),
            outlines=outlines,
            name=self._font.face.get_name(self._hb.OTNameIdPredefined.POSTSCRIPT_NAME),
            ascent=metric("horizontal_ascender", 0.9),
            descent=metric("horizontal_descender", -0.25),
            cap_height=self.cap_height,
            slant=self._font.get_style_value(self._hb.StyleTag.SLANT_ANGLE),
        )

    def try_embedding(self) -> None:
        """Make a subset of all glyphs once, as every PDF needs one; raise if that fails."""
        try:
            self.subset(range(self._font.face.glyph_count))
        except (RuntimeError, LookupError, UnicodeError):
            raise ValueError(DAMAGED) from None

    def _width(self, text: str) -> float:
        # Newer versions of Python round a plain sum differently: prints would not be the same.
        return fsum(glyph.advance for glyph in self.shape(text))

    def _lacks(self, text: str) -> str:
        return "".join(
            char for char in dict.fromkeys(text) if not self._font.get_nominal_glyph(ord(char))
        )

    def _outline(self, index: int) -> tuple[Step, ...]:
        pen = _Pen()
        self._font.draw_glyph_with_pen(index, pen)
        return tuple(pen.commands)


class _Pen:
    """A pen that collects an outline; quadratic curves become cubic ones, as cairo needs."""

    def __init__(self) -> None:
        self.commands: list[Step] = []
        self.at = (0.0, 0.0)

    def moveTo(self, point: Point) -> None:  # noqa: N802 - the names are those of fontTools
        self.commands.append(("M", point))
        self.at = point

    def lineTo(self, point: Point) -> None:  # noqa: N802
        self.commands.append(("L", point))
        self.at = point

    def qCurveTo(self, control: Point, end: Point) -> None:  # noqa: N802
        (ax, ay), (cx, cy), (x, y) = self.at, control, end
        first = (ax + (cx - ax) * 2 / 3, ay + (cy - ay) * 2 / 3)
        second = (x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
        self.commands.append(("C", (*first, *second, x, y)))
        self.at = end

    def curveTo(self, first: Point, second: Point, end: Point) -> None:  # noqa: N802
        self.commands.append(("C", (*first, *second, *end)))
        self.at = end

    def closePath(self) -> None:  # noqa: N802
        self.commands.append(("Z", ()))


# By the hash of their file and the weight, so that a changed file gives a new typeface.
_TYPEFACES: dict[tuple[str, int], Typeface] = {}


def typeface(font: Font, sources: Sources) -> Typeface:
    """Load a font, or raise a problem that names the available families and weights."""
    source = sources.read(font_file(font))
    key = source.digest, font.weight
    if key not in _TYPEFACES:
        try:
            _TYPEFACES[key] = _load_typeface(font, source.content)
        except ValueError as error:
            allowed, hint = Message("font.allowed"), Message("font.again")
            where = Place(shown_path(font_file(font)))
            raise Problems.of(where, said_by(error), allowed, hint) from None
    return _TYPEFACES[key]


def _load_typeface(font: Font, content: bytes) -> Typeface:
    """Create a typeface, and check a game's own file: otherwise only writing a PDF would fail."""
    if not OWN.fullmatch(font.family):
        return Typeface(content)
    content = at_weight(plain_font(content), font.weight)
    face = Typeface(content)
    if any(end > len(content) for end in _table_ends(content)):
        raise ValueError(DAMAGED)
    face.try_embedding()
    return face


def at_weight(content: bytes, weight: int) -> bytes:
    """Return a variable font at one weight, with the defaults of all other axes."""
    import uharfbuzz

    face = uharfbuzz.Face(content)
    axes = {axis.tag: axis for axis in face.axis_infos}
    axis = axes.get("wght")
    if weight != REGULAR and not axis:
        raise ValueError(Message("font.one_weight", weight=str(weight)))
    if axis and weight != REGULAR and not axis.min_value <= weight <= axis.max_value:
        low, high = f"{axis.min_value:g}", f"{axis.max_value:g}"
        raise ValueError(Message("font.weights", low=low, high=high, weight=str(weight)))
    if not axes:
        return content
    target = uharfbuzz.SubsetInput()
    target.keep_everything()
    for tag, one in axes.items():
        request = weight if one is axis else one.default_value
        target.pin_axis_location(face, tag, min(max(request, one.min_value), one.max_value))
    try:
        return bytes(target.subset(face).blob.data)
    except RuntimeError:
        raise ValueError(DAMAGED) from None


def _table_ends(content: bytes) -> Iterator[int]:
    """Yield where the tables of a font end, from its directory: tag, sum, offset and length."""
    count = int.from_bytes(content[4:6], "big") if content[:4] in _SINGLE else 0
    for entry in range(12, 12 + 16 * count, 16):
        place, length = content[entry + 8 : entry + 12], content[entry + 12 : entry + 16]
        yield int.from_bytes(place, "big") + int.from_bytes(length, "big")


# The first bytes of a file that contains one font; others contain several.
_SINGLE = (b"\0\1\0\0", b"OTTO", b"true")
DAMAGED = Message("font.damaged")
REGULAR = 400


def font_digest(font: Font, sources: Sources) -> str:
    """Return the hash that identifies a font: that of its file."""
    return sources.read(font_file(font)).digest


def font_file(font: Font) -> Path:
    """Return the file of a font, in its package or in a game's own folder."""
    if OWN.fullmatch(font.family):
        places = [folder / font.family for folder in game_folders()]
        return next((path for path in places if path.is_file()), places[-1])
    return _packaged_file(font)


@cache
def _packaged_file(font: Font) -> Path:
    if font.family not in FAMILIES:
        fault = Message("font.family", name=quote(font.family))
        raise unknown("fonts", font.family, FAMILIES, fault)
    package, prefix, italic = FAMILIES[font.family]
    folder = package_folder(package)
    if folder is None:
        raise Problems.of("fonts", Message("font.package", name=package))
    for name in _file_names(font, prefix, italic):
        for suffix in ("ttf", "otf"):
            if (path := folder / f"{name}.{suffix}").is_file():
                return path
    available = ", ".join(sorted(path.stem for path in folder.glob("*.[ot]tf")))
    font_name = f"{font.family} {font.weight}{' italic' if font.italic else ''}"
    raise Problems.of("fonts", Message("font.not_in", font=font_name, package=package), available)


def _file_names(font: Font, prefix: str, italic: str) -> list[str]:
    weights = WEIGHTS.get(font.weight, ())
    if not font.italic:
        return [f"{prefix}-{weight}" for weight in weights]
    plain = [f"{prefix}-{italic}"] if font.weight == 400 else []
    return plain + [f"{prefix}-{weight}{italic}" for weight in weights]


# The features that pages use: joining, kerning, ligatures, digits and marks.
FEATURES = ("ccmp", "kern", "liga", "lnum", "locl", "mark", "tnum")
# Copyright, trademark and licence. Makers reserve the other names for whole fonts.
NAME_IDS = (0, 7, 13, 14)


def with_letters(content: bytes, letters: str) -> bytes:
    """Return a plain font with only these letters and its licence."""
    import uharfbuzz

    request = uharfbuzz.SubsetInput()
    request.flags = uharfbuzz.SubsetFlags.NO_HINTING
    request.unicode_set.update(map(ord, letters))
    request.layout_feature_tag_set.clear()
    request.layout_feature_tag_set.update(int.from_bytes(one.encode(), "big") for one in FEATURES)
    request.name_id_set.clear()
    request.name_id_set.update(NAME_IDS)
    face = request.subset(uharfbuzz.Face(content))
    return bytes(face.blob.data)


# At most this many letters are replaced by their names, to leave space in the line.
MOST_NAMED = 3


def with_fallback_fonts(word: Word, faces: Mapping[str, Typeface]) -> Iterator[Atom]:
    """Yield the atoms of a word, split where the typeface changes."""
    from .markup import Atom

    for atom in word:
        runs = ((role or atom.role, text) for role, text in _runs(atom, faces))
        for role, run in groupby(runs, lambda pair: pair[0]):
            if text := "".join(text for _, text in run):
                yield Atom(text, role)


def _runs(atom: Atom, faces: Mapping[str, Typeface]) -> Iterator[tuple[str, str]]:
    """Yield runs with the first typeface that has their letters, the atom's own before others."""

    def role_of(char: str) -> str:
        return next((role for role in (atom.role, *faces) if not faces[role].lacks(char)), "")

    for role, run in groupby(atom.text, role_of):
        letters = "".join(run)
        yield role, letters if role else _letter_names(letters)


def _letter_names(letters: str) -> str:
    """Return ``[fox face]`` for a picture, ``[U+7530 U+4E2D]`` for letters, without joiners."""
    chars = [char for char in letters if unicodedata.category(char) not in ("Cf", "Mn", "Cc")]
    if not chars:
        return ""
    names = []
    for char in chars[:MOST_NAMED]:
        name = unicodedata.name(char, "") if unicodedata.category(char) == "So" else ""
        names.append(name.lower() or f"U+{ord(char):04X}")
    return f"[{' '.join(names)}{' …' if len(chars) > MOST_NAMED else ''}]"

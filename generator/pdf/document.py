"""The input of the PDF writer: pages with everything in place, and the file's metadata."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import PurePosixPath

from cards_data.models import Game, Size
from cards_data.words import PLAIN
from generator.compose.artwork import Artwork
from generator.geometry.shapes import Box, Path, rounded_rect
from generator.sheets.marks import Label, Marks, SheetPage
from generator.sheets.papers import Paper, Profile, page_scale
from generator.sheets.sheet_pages import HAIR_MM, Cut, Placement
from generator.words import say_in

# The variable that sets the date in a file.
DATE = "SOURCE_DATE_EPOCH"
# The type of the object that holds the manifest inside a PDF.
MANIFEST_TYPE = "EcotableManifest"
# The name of the picture in the form of a face in pixels.
IMAGE = "/Picture"
_UA = 'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"'


@dataclass(frozen=True)
class Page:
    """One side, ready to be drawn."""

    placements: tuple[Placement, ...]
    marks: Marks
    # What begins here, for the bookmarks of the file.
    begins: tuple[str, ...] = ()
    # The printer's error on this side, which is corrected.
    profile: Profile | None = None
    # Whether its one face is a page to read, with its own tags.
    read: bool = False
    # The box around all cuts: left, top, right and bottom; ``None`` if nothing is cut.
    trim: Box | None = None


@dataclass(frozen=True)
class About:
    """The metadata of a PDF."""

    title: str
    subject: str
    flip: str
    duplex: bool
    lang: str = PLAIN
    author: str = "Ecotable"
    # Whether pieces are pixels, with their letters separate.
    pixels: bool = False
    # Whether it is for a print shop: boxes on every page, and a colour profile.
    for_shop: bool = False


def centre_page(face: str, size: Size, paper: Paper, labels: tuple[Label, ...] = ()) -> Page:
    """Centre a kit page on the paper, reduced if needed."""
    scale = page_scale(size, paper)
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    x, y = (paper.width_mm - width_mm) / 2, (paper.height_mm - height_mm) / 2
    clip = rounded_rect((x, y, x + width_mm, y + height_mm), 0)
    placement = Placement(face, x, y, width_mm, height_mm, clip)
    return Page((placement,), Marks(labels=labels), read=True)


def is_accessible(pages: Sequence[Page], about: About) -> bool:
    """Return whether a file meets PDF/UA: not for a print shop; a page to read appears once."""
    read = [place.face for page in pages if page.read for place in page.placements]
    return not about.for_shop and len(read) == len(set(read))


def xmp(about: About, accessible: bool) -> str:
    """Return the file's metadata as XMP; an accessible file claims PDF/UA-1."""
    claim = f'<rdf:Description rdf:about="" {_UA}><pdfuaid:part>1</pdfuaid:part></rdf:Description>'
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.title)}</rdf:li></rdf:Alt>'
        "</dc:title>"
        f"<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>"
        f"<dc:language><rdf:Bag><rdf:li>{escape(about.lang)}</rdf:li></rdf:Bag></dc:language>"
        f"</rdf:Description>{claim if accessible else ''}</rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="w"?>'
    )


Begin = dict[int, tuple[str, ...]]
# The template of a kit page, and the key of its name.
TITLES = {
    "howto": "howto_title",
    "by_hand": "hand_title",
    "leaflet": "rules_leaflet",
    "score_sheet": "score_sheet",
}


def beginnings(game: Game, sheet_pages: Sequence[SheetPage], lang: str) -> Begin:
    """Return every deck on the page of its first piece."""
    seen: set[str] = set()
    begins: Begin = {}
    for index, page in enumerate(sheet_pages):
        names = dict.fromkeys(cut.deck for cut in page.side.cuts if cut.deck not in seen)
        if names:
            begins[index] = tuple(game.decks[name].title(lang) for name in names)
            seen.update(names)
    return begins


def first_pages(arts: Sequence[Artwork | None], lang: str) -> Begin:
    """Return the first pages of how-to, rules and score sheet."""
    t = say_in(lang)
    seen: set[str] = set()
    begins: Begin = {}
    for index, art in enumerate(arts):
        name = PurePosixPath(art.where).name.partition(".")[0] if art else ""
        if name in TITLES and name not in seen:
            begins[index] = (t(TITLES[name]),)
            seen.add(name)
    return begins


def trim_of(cuts: Sequence[Cut]) -> Box | None:
    """Return the box around all cuts of a sheet, along the outermost cuts."""
    boxes = [
        (cut.slot.x_mm, cut.slot.y_mm, cut.slot.x_mm + cut.width_mm, cut.slot.y_mm + cut.height_mm)
        for cut in cuts
    ]
    return _bounding_box(boxes) if boxes else None


def trim_and_bleed(page: Page, paper: Paper) -> tuple[Box, Box]:
    """Return both boxes of a page; the bleed contains the trim and stays on the paper."""
    whole = (0.0, 0.0, paper.width_mm, paper.height_mm)
    if page.trim is None:
        return whole, whole
    trim = _clip_box(page.trim, whole)
    visible = [
        _bounding_box([(x, y, x, y) for _, points in place.clip for x, y in points])
        for place in page.placements
    ]
    return trim, _clip_box(_bounding_box([trim, *visible]), whole)


def _bounding_box(boxes: Iterable[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _clip_box(box: Box, outer: Box) -> Box:
    left, top, right, bottom = box
    return max(left, outer[0]), max(top, outer[1]), min(right, outer[2]), min(bottom, outer[3])


UNDER_MM = 0.5
Edge = tuple[int, float, float, float]
# For left, top, right and bottom: the opposite side, and the two in between.
_OPPOSITE = (2, 3, 0, 1)
_BETWEEN = ((1, 3), (0, 2), (1, 3), (0, 2))


def clips(placements: Sequence[Placement]) -> Iterator[Path]:
    """Yield clips, extended under later neighbours: no paper shows between them on a screen."""
    boxes = [_box(place.clip) for place in placements]
    last = {
        _edge(box, side, box[side]): number
        for number, box in enumerate(boxes)
        if box
        for side in range(4)
    }
    for number, (place, box) in enumerate(zip(placements, boxes, strict=True)):
        under = [side for side in range(4) if box and _meets(box, side, last) > number]
        yield rounded_rect(_grow_box(box, under, place), 0) if box and under else place.clip


def _box(clip: Path) -> Box | None:
    """Return left, top, right and bottom of a clip that is an upright rectangle."""
    points = [point for _, step in clip for point in step]
    xs, ys = sorted({x for x, _ in points}), sorted({y for _, y in points})
    if len(points) != 4 or len(xs) != 2 or len(ys) != 2:
        return None
    return xs[0], ys[0], xs[1], ys[1]


def _edge(box: Box, side: int, place: float) -> Edge:
    one, other = _BETWEEN[side]
    return side, round(place, 2), round(box[one], 2), round(box[other], 2)


def _meets(box: Box, side: int, last: dict[Edge, int]) -> int:
    """Return the number of the neighbour that touches or slightly overlaps a side."""
    hair = 2 * HAIR_MM if side > 1 else -2 * HAIR_MM
    edges = ((_OPPOSITE[side], *_edge(box, side, box[side] - lap)[1:]) for lap in (0.0, hair))
    return max(last.get(edge, -1) for edge in edges)


def _grow_box(box: Box, under: list[int], place: Placement) -> Box:
    """Extend some sides of a box, but not past the face itself."""
    left, top, right, bottom = (
        value + (UNDER_MM if side > 1 else -UNDER_MM) * (side in under)
        for side, value in enumerate(box)
    )
    face = place.x_mm, place.y_mm, place.x_mm + place.width_mm, place.y_mm + place.height_mm
    return _clip_box((left, top, right, bottom), face)

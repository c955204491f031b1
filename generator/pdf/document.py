"""What the PDF writer is given: pages with everything at its place, and what the file says."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from cards_data.models import Size
from cards_data.words import PLAIN
from generator.geometry.shapes import rounded
from generator.sheets.marks import Label, Marks
from generator.sheets.papers import Paper, page_scale
from generator.sheets.printer_profile import Profile
from generator.sheets.sheet_pages import Placement

# The variable that sets the date which a file bears.
DATE = "SOURCE_DATE_EPOCH"
# The type of the object that holds the manifest inside a PDF.
MANIFEST_TYPE = "EcotableManifest"
# What the form of a face in pixels calls its picture.
IMAGE = "/Picture"


@dataclass(frozen=True)
class Page:
    """One side, ready to be drawn."""

    placements: tuple[Placement, ...]
    marks: Marks
    # What begins here, for the bookmarks of the file.
    begins: tuple[str, ...] = ()
    # The error of the printer on this side, which is corrected.
    profile: Profile | None = None
    # Whether its one face is a page that is read, and tagged by itself.
    read: bool = False
    # The box around all cuts: left, top, right and bottom; ``None`` where nothing is cut.
    trim: tuple[float, float, float, float] | None = None


@dataclass(frozen=True)
class About:
    """What a PDF says of itself."""

    title: str
    subject: str
    flip: str
    duplex: bool
    lang: str = PLAIN
    author: str = "Ecotable"
    # Whether pieces come in pixels, with their letters apart.
    pixels: bool = False
    # Whether a print shop gets it: boxes on every page, and the colours that are meant.
    for_shop: bool = False


def centred(face: str, size: Size, paper: Paper, labels: tuple[Label, ...] = ()) -> Page:
    """A face alone in the middle of the paper, smaller where that is needed: a page of the kit."""
    scale = page_scale(size, paper)
    width_mm, height_mm = size.width_mm * scale, size.height_mm * scale
    x, y = (paper.width_mm - width_mm) / 2, (paper.height_mm - height_mm) / 2
    clip = rounded((x, y, x + width_mm, y + height_mm), 0)
    placement = Placement(face, x, y, width_mm, height_mm, clip)
    return Page((placement,), Marks(labels=labels), read=True)


def xmp(about: About) -> str:
    """What the file says of itself, as XMP."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(about.title)}</rdf:li></rdf:Alt>'
        "</dc:title>"
        f"<dc:creator><rdf:Seq><rdf:li>{escape(about.author)}</rdf:li></rdf:Seq></dc:creator>"
        f"<dc:language><rdf:Bag><rdf:li>{escape(about.lang)}</rdf:li></rdf:Bag></dc:language>"
        "<pdfuaid:part>1</pdfuaid:part>"
        "</rdf:Description></rdf:RDF></x:xmpmeta>\n"
        '<?xpacket end="w"?>'
    )

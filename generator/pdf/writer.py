"""Write pages into a PDF file, the same bytes for the same input. The only importer of reportlab.

Faces are written as they arrive and are not stored: a thousand cards need no more memory than ten.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from reportlab import rl_config
from reportlab.pdfbase import pdfdoc, pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.pdfgen.canvas import Canvas

from cards_data.models import Font
from cards_data.problems import Message, Problems, quote
from generator import images
from generator.geometry.shapes import Box
from generator.geometry.shapes import Path as Outline
from generator.geometry.units import points
from generator.raster import Pixels
from generator.sheets.marks import LINE_MM, Label, MarkLine
from generator.sheets.papers import Paper
from generator.sheets.sheet_pages import Placement
from generator.store.compression import WELL, pack
from generator.store.sources import Sources
from generator.text.fonts import font_file
from generator.vector.form_xobject import PAGE_UNITS, Form, decode_form

from .document import (
    DATE,
    IMAGE,
    MANIFEST_TYPE,
    About,
    Page,
    clips,
    is_accessible,
    trim_and_bleed,
    xmp,
)
from .form_objects import Forms, page_with, picture_with
from .structure import CONTENT_END, DECORATION, Structure, StructureTree

SMALL_PRINT = "EcotableSmallPrint"
SMALL_PRINT_PT = 7
SRGB = "sRGB IEC61966-2.1"
# The latest version that most programs write, and the first with current colour profiles.
PDF_VERSION = (1, 7)
PACKED = pdfdoc.PDFArray([pdfdoc.PDFName("FlateDecode")])
# The end of the year 9999: no date is written with more digits.
LAST_DATE = 253_402_300_799


def write_pdf(
    path: Path,
    paper: Paper,
    pages: Sequence[Page],
    faces: Iterable[tuple[str, Pixels | Form]],
    about: About,
    manifest: str = "",
    sources: Sources | None = None,
) -> None:
    """Write the file; fonts of vector faces come from the sources they were drawn from."""
    rl_config.useA85 = 0
    with path.open("wb") as file:
        canvas = _canvas(file, paper, about)
        # The metadata as XMP too, for programs that read nothing else.
        metadata = xmp(about, is_accessible(pages, about)).encode()
        entries = {"Type": pdfdoc.PDFName("Metadata"), "Subtype": pdfdoc.PDFName("XML")}
        canvas._doc.Catalog.Metadata = _stream(metadata, entries)
        if manifest:
            # Inside the PDF, so that the file alone can be verified.
            entries = {"Type": pdfdoc.PDFName(MANIFEST_TYPE), "Filter": PACKED}
            embedded = _stream(pack(manifest.encode(), WELL), entries)
            canvas._doc.addForm(MANIFEST_TYPE, embedded)
        structure = Structure()
        # Pages first: they only refer to their faces, which workers are still drawing.
        for page in pages:
            if about.for_shop:
                trim, bleed = trim_and_bleed(page, paper)
                canvas.setTrimBox(_box(trim, paper))
                canvas.setBleedBox(_box(bleed, paper))
            _draw_page(canvas, paper, page, structure)
            _end_page(canvas, structure)
        forms = Forms(partial(_add_object, canvas._doc), sources or Sources())
        stream = _FaceStream(iter(faces), forms, file, structure)
        _add_faces(canvas._doc, pages, stream, about.pixels)
        _add_structure(canvas._doc, structure)
        canvas.save()


class _DeferredObject(pdfdoc.PDFObject):  # type: ignore[misc]
    """An object that computes its bytes when it is written to the file."""

    __RefOnly__ = 1

    def __init__(self, write: Callable[[], bytes]) -> None:
        self._write = write

    def format(self, document: Any) -> bytes:
        return self._write()


@dataclass
class _FaceStream:
    """The stream of drawn faces, their writer, and the file."""

    faces: Iterator[tuple[str, Pixels | Form]]
    forms: Forms
    file: BinaryIO
    structure: Structure
    arrived: dict[str, Pixels | Form] = field(default_factory=dict)

    def take(self, key: str) -> Pixels | Form:
        while key not in self.arrived:
            name, face = next(self.faces)
            self.arrived[name] = face
        return self.arrived.pop(key)

    def write(self, key: str, document: Any) -> bytes:
        """Write a face as one object."""
        _write_directly(self.file, document)
        face = self.take(key)
        tagged = key in self.structure.parents
        if not isinstance(face, Form):
            if not tagged:
                return _image(face, document)
            draw = partial(_image, face, document)
            return page_with(_add_object(document, _image_name(key), draw))
        self.structure.tags[key] = face.tags
        parents = f" /StructParents {self.structure.parent_key(key)}" if tagged else ""
        return self.forms.write(face, parents)

    def under_text(self, key: str, document: Any) -> bytes:
        """Write a face as a picture, which is the next object, with invisible letters on top."""
        _write_directly(self.file, document)
        face = self.arrived[key] = self.take(key)
        assert not isinstance(face, Form)
        objects = {IMAGE: _reference(document, _image_name(key))}
        if face.text:
            whole = self.forms.write(decode_form(face.text))
            objects["/Letters"] = _add_object(document, f"letters {key}", partial(bytes, whole))
        return picture_with(objects)


def _add_faces(document: Any, pages: Sequence[Page], stream: _FaceStream, pixels: bool) -> None:
    """Add each face to the file once, no matter how often it is printed; pixels are two objects."""
    read = {place.face for page in pages if page.read for place in page.placements}
    for key in dict.fromkeys(place.face for page in pages for place in page.placements):
        write = partial(stream.write, key, document)
        if pixels and key not in read:
            above = partial(stream.under_text, key, document)
            document.addForm(key, _DeferredObject(above))
            document.Reference(_DeferredObject(write), _image_name(key))
        else:
            document.addForm(key, _DeferredObject(write))


def _image_name(key: str) -> str:
    return f"picture {key}"


def _reference(document: Any, name: str) -> str:
    """Return the reference to an object of the file by name."""
    return "{} {} R".format(*document.idToObjectNumberAndVersion[name])


def _add_structure(document: Any, structure: Structure) -> None:
    """Add the structure tree, which is written after all faces."""
    own = "structure"

    def reference(name: str) -> str:
        exists = name in document.idToObjectNumberAndVersion
        return _reference(document, name if exists else pdfdoc.xObjectName(name))

    def write_tree() -> bytes:
        tree = StructureTree(structure, partial(_add_object, document), reference)
        return tree.root(_reference(document, own))

    catalog = document.Catalog
    catalog.StructTreeRoot = document.Reference(_DeferredObject(write_tree), own)
    catalog.MarkInfo = pdfdoc.PDFDictionary({"Marked": "true"})


def _write_directly(file: BinaryIO, document: Any) -> None:
    """Let reportlab write each object to the file at once instead of collecting them."""
    collector = document.__accum__
    if collector.strings:
        file.write(b"".join(collector.strings))
        collector.strings.clear()
        collector.write = file.write


def _add_object(document: Any, name: str, write: Callable[[], bytes]) -> str:
    """Add an object to the file once per name; return a reference to it, "12 0 R"."""
    if name not in document.idToObject:
        document.Reference(_DeferredObject(write), name)
    return _reference(document, name)


def _canvas(file: BinaryIO, paper: Paper, about: About) -> Canvas:
    # reportlab expects a number.
    date = os.environ.get(DATE, "").strip()
    if date and not (date.isascii() and date.isdigit() and int(date) <= LAST_DATE):
        fault = Message("print.no_date", value=quote(date))
        raise Problems.of(DATE, fault, Message("print.seconds"))
    size = (points(paper.width_mm), points(paper.height_mm))
    if SMALL_PRINT not in pdfmetrics.getRegisteredFontNames():
        font = font_file(Font("Source Sans Pro"))
        pdfmetrics.registerFont(TTFont(SMALL_PRINT, str(font)))
    # The default of reportlab is a font that cannot be embedded.
    canvas = Canvas(
        *(file, size),
        invariant=1,
        pageCompression=1,
        initialFontName=SMALL_PRINT,
        pdfVersion=PDF_VERSION,
        lang=about.lang,
    )
    canvas.setTitle(about.title)
    canvas.setSubject(about.subject)
    canvas.setAuthor(about.author)
    canvas.setCreator("Ecotable")
    canvas.setViewerPreference("PrintScaling", "None")
    canvas.setViewerPreference("DisplayDocTitle", "true")
    turned = f"DuplexFlip{about.flip.capitalize()}Edge" if about.duplex else "Simplex"
    canvas.setViewerPreference("Duplex", turned)
    if about.for_shop:
        _set_colours(canvas._doc)
    return canvas


def _stream(content: bytes, entries: Mapping[str, Any]) -> pdfdoc.PDFStream:
    """Return a stream with its content unchanged and further dictionary entries."""
    stream = pdfdoc.PDFStream(content=content, filters=[])
    for name, value in entries.items():
        stream.dictionary[name] = value
    return stream


def _set_colours(document: Any) -> None:
    """Declare the RGB colour space. The file is not PDF/X: sRGB is not a printing condition."""
    profile = _stream(pack(images.srgb_profile(), WELL), {"N": 3, "Filter": PACKED})
    intent = pdfdoc.PDFDictionary(
        {
            "Type": pdfdoc.PDFName("OutputIntent"),
            "S": pdfdoc.PDFName("GTS_PDFA1"),
            "OutputConditionIdentifier": pdfdoc.PDFString(SRGB),
            "Info": pdfdoc.PDFString(SRGB),
            "RegistryName": pdfdoc.PDFString("http://www.color.org"),
            "DestOutputProfile": document.Reference(profile),
        }
    )
    catalog = document.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = pdfdoc.PDFArray([intent])


def _box(box: Box, paper: Paper) -> Box:
    left, top, right, bottom = box
    low, high = paper.height_mm - bottom, paper.height_mm - top
    return points(left), points(low), points(right), points(high)


def _image(image: Pixels, document: Any) -> bytes:
    """Write a face in pixels."""
    entries = {
        "Type": pdfdoc.PDFName("XObject"),
        "Subtype": pdfdoc.PDFName("Image"),
        "Width": image.width,
        "Height": image.height,
        "ColorSpace": pdfdoc.PDFName("DeviceRGB"),
        "BitsPerComponent": 8,
        "Filter": PACKED,
    }
    stream: bytes = _stream(image.packed, entries).format(document)
    return stream


def _end_page(canvas: Canvas, structure: Structure) -> None:
    """End a page; a page with tagged content is entered in the structure."""
    name = canvas._doc.thisPageName()
    canvas.showPage()
    page = canvas._doc.idToObject[name]
    page.__NoDefault__ = [*page.__NoDefault__, "Tabs", "StructParents"]
    page.Tabs = pdfdoc.PDFName("S")
    page.StructParents = structure.parents.get(name)


def _draw_page(canvas: Canvas, paper: Paper, page: Page, structure: Structure) -> None:
    if page.profile:
        canvas.transform(*_to_points(page.profile.matrix(paper), paper))
    for number, title in enumerate(page.begins):
        key = f"{canvas.getPageNumber()}.{number}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(title, key)
    canvas._code.append(DECORATION)
    canvas.setLineWidth(points(LINE_MM))
    for stroke in page.marks.strokes:
        _draw_stroke(canvas, paper, stroke)
    canvas._code.append(CONTENT_END)
    name = canvas._doc.thisPageName()
    for placement, clip in zip(page.placements, clips(page.placements), strict=True):
        before, behind = structure.marks_around(name, placement, page.read, paper.height_mm)
        canvas._code += before
        _draw_face(canvas, paper, placement, clip, PAGE_UNITS if page.read else 1)
        canvas._code += behind
    canvas._code.append(DECORATION)
    # A light line below the dark one is visible on dark and on light tiles.
    for gray, width_mm in ((1.0, 3 * LINE_MM), (0.35, LINE_MM)):
        canvas.setStrokeGray(gray)
        canvas.setLineWidth(points(width_mm))
        for outline in page.marks.outlines:
            canvas.drawPath(_path(canvas, paper, outline), stroke=1, fill=0)
    canvas.setStrokeGray(0)
    for label in page.marks.labels:
        _draw_label(canvas, paper, label)
    canvas._code.append(CONTENT_END)


def _to_points(
    matrix: tuple[float, float, float, float, float, float], paper: Paper
) -> tuple[float, float, float, float, float, float]:
    """Convert a transform from millimetres at the top left to points at the bottom left."""
    a, b, c, d, e, f = matrix
    high = paper.height_mm
    return a, -b, -c, d, points(c * high + e), points(high - d * high - f)


def _draw_stroke(canvas: Canvas, paper: Paper, stroke: MarkLine) -> None:
    canvas.line(
        points(stroke.x1_mm),
        points(paper.height_mm - stroke.y1_mm),
        points(stroke.x2_mm),
        points(paper.height_mm - stroke.y2_mm),
    )


def _draw_face(canvas: Canvas, paper: Paper, place: Placement, clip: Outline, side: int) -> None:
    """Draw a face, whose form or picture is a square with a side of that length."""
    width, height = points(place.width_mm) / side, points(place.height_mm) / side
    canvas.saveState()
    canvas.clipPath(_path(canvas, paper, clip), stroke=0, fill=0)
    left = points(place.x_mm)
    bottom = points(paper.height_mm - place.y_mm - place.height_mm)
    turns = {
        0: (width, 0, 0, height, left, bottom),
        90: (0, -height, width, 0, left, bottom + height * side),
        180: (-width, 0, 0, -height, left + width * side, bottom + height * side),
        270: (0, height, -width, 0, left + width * side, bottom),
    }
    canvas.transform(*turns[place.turn])
    canvas.doForm(place.face)
    canvas.restoreState()


def _path(canvas: Canvas, paper: Paper, outline: Outline) -> Any:
    path = canvas.beginPath()
    for letter, places in outline:
        flat = [value for x, y in places for value in (points(x), points(paper.height_mm - y))]
        {"M": path.moveTo, "L": path.lineTo, "C": path.curveTo, "Z": path.close}[letter](*flat)
    return path


def _draw_label(canvas: Canvas, paper: Paper, label: Label) -> None:
    canvas.saveState()
    canvas.setFont(SMALL_PRINT, SMALL_PRINT_PT)
    canvas.translate(points(label.x_mm), points(paper.height_mm - label.y_mm))
    if label.turned:
        canvas.rotate(-90)
    draw = {
        "left": canvas.drawString,
        "center": canvas.drawCentredString,
        "right": canvas.drawRightString,
    }
    draw[label.align](0, 0, label.text)
    canvas.restoreState()

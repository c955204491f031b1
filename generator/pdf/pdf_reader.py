"""Read the manifest and the faces inside a printed PDF. The only importer of pypdf."""

from __future__ import annotations

import logging
import mmap
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.generic import StreamObject

from cards_data.problems import Message, Place, Problems
from generator.raster import Pixels

from .document import IMAGE, MANIFEST_TYPE
from .manifest import read_manifest

PDF_BEGIN = b"%PDF-"
OBJECTS_LIMIT = 20_000

# A damaged file is one clear problem; the library's warnings do not help.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def embedded_manifest(path: Path) -> dict[str, Any] | None:
    """Return the manifest in a PDF, or nothing if Ecotable did not write it."""
    try:
        return _manifest_in(PdfReader(path)) if _is_ours(path) else None
    # A damaged file can raise almost any exception, depending on where it is damaged.
    except Exception as error:
        fault = Message("print.no_pdf", reason=error)
        raise Problems.of(Place(str(path)), fault) from None


def _is_ours(path: Path) -> bool:
    """Return whether a file contains the name of our manifest; others need not be parsed."""
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if content[: len(PDF_BEGIN)] != PDF_BEGIN:
            raise ValueError(Message("print.no_pdf_begin"))
        return content.find(MANIFEST_TYPE.encode()) >= 0


def _manifest_in(reader: PdfReader) -> dict[str, Any] | None:
    # Ours is among the first objects, but any order is allowed; a file may claim to have millions.
    numbers = sorted({number for numbers in reader.xref.values() for number in numbers if number})
    for number in numbers[:OBJECTS_LIMIT]:
        item = reader.get_object(number)
        if isinstance(item, StreamObject) and item.get("/Type") == f"/{MANIFEST_TYPE}":
            return read_manifest(item.get_data().decode("utf-8", errors="replace"))
    return None


def embedded_faces(path: Path, keys: set[str]) -> dict[str, Pixels]:
    """Return the wanted faces as printed; none of a damaged file, or of one with vectors."""
    faces: dict[str, Pixels] = {}
    with suppress(Exception):
        for page in PdfReader(path).pages:
            for name, item in page.get("/Resources", {}).get("/XObject", {}).items():
                key = name.rpartition(".")[2]
                if key in keys and key not in faces and (image := _image_in(item.get_object())):
                    # Compressed like all other faces on a screen.
                    packed = zlib.compress(image.get_data(), 1)
                    faces[key] = Pixels(int(image["/Width"]), int(image["/Height"]), packed)
    return faces


def _image_in(face: Any) -> Any:
    """Return the picture of a face: the face itself, or the one below its letters."""
    if face["/Subtype"] == "/Form":
        face = face.get("/Resources", {}).get("/XObject", {}).get(IMAGE, {}).get_object()
    return face if face.get("/Subtype") == "/Image" else None

"""What lies inside a printed PDF: its manifest and its faces. The only importer of pypdf."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pypdf import PdfReader
from pypdf.errors import PyPdfError
from pypdf.generic import StreamObject

from cards_data.problems import Problem, Problems
from generator.build import read_manifest

MANIFEST_TYPE = "/EcotableManifest"


def enclosed_manifest(path: Path) -> dict[str, Any] | None:
    """The manifest a PDF was printed with, or nothing when it is not one of ours."""
    for stream in _streams(path):
        if stream.get("/Type") == MANIFEST_TYPE:
            return read_manifest(stream.get_data().decode("utf-8"))
    return None


def _streams(path: Path) -> list[StreamObject]:
    try:
        reader = PdfReader(path)
        # Ours is among the first objects, but any order is allowed.
        count = int(str(reader.trailer["/Size"]))
        found = [reader.get_object(number) for number in range(1, count)]
    except (PyPdfError, OSError, KeyError, ValueError) as error:
        raise Problems([Problem(str(path), f"is no PDF that can be read: {error}")]) from None
    return [item for item in found if isinstance(item, StreamObject)]

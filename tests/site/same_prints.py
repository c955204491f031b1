"""Compare two PDFs: what their pages draw, with all fonts and forms, and how they look."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from itertools import zip_longest
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
from PIL import Image, ImageChops

# A step of the last digit that is written: numbers may be rounded differently.
CLOSE = 0.0011
DPI = 100
# Of 255; and how many pixels of a page may differ more, at the edge of a letter.
FAINT, MOST_PIXELS = 2, 100
# How a stream is packed does not matter; parents lead back.
IGNORED = {"/Length", "/Filter", "/DecodeParms", "/Parent", "/P", "/Resources"}
NUMBERS = (int, float, Decimal)


def differences(one: Path, other: Path) -> list[str]:
    """Where the pages of two PDFs draw something else."""
    with pikepdf.open(one) as first, pikepdf.open(other) as second:
        if len(first.pages) != len(second.pages):
            return [f"{len(first.pages)} and {len(second.pages)} pages"]
        compared = _Compared()
        return [
            f"page {number}{place}"
            for number, pair in enumerate(zip(first.pages, second.pages, strict=True), 1)
            for place in compared.drawn(pair[0].Contents, pair[1].Contents, *_resources(*pair))
        ]


def _resources(*owners: Any) -> Iterator[Any]:
    return (owner.get("/Resources", pikepdf.Dictionary()) for owner in owners)


class _Compared:
    """Objects of two PDFs; what several pages use is compared once."""

    def __init__(self) -> None:
        self._done: set[tuple[Any, Any]] = set()

    def same(self, one: Any, other: Any) -> Iterator[str]:
        if isinstance(one, pikepdf.Object) and one.is_indirect:
            pair = one.objgen, getattr(other, "objgen", None)
            if pair in self._done:
                return
            self._done.add(pair)
        if isinstance(one, pikepdf.Stream) and isinstance(other, pikepdf.Stream):
            yield from self._dictionaries(one, other)
            yield from self.drawn(one, other, *_resources(one, other))
        elif isinstance(one, pikepdf.Dictionary) and isinstance(other, pikepdf.Dictionary):
            yield from self._dictionaries(one, other)
        elif isinstance(one, pikepdf.Array) and isinstance(other, pikepdf.Array):
            for place, parts in enumerate(zip_longest(one, other)):
                yield from (f"[{place}]{rest}" for rest in self.same(*parts))
        elif isinstance(one, NUMBERS) and isinstance(other, NUMBERS):
            if abs(one - other) > CLOSE:
                yield f": {one} and {other}"
        elif one != other:
            yield f": {one!r} and {other!r}"

    def _dictionaries(self, one: Any, other: Any) -> Iterator[str]:
        for key in sorted({*one.keys(), *other.keys()} - IGNORED):
            yield from (f"{key}{rest}" for rest in self.same(one.get(key), other.get(key)))

    def drawn(self, one: Any, other: Any, resources: Any, others: Any) -> Iterator[str]:
        """The first operator that differs; in a font or bitmap, whether its bytes do."""
        if one.read_bytes() == other.read_bytes():
            yield from self._dictionaries(resources, others)
            return
        if not resources:
            yield ": other bytes"
            return
        steps = (pikepdf.parse_content_stream(content) for content in (one, other))
        for place, (first, second) in enumerate(zip_longest(*steps)):
            if first is None or second is None or first.operator != second.operator:
                yield f" operator {place}: {first} and {second}"
                return
            operands = zip_longest(first.operands, second.operands)
            resolved = ((_resolve(a, resources), _resolve(b, others)) for a, b in operands)
            wrong = [rest for pair in resolved for rest in self.same(*pair)]
            if wrong:
                yield f" operator {place} {first.operator}{wrong[0]}"
                return


def _resolve(operand: Any, resources: Any) -> Any:
    """What a name stands for: forms are named by their contents."""
    if not isinstance(operand, pikepdf.Name):
        return operand
    groups = (one for one in resources.values() if isinstance(one, pikepdf.Dictionary))
    return next((group[operand] for group in groups if operand in group), operand)


def pages(path: Path) -> Iterator[Image.Image]:
    document = pypdfium2.PdfDocument(path)
    try:
        for page in document:
            yield page.render(scale=DPI / 72).to_pil().convert("L")
    finally:
        document.close()


def visible_differences(one: Path, other: Path) -> list[str]:
    """The pages that look different, with the number of their pixels that do."""
    differing_pages = []
    for number, pair in enumerate(zip(pages(one), pages(other), strict=True), 1):
        counts = ImageChops.difference(*pair).histogram()
        if sum(counts[FAINT + 1 :]) > MOST_PIXELS:
            differing_pages.append(f"page {number} {sum(counts[FAINT + 1 :])} pixels")
    return differing_pages

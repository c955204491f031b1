"""A game with a piece of every shape, and paper that a test can fold."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pond import HEAD
from pypdf import PdfReader
from workshop import Workshop

from generator.geometry.units import BLEED_MM, MM_PER_POINT

# Deck, size, copies, and whether its pieces have a back.
SHAPES = (
    ("cards", "poker", 5, True),
    ("wide", "landscape", 3, True),
    ("tiles", "tile", 5, True),
    ("hexes", "hex_30", 7, True),
    ("rounds", "circle_25", 9, True),
    ("drops", "drop_15", 6, True),
    ("tents", "{width_mm: 15, height_mm: 60, corner_mm: 0}", 4, False),
    ("board", "{width_mm: 240, height_mm: 320, corner_mm: 0}", 1, False),
)
# A red corner: on the front where the eye begins, on the back where that corner lies behind it.
GROUND = '<path d="{{ outline(-bleed) }}" fill="#8fb3d0"/>'
SPOT = '<rect x="{x}" y="{{{{ h * 0.28 }}}}" width="{{{{ w / 5 }}}}" height="{{{{ h / 6 }}}}" '
RED = 'fill="#ff0000"/>\n'
FRONT = GROUND + SPOT.format(x="{{ w * 0.22 }}") + RED
BACK = GROUND + SPOT.format(x="{{ w * 0.58 }}") + RED


def shapes_game(root: Path) -> Workshop:
    """All shapes, each a deck of one piece; no words, so that drawing is quick."""
    game = Workshop(root).build()
    lines = [HEAD, "decks:"]
    for name, size, copies, backed in SHAPES:
        lines += [f"  {name}:", f"    title: {{en: {name}, sv: {name}}}", f"    size: {size}"]
        lines += [f"    pieces: {copies}", "    front: front.svg.j2", "    options: {stamp: none}"]
        lines += ["    back: back.svg.j2"] if backed else []
        lines += ["    gap_mm: 2"] if name in ("rounds", "drops") else []
        lines += ["    split: true"] if name == "board" else []
        lines += ["    columns: {}"]
        game.write(f"{name}.csv", f"id,copies\n{name}_one,{copies}\n")
    game.write("game.yaml", "\n".join(lines) + "\n")
    game.template("front.svg.j2", FRONT)
    game.template("back.svg.j2", BACK)
    return game


def record(pdf: Path) -> dict[str, Any]:
    record: dict[str, Any] = json.loads(pdf.with_suffix(".json").read_text(encoding="utf-8"))
    return record


def pages_of(pdf: Path) -> list[str]:
    """What is drawn on each page."""
    return [page.get_contents().get_data().decode("latin-1") for page in PdfReader(pdf).pages]


_DRAWN = re.compile(r"((?:[-\d.]+ ){6})cm\s+/(\S+) Do")


def drawn_boxes(content: str, height_mm: float) -> Iterator[tuple[str, tuple[float, ...]]]:
    """Every face on a page with the box inside its bleed: left, top, width and height in mm."""
    for match in _DRAWN.finditer(content):
        a, b, c, d, e, f = (float(word) * MM_PER_POINT for word in match[1].split())
        xs, ys = (e, e + a + c), (f, f + b + d)
        left, bottom = min(xs), min(ys)
        width, high = max(xs) - left, max(ys) - bottom
        box = (
            left + BLEED_MM,
            height_mm - bottom - high + BLEED_MM,
            width - 2 * BLEED_MM,
            high - 2 * BLEED_MM,
        )
        yield match[2], box

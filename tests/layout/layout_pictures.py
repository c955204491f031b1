"""The pictures of the ready layouts in docs/design/layouts.md, drawn by the program itself.

``make layout-pictures`` writes them anew; a test compares those that are there.
"""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from PIL import Image
from workshop import composer, draw

from cards_data import Findings, Game, load_game
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.geometry import shapes
from generator.images import bitmap
from generator.layout.presets import new_game, ready, ready_names

FOLDER = Path(__file__).parent.parent.parent / "docs" / "images" / "layouts"
SLUG = "reef"
# Wide enough for a card's rule, small enough for a page with twenty of them.
LONGEST_PX, MOST_DPI, BETWEEN_PX = 340, 96, 10


def write_game(root: Path) -> Game:
    """A game of all ready layouts, in the current folder."""
    layouts = [ready(name) for name in ready_names()]
    for place, text in new_game(SLUG, "Reef", layouts).items():
        path = root / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return load_game(SLUG)


def pictures(game: Game) -> Iterator[tuple[str, Image.Image]]:
    """Every layout with its picture: its first two pieces side by side, a large one alone."""
    for name, deck in game.decks.items():
        findings = Findings()
        pieces = deck.pieces[: 2 if deck.size.width_mm < 100 else 1]
        all_faces = [composer(game).faces(deck, one, findings, Dependencies()) for one in pieces]
        findings.raise_any()
        longest = max(deck.size.width_mm, deck.size.height_mm)
        dpi = min(MOST_DPI, int(LONGEST_PX / longest * 25.4))
        yield (
            name,
            _joined(
                [_cut(faces.front, shapes.outline(deck.size), dpi) for faces in all_faces if faces]
            ),
        )


def _cut(face: Artwork, outline: shapes.Path, dpi: int) -> Image.Image:
    """A face within its outline, on white."""
    head, _, body = face.svg.partition(">")
    clip = f'<clipPath id="cut"><path d="{shapes.path_data(outline)}"/></clipPath>'
    inner = body.removesuffix("</svg>")
    edge = (
        f'<path d="{shapes.path_data(outline)}" fill="none" stroke="#b9bec4" stroke-width="0.3"/>'
    )
    cut = Artwork(
        f'{head}>{clip}<g clip-path="url(#cut)">{inner}</g>{edge}</svg>',
        face.width_mm,
        face.height_mm,
    )
    return bitmap(draw(cut, dpi))


def _joined(parts: list[Image.Image]) -> Image.Image:
    width = sum(part.width for part in parts) + BETWEEN_PX * (len(parts) - 1)
    whole = Image.new("RGB", (width, max(part.height for part in parts)), "white")
    left = 0
    for part in parts:
        whole.paste(part, (left, 0))
        left += part.width + BETWEEN_PX
    return whole


def main() -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, picture in pictures(write_game(Path(folder))):
            small = picture.quantize(128, dither=Image.Dither.NONE)
            small.save(FOLDER / f"{name}.png", optimize=True)
            print(FOLDER.name, name, file=sys.stderr)


if __name__ == "__main__":
    main()

"""The part of a scene that tells the story is free: no panel, sign, text or cut covers it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from thorough import spread
from workshop import composer

from cards_data import Deck, Findings, Piece, load_game
from generator.check.face_measures import Mark
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.raster.painter import draw_pixels
from generator.svg.drawing import Drawing, Shape
from generator.svg.parser import read_svg

pytestmark = pytest.mark.slow

TEMPLATES = Path(__file__).parents[2] / "templates"
IMPORT = re.compile(r'{% import "([^"]+)"')
# A deck has scenes if its front imports the layers that scenes are composed of.
LAYERS = "_shared/scenes.svg.j2"
# These use a layer as an ornament, not for a scene.
ORNAMENTS = {("better_life", "meters"), ("ecologic", "tablets")}
# Banknotes of Kompensaatiopeli show an ornament; its land without a species is a pattern.
BANKNOTES = ("resource", "dirty_money")
FOCUS = re.compile(
    r'<rect id="focus[^"]*" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" fill="none"/>'
)
# A cut may slip by this much.
SLIP_MM = 1.5
# The width of an outline.
LINE_MM = 0.3
DOTS_PER_MM = 2
GROUND = "#ff00fe"


def has_layers(template: str) -> bool:
    imported = IMPORT.findall((TEMPLATES / template).read_text("utf-8"))
    return LAYERS in imported or any(map(has_layers, imported))


def has_story(piece: Piece) -> bool:
    return piece.values.get("kind") not in BANKNOTES and piece.values.get("ratio") != "none"


def drawn_over(art: Artwork, end: int) -> list[bytes]:
    """Draw what follows the focus on a ground of its own; return rows of four bytes a dot."""
    head = art.svg.index(">") + 1
    ground = f'<rect x="-9" y="-9" width="999" height="999" fill="{GROUND}"/>'
    wide, high = round(art.width_mm * DOTS_PER_MM), round(art.height_mm * DOTS_PER_MM)
    dots = draw_pixels(read_svg(art.svg[:head] + ground + art.svg[end:]).drawing, wide, high)
    return [bytes(dots[4 * wide * row : 4 * wide * (row + 1)]) for row in range(high)]


def is_free(dots: bytes) -> bool:
    """Return whether all dots have the colour of the ground: blue, green, red, unused."""
    channels = reversed(bytes.fromhex(GROUND[1:]))
    return all(set(dots[at::4]) <= {value} for at, value in enumerate(channels))


def faults(deck: Deck, art: Artwork) -> Iterator[str]:
    """Yield what is wrong with the focus of a face, if anything."""
    areas = list(FOCUS.finditer(art.svg))
    if not areas:
        yield "declares no focus"
        return
    rows = drawn_over(art, areas[-1].end())
    bleed = (art.width_mm - deck.size.width_mm) / 2
    for one in areas:
        x, y, width, height = map(float, one.groups())
        ends = x, y, deck.size.width_mm - x - width, deck.size.height_mm - y - height
        if min(ends) < SLIP_MM:
            yield f"{min(ends):.1f} mm from the cut"
        left, right, top, bottom = (
            round((side + bleed) * DOTS_PER_MM) for side in (x, x + width, y, y + height)
        )
        covered = [row for row in rows[top:bottom] if not is_free(row[4 * left : 4 * right])]
        if covered:
            yield f"{len(covered) / DOTS_PER_MM:.1f} of {height:.1f} mm are covered"


@pytest.mark.parametrize(
    "slug", spread(["better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli"], 4)
)
def test_nothing_covers_the_story_of_a_scene(slug: str) -> None:
    game, wrong = load_game(slug), []
    scenes = [deck for deck in game.decks.values() if has_layers(f"{slug}/{deck.front}")]
    assert scenes
    for lang in game.languages:
        composing = composer(game, lang)
        for deck in (deck for deck in scenes if (slug, deck.name) not in ORNAMENTS):
            for piece in filter(has_story, deck.pieces):
                faces = composing.faces(deck, piece, Findings(), Dependencies())
                problems = faults(deck, faces.front) if faces else ("cannot be composed",)
                wrong += [f"{deck.name}/{piece.id} ({lang}): {fault}" for fault in problems]
    assert not wrong, "\n".join(wrong)


def placed_outlines(drawing: Drawing) -> Iterator[tuple[object, Mark]]:
    """Each outline of a drawing with its place."""
    for item in drawing.items:
        if isinstance(item, Shape):
            left, top, width, height = item.path.box
            box = left, top, left + width, top + height
            yield item.path.steps, Mark("shape", box, item.matrix)


@pytest.mark.parametrize("name", ["producers", "consumers"])
def test_every_species_is_whole_inside_its_focus(name: str) -> None:
    """Neither the panel nor the edge of the card cuts a body."""
    game, findings = load_game("ecosfera_baltica"), Findings()
    deck, composing = game.decks[name], composer(game)
    for piece in deck.pieces:
        if piece.values["magnifier"]:
            continue
        picture = next(TEMPLATES.glob(f"*/art/{piece.id}.svg")).read_text()
        outlines = {steps for steps, _ in placed_outlines(read_svg(picture).drawing)}
        faces = composing.faces(deck, piece, findings, Dependencies())
        assert faces
        match = FOCUS.search(faces.front.svg)
        assert match
        x, y, width, height = map(float, match.groups())
        for steps, mark in placed_outlines(read_svg(faces.front.svg).drawing):
            across, down = zip(*mark.corners, strict=True)
            inside = min(across) >= x - LINE_MM and max(across) <= x + width + LINE_MM
            inside = inside and min(down) >= y - LINE_MM and max(down) <= y + height + LINE_MM
            assert inside or steps not in outlines, piece.id

"""The part of a scene that tells the story is free: no panel, sign, text or cut covers it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from workshop import composer

from cards_data import Findings, load_game
from generator.check.face_measures import Mark, letters_on
from generator.compose.dependencies import Dependencies
from generator.svg.drawing import Drawing, Shape
from generator.svg.parser import read_svg

FOCUS = re.compile(r'<rect id="focus" x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)" [^>]*/>')
# A cut may slip by this much.
SLIP_MM = 1.5
# The width of an outline.
LINE_MM = 0.3
TEMPLATES = Path(__file__).parents[2] / "templates"
# The decks that declare a focus, with its macro in templates/_shared/scenes.svg.j2.
DECKS = [
    ("kompensaatiopeli", "hand_cards"),
    ("kompensaatiopeli", "permits"),
    ("kompensaatiopeli", "project_headers"),
    ("kompensaatiopeli", "nature_tiles"),
    ("kompensaatiopeli", "roles"),
    ("ecosfera_baltica", "elements"),
    ("ecosfera_baltica", "policies"),
    ("ecosfera_baltica", "pressures"),
    ("ecosfera_baltica", "producers"),
    ("ecosfera_baltica", "consumers"),
]


def drawn_later(svg: str, end: int) -> Iterator[Mark]:
    """What is drawn over the scene: a template declares the focus when the scene is complete."""
    drawing = read_svg(svg[: svg.index(">") + 1] + svg[end:]).drawing
    yield from letters_on(drawing)
    yield from (mark for _, mark in marks_of(drawing))


def marks_of(drawing: Drawing) -> Iterator[tuple[object, Mark]]:
    """Each outline of a drawing with its place."""
    for item in drawing.items:
        if isinstance(item, Shape):
            left, top, width, height = item.path.box
            yield (
                item.path.steps,
                Mark("shape", (left, top, left + width, top + height), item.matrix),
            )


def covers(mark: Mark, left: float, top: float, right: float, bottom: float) -> bool:
    across, down = zip(*mark.corners, strict=True)
    return min(across) < right and max(across) > left and min(down) < bottom and max(down) > top


@pytest.mark.parametrize(("slug", "name"), DECKS)
def test_nothing_covers_the_story_of_a_scene(slug: str, name: str) -> None:
    game, findings, seen, covered = load_game(slug), Findings(), 0, []
    deck = game.decks[name]
    for lang in game.languages:
        composing = composer(game, lang)
        for piece in deck.pieces:
            faces = composing.faces(deck, piece, findings, Dependencies())
            if not faces or not (found := FOCUS.search(faces.front.svg)):
                continue
            seen += 1
            x, y, width, height = map(float, found.groups())
            box = x, y, x + width, y + height
            assert min(x, y) >= SLIP_MM
            assert max(box[2] - deck.size.width_mm, box[3] - deck.size.height_mm) <= -SLIP_MM
            covered += [
                (lang, piece.id, mark.words, mark.corners)
                for mark in drawn_later(faces.front.svg, found.end())
                if covers(mark, *box)
            ]
    assert covered == []
    assert seen >= len(game.languages) * 8


@pytest.mark.parametrize("name", ["producers", "consumers"])
def test_every_species_is_whole_inside_its_focus(name: str) -> None:
    """Neither the panel nor the edge of the card cuts a body."""
    game, findings = load_game("ecosfera_baltica"), Findings()
    deck, composing = game.decks[name], composer(game)
    for piece in deck.pieces:
        if piece.values["magnifier"]:
            continue
        picture = next(TEMPLATES.glob(f"*/art/{piece.id}.svg")).read_text()
        outlines = {steps for steps, _ in marks_of(read_svg(picture).drawing)}
        faces = composing.faces(deck, piece, findings, Dependencies())
        assert faces
        found = FOCUS.search(faces.front.svg)
        assert found
        x, y, width, height = map(float, found.groups())
        for steps, mark in marks_of(read_svg(faces.front.svg).drawing):
            across, down = zip(*mark.corners, strict=True)
            inside = min(across) >= x - LINE_MM and max(across) <= x + width + LINE_MM
            inside = inside and min(down) >= y - LINE_MM and max(down) <= y + height + LINE_MM
            assert inside or steps not in outlines, piece.id

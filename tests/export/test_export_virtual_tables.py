"""Sheets for Tabletop Playground and Screentop: every piece lies where the record says."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import pytest
from exporting import export, with_shapes
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image, ImageChops
from workshop import Workshop

from cards_data.models import Size
from generator.export.image_files import MOST_PX, tight_shape
from generator.export.job import ExportResult
from generator.geometry.units import pixels

pytestmark = pytest.mark.slow

# What the published schema has as required for an object and for a card.
REQUIRED = (
    "Type GUID Name Metadata CollisionType SurfaceType Models Tags FrontTexture BackIndex "
    "HiddenIndex Indices CardNames CardMetadata CardTags"
).split()


def templates(result: ExportResult) -> dict[str, dict[str, Any]]:
    return {
        path.stem: json.loads(path.read_text(encoding="utf-8"))
        for path in (result.place / "Templates").glob("*.json")
    }


def picture(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def cell(sheet: Image.Image, columns: int, rows: int, place: int) -> Image.Image:
    wide, high = sheet.width // columns, sheet.height // rows
    row, column = divmod(place, columns)
    left, top = column * wide, row * high
    return sheet.crop((left, top, left + wide, top + high))


def alike(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is None


def test_a_deck_is_a_template_with_every_copy(pond: Workshop) -> None:
    result = export(pond, "ttp", decks=("fish",))
    ((name, fish),) = templates(result).items()
    assert name == "pond-fish-1"
    assert not set(REQUIRED) - set(fish)
    assert fish["Type"] == "Card" and fish["Name"] == "Fish" and fish["Model"] == "Rounded"
    assert (fish["Width"], fish["Height"]) == (6.3, 8.8)
    assert fish["Indices"] == [0, 1, 1, 2, 2]
    assert fish["CardNames"] == {"0": "Pike", "1": "Perch", "2": "Tench"}
    assert fish["BackIndex"] == -2 and fish["HiddenIndex"] == -3 and fish["HiddenInHand"]
    fronts = picture(result.place / "Textures" / fish["FrontTexture"])
    pixels_across = pixels(63, 100) * fish["NumHorizontal"], pixels(88, 100) * fish["NumVertical"]
    assert fronts.size == pixels_across
    back = picture(result.place / "Textures" / fish["BackTexture"])
    assert back.size == (pixels(63, 100), pixels(88, 100))


def test_the_sheet_shows_each_piece_at_its_place(pond: Workshop) -> None:
    result = export(pond, "ttp", decks=("fish",))
    fish = templates(result)["pond-fish-1"]
    single = export(pond, "png", decks=("fish",), bleed=True)
    fronts = picture(result.place / "Textures" / fish["FrontTexture"])
    edge = pixels(3, 100)
    for place, piece in fish["CardMetadata"].items():
        whole = picture(single.place / "fish" / f"{piece}-front.png")
        box = (edge, edge, edge + pixels(63, 100), edge + pixels(88, 100))
        card = cell(fronts, fish["NumHorizontal"], fish["NumVertical"], int(place))
        assert alike(card, whole.crop(box))


def test_different_backs_are_a_sheet_and_hidden_behind_grey(pond: Workshop) -> None:
    pond.template("fish_back.svg.j2", '{{ line(piece.name, 10, 40, size=9, font="body") }}')
    result = export(pond, "ttp", decks=("fish",))
    fish = templates(result)["pond-fish-1"]
    assert fish["BackIndex"] == -3 and fish["HiddenIndex"] == -1
    sheets = [result.place / "Textures" / fish[key] for key in ("FrontTexture", "BackTexture")]
    assert picture(sheets[0]).size == picture(sheets[1]).size


def test_other_shapes_are_transparent_around_and_have_no_back(pond: Workshop) -> None:
    result = export(with_shapes(pond), "ttp")
    entries = templates(result)
    assert set(entries) == {"pond-fish-1", "pond-plants-1", "pond-islands-1", "pond-drops-1"}
    plants, islands = entries["pond-plants-1"], entries["pond-islands-1"]
    assert (plants["Model"], islands["Model"]) == ("Round", "Square")
    assert islands["BackIndex"] == -1 and not islands["HiddenInHand"]
    assert islands["Indices"] == [0] * 9
    texture = picture(result.place / "Textures" / islands["FrontTexture"])
    seen = texture.getchannel("A")
    assert seen.getpixel((1, 1)) == 0
    assert seen.getpixel((texture.width // 2, texture.height // 2)) == 255


def test_a_new_export_replaces_the_one_before(pond: Workshop) -> None:
    before = templates(export(pond, "ttp"))
    pond.change("fish.csv", "pike,1,Pike", "pike,2,Pike")
    pond.change("fish.csv", "perch,2,Perch", "perch,1,Perch")
    after = templates(export(pond, "ttp"))
    assert {name: one["GUID"] for name, one in before.items()} == {
        name: one["GUID"] for name, one in after.items()
    }
    assert len({one["GUID"] for one in after.values()}) == len(after)
    assert after["pond-fish-1"]["Indices"].count(0) == 2


def test_screentop_gets_sheets_and_the_numbers_to_type(pond: Workshop) -> None:
    result = export(with_shapes(pond), "screentop")
    with (result.place / "sheets.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["id"] for row in rows if row["deck"] == "fish"] == ["pike", "perch", "tench"]
    assert sum(int(row["copies"]) for row in rows) == 5 + 3 + 9 + 9
    for row in rows:
        sheet = picture(result.place / row["fronts"])
        size = sheet.width / int(row["columns"]), sheet.height / int(row["rows"])
        assert all(side.is_integer() for side in size)
        assert int(row["row"]) <= int(row["rows"]) and int(row["column"]) <= int(row["columns"])
    assert rows[0]["backs"] == "pond-fish-1-back.png"
    assert rows[0]["text"].startswith("Pike. Pay 2 sun now.")
    assert {path.name for path in result.files} == {path.name for path in result.place.iterdir()}


@given(st.floats(10, 400), st.floats(10, 400), st.integers(1, 69), st.integers(72, 1200))
def test_a_sheet_holds_its_cards_within_the_limit(
    width: float, height: float, cards: int, dpi: int
) -> None:
    form = tight_shape(Size("any", width, height), cards, dpi)
    assert form.columns * form.rows >= cards
    assert pixels(width, form.dpi) * form.columns <= MOST_PX
    assert pixels(height, form.dpi) * form.rows <= MOST_PX
    assert form.dpi <= dpi


@pytest.mark.parametrize("cards", [1, 4, 9, 12, 69])
def test_a_sheet_of_cards_wastes_few_places(cards: int) -> None:
    form = tight_shape(Size("poker", 63, 88), cards, 72)
    assert form.places - cards <= 3

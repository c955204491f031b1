"""The saved object of Tabletop Simulator fits its pictures and the box."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urlparse

import pytest
from exporting import export, job, with_shapes
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from workshop import Workshop

from cards_data import list_games, load_game
from cards_data.models import Size
from generator.export.image_files import CARDS_A_SHEET, MOST_PX, in_sheets, shape
from generator.export.job import ExportResult, form
from generator.export.kinds import export_kind
from generator.geometry.units import pixels

pytestmark = pytest.mark.slow


def record(result: ExportResult) -> dict[str, Any]:
    table: dict[str, Any] = json.loads(result.place.read_text(encoding="utf-8"))
    return table


def everything(objects: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for one in objects:
        yield one
        yield from everything(one.get("ContainedObjects", []))


def picture(url: str) -> Image.Image:
    with Image.open(unquote(urlparse(url).path)) as image:
        image.load()
        return image


def test_a_deck_knows_its_cards_and_its_sheet(pond: Workshop) -> None:
    result = export(pond, "tts", decks=("fish",))
    (deck,) = record(result)["ObjectStates"]
    assert deck["Name"] == "DeckCustom" and deck["Nickname"] == "Fish"
    cards = deck["ContainedObjects"]
    assert deck["DeckIDs"] == [card["CardID"] for card in cards] == [100, 101, 101, 102, 102]
    names = [card["Nickname"] for card in cards]
    assert names == ["Pike", "Perch", "Perch", "Tench", "Tench"]
    assert cards[0]["Description"].startswith("Pike. Pay 2 sun now. Level: 3.")
    sheet = deck["CustomDeck"]["1"]
    assert all(card["CustomDeck"] == {"1": sheet} for card in cards)
    assert sheet["BackIsHidden"] and not sheet["UniqueBack"]
    faces, back = picture(sheet["FaceURL"]), picture(sheet["BackURL"])
    size = pixels(63, 100), pixels(88, 100)
    assert back.size == size
    assert faces.size == (size[0] * sheet["NumWidth"], size[1] * sheet["NumHeight"])
    hidden = faces.crop((faces.width - size[0], faces.height - size[1], *faces.size))
    assert hidden.tobytes() == back.tobytes(), "the last place shows the back"


def test_different_backs_make_a_sheet_that_tells_nothing(pond: Workshop) -> None:
    pond.template("fish_back.svg.j2", '{{ line(piece.name, 10, 40, size=9, font="body") }}')
    result = export(pond, "tts", decks=("fish",))
    sheet = record(result)["ObjectStates"][0]["CustomDeck"]["1"]
    assert sheet["UniqueBack"] and not sheet["BackIsHidden"]
    assert picture(sheet["BackURL"]).size == picture(sheet["FaceURL"]).size


def test_addresses_point_to_where_the_pictures_will_be(pond: Workshop) -> None:
    result = export(with_shapes(pond), "tts", url="https://example.org/pond/")
    urls = set()
    for one in everything(record(result)["ObjectStates"]):
        for sheet in one.get("CustomDeck", {}).values():
            urls |= {sheet["FaceURL"], sheet["BackURL"]}
        image = one.get("CustomImage", {})
        urls |= {image[key] for key in ("ImageURL", "ImageSecondaryURL") if image.get(key)}
    pictures = {path.name for path in result.files if path.suffix == ".png"}
    assert urls == {f"https://example.org/pond/{name}" for name in pictures}


def test_a_changed_picture_gets_a_new_address(pond: Workshop) -> None:
    before = {path.name for path in export(pond, "tts").files}
    pond.change("fish.csv", "Rest.", "Sleep.")
    result = export(pond, "tts")
    after = {path.name for path in result.files}
    assert len(after - before) == len(before - after) == 1
    assert {path.name for path in result.place.parent.iterdir()} == after


def test_shapes_become_tiles_and_tokens_in_bags(pond: Workshop) -> None:
    result = export(with_shapes(pond), "tts")
    kinds = {
        one["Nickname"]: Counter(inside["Name"] for inside in one.get("ContainedObjects", []))
        for one in record(result)["ObjectStates"]
    }
    assert kinds["Plants"] == {"Custom_Tile": 3}
    assert kinds["Islands"] == kinds["Drops"] == {"Custom_Token": 9}


@pytest.mark.parametrize("slug", list_games())
def test_every_piece_of_a_real_game_is_on_the_table(slug: str, tmp_path: Any) -> None:
    game = load_game(slug)
    lang = game.languages[-1]
    with job(game, "tts", lang, dpi=72, out=tmp_path) as one:
        result = export_kind("tts").export(one)
    objects = record(result)["ObjectStates"]
    placed_objects = list(everything(objects))
    leaves = [leaf for leaf in placed_objects if leaf["Name"] not in ("DeckCustom", "Bag")]
    pieces = list(one.composed.pieces())
    counts = Counter(one.name_of(piece) for _, piece, _ in pieces for _ in range(piece.copies))
    assert Counter(one["Nickname"] for one in leaves) == counts
    assert len({one["GUID"] for one in placed_objects}) == len(placed_objects)
    for one in leaves:
        if one["Name"] == "Card":
            ((number, sheet),) = one["CustomDeck"].items()
            place = one["CardID"] - 100 * int(number)
            assert 0 <= place < sheet["NumWidth"] * sheet["NumHeight"] - 1
            assert 2 <= sheet["NumWidth"] <= 10 and 2 <= sheet["NumHeight"] <= 7
    for path in result.files:
        if path.suffix == ".png":
            with Image.open(path) as image:
                assert max(image.size) <= MOST_PX
    boards = [deck for deck in game.decks.values() if form(deck) == "board"]
    names = Counter(one["Name"] for one in leaves)
    assert names["Custom_Board"] == sum(deck.total for deck in boards)


@given(st.floats(12, 130), st.floats(12, 130), st.integers(1, CARDS_A_SHEET), st.integers(72, 1200))
def test_sheets_hold_their_cards_and_stay_in_bounds(
    width: float, height: float, cards: int, dpi: int
) -> None:
    size = Size("card", width, height)
    sheet = shape(size, cards, dpi)
    assert sheet.places > cards and sheet.columns <= 10 and sheet.rows <= 7
    assert sheet.columns * pixels(width, sheet.dpi) <= MOST_PX
    assert sheet.rows * pixels(height, sheet.dpi) <= MOST_PX
    assert sheet.dpi <= dpi


def test_seventy_cards_need_a_second_sheet() -> None:
    assert [len(part) for part in in_sheets(tuple(range(70)))] == [69, 1]

"""Picture files: sizes, resolution, outlines; and what a printer is given."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from exporting import export, with_shapes
from PIL import Image
from pond import FRONT
from workshop import Workshop

from cards_data import Problems, Size
from generator.export.kinds.pod import print_shops, product_for
from generator.geometry.units import pixels

pytestmark = pytest.mark.slow


def opened(path: Path) -> Image.Image:
    with Image.open(path) as image:
        image.load()
        return image


def test_a_file_a_face_with_its_size_and_resolution(pond: Workshop) -> None:
    result = export(with_shapes(pond), "png", dpi=150)
    paths = {path.relative_to(result.place).as_posix(): path for path in result.files}
    assert set(paths) == {
        *(f"fish/{name}-front.png" for name in ("pike", "perch", "tench")),
        "fish/back.png",
        *(f"plants/{name}-front.png" for name in ("reed", "lily")),
        "islands/islands_one-front.png",
        "drops/drops_one-front.png",
    }
    sizes = {"fish": (63, 88), "plants": (25, 25), "islands": (34.641, 30), "drops": (15, 20)}
    for name, path in paths.items():
        image = opened(path)
        assert image.size == tuple(pixels(side, 150) for side in sizes[name.split("/")[0]])
        assert image.info["dpi"] == pytest.approx((150, 150), abs=0.1)


@pytest.mark.parametrize("shape", ["fish/pike", "plants/reed", "islands/islands_one"])
def test_what_is_cut_off_is_transparent_and_the_rest_is_not(pond: Workshop, shape: str) -> None:
    result = export(with_shapes(pond), "png")
    alpha = opened(result.place / f"{shape}-front.png").getchannel("A")
    corners = [(x, y) for x in (0, alpha.width - 1) for y in (0, alpha.height - 1)]
    assert [alpha.getpixel(corner) for corner in corners] == [0] * 4
    assert alpha.getpixel((alpha.width // 2, alpha.height // 2)) == 255
    edge = alpha.getpixel((alpha.width // 2, 1))
    assert edge == 255


def test_with_the_bleed_nothing_is_cut_off(pond: Workshop) -> None:
    result = export(pond, "png", bleed=True)
    image = opened(result.place / "fish" / "pike-front.png")
    assert image.mode == "RGB" and image.size == (pixels(69, 100), pixels(94, 100))


def test_backs_of_their_own_are_files_of_their_own(pond: Workshop) -> None:
    pond.template("fish_back.svg.j2", '{{ line(piece.name, 10, 40, size=9, font="body") }}')
    result = export(pond, "png", decks=("fish",))
    backs = sorted(path.name for path in result.files if "back" in path.name)
    assert backs == ["perch-back.png", "pike-back.png", "tench-back.png"]


def test_a_piece_that_is_gone_leaves_no_picture_but_a_note_stays(pond: Workshop) -> None:
    result = export(pond, "png")
    note = result.place / "note.txt"
    note.write_text("mine")
    pond.change("plants.csv", "reed,1,Reed,Vass\n", "")
    pond.change("fish.csv", "yes,reed,", "yes,lily,")
    pond.change("game.yaml", "pieces: 3", "pieces: 2")
    again = export(pond, "png")
    assert not (result.place / "plants" / "reed-front.png").exists()
    assert note.exists() and set(again.files) < set(result.files)


def test_a_printer_gets_bleed_300_dpi_and_the_quantities(pond: Workshop) -> None:
    result = export(pond, "pod", dpi=72)
    assert opened(result.place / "fish" / "pike-front.png").size == (815, 1110)
    with (result.place / "quantities.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    copies = {(row["deck"], row["id"]): int(row["copies"]) for row in rows}
    assert copies == {
        ("fish", "pike"): 1,
        ("fish", "perch"): 2,
        ("fish", "tench"): 2,
        ("plants", "reed"): 1,
        ("plants", "lily"): 2,
    }
    assert rows[0]["name"] == "Pike" and (rows[0]["width_mm"], rows[0]["height_mm"]) == ("69", "94")
    pictures = {row[side] for row in rows for side in ("front", "back") if row[side]}
    files = {path.relative_to(result.place).as_posix() for path in result.files}
    assert pictures == files - {"quantities.csv"}


@pytest.mark.parametrize(
    ("shop", "pixels", "product"),
    [
        ("thegamecrafter", (825, 1125), "poker card"),
        ("makeplayingcards", (816, 1110), "game card 63 × 88"),
        ("boardgamesmaker", (816, 1110), "game card 63 × 88"),
        ("drivethrucards", (815, 1110), "euro poker card"),
    ],
)
def test_a_printer_gets_the_pixels_of_its_product(
    pond: Workshop, shop: str, pixels: tuple[int, int], product: str
) -> None:
    result = export(pond, "pod", shop=shop, decks=("fish",))
    assert opened(result.place / "fish" / "pike-front.png").size == pixels
    with (result.place / "quantities.csv").open(encoding="utf-8-sig", newline="") as file:
        assert next(csv.DictReader(file))["product"] == product
    assert "sizes as of 2026-11-16; compare them" in result.summary


def test_products_are_cut_inside_their_bleed_and_fit_lying_pieces() -> None:
    for title, declared in print_shops().items():
        for name, one in declared.products.items():
            for side_mm, across in zip(one.cut_mm, one.pixels, strict=True):
                assert 2.9 < (across / 300 * 25.4 - side_mm) / 2 < 3.3, (title, name)
    shop = print_shops()["drivethrucards"]
    lying = product_for(shop, Size("lying", 88, 63))
    assert lying and lying.pixels == (1110, 815)
    assert product_for(shop, Size("hex", 63, 88, "hex")) is None
    assert product_for(shop, Size("board", 200, 200)) is None


@pytest.mark.parametrize(
    ("size", "product"),
    [
        (Size("hex", 60.044, 52, "hex"), "medium hex tile"),
        (Size("hex", 52, 60.044, "hex_pointy"), "medium hex tile"),
        (Size("token", 20, 20, "circle"), "medium circle chit"),
        (Size("token", 25, 25), "large square chit"),
        (Size("board", 254, 254), "large square board"),
        (Size("board", 254, 378), None),
        (Size("drop", 15, 20, "drop"), None),
    ],
)
def test_tokens_hexes_and_boards_are_products_too(size: Size, product: str | None) -> None:
    shop_product = product_for(print_shops()["thegamecrafter"], size)
    assert (shop_product.name if shop_product else None) == product


def test_a_deck_without_a_product_is_named_with_the_nearest_one(pond: Workshop) -> None:
    result = export(with_shapes(pond), "pod", shop="thegamecrafter")
    with (result.place / "quantities.csv").open(encoding="utf-8-sig", newline="") as file:
        products = {row["deck"]: row["product"] for row in csv.DictReader(file)}
    assert products == {
        "fish": "poker card",
        "plants": "large circle chit",
        "islands": "",
        "drops": "",
    }
    assert "islands (nearest: small hex tile, 50.8 × 44.45\u00a0mm); drops" in result.summary


def test_letters_in_the_knifes_way_are_a_problem_with_their_card(pond: Workshop) -> None:
    near = FRONT + '{% if piece.id == "pike" %}{{ line("edge", 1, 60) }}{% endif %}'
    pond.template("fish.svg.j2", near)
    with pytest.raises(Problems) as caught:
        export(pond, "pod")
    (problem,) = caught.value.problems
    assert "fish/pike, front" in problem.where and "3\u00a0mm" in str(problem.allowed)
    assert not pond.out.exists()

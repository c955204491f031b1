"""Pictures without Pillow, as in a browser: sizes and pixels are those that Pillow finds."""

from __future__ import annotations

import base64
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageOps

from generator import browser_images, images
from generator.browser_images import Header, UnreadablePicture, as_stored, header
from generator.web.browser_pictures import NewPictures

MOST = 1_000_000
ORIENTATION = 0x0112


@pytest.fixture
def browser(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """The folder of an own game, in a program that has no Pillow."""
    monkeypatch.setattr(images, "PILLOW", False)
    monkeypatch.setattr(browser_images, "DECODED", tmp_path / "decoded")
    monkeypatch.setattr("generator.web.browser_pictures.DECODED", tmp_path / "decoded")
    monkeypatch.chdir(tmp_path)
    art = tmp_path / "cards_data" / "pond" / "art"
    art.mkdir(parents=True)
    yield art


def decode(pictures: NewPictures) -> int:
    """What pictures.js does; returns how many there were."""
    pictures_to_decode = list(pictures.new_pictures())
    for one in pictures_to_decode:
        folder = browser_images.DECODED / one["key"]
        folder.mkdir(parents=True)
        with Image.open(io.BytesIO(one["content"])) as stored:
            assert stored.getexif().get(ORIENTATION, 1) == 1
            stored.getexif()[ORIENTATION] = one["orientation"]
            whole = ImageOps.exif_transpose(stored)
        for name, *size in one["versions"]:
            (folder / name).write_bytes(encoded(whole.resize(tuple(size)), name))
        (folder / browser_images.WHOLE).touch()
    return len(pictures_to_decode)


def encoded(image: Image.Image, name: str) -> bytes:
    if name.endswith(".png"):
        return browser_images.plain_png(image.convert("RGBA").tobytes(), *image.size)
    return saved(image.convert("RGB"), "JPEG", quality=95, subsampling=0)


def saved(image: Image.Image, kind: str, **more: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **more)
    return file.getvalue()


def turned(orientation: int) -> Image.Exif:
    exif = Image.Exif()
    exif[ORIENTATION] = orientation
    return exif


COLOURS = Image.merge("RGB", [Image.linear_gradient("L").rotate(90 * n) for n in range(3)])
PLAIN = COLOURS.resize((90, 60))
CLEAR = PLAIN.copy()
CLEAR.putalpha(Image.linear_gradient("L").resize(CLEAR.size))
PICTURES = {
    "png": saved(PLAIN, "PNG"),
    "clear png": saved(CLEAR, "PNG"),
    "palette png": saved(PLAIN.convert("P"), "PNG"),
    "turned png": saved(PLAIN, "PNG", exif=turned(6)),
    "jpeg": saved(PLAIN, "JPEG"),
    "progressive jpeg": saved(PLAIN, "JPEG", progressive=True),
    "grey jpeg": saved(PLAIN.convert("L"), "JPEG"),
    "cmyk jpeg": saved(PLAIN.convert("CMYK"), "JPEG"),
    "large jpeg": saved(PLAIN.resize((1800, 1200)), "JPEG"),
    "webp": saved(PLAIN, "WEBP"),
    "clear webp": saved(CLEAR, "WEBP"),
    "lossless webp": saved(CLEAR, "WEBP", lossless=True),
    "turned webp": saved(PLAIN, "WEBP", exif=turned(8)),
    **{f"jpeg turned by {n}": saved(PLAIN, "JPEG", exif=turned(n)) for n in range(1, 9)},
}


@pytest.mark.parametrize("content", PICTURES.values(), ids=PICTURES)
def test_a_picture_is_printed_as_by_pillow(
    browser: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    (browser / "frog.JPG").write_bytes(content)
    assert decode(NewPictures()) == 1
    picture = images.for_print(content, 1600)
    again = picture.content
    assert images.size_of(again, MOST) == (picture.width, picture.height, True)
    in_pdf = images.for_pdf(again)
    monkeypatch.setattr(images, "PILLOW", True)
    expected = images.for_print(content, 1600)
    assert picture._replace(content=b"") == expected._replace(content=b"")
    assert in_pdf._replace(content=b"", alpha=b"") == images.for_pdf(expected.content)._replace(
        content=b"", alpha=b""
    )
    image, expected_image = (
        Image.open(io.BytesIO(one)).convert("RGBA") for one in (again, expected.content)
    )
    differing = ImageChops.difference(image.resize((9, 9)), expected_image.resize((9, 9)))
    assert max(high for _, high in differing.getextrema()) < 12


def test_a_jpeg_that_fits_stays_as_it_is_unless_a_camera_left_data(browser: Path) -> None:
    for name in ("jpeg", "jpeg turned by 1"):
        (browser / f"{name}.jpg").write_bytes(PICTURES[name])
    decode(NewPictures())
    assert images.for_print(PICTURES["jpeg"], 50).content == PICTURES["jpeg"]
    assert b"Exif" not in images.for_print(PICTURES["jpeg turned by 1"], 1600).content


def test_a_board_gets_more_pixels_than_a_card(browser: Path) -> None:
    content = PICTURES["large jpeg"]
    (browser / "board.jpg").write_bytes(content)
    decode(NewPictures())
    assert [images.for_print(content, longest).width for longest in (900, 3000)] == [1600, 1800]


@pytest.mark.parametrize("name", ["png", "clear png", "jpeg", "webp", "lossless webp"])
def test_a_damaged_picture_is_a_problem_at_every_length(browser: Path, name: str) -> None:
    content = PICTURES[name]
    for length in range(len(content) - 1):
        with pytest.raises(UnreadablePicture):
            header(content[:length])


def test_a_picture_that_the_browser_does_not_decode_is_a_problem(browser: Path) -> None:
    with pytest.raises(UnreadablePicture):
        images.for_print(PICTURES["png"], 1600)
    with pytest.raises(UnreadablePicture):
        images.size_of(PICTURES["png"], MOST)


def test_a_hostile_header_is_not_decoded(browser: Path) -> None:
    huge = saved(Image.new("1", (20_000, 20_000)), "PNG")
    (browser / "huge.png").write_bytes(huge)
    assert decode(NewPictures()) == 0
    size = images.size_of(huge, MOST)
    assert (size.width, size.height) == (20_000, 20_000)


def test_only_new_pictures_are_decoded_and_those_in_drawings_too(browser: Path) -> None:
    pictures = NewPictures()
    (browser / "frog.png").write_bytes(PICTURES["png"])
    assert decode(pictures) == 1 and decode(pictures) == 0
    (browser / "newt.png").write_bytes(PICTURES["png"])
    assert decode(pictures) == 0
    inside = base64.b64encode(PICTURES["clear png"]).decode()
    (browser / "toad.svg").write_text(f'<svg><image href="data:image/png;base64,{inside}"/></svg>')
    assert decode(pictures) == 1
    assert images.for_pdf(PICTURES["clear png"]).alpha == CLEAR.getchannel("A").tobytes()


def test_an_orientation_is_removed_before_the_browser_sees_it() -> None:
    for name, content in PICTURES.items():
        parsed: Header = header(content)
        with Image.open(io.BytesIO(as_stored(content, parsed))) as stored:
            assert stored.getexif().get(ORIENTATION, 1) == 1, name

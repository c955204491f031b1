"""Faces become pictures once, at a size that fits a screen."""

from __future__ import annotations

import io
from collections.abc import Iterator

import pytest
from PIL import Image

from generator.compose.artwork import Artwork
from generator.store.sources import Sources
from generator.workbench import gallery_cards
from generator.workbench.gallery_cards import Pictures
from generator.workers import WorkerPool


def art(width_mm: float = 69, height_mm: float = 94) -> Artwork:
    body = f'<rect width="{width_mm:g}" height="{height_mm:g}" fill="#336699"/>'
    view = f"0 0 {width_mm:g} {height_mm:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    return Artwork(svg, width_mm, height_mm)


def size(png: bytes | None) -> tuple[int, int]:
    assert png
    return Image.open(io.BytesIO(png)).size


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    with WorkerPool(1) as pool:
        yield Pictures(pool)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The scales at which something was drawn."""
    scales: list[int] = []

    def noted(pool: WorkerPool, sources: Sources, art: Artwork, scale: int) -> bytes:
        scales.append(scale)
        return b"picture"

    monkeypatch.setattr(gallery_cards, "screen_png", noted)
    return scales


def test_a_card_is_drawn_at_the_scale_that_is_asked_for(pictures: Pictures) -> None:
    key = pictures.put(art(), Sources())
    assert size(pictures.png(key, 1)) == (272, 370)
    assert size(pictures.png(key, 3)) == (815, 1110)


def test_a_board_is_kept_within_a_screen(pictures: Pictures) -> None:
    key = pictures.put(art(426, 303), Sources())
    assert 780 <= max(size(pictures.png(key, 1))) <= 800
    assert 2380 <= max(size(pictures.png(key, 3))) <= 2400


def test_a_face_is_drawn_once(pictures: Pictures, drawn: list[int]) -> None:
    key = pictures.put(art(), Sources())
    assert [pictures.png(key), pictures.png(key), pictures.png(key, 2)] == [b"picture"] * 3
    assert drawn == [1, 2]


def test_drawing_ahead_is_done_at_the_size_the_gallery_asks_for(
    pictures: Pictures, drawn: list[int]
) -> None:
    first, second = (pictures.put(one, Sources()) for one in (art(), art(25, 25)))
    pictures.png(first, 2)
    pictures.png(first, 3)
    pictures.ahead(second)
    assert drawn == [2, 3, 2]


def test_unknown_and_forgotten_faces_give_nothing(pictures: Pictures) -> None:
    key = pictures.put(art(), Sources())
    assert pictures.png("0" * 32) is None
    pictures.keep(set())
    assert pictures.png(key) is None

"""Faces become pictures once, at a size that fits a screen."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from generator.preview import easel as easel_module
from generator.preview.easel import Easel
from generator.render.compose import Artwork


def art(width_mm: float = 69, height_mm: float = 94) -> Artwork:
    body = f'<rect width="{width_mm:g}" height="{height_mm:g}" fill="#336699"/>'
    view = f"0 0 {width_mm:g} {height_mm:g}"
    svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{body}</svg>'
    return Artwork(svg, width_mm, height_mm)


def size(png: bytes | None) -> tuple[int, int]:
    assert png
    return Image.open(io.BytesIO(png)).size


def test_a_card_is_drawn_at_the_scale_that_is_asked_for() -> None:
    easel = Easel()
    key = easel.put(art())
    assert size(easel.png(key, 1)) == (272, 370)
    assert size(easel.png(key, 3)) == (815, 1110)


def test_a_board_is_kept_within_a_screen() -> None:
    easel = Easel()
    key = easel.put(art(426, 303))
    assert 780 <= max(size(easel.png(key, 1))) <= 800
    assert 2380 <= max(size(easel.png(key, 3))) <= 2400


def test_a_face_is_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(
        easel_module, "drawn_png", lambda _, scale: drawn.append(scale) or b"picture"
    )
    easel = Easel()
    key = easel.put(art())
    assert [easel.png(key), easel.png(key), easel.png(key, 2)] == [b"picture"] * 3
    assert drawn == [1, 2]
    assert not easel.busy


def test_drawing_ahead_is_done_at_the_size_the_gallery_asks_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    drawn: list[int] = []
    monkeypatch.setattr(
        easel_module, "drawn_png", lambda _, scale: drawn.append(scale) or b"picture"
    )
    easel = Easel()
    first, second = easel.put(art()), easel.put(art(25, 25))
    easel.png(first, 2)
    easel.png(first, 3)
    easel.ahead(second)
    assert drawn == [2, 3, 2]


def test_unknown_and_forgotten_faces_give_nothing() -> None:
    easel = Easel()
    key = easel.put(art())
    assert easel.png("0" * 32) is None
    easel.keep(set())
    assert easel.png(key) is None

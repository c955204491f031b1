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
    assert size(easel.png(key, 1)) == (407, 555)
    assert size(easel.png(key, 2)) == (815, 1110)


def test_a_board_is_kept_within_a_screen() -> None:
    easel = Easel()
    key = easel.put(art(426, 303))
    assert 1080 <= max(size(easel.png(key, 1))) <= 1110
    assert 2180 <= max(size(easel.png(key, 2))) <= 2210


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


def test_unknown_and_forgotten_faces_give_nothing() -> None:
    easel = Easel()
    key = easel.put(art())
    assert easel.png("0" * 32) is None
    easel.keep(set())
    assert easel.png(key) is None

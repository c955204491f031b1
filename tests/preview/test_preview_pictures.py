"""Faces become pictures once, as SVG."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from generator.compose.artwork import Artwork
from generator.store.sources import Sources
from generator.workbench import galleries
from generator.workbench.galleries import Pictures
from generator.workers import WorkerPool

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 69 94">{}</svg>'


def art(body: str = '<rect width="69" height="94" fill="#336699"/>') -> Artwork:
    return Artwork(SVG.format(body), 69, 94)


@pytest.fixture
def pictures() -> Iterator[Pictures]:
    with WorkerPool(1) as pool:
        yield Pictures(pool)


def test_a_face_is_a_picture_in_its_real_size(pictures: Pictures) -> None:
    svg = pictures.svg(pictures.put(art(), Sources()))
    assert svg
    assert b'viewBox="0 0 69 94" width="69mm" height="94mm"' in svg
    assert b'fill="#336699"' in svg


def test_a_face_is_drawn_once(pictures: Pictures, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Artwork] = []

    def noted(pool: WorkerPool, sources: Sources, art: Artwork) -> bytes:
        drawn.append(art)
        return b"picture"

    monkeypatch.setattr(galleries, "screen_svg", noted)
    key = pictures.put(art(), Sources())
    assert [pictures.svg(key), pictures.svg(key)] == [b"picture"] * 2
    assert drawn == [art()]


def test_unknown_forgotten_and_faulty_faces_give_nothing(pictures: Pictures) -> None:
    key = pictures.put(art(), Sources())
    assert pictures.svg("0" * 32) is None
    pictures.keep(set())
    assert pictures.svg(key) is None
    assert pictures.svg(pictures.put(art('<rect onclick="a()"/>'), Sources())) is None


def test_a_picture_of_an_earlier_run_is_used_again(pictures: Pictures) -> None:
    first = pictures.svg(pictures.put(art(), Sources()))
    with WorkerPool(1) as pool:
        pool.shut_down()  # nothing can be drawn any more
        again = Pictures(pool)
        assert again.svg(again.put(art(), Sources())) == first
        assert again.svg(again.put(art("<g/>"), Sources())) is None

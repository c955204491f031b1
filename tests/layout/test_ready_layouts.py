"""The ready layouts: listed, begun with, sound together, and pictured in the documents."""

from __future__ import annotations

from pathlib import Path

import pytest
from layout_pictures import FOLDER, pictures, write_game
from PIL import Image, ImageChops, ImageStat
from texts import text_of
from thorough import spread
from workshop import Command

from cards_data.schema import fields
from generator.layout import box_kinds
from generator.layout.box_geometry import ARRANGEMENTS
from generator.layout.presets import ready, ready_names

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "design" / "layouts.md"
# What two versions of cairo may differ by, of 255.
LIKE = 4.0


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_they_are_listed_with_what_each_is(ecotable: Command) -> None:
    answer = ecotable("new", "--layouts")
    assert answer.code == 0
    lines = answer.out.splitlines()
    assert [line.split()[0] for line in lines] == list(ready_names())
    assert all(ready(name).about["en"] in answer.out for name in ready_names())


@pytest.mark.slow
@pytest.mark.parametrize("name", spread(ready_names(), 4))
def test_each_is_a_game_that_is_sound_at_once(here: Path, ecotable: Command, name: str) -> None:
    assert ecotable("new", "reef", "--layout", name).code == 0
    answer = ecotable("check", "reef")
    assert (answer.code, answer.err) == (0, "")


@pytest.mark.slow
def test_together_they_are_checked_and_printed(here: Path, ecotable: Command) -> None:
    assert ecotable("new", "reef", "--layout", ",".join(ready_names())).code == 0
    answer = ecotable("check", "reef")
    assert (answer.code, answer.err) == (0, "")
    for more in ((), ("--ink", "low"), ("--render", "vector"), ("--paper", "letter")):
        printed = ecotable("print", "reef", "--dpi", 72, "--jobs", 1, *more)
        assert (printed.code, printed.err) == (0, "")


@pytest.mark.slow
def test_several_are_decks_of_one_game(here: Path, ecotable: Command) -> None:
    answer = ecotable("new", "reef", "--layout", "creature, hex-tile,score_track,creature")
    assert answer.code == 0
    lines = [line for line in answer.out.splitlines() if "/reef/" in line]
    assert all((here / name).is_file() for name in lines)
    layouts = sorted(path.name for path in (here / "templates" / "reef").glob("*.yaml"))
    assert layouts == ["back.layout.yaml"] + [
        f"{name}.layout.yaml" for name in ("creature", "hex_tile", "score_track")
    ]
    games = ecotable("games").out
    assert "Reef" in games


def test_an_unknown_one_is_told_with_the_nearest(here: Path, ecotable: Command) -> None:
    answer = ecotable("new", "reef", "--layout", "cretures,hex_tle")
    assert answer.code == 2
    assert text_of("problem.did_you_mean", words="creature") in answer.err
    assert "did you mean hex_tile" in answer.err
    assert not list(here.iterdir())
    assert ecotable("new", "reef", "--layout", "").code == 2


@pytest.mark.slow
def test_a_layout_may_begin_with_a_ready_one(here: Path, ecotable: Command) -> None:
    assert ecotable("new", "reef", "--layout", "creature").code == 0
    own = here / "templates" / "reef" / "creature.layout.yaml"
    own.write_text("from: creature\nground: {colour: paper}\nboxes:\n  kind: {size: 9-7}\n")
    answer = ecotable("check", "reef")
    assert (answer.code, answer.err) == (0, "")


def test_the_document_shows_and_names_every_ready_layout() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    for name in ready_names():
        assert f"![{name}](../images/layouts/{name}.png)" in text
        assert ready(name).about["en"] in text


def test_the_document_describes_every_key() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    words = {
        *box_kinds.KINDS,
        *box_kinds.COMMON,
        *fields(box_kinds.LayoutFile),
        *fields(box_kinds.FaceGround),
        *box_kinds.SHAPES,
        *ARRANGEMENTS,
    }
    words |= {key for kind in box_kinds.KINDS.values() for key in kind.keys}
    lacking = [word for word in sorted(words) if f"`{word}`" not in text and f"{word}:" not in text]
    assert lacking == []


@pytest.mark.slow
def test_the_pictures_are_what_is_drawn(here: Path) -> None:
    """After a change of a layout: ``make layout-pictures``."""
    for name, drawn in pictures(write_game(here)):
        with Image.open(FOLDER / f"{name}.png") as saved:
            assert saved.size == drawn.size, name
            difference = ImageChops.difference(saved.convert("RGB"), drawn)
            assert max(ImageStat.Stat(difference).mean) < LIKE, name

"""Mistakes that users really make with pictures, decks and columns, and polite endings."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from PIL import Image
from texts import text_of
from workshop import Command, Workshop, compose_all

from cards_data import load_game

pytestmark = pytest.mark.slow


def fronts(deck: str) -> dict[str, str]:
    composed = compose_all(load_game("pond"), "en", (deck,))
    return {piece.id: faces.front.svg for _, piece, faces in composed.pieces()}


def test_a_photo_with_a_capital_suffix_is_seen(pond: Workshop) -> None:
    (pond.data / "art").mkdir(exist_ok=True)
    Image.new("RGB", (40, 20), "#aa3300").save(pond.data / "art" / "pike.JPG", "JPEG")
    assert "data:image/jpeg" in fronts("fish")["pike"]


def test_pictures_with_the_same_ids_keep_their_own_colours(pond: Workshop) -> None:
    for name, colour in (("one", "#ff0000"), ("two", "#0000ff")):
        pond.template(
            f"art/{name}.svg",
            '<svg viewBox="0 0 10 10"><defs><linearGradient id="g"><stop offset="0" '
            f'stop-color="{colour}"/></linearGradient></defs>'
            '<rect width="10" height="10" fill="url(#g)"/></svg>',
        )
    pond.template(
        "plant.svg.j2", '{{ art(0, 0, 9, 9, name="one") }}{{ art(9, 0, 9, 9, name="two") }}'
    )
    svg = fronts("plants")["reed"]
    assert 'id="one-g"' in svg
    assert 'fill="url(#one-g)"' in svg
    assert 'fill="url(#two-g)"' in svg


def test_a_split_deck_with_a_back_is_refused(pond: Workshop, ecotable: Command) -> None:
    text = (pond.data / "game.yaml").read_text(encoding="utf-8")
    pond.write("game.yaml", text.replace("    pieces: 5\n", "    pieces: 5\n    split: true\n"))
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "decks.fish.back" in answer.err
    assert text_of("deck.split_back") in answer.err


def test_a_misspelt_column_in_a_template_is_answered_with_the_nearest(
    pond: Workshop, ecotable: Command
) -> None:
    pond.template("plant.svg.j2", "{{ line(piece.nmae, 3, 10) }}")
    answer = ecotable("check", "pond")
    assert answer.code == 1
    assert "plant.svg.j2:1" in answer.err
    assert "piece.nmae is not a column of the deck" in answer.err
    assert "did you mean name" in answer.err


def test_a_language_no_game_has_is_refused_without_naming_a_game(
    pond: Workshop, ecotable: Command
) -> None:
    answer = ecotable("print", "--lang", "xx")
    assert answer.code == 2
    assert 'no game is available in "xx"' in answer.err


@pytest.mark.slow
def test_one_games_problems_do_not_keep_the_others_from_paper(
    pond: Workshop, ecotable: Command
) -> None:
    pond.template("plant.svg.j2", "{{ nothing_like_it }}")
    answer = ecotable("print", "pond", "ecologic", "--dpi", "72", "--layout", "fronts")
    assert answer.code == 1
    assert "nothing_like_it" in answer.err
    assert (pond.out / "ecologic-en-a4-fronts.pdf").is_file()
    assert not (pond.out / "pond-en-a4.pdf").exists()


@pytest.mark.slow
def test_a_request_to_end_leaves_no_half_file(tmp_path: Path) -> None:
    environment = {**os.environ, "ECOTABLE_CACHE": str(tmp_path / "cache")}
    with subprocess.Popen(
        [sys.executable, "-m", "generator", "print", "ecosfera_baltica", "--jobs", "1"],
        cwd=tmp_path,
        env=environment,
        stdout=subprocess.DEVNULL,
    ) as process:
        deadline = time.monotonic() + 60
        while not list((tmp_path / "cache").glob("faces/*/*")) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGTERM)
        process.wait(timeout=30)
    assert process.returncode == 143
    left = list((tmp_path / "output").iterdir()) if (tmp_path / "output").exists() else []
    assert left == []


def test_parts_that_killed_runs_left_are_swept_away(pond: Workshop, ecotable: Command) -> None:
    pond.out.mkdir()
    stale = pond.out / ".pond-en-a4.pdf.1.part"
    fresh = pond.out / ".pond-en-a4.pdf.2.part"
    for path in (stale, fresh):
        path.write_bytes(b"half")
    os.utime(stale, (0, 0))
    assert ecotable("print", "pond", "--dpi", "72").code == 0
    assert not stale.exists()
    assert fresh.exists()

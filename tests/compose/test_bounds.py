"""No number of a template or of game.yaml takes a computer along; odd files and braces neither."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from pond import FISH
from texts import text_of
from workshop import Workshop, compose_all

from cards_data import Problems, load_game
from generator.compose.artwork import MOST_PIXELS, artwork
from generator.geometry.units import pixels
from generator.workers import Limits

pytestmark = pytest.mark.slow

GREEDY = {
    "a range": "{% for n in range(99999999) %}{% endfor %}",
    "a power": "{{ 10 ** (10 ** 9) }}",
    "a power of a power": "{{ (10 ** 60) ** 60 }}",
    "a repeat": '{{ line("x" * 10 ** 9, 3, 9) }}',
    "a repeat the other way": '{{ line(1000000000 * "x", 3, 9) }}',
    "a repeated list": "{{ [1] * 1000000000 }}",
    "a width": '{{ "%1000000000d" % 3 }}',
    "a width as a filter": '{{ "%1000000000d" | format(3) }}',
    "a width in braces": '{{ "{:1000000000d}".format(3) }}',
    "a width beside it": '{{ "%*d" % (1000000000, 3) }}',
    "centred": '{{ "x".center(1000000000) }}',
    "centred by a filter": '{{ "x" | center(1000000000) }}',
    "to the left": '{{ "x".ljust(width=1000000000) }}',
    "zeros": '{{ "1".zfill(1000000000) }}',
    "an indent": '{{ "a\nb" | indent(1000000000) }}',
    "type": '{{ text("x", 3, 9, 50, 50, size=1e9) }}',
    "type of nothing": '{{ line("x", 3, 9, size=0) }}',
    "a leading": '{{ text("x", 3, 9, 50, 50, leading=1e300) }}',
    "a star": '<path d="{{ star(3, 3, 2, 10000000) }}"/>',
    "a hexagon": '<path d="{{ hexagon(3, 3, 1e300) }}"/>',
    "a place": '{{ line("x", 1e12, 9) }}',
    "a symbol": '{{ symbol("sun", 3, 9, 1e12) }}',
    "a code": '{{ qr("x" * 5000, 3, 9, 20) }}',
    "bytes": '{{ (5).to_bytes(99999999, "big") }}',
    "a join": '{{ "x".join(["y" * 99999] * 1000) }}',
    "a join by a filter": '{{ (["y" * 99999] * 2) | join("x") }}',
    "a wide join": '{{ range(9999) | join("x" * 999) }}',
    "a replace": '{{ ("x" * 9999).replace("x", "y" * 9999) }}',
    "a replace by a filter": '{{ ("x" * 9999) | replace("x", "y" * 9999) }}',
    "a list of lists": "{{ [[1] * 9999] * 9999 }}",
    "words of chance": "{{ lipsum(n=100000) }}",
    # What is not written out is refused for its work alone.
    "words that nobody sees": "{% set a = lipsum(n=9) %}",
    "a join that nobody sees": '{% set a = ("x" * 9999).join(["y"] * 999) %}',
    "a long text": '{{ text("x" * 99999, 3, 9, 50, 50) }}',
    "a long line": '{{ line("x" * 99999, 3, 9) }}',
    "a long height": '{{ text_height("x " * 49999, 50) }}',
    "a circle": '<circle cx="3" cy="3" r="{{ 1e300 * 1e300 }}"/>',
}


@pytest.mark.parametrize("template", GREEDY.values(), ids=GREEDY)
def test_a_greedy_template_is_a_problem_with_its_file(pond: Workshop, template: str) -> None:
    faces, problems = pond.tried(template)
    assert faces is None
    assert len(problems) == 1
    assert problems[0].startswith("templates/pond/fish.svg.j2")


def test_what_cards_count_is_within_the_bounds(pond: Workshop) -> None:
    template = (
        '{% for n in range(200) %}{% endfor %}{{ line("ab" * 3 ~ 2 ** 8 ~ "%3d" % 4, 3, 9) }}'
    )
    assert "ababab256" in pond.front(template)


def test_nested_counting_ends_by_the_deadline_that_every_face_has(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Limits.__init__, "__defaults__", (1.0, 3_000))
    loops = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    pond.template("plant.svg.j2", loops)
    with pytest.raises(Problems, match="longer than 1 seconds"):
        compose_all(load_game("pond"), decks=("plants",))


def test_an_item_may_take_fifteen_seconds() -> None:
    assert Limits().seconds == 15


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("size: poker", "size: {width_mm: 0.01, height_mm: 50}", "width_mm"),
        ("size: poker", "size: {width_mm: 50, height_mm: 100000}", "height_mm"),
        ("size: poker", "size: {width_mm: .inf, height_mm: 50}", "width_mm"),
        ("size: poker", "size: {width_mm: .nan, height_mm: 50}", "width_mm"),
        ("size: poker", "size: poker\n    gap_mm: 900", "gap_mm"),
    ],
)
def test_sizes_are_those_of_pieces(pond: Workshop, old: str, new: str, message: str) -> None:
    pond.change("game.yaml", old, new)
    assert any(message in problem and "allowed" in problem for problem in pond.problems())


def test_a_deck_has_no_more_pieces_than_a_box_holds(pond: Workshop) -> None:
    rows = "".join(f"r{n},500,Reed,Vass\n" for n in range(11))
    pond.write("plants.csv", f"id,copies,name,name:sv\n{rows}")
    assert any(
        (text_of("deck.pieces", n="5,500") + "; allowed: " + "up to 5,000") in problem
        for problem in pond.problems()
    )


def test_a_huge_board_is_drawn_as_finely_as_a_computer_can_hold(pond: Workshop) -> None:
    pond.change("game.yaml", "size: poker", "size: {width_mm: 2000, height_mm: 2000}")
    art = artwork("", pond.load().decks["fish"].size)
    assert pixels(art.width_mm, art.most_dpi) * pixels(art.height_mm, art.most_dpi) <= MOST_PIXELS
    assert artwork("", pond.load().decks["plants"].size).most_dpi == 1200


@pytest.mark.parametrize("odd", ["{Sun}", "{ sun }", "{sun", "{sun-x}", "sun}", "{}", "{sun}}"])
def test_an_odd_brace_is_a_problem_with_the_nearest_symbol(pond: Workshop, odd: str) -> None:
    pond.write("fish.csv", FISH.replace("Pay 2 {sun}", f"Pay 2 {odd}"))
    _, problems = pond.compose()
    assert len(problems) == 1
    assert (text_of("is.unknown")) in problems[0]
    if "sun" in odd and odd[-2:] != "}}" and odd != "sun}":
        assert text_of("problem.did_you_mean", words="sun") in problems[0]


def test_an_eps_in_a_jpegs_name_is_never_opened_as_one(pond: Workshop) -> None:
    pond.write("art/pike.jpg", b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 9 9\n")
    assert text_of("face.unreadable") in pond.compose()[1][0]


@pytest.mark.parametrize("call", ['symbol("../../x", 1, 2, 3)', 'art(1, 2, 3, 4, name="/etc/x")'])
def test_names_of_pictures_are_names(pond: Workshop, call: str) -> None:
    assert pond.tried(f"{{{{ {call} }}}}")[1]


@pytest.mark.parametrize("file", ["game.yaml", "scoring.yaml"])
@pytest.mark.parametrize("trick", ["a: !!str 1", "a: &x 1\nb: *x", "<<: {a: 1}", "a: !tag 1"])
def test_yaml_says_what_it_says(pond: Workshop, file: str, trick: str) -> None:
    text = (pond.data / file).read_text(encoding="utf-8") if file == "game.yaml" else ""
    pond.write(file, f"{text}\n{trick}\n")
    assert any(f"{file}:" in problem for problem in pond.problems())


@pytest.mark.parametrize("name", ["fish.csv", "words.csv", "scoring.yaml", "game.yaml"])
def test_only_plain_files_are_read(pond: Workshop, name: str) -> None:
    path: Path = pond.data / name
    path.unlink()
    os.mkfifo(path)
    with pytest.raises(Problems):
        load_game("pond")


@pytest.mark.parametrize("name", ["fish.csv", "game.yaml"])
def test_a_file_is_no_longer_than_a_person_writes(pond: Workshop, name: str) -> None:
    pond.write(name, b"a" * 9_000_000)
    assert any("bytes" in problem for problem in pond.problems())

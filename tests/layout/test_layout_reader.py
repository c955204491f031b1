"""Layout files are read strictly: a slip is told with its line and the nearest word."""

from __future__ import annotations

import pytest
from declared import LAYOUT, face, problems
from texts import text_of
from workshop import Workshop

PLACE = "templates/pond/fish.layout.yaml"


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ("ground:", "grond:", 1, text_of("problem.did_you_mean", words="ground")),
        ("colour: paper", "colour: papr", 1, text_of("problem.did_you_mean", words="paper")),
        ("fill: reed 30 %", "fill: reed 300 %", 6, "paper 90 %"),
        ("fill: reed 30 %", "fill: [1]", 6, "paper 90 %"),
        ("text: name", "text: nme", 8, "did you mean name"),
        ("text: name", "text: [name]", 8, "the name of a column"),
        ("text: name", "txt: name", 8, text_of("problem.did_you_mean", words="text")),
        ("font: title", "font: titel", 8, text_of("problem.did_you_mean", words="title")),
        ("size: 14-10", "size: 10-14", 8, "14-10"),
        ("size: 14-10", "size: large", 8, "14-10"),
        ("lines: 1", "lines: one", 8, text_of("cell.number_from_to", low=0, high="1000")),
        ("lines: 1", "lnes: 1", 8, text_of("problem.did_you_mean", words="lines")),
        ("badge: cost", "badge: cots", 9, "did you mean cost"),
        ("shape: circle", "shape: cirle", 9, text_of("problem.did_you_mean", words="circle")),
        ("height: 30", "height: tall", 10, text_of("layout.length", n="2000", words="safe, bleed")),
        ("height: 30", "height: -3", 10, text_of("layout.length", n="2000", words="safe, bleed")),
        ("height: 30", "height: .nan", 10, text_of("layout.length", n="2000", words="safe, bleed")),
        ("grow: 1", "grow: yes", 11, "a number from 0 to 1000"),
        ("space: 0, grow: 1", "space: 0, picture: art", 11, "two kinds"),
        ("pad: [2.5, safe, 6]", "pad: [1, 2, 3, 4, 5]", 14, "[top and bottom, sides]"),
        ("when: latin", "when: latn", 18, "did you mean latin"),
        ("when: latin", "when: latin >", 18, "ends too early"),
        ("when: latin", "when: latin latin", 18, text_of("layout.nothing_can")),
        ("when: latin", "when: (latin", 18, "not closed"),
        ("when: latin", "when: 'latin ; 3'", 18, "cannot be read"),
        ("when: latin", "when: 3", 18, "a column or a condition"),
        ("icons: sun", "icons: snu", 19, "did you mean sun"),
        ("align: centre", "align: middle", 19, "left, centre, center, right"),
        ("count: cost", "count: 9000", 19, "a number up to 500"),
        ("- {space: 0, grow: 1}", "- {row: 3}", 11, "a mapping of keys"),
        ("- {space: 0, grow: 1}", "- 3", 11, text_of("layout.box", example="{text: name}")),
        (
            "- {space: 0, grow: 1}",
            "- {row: {boxes: []}, gap: 1}",
            11,
            text_of("layout.all_below", kind="row"),
        ),
        ("face:\n", "face: 3\nfce:\n", 2, "a list of boxes"),
        ("text: rule", "text: rule, repeat: ruel", 17, "did you mean rule"),
        ("text: rule", "text: rule, at: [1]", 17, "[x, y] in mm"),
        ("text: rule", "text: rule, turn: 45", 17, "0, 90, 180, 270"),
        ("picture: art", "picture: art, focus: 3", 10, "50% 30%"),
        ("picture: art", "picture: art, fit: fill", 10, "contain, cover"),
        ("text: rule", "template: fsh.svg.j2", 17, "did you mean fish.svg.j2"),
        ("ground:", "from: base\nground:", 1, "is not a layout"),
        ("ground:", "boxes: {name: {size: 3}}\nground:", 1, "no boxes can be changed"),
        ("text: latin", "text: rare", 18, "yes/no column"),
    ],
)
def test_a_slip_is_told_with_its_line(
    pond: Workshop, old: str, new: str, line: int, message: str
) -> None:
    assert old in LAYOUT
    messages = problems(pond, LAYOUT.replace(old, new, 1))
    assert any(one.startswith(f"{PLACE}:{line}") and message in one for one in messages), messages


def test_all_slips_are_told_at_once(pond: Workshop) -> None:
    layout = LAYOUT.replace("text: name", "text: nme").replace("fill: reed", "fill: red")
    messages = problems(pond, layout.replace("when: latin", "when: latn"))
    assert [one.split(" ")[0] for one in messages] == [f"{PLACE}:{line}" for line in (6, 8, 18)]


def test_a_change_of_a_box_that_is_not_there(pond: Workshop) -> None:
    pond.template("base.layout.yaml", LAYOUT)
    messages = problems(pond, "from: base\nboxes:\n  rul: {size: 9}\n")
    assert messages == [
        f'{PLACE}:3 boxes.rul: no box is called "rul"; '
        "allowed: name, cost, art, rule, latin, sun; did you mean rule?"
    ]


def test_a_slip_in_the_layout_below_is_told_in_its_own_file(pond: Workshop) -> None:
    pond.template("base.layout.yaml", LAYOUT.replace("grow: 1", "gro: 1"))
    messages = problems(pond, "from: base\n")
    assert messages[0].startswith("templates/pond/base.layout.yaml:11 ")
    assert "did you mean grow" in messages[0]


def test_broken_yaml_is_told_with_its_line(pond: Workshop) -> None:
    assert problems(pond, "face:\n  - {text: [\n")[0].startswith(PLACE)


@pytest.mark.parametrize("content", ["", "3", "[]", "face:", "{}", "face: []\nx: &a 1"])
def test_odd_files_are_problems(pond: Workshop, content: str) -> None:
    assert problems(pond, content)[0].startswith(PLACE)


def test_a_cell_of_no_size_has_the_usual_one(pond: Workshop) -> None:
    grid = "face:\n  - grid: {arrange: circle, columns: 3, SIZE boxes: [{text: index}]}\n"
    usual = face(pond, grid.replace("SIZE", ""))
    assert face(pond, grid.replace("SIZE", "cell: 0,")) == usual
    assert face(pond, grid.replace("SIZE", "cell: 5,")) != usual

"""Faces by layout files: what is drawn, where, and what is told."""

from __future__ import annotations

import re

import pytest
from declared import LAYOUT, declare, face, problems, texts
from pond import FRONT
from texts import text_of
from workshop import Command, WorkLog, Workshop

from cards_data import Findings
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer
from generator.options import Edition
from generator.store.sources import Sources

LONG = "Wait until the water is calm. " * 30


@pytest.mark.slow
def test_a_declared_face_is_checked_and_printed(pond: Workshop, ecotable: Command) -> None:
    declare(pond)
    answer = ecotable("check", "pond")
    assert (answer.code, answer.err) == (0, "")
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 0
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1, "--ink", "low").code == 0
    assert ecotable("print", "pond", "--jobs", 1, "--render", "vector").code == 0


def test_boxes_stand_one_below_the_other(pond: Workshop) -> None:
    svg = face(pond, "face:\n  - {text: name}\n  - {text: rule}\n  - {text: latin}\n")
    places = texts(svg)
    assert places["Pike"][1] < places["Pay 2"][1] < places["Esox lucius"][1]


def test_what_follows_a_text_stands_below_it_however_long_it_is(pond: Workshop) -> None:
    layout = "face:\n  - {text: rule, size: 9}\n  - {text: latin, size: 9}\n"
    one = texts(face(pond, layout))["Esox lucius"][1]
    pond.change(
        "fish.csv", "Pay 2 {sun} **now**.", "A text that needs more than a single line. " * 2
    )
    assert texts(face(pond, layout))["Esox lucius"][1] == pytest.approx(
        one + 9 * 0.3528 * 1.22, abs=0.01
    )


def test_a_box_that_grows_takes_what_is_left(pond: Workshop) -> None:
    layout = "face:\n  - {space: 0, grow: 1}\n  - {text: name, height: 10, valign: top}\n"
    x, baseline, size = texts(face(pond, layout))["Pike"]
    assert x == 0
    assert 78 < baseline < 78 + size


def test_a_row_gives_the_text_what_badges_leave(pond: Workshop) -> None:
    svg = face(pond)
    assert texts(svg)["Pike"][0] == 3
    cost = texts(svg)["4"][0]
    assert 63 - 3 - 9 < cost < 60


def test_text_shrinks_before_it_is_too_long(pond: Workshop) -> None:
    layout = "face:\n  - {text: rule, size: 20-8}\n  - {space: 78}\n"
    pond.change("fish.csv", "Pay 2 {sun} **now**.", "Wait until the water is calm and clear.")
    sizes = [size for _, _, size in texts(face(pond, layout)).values()]
    assert max(sizes) < 20 * 0.3528
    assert min(sizes) >= 8 * 0.3527


def test_a_text_that_is_too_long_is_the_problem_of_its_cell_and_box(pond: Workshop) -> None:
    pond.change("fish.csv", "Pay 2 {sun} **now**.", LONG)
    layout = LAYOUT.replace("{text: rule,", "{text: rule, name: effect,")
    messages = problems(pond, layout)
    assert len(messages) == 1
    assert messages[0].startswith('cards_data/pond/fish.csv:2 column "rule": pike (en, front)')
    assert 'box "effect"' in messages[0]
    assert "mm too long at 7.5\u00a0pt" in messages[0]
    assert text_of("face.shorten") in messages[0]


def test_boxes_that_cannot_fit_are_told_with_their_line(pond: Workshop) -> None:
    messages = problems(pond, "face:\n  - {space: 50}\n  - {space: 50}\n")
    assert len(messages) == 1
    assert messages[0].startswith("templates/pond/fish.layout.yaml:1 face: ")
    assert "12.0\u00a0mm too high" in messages[0]


def test_a_row_that_is_too_narrow_is_told_with_its_line(pond: Workshop) -> None:
    badges = "{badge: cost, size: 40}, {badge: cost, size: 40}"
    layout = f"face:\n  - row: [{badges}]\n"
    assert "17.0\u00a0mm too wide" in problems(pond, layout)[0]


@pytest.mark.parametrize(
    ("when", "seen"),
    [
        ("rare", True),
        ("not rare", False),
        ("cost > 3", True),
        ("cost = 4 and level = 3", True),
        ('level == "2" or cost >= 5', False),
        ('"reed" in zones', True),
        ('"mud" in zones', False),
        ("cost % 2 = 0", True),
        ("cost * 2 - 1 < 7", False),
        ("(rare or cost > 9) and not (level = 1)", True),
        ('name != "Pike"', False),
        ("name < 3", False),
        ("cost / 2 = 2", True),
        ("-cost < 0 and cost ≥ 4", True),
        ("cost / 0 = 0", True),
    ],
)
def test_when(pond: Workshop, when: str, seen: bool) -> None:
    layout = f"face:\n  - {{text: Hello there, when: '{when}'}}\n  - {{text: name}}\n"
    assert ("Hello there" in texts(face(pond, layout))) == seen


def test_a_hidden_or_empty_box_takes_no_room(pond: Workshop) -> None:
    layout = "gap: 2\nface:\n  - {text: latin, when: latin}\n  - {text: name}\n"
    pond.change("fish.csv", ",Perca fluviatilis", ",")
    height = texts(face(pond, layout, "pike"))["Pike"][1]
    hidden = texts(face(pond, layout, "perch"))["Perch"][1]
    empty = layout.replace(", when: latin", "")
    assert hidden < height
    assert texts(face(pond, empty, "perch"))["Perch"][1] == hidden


def test_repeat_over_a_list_and_a_count(pond: Workshop) -> None:
    layout = """\
face:
  - {text: "{index}. {item}", repeat: zones}
  - {text: "No {item}", repeat: cost}
"""
    places = texts(face(pond, layout))
    assert [words for words in places if words[0] != "N"] == ["1. reed", "2. open"]
    assert [words for words in places if words[0] == "N"] == ["No 1", "No 2", "No 3", "No 4"]


def test_names_in_texts(pond: Workshop) -> None:
    layout = """\
face:
  - {text: "{name} of {game.title}: {cost} {sun}"}
  - {text: "{deck.title}, {deck.total}, {facts.hand}"}
  - {text: "{scoring.points.fish} for {food.name} ({t.pond})"}
"""
    pond.change("game.yaml", "bring:", "facts: {hand: 7}\nbring:")
    places = texts(face(pond, layout))
    assert "Pike of Pond Life: 4" in places
    assert "Fish, 5, 7" in places
    assert "3 for Reed (Pond)" in places
    assert "Gädda of Livet i dammen: 4" in texts(face(pond, layout, lang="sv"))


def test_data_never_becomes_markup(pond: Workshop) -> None:
    pond.change("fish.csv", "pike,1,Pike,", "pike,1,<rect/>&amp;,")
    svg = face(pond, "face:\n  - {text: name}\n  - {badge: name, size: 30}\n")
    assert "&lt;rect/&gt;&amp;amp;" in svg
    assert "<rect/>" not in svg


def test_a_fill_that_touches_the_cut_reaches_over_the_bleed(pond: Workshop) -> None:
    svg = face(pond, "face:\n  - {panel: {fill: reed, height: 10, boxes: []}}\n")
    assert '<rect x="-3.000" y="-3.000" width="69.000" height="13.000"' in svg


def test_letters_take_the_ink_that_reads_best(pond: Workshop) -> None:
    svg = face(
        pond, "face:\n  - {panel: {fill: accent, boxes: [{text: name}]}}\n  - {text: rule}\n"
    )
    dark, light = svg.index(">Pike<"), svg.index(">Pay 2<")
    assert 'fill="#ffffff"' in svg[dark - 20 : dark]
    assert 'fill="#13293d"' in svg[light - 20 : light]


def test_a_turned_box(pond: Workshop) -> None:
    svg = face(pond, "face:\n  - {text: name, turn: 180, height: 10}\n")
    assert '<g transform="rotate(180 31.500 5.000)">' in svg


def test_a_box_at_a_place_of_its_own(pond: Workshop) -> None:
    svg = face(pond, "face:\n  - {text: name, at: [-20, -30], width: 18}\n  - {text: rule}\n")
    assert texts(svg)["Pike"][0] == 43
    assert 58 < texts(svg)["Pike"][1] < 62


@pytest.mark.slow
def test_only_the_faces_concerned_are_made_anew(pond: Workshop, work_log: WorkLog) -> None:
    declare(pond)
    pond.print()
    work_log.forget()
    pond.print()
    assert work_log.composed == []
    pond.change("fish.csv", "Draw a card.", "Draw two cards.")
    pond.print()
    assert work_log.composed == ["fish/perch"]
    work_log.forget()
    pond.template("fish.layout.yaml", LAYOUT.replace("size: 9", "size: 10"))
    pond.print()
    assert work_log.composed == ["fish/pike", "fish/perch", "fish/tench"]


def test_a_layout_begins_with_another_and_changes_its_boxes(pond: Workshop) -> None:
    pond.template("base.layout.yaml", LAYOUT)
    own = """\
from: base
ground: {colour: reed}
boxes:
  name: {size: 20}
  sun: {when: 'cost > 9'}
"""
    svg = face(pond, own)
    assert texts(svg)["Pike"][2] == pytest.approx(20 * 0.35278, abs=0.001)
    assert 'fill="#4c8a3f"' in svg
    assert svg.count("<circle") < face(pond, LAYOUT).count("<circle")


@pytest.mark.slow
def test_a_change_of_the_layout_below_makes_the_faces_anew(
    pond: Workshop, work_log: WorkLog
) -> None:
    pond.template("base.layout.yaml", LAYOUT)
    declare(pond, "from: base\n")
    pond.print()
    work_log.forget()
    pond.template("base.layout.yaml", LAYOUT.replace("size: 9", "size: 10"))
    pond.print()
    assert len(work_log.composed) == 3


def test_a_template_draws_a_declared_box(pond: Workshop) -> None:
    pond.template("fish.layout.yaml", LAYOUT)
    whole = texts(face(pond))
    game = (pond.data / "game.yaml").read_text(encoding="utf-8")
    pond.write("game.yaml", game.replace("fish.layout.yaml", "fish.svg.j2"))
    assert texts(pond.front('{{ box("rule") }}'))["Pay 2"] == whole["Pay 2"]
    moved = texts(pond.front('{{ box("rule", 10, 20, 40, 30) }}'))["Pay 2"]
    assert moved[0] == 10
    assert 20 < moved[1] < 25


@pytest.mark.parametrize(
    "arguments", ["['rule']", "5", "'rule', 'left'", "'rule', 1, 2, none, 4", "''"]
)
def test_odd_boxes_are_mistakes_of_the_template(pond: Workshop, arguments: str) -> None:
    pond.template("fish.layout.yaml", LAYOUT)
    _, messages = pond.tried(f"{{{{ box({arguments}) }}}}")
    assert messages[0].startswith("templates/pond/fish.svg.j2:1")


def test_a_box_that_is_not_there_is_told_with_the_nearest(pond: Workshop) -> None:
    pond.template("fish.layout.yaml", LAYOUT)
    _, messages = pond.tried('{{ box("rul") }}')
    assert "templates/pond/fish.svg.j2:1" in messages[0]
    assert "did you mean rule" in messages[0]


@pytest.mark.slow
def test_a_layout_includes_a_template(pond: Workshop, work_log: WorkLog) -> None:
    layout = "face:\n  - {text: name, height: 10}\n  - {template: frame.svg.j2, name: frame}\n"
    pond.template(
        "frame.svg.j2",
        '<circle cx="{{ place.x }}" cy="{{ place.y }}" r="{{ piece.cost }}" fill="{{ c.reed }}"/>',
    )
    assert '<circle cx="0" cy="10" r="4" fill="#4c8a3f"/>' in face(pond, layout)
    pond.print()
    work_log.forget()
    pond.template("frame.svg.j2", '<circle cx="{{ place.x }}" cy="9" r="2" fill="{{ c.ink }}"/>')
    pond.print()
    assert len(work_log.composed) == 3


@pytest.mark.slow
def test_a_template_and_a_layout_that_include_each_other_are_told(pond: Workshop) -> None:
    pond.template("frame.svg.j2", '{{ box("frame") }}')
    messages = problems(pond, "face:\n  - {template: frame.svg.j2, name: frame}\n")
    assert "recursion" in messages[0]


def test_a_fault_of_an_included_template_is_told_with_its_line(pond: Workshop) -> None:
    pond.template("frame.svg.j2", "\n{{ piece.nme }}")
    messages = problems(pond, "face:\n  - {template: frame.svg.j2}\n")
    assert "templates/pond/frame.svg.j2:2" in messages[0]
    assert "did you mean name" in messages[0]


@pytest.mark.slow
def test_a_missing_layout_is_one_problem(pond: Workshop, ecotable: Command) -> None:
    declare(pond)
    pond.change("game.yaml", "front: fish.layout.yaml", "front: fsh.layout.yaml")
    lines = ecotable("check", "pond").err.splitlines()
    assert len(lines) == 1
    assert "did you mean fish.layout.yaml" in lines[0]


@pytest.mark.slow
def test_a_draft_marks_what_does_not_fit(pond: Workshop, ecotable: Command) -> None:
    pond.change("fish.csv", "Pay 2 {sun} **now**.", LONG)
    declare(pond)
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1, "--draft").code == 0
    assert ecotable("print", "pond", "--dpi", 72, "--jobs", 1).code == 1


def test_a_draft_frames_a_word_that_is_too_wide_in_its_own_box(pond: Workshop) -> None:
    pond.change("fish.csv", "pike,1,Pike,", "pike,1,Pikepikepikepikepikepike,")
    declare(pond, "face:\n  - {text: name, font: title, size: 14, width: 20}\n")
    game, findings = pond.load(), Findings()
    drafts = Composer(game, Edition("en", draft=True), Sources())
    faces = drafts.faces(game.decks["fish"], pond.piece("pike"), findings, Dependencies())
    assert faces
    assert "mm too long" in str(next(iter(findings)))
    assert re.search(
        r'width="20.000" height="[\d.]+" fill="none" stroke="#c62828"', faces.front.svg
    )


def test_pictures_cover_and_are_cut(pond: Workshop) -> None:
    contain = pond.front(FRONT)
    assert "clip-path" not in contain
    svg = face(
        pond,
        "face:\n"
        "  - {picture: art, fit: cover, focus: 100% 0%, shape: circle, height: 30, width: 30}\n",
    )
    assert '<g clip-path="url(#art-front-1)">' in svg
    # 40 by 20, so 30 mm high is 60 wide: the right half is seen.
    assert '<g transform="translate(-30.000 0.000) scale(1.50000)">' in svg


def test_a_template_fills_a_place_with_a_picture(pond: Workshop) -> None:
    svg = pond.front('{{ art(0, 0, 20, 20, fit="cover", focus="0% 50%") }}')
    assert '<rect x="0.000" y="0.000" width="20.000" height="20.000"/></clipPath>' in svg
    assert "translate(0.000 0.000) scale(1.00000)" in svg
    _, messages = pond.tried('{{ art(0, 0, 20, 20, fit="covr") }}')
    assert "allowed: contain, cover" in messages[0]
    _, messages = pond.tried("{{ art(0, 0, 20, 20, focus=3) }}")
    assert "focus is 3" in messages[0]

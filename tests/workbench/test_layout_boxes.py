"""Boxes of a layout, moved, resized and fitted: only that box's keys are written."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as some
from running import running, web_server
from workbench_client import Bench
from workshop import Command

from cards_data import Problems, load_game
from cards_data.documents import parse_yaml
from generator.compose.layouts.declared_face import layout_in
from generator.edit.operations import Conflict, RawValue, apply, inverse
from generator.edit.yaml_text import YamlText
from generator.store.sources import Sources
from generator.workbench.card_boxes import boxes_by_id

pytestmark = pytest.mark.slow

REEF = """\
# The card of a creature.
ground: {colour: paper, picture: art, fit: cover}   # all of it
face:
  - row: [{text: name, size: 14-10}, {badge: cost, size: 10}]
  - {space: 30, grow: 1}
  - panel:
      fill: paper
      pad: 3
      boxes:
        - {text: rule, size: 10-7.5}   # what it does
  - {badge: cost, name: corner, at: [40, 60], size: 9}
  - {badge: cost, name: far, at: [-12, -12], size: 9}
  - row: {repeat: 2, boxes: [{text: index, name: turn, height: 5}]}
"""
FROM = "from: creature   # as it came\n"


@pytest.fixture
def reef(here: Path, ecotable: Command) -> Iterator[Bench]:
    assert ecotable("new", "pond", "--layout", "creature").code == 0
    (here / "templates" / "pond" / "creature.layout.yaml").write_bytes(REEF.encode())
    with running(web_server()) as address, httpx.Client(base_url=address, timeout=60) as client:
        yield Bench(client, here / "cards_data" / "pond")


def layout(bench: Bench) -> Path:
    return bench.folder.parent.parent / "templates" / "pond" / "creature.layout.yaml"


def boxes(bench: Bench, row: str = "fox") -> dict[str, Any]:
    answer = bench.client.get(f"/change/boxes.json?game=pond&card=creature/{row}")
    assert answer.status_code == 200, answer.text
    front = next(one for one in answer.json() if one["side"] == "front")
    return {one["name"] or f"{one['kind']} {one['id']}": one for one in front["boxes"]}


def change(bench: Bench, box: dict[str, Any], **box_fields: Any) -> Any:
    box_fields = {"kind": "box", "table": "creature", "row": "fox", "side": "front", **box_fields}
    return bench.ask("edit", **{**box_fields, "box": box["id"], "seen": box["keys"]})


def moved(bench: Bench, name: str, right: float, down: float) -> Any:
    box = boxes(bench)[name]
    x, y, width, height = box["room"]
    shall = [round(x + right, 2), round(y + down, 2), width, height]
    return change(bench, box, **{"from": box["room"], "to": shall})


def sized(bench: Bench, name: str, wider: float, higher: float) -> Any:
    box = boxes(bench)[name]
    x, y, width, height = box["room"]
    shall = [x, y, round(width + wider, 2), round(height + higher, 2)]
    return change(bench, box, **{"from": box["room"], "to": shall})


def test_a_box_at_a_place_of_its_own_moves_by_one_value(reef: Bench) -> None:
    answer = moved(reef, "corner", 2.5, 0)
    assert layout(reef).read_text() == REEF.replace("at: [40, 60]", "at: [42.5, 60]")
    assert answer["history"]["undo"][0]["key"] == "said_box_moved"
    assert boxes(reef)["corner"]["room"][:2] == [42.5, 60.0]
    reef.step("undo")
    assert layout(reef).read_bytes() == REEF.encode()


def test_a_place_from_the_lower_right_stays_one_from_there(reef: Bench) -> None:
    moved(reef, "far", -1, 0.5)
    assert layout(reef).read_text() == REEF.replace("at: [-12, -12]", "at: [-13, -11.5]")
    moved(reef, "far", 40, 0)
    assert "at: [-0.5, -11.5]" in layout(reef).read_text()


def test_a_box_that_leaves_the_flow_keeps_its_size(reef: Bench) -> None:
    before = boxes(reef)["rule"]["room"]
    moved(reef, "rule", 0, -20)
    after = boxes(reef)["rule"]["room"]
    assert after[2:] == pytest.approx(before[2:], abs=0.3)
    assert after[1] == pytest.approx(before[1] - 20, abs=0.3)
    lines = layout(reef).read_text().splitlines()
    assert lines[9].startswith("        - {text: rule, size: 10-7.5, at: [")
    assert lines[9].endswith("}   # what it does")
    assert [line for n, line in enumerate(lines) if n != 9] == [
        line for n, line in enumerate(REEF.splitlines()) if n != 9
    ]
    reef.step("undo")
    assert layout(reef).read_bytes() == REEF.encode()


def test_resizing_writes_the_side_or_the_width_and_height(reef: Bench) -> None:
    sized(reef, "corner", 1.5, 0)
    assert "name: corner, at: [40, 60], size: 10.5}" in layout(reef).read_text()
    sized(reef, "rule", 0, 4.5)
    assert "{text: rule, size: 10-7.5, height: " in layout(reef).read_text()
    for _ in range(2):
        reef.step("undo")
    assert layout(reef).read_bytes() == REEF.encode()


def test_a_plain_list_of_boxes_and_a_block_of_keys_are_written_where_they_stand(
    reef: Bench,
) -> None:
    sized(reef, "cost", 2, 0)
    assert "{badge: cost, size: 12}]" in layout(reef).read_text()
    panel = next(name for name in boxes(reef) if name.startswith("panel"))
    sized(reef, panel, 0, 6)
    text = layout(reef).read_text()
    assert "        - {text: rule, size: 10-7.5}   # what it does\n      height: " in text
    reef.step("undo")
    reef.step("undo")
    assert layout(reef).read_bytes() == REEF.encode()


def test_a_box_that_is_repeated_cannot_be_moved_and_can_be_resized(reef: Bench) -> None:
    box = boxes(reef)["turn"]
    assert box["fixed"] == "box_repeated"
    x, y, width, height = box["room"]
    request = {"kind": "box", "table": "creature", "row": "fox", "side": "front", "box": box["id"]}
    move = {"from": box["room"], "to": [x + 5, y, width, height], "seen": box["keys"]}
    assert reef.post("edit", {**request, **move, "secret": reef.secret}).status_code == 400
    sized(reef, "turn", 0, 1)
    assert "name: turn, height: 6}" in layout(reef).read_text()


def test_a_ready_layout_gets_an_override_of_that_box_alone(reef: Bench) -> None:
    layout(reef).write_text(FROM)
    sized(reef, "cost", 2, 0)
    assert layout(reef).read_text() == FROM + "boxes: {cost: {size: 12}}\n"
    sized(reef, "rule", 0, 3)
    text = layout(reef).read_text()
    assert text.startswith(FROM + "boxes: {cost: {size: 12}, rule: {height: ")
    moved(reef, "cost", -3, 0)
    assert "{cost: {size: 12, at: [" in layout(reef).read_text()
    assert boxes(reef)["cost"]["keys"]["size"] == 12
    for _ in range(3):
        reef.step("undo")
    assert layout(reef).read_bytes() == FROM.encode()
    unnamed = next(one for one in boxes(reef).values() if one["kind"] == "panel")
    assert unnamed["bound"] == "box_unnamed"


def test_how_a_picture_fits_and_what_must_be_seen_of_it(reef: Bench) -> None:
    ground = boxes(reef)["ground"]
    assert ground["picture"]["fit"] == "cover"
    x, y, width, height = ground["picture"]["whole"]
    size = (63, 88)
    assert x <= -3 and y <= -3 and x + width >= size[0] + 3 and y + height >= size[1] + 3
    change(reef, ground, focus=[0.25, 0.8])
    assert "fit: cover, focus: 25% 80%}   # all of it" in layout(reef).read_text()
    change(reef, boxes(reef)["ground"], focus=[0.5, 0.8])
    assert "fit: cover, focus: 50% 80%}   # all of it" in layout(reef).read_text()
    answer = change(reef, boxes(reef)["ground"], fit="contain")
    assert answer["history"]["undo"][0]["key"] == "said_box_fit"
    for _ in range(3):
        reef.step("undo")
    assert layout(reef).read_bytes() == REEF.encode()


def test_the_ground_and_pictures_of_a_ready_layout_are_overridden(reef: Bench) -> None:
    layout(reef).write_text(FROM)
    change(reef, boxes(reef)["art"], focus=[0, 1])
    assert layout(reef).read_text() == FROM + "boxes: {art: {focus: 0% 100%}}\n"
    layout(reef).write_text("from: full_bleed")
    change(reef, boxes(reef)["ground"], focus=[0.4, 0.2])
    assert layout(reef).read_text() == "from: full_bleed\nground: {focus: 40% 20%}"


def test_what_others_changed_is_told_and_not_overwritten(reef: Bench) -> None:
    box = boxes(reef)["corner"]
    theirs = REEF.replace("at: [40, 60]", "at: [10, 10]")
    layout(reef).write_text(theirs)
    answer = change(reef, box, **{"from": box["room"], "to": [41, 60, 9, 9]})
    assert "at 10.0, 10.0" in answer["conflict"][0]["theirs"]
    assert layout(reef).read_text() == theirs


@pytest.mark.parametrize(
    "change",
    [
        {"to": [1, 2, 3]},
        {"to": [1, 2, 3, "4"]},
        {"to": [1e9, 60, 9, 9]},
        {"to": [41, 60, 12, 9]},
        {"to": [40, 60, 9, 9]},
        {"to": None},
        {"to": [40, 60, -1, 9]},
        {"fit": "stretch"},
        {"fit": "cover"},
        {"focus": [2, 0]},
        {"box": "../../x#face.0"},
        {"box": "ground/x"},
        {"box": None},
        {"side": "back"},
        {"side": "../x"},
        {"table": "words"},
        {"table": "../x"},
    ],
)
def test_what_makes_no_sense_changes_no_layout(reef: Bench, change: dict[str, Any]) -> None:
    box = boxes(reef)["corner"]
    usual = {"kind": "box", "table": "creature", "row": "fox", "side": "front", "box": box["id"]}
    usual |= {"seen": box["keys"], "from": box["room"], "to": [41, 60, 9, 9]}
    answer = reef.post("edit", {**usual, **change, "secret": reef.secret})
    assert answer.status_code == 400, answer.text
    assert layout(reef).read_bytes() == REEF.encode()


def test_a_layout_that_is_a_link_is_not_written(reef: Bench, tmp_path: Path) -> None:
    outside = tmp_path / "outside.yaml"
    outside.write_bytes(REEF.encode())
    box = boxes(reef)["corner"]
    layout(reef).unlink()
    layout(reef).symlink_to(outside)
    usual = {"kind": "box", "table": "creature", "row": "fox", "side": "front", "box": box["id"]}
    usual |= {"seen": box["keys"], "from": box["room"], "to": [41, 60, 9, 9]}
    assert reef.post("edit", {**usual, "secret": reef.secret}).status_code in (400, 409)
    assert outside.read_bytes() == REEF.encode()


# ---- keys that come and go -------------------------------------------------------------------

KEYS = some.sampled_from(["width", "at", "boxes", "on", "5", "a b", "é", "null"])
DOCUMENTS = some.sampled_from(
    [
        "a: 1\n",
        "a: 1",
        "a: {}\nb: 2\n",
        "a: {b: 1,}\n",
        "a:\n  b: 1   # why\n\n# end\n",
        "a:\r\n  b: [1,\r\n   2]\r\nc: 3\r\n",
        "\ufeffa: {b: {c: 1}, d: x}  # tail\n",
        "a:\n  - {b: 1}\n  - b: |\n      text\n      more\n\nc: 1\n",
        "a:\n  b:\n",
        "{a: {b: 1}}\n",
    ]
)


@given(DOCUMENTS, KEYS, some.data())
def test_a_key_comes_and_goes_and_nothing_else_changes(text: str, key: str, data: Any) -> None:
    document = YamlText(text, "x.yaml")
    path = data.draw(some.sampled_from(sorted(document.mappings, key=str)))
    added = RawValue("x.yaml", (*path, key), None, "[1, 2.5]")
    if document.raw((*path, key)) is not None:
        return
    longer, done = apply(text, "x.yaml", [added])
    read = parse_yaml(longer.removeprefix("\ufeff"), "x.yaml").data
    for step in path:
        read = read[step]
    assert read[key] == [1, 2.5]
    assert apply(longer, "x.yaml", [added])[0] == longer
    assert apply(longer, "x.yaml", inverse(done))[0] == text
    assert json.dumps(YamlText(longer, "x").document.data, default=str)


def test_a_key_that_others_wrote_is_a_conflict() -> None:
    added = RawValue("x.yaml", ("a", "b"), None, "2")
    with pytest.raises(Conflict):
        apply("a: {b: 1}\n", "x.yaml", [added])
    with pytest.raises(Conflict):
        apply("a: {b: 1}\n", "x.yaml", [added.inverse()])
    with pytest.raises(Problems):
        apply("a: 1\n", "x.yaml", [added])
    assert apply("a: {b: 2, c: 3}\n", "x.yaml", [added.inverse()])[0] == "a: {c: 3}\n"


def test_a_layout_with_a_space_in_its_name_shows_lines_and_paths(
    here: Path, ecotable: Command
) -> None:
    assert ecotable("new", "pond", "--layout", "creature").code == 0
    (here / "templates" / "pond" / "my card.layout.yaml").write_text(REEF, encoding="utf-8")
    declared = here / "cards_data" / "pond" / "game.yaml"
    text = declared.read_text(encoding="utf-8")
    declared.write_text(text.replace("creature.layout.yaml", "my card.layout.yaml"), "utf-8")
    lines = ecotable("layout", "pond", "creature").out.split("\n")
    assert [line.split()[:3] for line in lines if "corner" in line] == [["badge", "corner", "11"]]
    game = load_game("pond")
    read = layout_in(game, "creature", Sources(), "pond/my card.layout.yaml")
    (corner,) = (one for one in boxes_by_id(read).values() if one.box.name == "corner")
    assert (corner.file, corner.path) == ("pond/my card.layout.yaml", ("face", 3))
    assert all(one.fixed != "box_unnamed" for one in boxes_by_id(read).values())

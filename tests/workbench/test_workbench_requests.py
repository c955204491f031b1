"""What the page *Change* may ask, and what everybody else may not."""

from __future__ import annotations

import base64
import errno
import json
import os
from pathlib import Path
from typing import Any

import httpx
import pytest
from running import running, web_server
from texts import text_of
from workbench_client import Bench

from cards_data import load_game
from generator.web.app import Server

pytestmark = pytest.mark.slow

PNG = base64.b64encode(b"\x89PNG\r\n\x1a\n not a whole one").decode()
CHANGING = (
    *("edit", "picture", "step", "own", "sheet", "reprint", "play", "play-stop"),
    *("translate", "translate-try", "translation"),
)


def test_a_number_is_written_to_its_cell_alone(bench: Bench) -> None:
    before = bench.cards
    answer = bench.cell("seed", "cost", "0", "2")
    assert bench.cards == before.replace(b'card.",0', b'card.",2')
    assert answer["history"]["undo"][0]["name"] == "Seed"
    assert bench.step("undo")["said"]["after"] == "2"
    assert bench.cards == before
    bench.step("redo")
    assert b'card.",2' in bench.cards


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("cost", "many", text_of("wrong.no_whole_number")),
        ("cost", "99", "out of range"),
        ("cost", "", text_of("cell.empty")),
        ("copies", "-1", "out of range"),
        ("id", "Not An Id", text_of("value.no_id")),
        ("id", "forest", "is already used in another row"),
        ("name", "x" * 5_000, "allowed: up to 4,000"),
        ("name", "bell \a", "a control character"),
    ],
)
def test_a_value_that_is_not_allowed_is_told_at_its_cell_and_not_written(
    bench: Bench, column: str, value: str, message: str
) -> None:
    before = bench.cards
    cells = dict(zip(("copies", "name", "cost", "id"), ("4", "Seed", "0", "seed"), strict=True))
    answer = bench.cell("seed", column, cells[column], value)
    (one,) = answer["refused"]
    assert (one["row"], one["column"]) == ("seed", column)
    assert message in one["text"]
    assert bench.cards == before


def test_one_wrong_cell_of_many_keeps_all_of_them_unwritten(bench: Bench) -> None:
    before = bench.cards
    cells = [["seed", "cost", "0", "2"], ["forest", "cost", "5", "no"]]
    assert bench.ask("edit", kind="cells", cells=cells)["refused"][0]["row"] == "forest"
    assert bench.cards == before


@pytest.mark.parametrize(
    ("ids", "refused"),
    [
        ({"seed": "q1", "meadow": "q1"}, ["seed", "meadow"]),
        ({"seed": "forest"}, ["seed"]),
        ({"seed": "forest", "forest": "q1"}, []),
        ({"seed": "meadow", "meadow": "seed"}, []),
    ],
)
def test_a_paste_never_makes_two_ids_equal(
    bench: Bench, ids: dict[str, str], refused: list[str]
) -> None:
    before = bench.cards
    # Another cell of each row is found again, too, although its id is another one.
    cells = [[row, "id", row, new] for row, new in ids.items()]
    cells += [[row, "copies", {"seed": "4", "meadow": "2", "forest": "1"}[row], "9"] for row in ids]
    answer = bench.ask("edit", kind="cells", cells=cells)
    assert [one["row"] for one in answer.get("refused", [])] == refused
    if refused:
        assert bench.cards == before
        return
    after = bench.cards
    assert after != before
    bench.step("undo")
    assert bench.cards == before
    bench.step("redo")
    assert bench.cards == after


def test_a_step_that_is_not_the_last_one_is_not_taken_back(bench: Bench) -> None:
    first = bench.cell("seed", "cost", "0", "2")["history"]["undo"][0]
    bench.cell("seed", "cost", "2", "3")
    answer = bench.ask("step", way="undo", id=first["id"])
    assert answer["conflict"] == [] and answer["history"]["undo"][0]["after"] == "3"
    assert b'card.",3' in bench.cards


def test_what_others_saved_is_shown_and_never_overwritten(bench: Bench) -> None:
    path = bench.folder / "cards.csv"
    path.write_bytes(theirs := bench.cards.replace(b'card.",0', b'card.",4'))
    conflict = bench.cell("seed", "cost", "0", "2")["conflict"][0]
    assert (conflict["mine"], conflict["theirs"]) == ("2", "4")
    assert bench.cards == theirs


def test_rows_come_go_move_and_come_back(bench: Bench) -> None:
    before = bench.cards
    bench.ask("edit", kind="add", like="seed", id="sprout", whole=True)
    assert list(ids(bench)) == ["seed", "sprout", "meadow", "forest"]
    bench.ask("edit", kind="move", row="sprout", above="forest")
    assert list(ids(bench)) == ["seed", "meadow", "forest", "sprout"]
    bench.ask("edit", kind="delete", rows=["seed", "sprout"])
    assert list(ids(bench)) == ["meadow", "forest"]
    for _ in range(3):
        bench.step("undo")
    assert bench.cards == before


def ids(bench: Bench) -> list[str]:
    return [line.split(",")[0] for line in bench.cards.decode().splitlines()[1:]]


def test_columns_come_get_other_names_and_go_in_one_step_each(bench: Bench) -> None:
    game = bench.folder / "game.yaml"
    languages = game.read_text().replace("colours:", "languages: [en, sv]\ncolours:", 1)
    game.write_text(languages.replace(": {help", ": {translate: optional, help"))
    bench.cells.write_bytes(bench.cards.replace(b",cost\n", b",cost,name:sv\n", 1))
    states = [(bench.cards, game.read_bytes())]
    for change in (
        {"do": "add", "column": "rank", "type": "int"},
        {"do": "rename", "column": "name", "name": "label"},
        {"do": "remove", "column": "rank"},
        {"do": "remove", "column": "rule"},
        {"do": "remove", "column": "label"},
    ):
        answer = bench.ask("edit", kind="column", **change)
        assert answer["history"]["undo"][0]["key"] == f"said_column_{change['do']}"
        states.append((bench.cards, game.read_bytes()))
        load_game("pond", counted=False)
    assert states[1][0].startswith(b"id,copies,name,rule,cost,name:sv,rank\n")
    assert b"rank: {type: int, required: false}" in states[1][1]
    assert states[2][0].startswith(b"id,copies,label,rule,cost,label:sv,rank\n")
    assert b"label: {translate" in states[2][1] and b"name:" not in states[2][1]
    assert states[-1][0].startswith(b"id,copies,cost\nseed,4,0\n") and b"label" not in states[-1][1]
    for state in reversed(states[:-1]):
        bench.step("undo")
        assert (bench.cards, game.read_bytes()) == state


def test_the_lines_that_name_a_column_are_listed(bench: Bench) -> None:
    lines = bench.client.get("/change/column.json?game=pond&column=rule").json()
    template = (bench.folder.parent.parent / "templates" / "pond" / "card.svg.j2").read_text()
    number = next(n for n, line in enumerate(template.splitlines(), 1) if "rule" in line)
    assert f"templates/pond/card.svg.j2:{number}" in lines
    assert bench.client.get("/change/column.json?game=pond&column=zebra").json() == []


def test_a_benched_piece_is_not_printed_and_stays(bench: Bench) -> None:
    total = load_game("pond", counted=False).total
    bench.cell("seed", "copies", "4", "0")
    game = load_game("pond", counted=False)
    assert game.total == total - 4
    assert game.decks["cards"].piece("seed").copies == 0


def test_a_number_of_the_rules_is_changed_in_place(bench: Bench) -> None:
    values = bench.client.get("/change/values.json?game=pond").json()
    value = next(one for one in values if one["file"] == "scoring.yaml" and one["kind"] == "int")
    path = bench.folder / "scoring.yaml"
    before = path.read_text().splitlines()
    body = {"file": "scoring.yaml", "path": value["path"], "before": value["value"]}
    assert bench.ask("edit", kind="value", **body, after="x")["refused"]
    assert bench.ask("edit", kind="value", **body, after="99999")["refused"]
    bench.ask("edit", kind="value", **body, after="3")
    after = path.read_text().splitlines()
    differing = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert differing == [(before[value["line"] - 1], after[value["line"] - 1])]
    assert "least: 3" in differing[0][1]


def test_a_picture_is_saved_under_the_pieces_id_and_undone(bench: Bench) -> None:
    bench.ask("picture", row="seed", name="Photo.PNG", data=PNG)
    assert (bench.folder / "art" / "seed.png").read_bytes() == base64.b64decode(PNG)
    svg = base64.b64encode(b"<svg/>").decode()
    assert bench.ask("picture", row="seed", name="drawn.svg", data=svg)["conflict"]
    seen = bench.client.get("/change/bench.json?game=pond").json()["pictures"]["seed"]
    bench.ask("picture", row="seed", name="drawn.svg", data=svg, before=seen)
    assert sorted(path.name for path in (bench.folder / "art").iterdir()) == ["seed.svg"]
    bench.step("undo")
    assert sorted(path.name for path in (bench.folder / "art").iterdir()) == ["seed.png"]


def test_a_picture_that_cannot_be_saved_is_reported_and_leaves_nothing(
    bench: Bench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = {"table": "cards", "row": "seed", "name": "x.png", "data": PNG, "secret": bench.secret}

    def full(self: Path, content: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as disk:
        disk.setattr(Path, "write_bytes", full)
        answer = bench.post("picture", body)
    assert answer.status_code == 409 and "free some space" in answer.text
    assert "--out" not in answer.text and not (bench.folder / "art").exists()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "file"))
    answer = bench.post("picture", body)
    assert answer.status_code == 409 and "ECOTABLE_DATA" in answer.text


def test_the_grid_is_sent_again_only_when_something_is_another(bench: Bench) -> None:
    record = bench.client.get("/change/bench.json?game=pond&table=cards").json()
    assert record["own"] is True
    assert [row[0] for row in record["grid"]["rows"]] == ["seed", "meadow", "forest"]
    address = f"/change/bench.json?game=pond&table=cards&known={record['version']}"
    assert bench.client.get(address).status_code == 204
    bench.cell("seed", "cost", "0", "2")
    assert bench.client.get(address).json()["grid"]["rows"][0][4] == "2"


def test_a_broken_table_is_told_with_its_line(bench: Bench) -> None:
    bench.client.get("/change/bench.json?game=pond&table=cards")
    (bench.folder / "cards.csv").write_bytes(broken := b'id,name\nseed,"Seed\n')
    record = bench.client.get("/change/bench.json?game=pond&table=cards").json()
    assert "cards.csv:2" in record["grid"]["problems"][0]
    body = {"table": "cards", "kind": "cells", "cells": [["seed", "name", "Seed", "Sad"]]}
    answer = bench.post("edit", {**body, "secret": bench.secret})
    assert answer.status_code == 409 and "cards.csv:2" in answer.text
    assert bench.cards == broken


def test_a_card_is_measured(bench: Bench) -> None:
    record = bench.client.get("/change/look.json?game=pond&card=cards/seed").json()
    assert any("name" in spot["columns"] for spot in record["spots"])
    size = load_game("pond").decks["cards"].size
    left, top, right, bottom = record["spots"][0]["box"]
    assert 0 <= left < right <= size.width_mm and 0 <= top < bottom <= size.height_mm
    assert record["measured"] == []


def test_the_origin_is_what_a_copy_is_compared_with(bench: Bench) -> None:
    copy = bench.ask("own", name="lake")
    assert copy == {"game": "lake"}
    edit = {"kind": "cells", "table": "cards", "cells": [["seed", "cost", "0", "2"]]}
    body = json.dumps({**edit, "secret": bench.secret})
    own = {"origin": str(bench.client.base_url).rstrip("/"), "content-type": "application/json"}
    bench.client.post("/change/edit?game=lake", content=body, headers=own)
    record = bench.client.get("/change/changes.json?game=lake&since=pond", timeout=120).json()
    assert [line["card"] for line in record["lines"] if line["kind"] == "changed"] == ["cards/seed"]
    assert [swap[1:] for swap in record["swaps"]] == [["Seed", 4, 4]]
    assert record["pieces"][0]["sides"][0][1].startswith("data:image/png")


# ---- hostile requests ----------------------------------------------------------------------


@pytest.mark.parametrize("secret", [None, "", "x" * 43, 7, ["x"]])
def test_nobody_without_the_secret_of_the_run_changes_anything(bench: Bench, secret: Any) -> None:
    before = bench.cards
    body = {"kind": "cells", "table": "cards", "cells": [["seed", "cost", "0", "2"]]}
    for path in CHANGING:
        assert bench.post(path, {**body, "secret": secret}).status_code == 403, path
        assert bench.cards == before, path


def test_each_run_has_its_own_secret(bench: Bench) -> None:
    with running(web_server()) as other, httpx.Client(base_url=other) as client:
        assert Bench(client, bench.folder).secret != bench.secret


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"content-type": "text/plain"}, 415),
        ({"content-type": "application/x-www-form-urlencoded"}, 415),
        ({"host": "evil.example"}, 400),
    ],
)
def test_only_the_page_itself_may_ask(bench: Bench, headers: dict[str, str], status: int) -> None:
    for path in CHANGING:
        answer = bench.post(path, {"secret": bench.secret}, **headers)
        assert answer.status_code == status, path


def test_the_network_reaches_no_route_of_it_even_where_it_is_let_in() -> None:
    routes = [route for route in Server().routes() if route.path.startswith("/change")]
    assert {f"/change/{name}" for name in CHANGING} <= {route.path for route in routes}
    assert all(route.loopback_only for route in routes)


def test_another_name_of_this_computer_opens_nothing(here: Path) -> None:
    with running(web_server(("127.0.0.1", "localhost", "desk.local"))) as address:
        port = address.rpartition(":")[2]
        answer = httpx.get(f"{address}/change/", headers={"host": f"desk.local:{port}"})
        assert answer.status_code == 403


@pytest.mark.parametrize(
    "body",
    [
        {"kind": "cells", "table": "../../x", "cells": [["a", "b", "c", "d"]]},
        {"kind": "cells", "table": "game", "cells": [["a", "b", "c", "d"]]},
        {"kind": "cells", "table": "cards", "cells": []},
        {"kind": "cells", "table": "cards", "cells": [["seed", "__class__", "", "x"]]},
        {"kind": "cells", "table": "cards", "cells": [["seed", 1, "", "x"]]},
        {"kind": "cells", "table": "cards", "cells": "all"},
        {"kind": "value", "file": "../../etc/passwd", "path": ["a"], "before": "", "after": "b"},
        {"kind": "value", "file": "rules/en.yaml", "path": ["a"], "before": "", "after": "b"},
        {"kind": "value", "file": "scoring.yaml", "path": [], "before": "", "after": "b"},
        {"kind": "value", "file": "scoring.yaml", "path": [[1]], "before": "", "after": "b"},
        {"kind": "value", "file": "scoring.yaml", "path": [{}], "before": "", "after": "b"},
        {"kind": "delete", "table": "cards", "rows": ["seed", "meadow", "forest"]},
        {"kind": "delete", "table": "cards", "rows": ["nobody"]},
        {"kind": "move", "table": "cards", "row": "seed", "above": "seed"},
        {"kind": "add", "table": "cards", "like": "nobody", "id": "x"},
        {"kind": "column", "table": "cards", "do": "remove", "column": "id"},
        {"kind": "column", "table": "cards", "do": "remove", "column": "nothing"},
        {"kind": "column", "table": "cards", "do": "add", "column": "name"},
        {"kind": "column", "table": "cards", "do": "add", "column": "Not A Name"},
        {"kind": "column", "table": "cards", "do": "rename", "column": "name", "name": "cost"},
        {"kind": "column", "table": "cards", "do": "rename", "column": "name", "name": "x: y"},
        {"kind": "_value"},
        {"kind": None},
        {},
    ],
)
def test_what_makes_no_sense_changes_nothing(bench: Bench, body: dict[str, Any]) -> None:
    files = {path: path.read_bytes() for path in bench.folder.rglob("*") if path.is_file()}
    answer = bench.post("edit", {**body, "secret": bench.secret})
    assert answer.status_code == 400, answer.text
    assert files == {path: path.read_bytes() for path in bench.folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize(
    ("row", "name", "data", "status"),
    [
        ("../../seed", "x.png", PNG, 400),
        ("nobody", "x.png", PNG, 400),
        ("seed", "x.png", "%%%", 400),
        ("seed", "x.png", "", 400),
        ("seed", "x.png", None, 400),
        ("seed", "../x.exe", PNG, 200),
        ("seed", "x.svg", PNG, 200),
    ],
)
def test_only_pictures_become_pictures(
    bench: Bench, row: str, name: str, data: str | None, status: int
) -> None:
    body = {"table": "cards", "row": row, "name": name, "data": data, "secret": bench.secret}
    answer = bench.post("picture", body)
    assert answer.status_code == status
    assert status != 200 or answer.json()["refused"]
    assert not (bench.folder / "art").exists()


@pytest.mark.parametrize(
    ("path", "size"),
    [("edit", 1_100_000), ("step", 70_000), ("own", 70_000), ("picture", 33_000_000)],
)
def test_what_is_too_large_is_refused_while_it_comes(bench: Bench, path: str, size: int) -> None:
    assert bench.post(path, {"secret": "x" * size}).status_code == 413


def test_links_in_the_game_lead_nowhere(bench: Bench, tmp_path: Path) -> None:
    outside = tmp_path / "outside.csv"
    outside.write_bytes(bench.cards)
    (bench.folder / "cards.csv").unlink()
    (bench.folder / "cards.csv").symlink_to(outside)
    before = outside.read_bytes()
    body = {"kind": "cells", "table": "cards", "cells": [["seed", "cost", "0", "2"]]}
    answer = bench.post("edit", {**body, "secret": bench.secret})
    assert answer.status_code == 409 and "is a link" in answer.text
    assert outside.read_bytes() == before


def test_a_game_that_came_along_is_never_written(bench: Bench) -> None:
    body = {"kind": "cells", "table": "tads", "cells": [["a", "name", "b", "c"]]}
    own = {"origin": str(bench.client.base_url).rstrip("/"), "content-type": "application/json"}
    answer = bench.client.post(
        "/change/edit?game=ecologic",
        content=json.dumps({**body, "secret": bench.secret}),
        headers=own,
    )
    assert answer.status_code == 409
    assert "read-only" in answer.text


@pytest.mark.parametrize("name", ["../x", "", "ecologic", "pond", "a/b", "9x", "x" * 60])
def test_a_copy_gets_a_name_that_is_free(bench: Bench, here: Path, name: str) -> None:
    before = sorted(path.name for path in (here / "cards_data").iterdir())
    assert bench.post("own", {"name": name, "secret": bench.secret}).status_code == 409
    assert sorted(path.name for path in (here / "cards_data").iterdir()) == before


@pytest.mark.parametrize("since", ["/etc", "..", "--help", "cards_data", "../x", "", "x" * 200])
def test_nothing_of_the_disk_can_be_compared_with(bench: Bench, since: str) -> None:
    answer = bench.client.get("/change/changes.json", params={"game": "pond", "since": since})
    assert answer.status_code == 409
    body = {"since": since, "lang": "en", "secret": bench.secret}
    assert bench.post("reprint", body).status_code == 409

"""The routes for whole games: new, open, download, text files, remove; only with the secret."""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import pytest
from texts import text_of
from workbench_client import Bench

from cards_data import Findings, find_game, list_games, load_game
from generator.check.check_game import check_all
from generator.edit.copy_game import copy_game
from generator.edit.game_archive import packed_game
from generator.layout.presets import ready_names
from generator.options import Edition
from generator.workbench.game_routes import make_game, remove_game
from scorer.examples import check_examples
from scorer.web.routing import HttpError

pytestmark = pytest.mark.slow


def post(bench: Bench, route: str, **more: Any) -> tuple[int, Any]:
    answer = bench.post(route, {**more, "secret": bench.secret})
    return answer.status_code, answer.json() if answer.text.startswith("{") else answer.text


def as_text(raw: bytes) -> str:
    return base64.b64encode(raw).decode()


def test_nothing_happens_without_the_secret(bench: Bench) -> None:
    before = list_games()
    raw = as_text(packed_game(find_game("ecologic")))
    for route, body in {
        "new": {"title": "A", "name": "a"},
        "open": {"data": raw, "name": "a"},
        "file": {"file": "game.yaml", "text": "", "version": ""},
        "remove": {"name": "pond"},
    }.items():
        assert bench.post(route, body).status_code == 403
        assert bench.post(route, {**body, "secret": "guessed"}).status_code == 403
    assert list_games() == before


@pytest.mark.parametrize("route", ["own", "new"])
@pytest.mark.parametrize("body", [{}, {"name": None}, {"name": ""}])
def test_a_game_without_a_name_is_not_made(bench: Bench, route: str, body: dict[str, Any]) -> None:
    before = list_games()
    assert post(bench, route, title="A", **body)[0] == 409
    assert list_games() == before


def test_a_downloaded_game_opens_again(bench: Bench) -> None:
    raw = bench.client.get("/change/game.zip?game=pond").content
    assert raw == packed_game(find_game("pond"))
    status, answer = post(bench, "open", data=as_text(raw), file="pond.zip")
    assert (status, answer) == (409, {"taken": "pond", "suggested": "pond_2"})
    assert post(bench, "open", data=as_text(raw), name="pond_2") == (200, {"game": "pond_2"})
    assert load_game("pond_2").decks.keys() == load_game("pond").decks.keys()
    status, answer = post(bench, "open", data=as_text(raw), name="pond_2")
    assert status == 409 and "already exists" in answer["problems"][0]
    status, answer = post(bench, "open", data=as_text(b"PK"), file="<b>it.zip")
    assert status == 409 and answer["problems"][0].startswith("bit.zip: is not a .zip file")


def test_a_game_with_mistakes_is_downloaded_too(bench: Bench) -> None:
    (bench.folder / "game.yaml").write_text("title: [")
    raw = bench.client.get("/change/game.zip?game=pond").content
    assert raw == packed_game(bench.folder)


@pytest.mark.parametrize("layouts", [(), ("creature", "hex_tile"), tuple(ready_names()[:12])])
def test_a_new_game_is_sound(here: Path, layouts: tuple[str, ...]) -> None:
    title = 'No: "the" #1 – Größe & \\x'
    assert make_game({"title": title, "name": "new", "layouts": list(layouts)}) == {"game": "new"}
    game, findings = load_game("new"), Findings()
    assert game.title("en") == title
    assert check_all([game], findings, Edition("en"))["new"] > 0
    assert [str(one) for one in findings.without_notes()] == []
    assert list(check_examples(game)) == []


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"title": ""}, "not a valid title"),
        ({"title": "a{b}"}, "not a valid title"),
        ({"title": "x" * 61}, "not a valid title"),
        ({"name": "1"}, "not a valid name"),
        ({"name": "../x"}, "not a valid name"),
        ({"name": "pond"}, "already exists"),
        ({"name": "ecologic"}, text_of("copy.exists")),
        ({"layouts": ["nope"]}, "nope"),
        ({"layouts": "creature"}, "not a valid change"),
        ({"layouts": ["creature"] * 13}, "not a valid change"),
    ],
)
def test_a_mistake_makes_no_game(bench: Bench, more: dict[str, Any], words: str) -> None:
    status, answer = post(bench, "new", **{"title": "Lake", "name": "lake", **more})
    assert status in (400, 409) and words in json.dumps(answer)
    assert "lake" not in list_games()


# ---- text files --------------------------------------------------------------------------------


def files(bench: Bench, file: str = "") -> Any:
    return bench.client.get(f"/change/files.json?game=pond&file={file}").json()


def test_a_text_file_is_saved_shown_with_its_mistakes_and_undone(bench: Bench) -> None:
    assert bench.client.get("/change/bench.json?game=pond").json()["history"]["undo"] == []
    first = files(bench)
    assert first["files"][0] == first["file"] == "game.yaml" and not first["problems"]
    assert {"cards.csv", "rules/en.yaml", "templates/card.svg.j2"} <= set(first["files"])
    text = first["text"]
    wrong = text.replace("size: poker", "size: pokker")
    status, answer = post(bench, "file", file="game.yaml", version=first["version"], text=wrong)
    assert status == 200 and answer["text"] == wrong
    line = wrong[: wrong.index("pokker")].count("\n") + 1
    assert [(one["file"], one["line"]) for one in answer["problems"]] == [("game.yaml", line)]
    history = bench.client.get("/change/bench.json?game=pond").json()["history"]
    assert history["undo"][0]["key"] == "said_file"
    bench.step("undo")
    assert (bench.folder / "game.yaml").read_text() == text
    assert files(bench)["problems"] == []


def test_the_scorer_and_the_layouts_are_checked_as_well(bench: Bench) -> None:
    content = files(bench, "scoring.yaml")
    text = content["text"].replace("score:", "score:\n  nonsense: 1", 1)
    _, answer = post(bench, "file", file="scoring.yaml", version=content["version"], text=text)
    assert [one["file"] for one in answer["problems"]] == ["scoring.yaml"]
    layout_answer = post(
        bench, "file", file="templates/own.layout.yaml", version="", text="fase: []\n"
    )
    assert (
        layout_answer[0] == 200
        and (bench.folder.parents[1] / "templates/pond/own.layout.yaml").is_file()
    )


def test_what_another_program_saved_is_not_overwritten(bench: Bench) -> None:
    content = files(bench, "rules/en.yaml")
    (bench.folder / "rules" / "en.yaml").write_text("theirs")
    mine = {"file": "rules/en.yaml", "version": content["version"], "text": "mine"}
    status, answer = post(bench, "file", **mine)
    assert (status, answer["text"]) == (409, "theirs")
    assert (bench.folder / "rules" / "en.yaml").read_text() == "theirs"
    assert post(bench, "file", **{**mine, "version": answer["version"]})[0] == 200


@pytest.mark.parametrize(
    "file", ["../lake/game.yaml", "/a.yaml", "judge.py", "art/a.svg", "", "templates/../a.yaml"]
)
def test_only_text_files_of_the_game_are_written(bench: Bench, file: str) -> None:
    status, _ = post(bench, "file", file=file, version="", text="title: x")
    assert status in (400, 409)


def test_a_built_in_game_is_never_written(bench: Bench) -> None:
    body = {"file": "game.yaml", "version": "", "text": "", "secret": bench.secret}
    answer = bench.client.post(
        "/change/file?game=ecologic",
        json=body,
        headers={"origin": str(bench.client.base_url).rstrip("/")},
    )
    assert answer.status_code == 409 and "read-only" in answer.text


# ---- removing ----------------------------------------------------------------------------------


def test_games_on_a_computer_are_not_removed(bench: Bench) -> None:
    assert post(bench, "remove", name="pond")[0] == 404
    assert "pond" in list_games() and not files(bench)["removable"]


def test_only_your_own_game_is_removed_and_only_by_its_name(here: Path) -> None:
    copy_game("ecologic", "mine")
    copy_game("ecologic", "other")
    with pytest.raises(HttpError):
        remove_game("mine", "ecologic")
    with pytest.raises(HttpError):
        remove_game("ecologic", "ecologic")
    assert remove_game("mine", "mine") == {"removed": "mine"}
    assert not (here / "cards_data" / "mine").exists()
    assert not (here / "templates" / "mine").exists()
    assert {"ecologic", "other"} <= set(list_games())

"""A change played out from the page: in the background, stopped, and hostile requests refused."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest
from texts import text_of
from workbench_client import Bench
from workshop import Command, until

from cards_data import load_game
from generator.edit.copy_game import copy_game
from generator.lab.playtest import Playtest
from generator.workbench.play_jobs import PlayQueue
from generator.workers.jobs import QueueFull
from scorer.registry import trust_here

pytestmark = pytest.mark.slow

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "design" / "playing.md"
REQUEST = {"since": "pond", "players": 2, "how": "quick", "said_in": "en"}


@pytest.fixture
def lake(bench: Bench, here: Path) -> Bench:
    """A copy of the pond, with one card dearer, that can be played out."""
    code = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert code
    place = here / "scorer" / "games" / "pond" / "play.py"
    place.parent.mkdir(parents=True)
    place.write_text(code[1], encoding="utf-8")
    copy_game("pond", "lake")
    path = here / "cards_data" / "lake" / "cards.csv"
    path.write_bytes(path.read_bytes().replace(b'card.",0', b'card.",4'))
    game = here / "cards_data" / "lake" / "game.yaml"
    game.write_text(re.sub(r"rules: .*\n", "", game.read_text()) + "\nrules: pond\n")
    return Bench(bench.client, here / "cards_data" / "lake")


def until_it_ends(bench: Bench, slug: str) -> Any:
    for _ in range(600):
        job = bench.client.get(f"/change/play.json?game={slug}").json()
        if job["state"] not in ("waiting", "running"):
            return job
        time.sleep(0.1)
    return pytest.fail("it is played for ever")


def asked_of(bench: Bench, slug: str, route: str, **fields: Any) -> Any:
    own = {"origin": str(bench.client.base_url).rstrip("/")}
    body = {**fields, "secret": bench.secret}
    return bench.client.post(f"/change/{route}?game={slug}", json=body, headers=own)


def test_a_copy_is_played_by_the_rules_that_it_refers_to(here: Path) -> None:
    copy_game("ecosfera_baltica", "petro")
    playtest = Playtest(load_game("petro", counted=False))
    assert playtest.table("after", 2).playable.setup is not None
    assert playtest.key("after", 2, "greedy")


@pytest.mark.usefixtures("cold_cache")
def test_code_of_the_folder_is_played_only_where_it_is_trusted(lake: Bench) -> None:
    assert asked_of(lake, "lake", "play", **REQUEST).status_code == 202
    job = until_it_ends(lake, "lake")
    assert job["state"] == "failed"
    assert text_of("rules.not_trusted") in job["problems"][0]


def test_the_answer_comes_in_words_with_its_interval(lake: Bench) -> None:
    trust_here()
    asked_of(lake, "lake", "play", **REQUEST)
    job = until_it_ends(lake, "lake")
    assert job["state"] == "ready", job["problems"]
    answer = job["answer"]
    assert list(dict.fromkeys(row[1] for row in answer["rows"])) == ["random", "greedy"]
    assert {row[2] for row in answer["rows"]} == {"1000"}
    assert all(re.search(r"\(.+ to .+\)", row[-1]) for row in answer["rows"])
    assert answer["changes"] == ["Seed, cost: 0 → 4"]
    assert answer["note"].startswith(text_of("lab_not_people"))
    assert job["asked"]["version"] == lake_version(lake)
    swedish = {**REQUEST, "said_in": "sv"}
    asked_of(lake, "lake", "play", **swedish)
    assert "partierna varar längre" in until_it_ends(lake, "lake")["answer"]["sayings"][0]


def lake_version(lake: Bench) -> str:
    return str(lake.client.get("/change/bench.json?game=lake").json()["files"])


def test_it_can_be_stopped_at_once_and_another_one_begun(lake: Bench) -> None:
    trust_here()
    long = {**REQUEST, "how": "sure", "players": 3}
    first = asked_of(lake, "lake", "play", **long).json()
    assert asked_of(lake, "lake", "play", **long).json()["id"] == first["id"]
    other = asked_of(lake, "lake", "play", **{**long, "players": 4})
    assert other.status_code == 409
    assert text_of("box.playing") in other.text
    assert asked_of(lake, "lake", "play-stop").json()["state"] == "stopped"
    again = asked_of(lake, "lake", "play", **{**long, "players": 4})
    assert again.status_code == 202
    assert again.json()["id"] != first["id"]
    asked_of(lake, "lake", "play-stop")


@pytest.mark.usefixtures("cold_cache")
def test_problems_come_in_the_language_that_was_asked_for(lake: Bench) -> None:
    asked_of(lake, "lake", "play", **{**REQUEST, "said_in": "sv"})
    job = until_it_ends(lake, "lake")
    assert job["state"] == "failed"
    assert "not trusted yet" not in job["problems"][0]


def request_key(since: str, how: str) -> dict[str, Any]:
    return {"slug": "pond", "since": since, "lang": "en", "players": 2, "how": how}


def test_a_process_that_is_gone_is_told(here: Path, ecotable: Command) -> None:
    assert ecotable("new", "pond").code == 0
    queue = PlayQueue()
    queue.start()
    key = queue.add(request_key("nothing", "quick")).id
    until(lambda: queue._worker is not None, "it never begins")
    worker = queue._worker
    assert worker
    worker.kill()
    until(lambda: not queue._jobs[key].is_open, "it is never told")
    job = queue._jobs[key]
    assert job.state == "failed"
    assert job.problems[0]["en"] == text_of("box.broken_off")
    queue.add(request_key("x", "usual"))
    with pytest.raises(QueueFull):
        queue.add(request_key("y", "usual"))
    queue.stop()


def test_a_job_that_is_cancelled_while_it_waits_is_never_begun(here: Path) -> None:
    queue = PlayQueue()
    key = queue.add(request_key("nothing", "quick")).id
    queue.cancel(key)
    queue.start()
    queue.stop()
    assert queue._jobs[key].state == "stopped"
    assert queue._worker is None


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"since": "/etc"}, 409),
        ({"since": "--help"}, 409),
        ({"since": ""}, 409),
        ({"since": None}, 409),
        ({"players": 0}, 400),
        ({"players": 99}, 400),
        ({"players": "2"}, 400),
        ({"players": True}, 400),
        ({"how": "for ever"}, 400),
        ({"how": ["quick"]}, 400),
        ({"said_in": "xx"}, 400),
        ({"said_in": 7}, 400),
    ],
)
def test_what_makes_no_sense_is_not_played(lake: Bench, body: dict[str, Any], status: int) -> None:
    answer = asked_of(lake, "lake", "play", **{**REQUEST, **body})
    assert answer.status_code == status, answer.text
    assert lake.client.get("/change/play.json?game=lake").status_code == 204


def test_a_game_that_nobody_taught_to_play_offers_nothing(bench: Bench) -> None:
    assert bench.client.get("/change/bench.json?game=pond").json()["played"] is False
    answer = asked_of(bench, "pond", "play", **REQUEST)
    assert answer.status_code == 409
    assert text_of("play.not_playable") in answer.text

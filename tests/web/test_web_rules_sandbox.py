"""Rules of the current folder may do anything: the server goes on, says so, and can be ended."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import httpx
import pytest
from own_pond import with_own_rules
from running import running
from texts import text_of
from workshop import Workshop, until

from generator.web.app import Server
from generator.workers import process
from scorer.web.routes import SECONDS
from scorer.web.server import HERE, WebServer

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 120
ENDLESS = "while True: pass"
ECOLOGIC = {"game": "ecologic", "players": [{"name": "Ada", "profits": 9, "enviros": 7}]}


def web_server(server: Server) -> WebServer:
    return WebServer(server.routes(), server.options(HERE))


def post(address: str, call: str, slug: str, table: Any) -> httpx.Response:
    headers = {"origin": address}
    url = f"{address}/api/{call}/{slug}"
    return httpx.post(url, json=table, headers=headers, timeout=PATIENCE_SECONDS)


def test_every_question_is_answered_as_by_rules_that_came_along(pond: Workshop) -> None:
    with_own_rules(pond)
    state = {"game": "pond", "frogs": 4}
    with running(web_server(Server())) as address:
        form = httpx.get(f"{address}/api/form/pond", timeout=PATIENCE_SECONDS).json()
        assert [field["label"] for field in form["fields"]] == ["Frogs"]
        score = post(address, "score", "pond", {"answers": {"frogs": 4}}).json()
        assert (score["result"]["sides"][0]["total"], score["state"]) == (12, state)
        assert post(address, "what-if", "pond", state).json() == {"turns": [], "problems": []}
        answers = post(address, "answers", "pond", state).json()
        assert answers == {"answers": {"frogs": 4}, "problems": []}
        wrong = post(address, "score", "pond", {"game": "pond", "frogs": -1}).json()
        assert wrong["result"] is None and "too small" in wrong["problems"][0]["text"]


def test_rules_that_never_end_cost_their_own_answer_alone(
    pond: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    with_own_rules(pond, judged=ENDLESS)
    with running(web_server(Server())) as address:
        answer = post(address, "score", "pond", {"game": "pond", "frogs": 1})
        (problem,) = answer.json()["problems"]
        assert problem["text"] == f"scorer/games/pond: score: took longer than {SECONDS:g} seconds"
        assert post(address, "score", "ecologic", ECOLOGIC).json()["result"]
    assert capfd.readouterr().err == ""


def test_a_server_ends_although_rules_do_not(
    pond: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    with_own_rules(pond, judged=ENDLESS)
    server = Server()
    with ThreadPoolExecutor(1) as visitor:
        with running(web_server(server)) as address:
            state = {"game": "pond", "frogs": 1}
            waiting = visitor.submit(post, address, "score", "pond", state)
            workers = server.rules_sandbox._pool._workers
            until(lambda: any(not one.idle for one in workers), "nobody judges")
        assert waiting.result().json()["result"] is None
    assert capfd.readouterr().err == ""


def test_where_rules_fail_is_told_at_the_terminal_and_nowhere_else(
    pond: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    process.kill_idle()  # those of earlier tests write to another terminal
    with_own_rules(pond, judged="raise KeyError('secret')")
    with running(web_server(Server())) as address:
        answer = post(address, "score", "pond", {"game": "pond", "frogs": 1})
    assert text_of("rules.failed") in answer.json()["problems"][0]["text"]
    assert "secret" not in answer.text
    stderr = capfd.readouterr().err
    assert "scorer/games/pond.py" in stderr and "KeyError: 'secret'" in stderr


def test_a_form_that_fails_is_a_problem_of_its_page(
    pond: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    with_own_rules(pond, fields="1 / 0")
    with running(web_server(Server())) as address:
        answer = httpx.get(f"{address}/api/form/pond", timeout=PATIENCE_SECONDS)
    assert answer.status_code == 409
    assert "scorer/games/pond" in answer.json()["problems"][0]

"""Tables over HTTP: who may do what, bounds, hostile requests, and what is kept."""

from __future__ import annotations

import asyncio
import json
import os
import random
import sqlite3
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest
from classes import NAMES, Api, answers_of, class_server, tap
from running import running, web_server
from texts import fault, text_of
from workshop import until

from cards_data import Problems
from scorer.web import rate_limiter
from scorer.web.api.records import form_record
from scorer.web.live import classroom, live_tables, taps
from scorer.web.live.live_routes import LiveServer
from scorer.web.live.live_table import (
    LETTERS,
    LiveTable,
    TableFacts,
    class_code,
    new_key,
    table_id,
    watch_key,
)
from scorer.web.live.live_tables import TableDatabase, WrongCodes
from scorer.web.rate_limiter import SHARES
from scorer.web.routing import Client

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks"))

import class_load

pytestmark = pytest.mark.slow

ANSWERS = answers_of("ecologic", "nine_and_seven")
PROFITS = ["players", 0, "profits"]


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    with class_server() as here:
        yield Api(here)


@pytest.fixture
def table(api: Api) -> dict[str, str]:
    """A table with an example on it."""
    keys: dict[str, str] = api.post_json("live/new", {"game": "ecologic", "name": "Owls"})
    api.fill(keys, ANSWERS)
    return keys


def taps_of(api: Api, key: str, last_event: str = "") -> list[dict[str, Any]]:
    """What a phone is sent when it comes, up to the moment that it has everything."""
    taps: list[dict[str, Any]] = []
    query = {"key": key, "by": "phone-two", "name": ""}
    headers = {"last-event-id": last_event} if last_event else {}
    address = f"{api.here}/api/live/events"
    with httpx.stream("GET", address, params=query, headers=headers) as answer:
        assert answer.status_code == 200, answer.read()
        event = ""
        for line in answer.iter_lines():
            event = line.removeprefix("event: ") if line.startswith("event: ") else event
            if line.startswith("data: ") and event == "taps":
                taps += json.loads(line.removeprefix("data: "))
            if event == "ready" and line.startswith("data: "):
                break
    return taps


def sent(api: Api, key: str, *taps: Any) -> httpx.Response:
    return api.post("live/taps", {"key": key, "by": "phone-one", "taps": list(taps)})


def setting(to: Any, path: Any = PROFITS, n: int = 2) -> dict[str, Any]:
    return tap(n, do="set", sets=[[path, to]])


def counting(add: int, path: Any = PROFITS, high: int = 99) -> dict[str, Any]:
    return {**tap(2, do="count", path=path, add=add), "from": 0, "low": 0, "high": high}


# ---- taps ----------------------------------------------------------------------------------


def test_a_tap_that_comes_twice_is_there_once(api: Api, table: dict[str, str]) -> None:
    one = setting(5)
    for _ in range(3):
        assert sent(api, table["key"], one, one).json()["number"] == 2
    assert taps_of(api, table["key"])[1:] == [one]


def test_a_phone_is_told_whether_it_brought_anything_new(api: Api, table: dict[str, str]) -> None:
    taps = [setting(number, n=2 + number) for number in range(3)]
    assert sent(api, table["key"], *taps).json()["added"] == 3
    assert sent(api, table["key"], *taps).json()["added"] == 0
    assert sent(api, table["key"], *taps, setting(9, n=9)).json()["added"] == 1


def test_a_tap_under_a_mark_that_stands_changes_nothing(api: Api, table: dict[str, str]) -> None:
    """A known mark is not looked at again, so nothing of what comes under it is taken."""
    one = setting(5)
    assert sent(api, table["key"], one).json()["added"] == 1
    forged = {**one, "sets": [[PROFITS, "<script>"]]}
    assert sent(api, table["key"], forged).json()["added"] == 0
    assert taps_of(api, table["key"])[1:] == [one]


def test_what_is_amiss_is_named_by_its_place(api: Api, table: dict[str, str]) -> None:
    answer = sent(api, table["key"], setting([1], ["players", 1, "enviros"]))
    assert answer.status_code == 400 and "players[1].enviros" in answer.text


def test_a_lost_line_goes_on_after_the_last_event(api: Api, table: dict[str, str]) -> None:
    taps = [setting(n, n=n) for n in range(2, 6)]
    epoch = sent(api, table["key"], *taps).json()["epoch"]
    assert taps_of(api, table["key"], f"{epoch}.3") == taps[2:]
    absurd = f"{epoch}.{'1' * 5000}"
    for unknown in (f"{epoch}.999", "other.3", f"{epoch}.x", "nonsense", absurd):
        assert len(taps_of(api, table["key"], unknown)) == 5


HOSTILE: dict[str, Any] = {
    "no object": 7,
    "no kind": {**setting(1), "do": "delete"},
    "a kind that is a list": {**setting(1), "do": []},
    "a kind that is an object": {**setting(1), "do": {}},
    "a step that is a list": setting(1, [["players"], 0, "profits"]),
    "a last step that is a list": setting(1, ["players", 0, ["profits"]]),
    "a number far ahead": setting(1, n=3 + taps.MOST_AHEAD),
    "one more key": {**setting(1), "admin": True},
    "a key less": {key: value for key, value in setting(1).items() if key != "by"},
    "a mark that is markup": {**setting(1), "mark": "<script>x</script>"},
    "a number that is true": {**setting(1), "n": True},
    "a number beyond all": {**setting(1), "n": 10**9},
    "a number below all": {**setting(1), "n": 0},
    "the prototype": setting(1, ["__proto__", "polluted"]),
    "the prototype inside": setting(1, ["players", 0, "__proto__"]),
    "an unknown question": setting(1, ["admin"]),
    "a whole player": setting({"name": "x"}, ["players", 0]),
    "a count beyond the field's limits": counting(1, high=100),
    "a count of more than all": counting(500),
    "a count of nothing": counting(0),
    "a count in a text": counting(1, ["players", 0, "name"]),
    "a count of a whole player": counting(1, ["players", 0]),
    "a count from anywhere": {**counting(1), "from": -5},
    "a deep path": setting(1, ["players", 0, "profits", "x"]),
    "no path": setting(1, []),
    "a path that is a text": setting(1, "players"),
    "a player with a strange key": tap(2, do="add", group="players", item={"__proto__": 1}),
    "a group that is none": tap(2, do="add", group="profits", item={}),
    "a place below zero": tap(2, do="drop", group="players", index=-1),
    "a number that is a list": setting([1, 2]),
    "a long text": setting("x" * 500, ["players", 0, "name"]),
    "many sets": tap(2, do="set", sets=[[PROFITS, 1]] * 100),
    "answers of another shape": tap(2, do="all", answers={"players": "x"}),
    "answers to nothing": tap(2, do="all", answers={"x": 1}),
    "too many players": tap(2, do="all", answers={"players": [{"name": "A"}] * 60}),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_taps_are_refused_and_leave_nothing(
    api: Api, table: dict[str, str], case: str
) -> None:
    answer = sent(api, table["key"], HOSTILE[case])
    assert answer.status_code == 400 and answer.text
    assert len(taps_of(api, table["key"])) == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"not json", 400),
        (b"[]", 400),
        (b'{"key": 7}', 400),
        (b'{"key": "../../etc"}', 400),
        (b'{"key": "aaaaaaaaaaaaaaaa", "taps": []}', 404),
        (b"[" * 50 + b"]" * 50, 400),
        (b'{"a": ' + b"1" * 40 + b"}", 400),
        (b'{"a": "' + b"x" * 70_000 + b'"}', 413),
    ],
)
def test_hostile_bodies_are_refused(api: Api, body: bytes, status: int) -> None:
    assert api.post("live/taps", body).status_code == status


def test_only_our_own_page_may_post(api: Api) -> None:
    foreign = api.post("live/new", {"game": "ecologic"}, origin="http://evil.example")
    assert foreign.status_code == 403
    plain = api.post("live/new", {"game": "ecologic"}, **{"content-type": "text/plain"})
    assert plain.status_code == 415


@pytest.mark.parametrize("game", ["", "chess", "../ecologic", "ecologic/../ecologic", "x" * 90])
def test_a_table_is_of_a_game_that_there_is(api: Api, game: str) -> None:
    assert api.post("live/new", {"game": game}).status_code == 404


# ---- keys and codes ------------------------------------------------------------------------


def test_who_watches_may_not_tap_and_learns_no_other_key(api: Api, table: dict[str, str]) -> None:
    watch = table["watch"]
    assert len(taps_of(api, watch)) == 1
    for path, body in (
        ("taps", {"by": "phone-two", "taps": [setting(1)]}),
        ("code", {}),
        ("shown", {"shown": True}),
        ("rename", {"by": "phone-one", "name": "Mallory"}),
    ):
        assert api.post(f"live/{path}", {"key": watch, **body}).status_code == 403
    assert watch == watch_key(table["key"]) and table["key"] not in watch
    assert api.post("live/taps", {"key": table_id(watch), "taps": []}).status_code == 404


def test_a_phone_reaches_its_own_table_alone(api: Api, table: dict[str, str]) -> None:
    other = api.post_json("live/new", {"game": "ecologic"})
    sent(api, other["key"], tap(1, do="start", answers=ANSWERS), setting(8))
    assert len(taps_of(api, table["key"])) == 1
    assert httpx.get(f"{api.here}/api/live/events", params={"key": new_key()}).status_code == 404


def test_a_code_leads_to_its_table(api: Api, table: dict[str, str]) -> None:
    code = api.post_json("live/code", {"key": table["key"]})["code"]
    assert len(code) == 4 and set(code) <= set(LETTERS)
    assert api.post_json("live/code", {"key": table["key"]})["code"] == code
    answer = api.post_json("live/open", {"code": f" {code[:2].lower()}-{code[2:]} "})
    assert answer["key"] == table["key"]


def test_codes_end_by_themselves(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    room = classroom.Classroom("7B", clock=lambda: now[0])
    code = room.code()
    assert room.is_code(code) and not room.is_code("")
    now[0] = classroom.CODE_SECONDS + 1
    assert not room.is_code(code)
    assert class_code(room.key, 0) == code != class_code(room.key, 1)


def test_wrong_codes_are_slowed_down_and_then_refused() -> None:
    wrong = WrongCodes()
    pauses = [wrong.count_wrong("phone", 0.0) for _ in range(live_tables.MOST_TRIES)]
    assert pauses[: live_tables.FREE_TRIES] == [0.0] * live_tables.FREE_TRIES
    assert pauses == sorted(pauses) and pauses[-1] == live_tables.LONGEST_PAUSE
    assert not wrong.may_try("phone", 1.0) and wrong.may_try("another", 1.0)
    assert wrong.may_try("phone", 2 * live_tables.FORGOTTEN_SECONDS)
    wrong.begin("another")
    assert not wrong.may_try("another", 1.0)


def test_a_wrong_code_waits_over_http_too() -> None:
    with class_server() as here:
        api = Api(here)
        begin = time.perf_counter()
        for _ in range(live_tables.FREE_TRIES + 1):
            answer = api.post("live/open", {"code": "AEIO"})
            assert answer.status_code == 404 and text_of("web.code") in answer.text
        assert time.perf_counter() - begin >= live_tables.FIRST_PAUSE


# ---- the class -----------------------------------------------------------------------------


def test_the_teachers_page_is_for_the_teacher(api: Api) -> None:
    """Asked for by a name of the network, this computer is a device like any other."""
    host = {"host": f"192.168.7.20:{api.port}"}
    origin = {**host, "origin": f"http://192.168.7.20:{api.port}"}
    for path in ("events", "debrief"):
        address = f"{api.here}/api/class/{path}"
        assert httpx.get(address, headers=host).status_code == 403
        wrong = httpx.get(address, headers=host, params={"secret": new_key()})
        assert wrong.status_code == 403
    for path in ("code", "send-out", "take-back", "end", "hello"):
        assert api.post(f"class/{path}", {"secret": "x"}, **origin).status_code == 403


def test_the_secret_lets_the_teacher_in_from_another_device() -> None:
    live = LiveServer("7B")
    assert live.classroom
    with class_server(live=live) as here:
        host = {"host": f"192.168.7.20:{Api(here).port}"}
        params = {"secret": live.classroom.key}
        answer = httpx.get(f"{here}/api/class/debrief", headers=host, params=params)
        assert answer.status_code == 200 and answer.json()["class"] == "7B"


def test_who_was_sent_out_comes_back_only_when_the_teacher_takes_it_back(api: Api) -> None:
    keys = api.enter(api.code(), "ecologic", "Foxes")
    table = table_id(watch_key(keys["key"]))
    api.post_json("class/send-out", {"table": table})
    again = {**keys, "shown": True}
    assert api.post_json("live/restore", again)["class"] == ""
    assert api.post_json("live/shown", {"key": keys["key"], "shown": True}) == {"shown": False}
    assert api.post("class/send-out", {"table": "nobody"}).status_code == 404
    api.post_json("class/take-back", {"table": table})
    assert api.post_json("live/restore", again)["class"] == "7B"


def test_nobody_comes_into_the_class_without_its_pass(api: Api, table: dict[str, str]) -> None:
    forged = {**table, "pass": new_key(), "shown": True}
    assert api.post_json("live/restore", forged)["class"] == ""


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, 7])
def test_a_table_of_the_class_has_a_name(api: Api, name: Any) -> None:
    body = {"code": api.code(), "game": "ecologic", "name": name}
    assert api.post("live/open", body).status_code == 400


def test_a_name_that_is_taken_leads_to_its_table_when_the_phone_says_so(api: Api) -> None:
    code = api.code()
    first = api.enter(code, "ecologic", "Badgers")
    assert api.enter(code, "ecologic", "badgers") == {"taken": "Badgers"}
    body = {"code": code, "game": "better_life", "name": "BADGERS", "join": True}
    joined = api.post_json("live/open", body)
    assert joined["key"] == first["key"] and joined["game"] == "ecologic"
    assert api.enter(code, "ecologic", "Martens")["key"] != first["key"]


# ---- how far a table is --------------------------------------------------------------------


def tile_after(live: LiveServer, table: LiveTable, *taps: Any) -> dict[str, Any]:
    live.tables.add(table, Client("127.0.0.1", True, "phone-one"), list(taps))
    return classroom.tile_record(classroom.table_now(table), form_record("ecologic", "en"))


def test_a_table_is_as_far_as_people_have_entered_and_finished_when_it_says_so() -> None:
    live = LiveServer("7B")
    table = live.tables.open(TableFacts(new_key(), "ecologic"), Client("127.0.0.1", True))
    defaults = {"refineries": 0, "eco_initiatives": 0, "tads": 0}
    begin = {"players": [{"name": f"Player {n}", **defaults} for n in (1, 2)]}
    tile = tile_after(live, table, tap(1, do="start", answers=begin))
    assert (tile["entered"], tile["questions"]) == (0, 10)
    places = [["players", index, key] for index in (0, 1) for key in ("profits", "enviros")]
    sets = [setting(3, path, n) for n, path in enumerate(places, 2)]
    tile = tile_after(live, table, *sets, {**counting(1, ["players", 0, "tads"], 4), "n": 6})
    # Whole with its defaults, yet nobody has said that this is all.
    assert (tile["entered"], tile["finished"], tile["winners"]) == (5, False, [])
    assert tile_after(live, table, tap(7, do="finish"))["finished"]
    assert not tile_after(live, table, tap(8, do="undo"))["finished"]
    assert tile_after(live, table)["entered"] == 4
    tile = tile_after(live, table, tap(9, do="finish"))
    assert tile["finished"] and tile["winners"]
    late = tile_after(live, table, setting(2, places[0], 3))  # from a phone that was away
    assert late["finished"] and late["entered"] == 4
    assert tile_after(live, table, tap(10, do="drop", group="players", index=1))["questions"] == 5


@pytest.mark.parametrize("game", ["ecologic", "kompensaatiopeli", "better_life"])
def test_an_example_counts_as_entered_and_an_untouched_board_does_not(game: str) -> None:
    form = form_record(game, "en")
    entered, questions = classroom.progress(form, form["examples"][0]["answers"])
    assert 0 < entered <= questions
    board = {"board": [". . . . ."] * 5, "players": [{}, {}], "votes": []}
    assert classroom.progress(form, board)[0] == 0


# ---- bounds --------------------------------------------------------------------------------

other_addresses = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux has more than one address of its own"
)


def shares(patch: pytest.MonkeyPatch, **changed: rate_limiter.ClientShare) -> None:
    for what, share in changed.items():
        patch.setitem(SHARES, what.replace("_", " "), share)


def test_tables_phones_and_taps_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    two_taps = 2 * rate_limiter.TAP_BYTES + 2000
    shares(
        monkeypatch,
        tables=rate_limiter.ClientShare(2, 2),
        streams=rate_limiter.ClientShare(700, 64, 0),
        bytes=SHARES["bytes"]._replace(table=two_taps),
    )
    with class_server() as here:
        api = Api(here)
        keys = [api.post_json("live/new", {"game": "ecologic"}) for _ in range(2)]
        assert api.post("live/new", {"game": "ecologic"}).status_code == 503
        begin = tap(1, do="start", answers=ANSWERS)
        assert sent(api, keys[0]["key"], begin, setting(1)).status_code == 200
        many = [setting(2, n=n + 2) for n in range(7)]
        assert sent(api, keys[0]["key"], *many).status_code == 413
        body = {"key": keys[0]["key"], "by": "phone-one"}
        assert httpx.get(f"{here}/api/live/events", params=body).status_code == 503


def test_a_silent_table_makes_room(monkeypatch: pytest.MonkeyPatch) -> None:
    shares(monkeypatch, tables=rate_limiter.ClientShare(1, 1))
    monkeypatch.setattr(live_tables, "SILENT_SECONDS", -1.0)
    with class_server() as here:
        api = Api(here)
        old, new = (api.post_json("live/new", {"game": "ecologic"}) for _ in range(2))
        assert sent(api, old["key"]).status_code == 404
        assert sent(api, new["key"]).status_code == 200


def test_no_number_ends_a_table(api: Api, table: dict[str, str]) -> None:
    """However far ahead somebody taps as may be, the next tap of every phone is taken."""
    highest = 1
    for step in (taps.MOST_AHEAD + 1, 1, 1, 1):
        highest += step
        assert sent(api, table["key"], setting(1, n=highest)).status_code == 200
        answer = sent(api, table["key"], setting(1, n=highest + 2))
        assert answer.status_code == 400 and "out of range" in answer.text


@other_addresses
def test_one_phone_without_the_code_takes_nothing_from_the_class(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """It fills all that it gets: tables, bytes, streams, taps. The class does not notice it."""
    monkeypatch.setattr(rate_limiter.OverShare, "delay", 0.0)
    monkeypatch.setitem(rate_limiter.RATES, "seconds", rate_limiter.Rate(600, 600))
    monkeypatch.setitem(rate_limiter.RATES, "taps", rate_limiter.Rate(200, 0.01))
    shares(
        monkeypatch,
        tables=rate_limiter.ClientShare(8, 4),
        bytes=SHARES["bytes"]._replace(address=32 * rate_limiter.TAP_BYTES),
    )
    with class_server() as here:
        owner, hostile = Api(here), Api(here, "127.0.0.66")
        new = [hostile.post("live/new", {"game": "ecologic"}) for _ in range(4)]
        assert [one.status_code for one in new] == [200, 429, 429, 429]
        assert text_of("web.tables_of_phone") in new[1].text
        key = new[0].json()["key"]
        assert sent(hostile, key, tap(1, do="start", answers=ANSWERS)).status_code == 200
        floods = [sent(hostile, key, *(setting(1) for _ in range(4))) for _ in range(4)]
        assert {one.status_code for one in floods} == {200, 429}
        assert text_of("web.own_share") in floods[-1].text
        code = owner.code()
        for number in range(4):
            phone = Api(here, f"127.0.0.{number + 2}")
            keys = phone.enter(code, "ecologic", f"Table {number}")
            phone.fill(keys, ANSWERS)
            assert sent(phone, keys["key"], setting(5)).status_code == 200


@other_addresses
def test_a_few_streams_of_a_client_and_then_a_plain_sentence() -> None:
    with class_server() as here:
        keys = Api(here).post_json("live/new", {"game": "ecologic"})
        for source, most in (("127.0.0.66", SHARES["streams"].address_at_table),):
            with Api(here, source).client() as client, ExitStack() as streams:
                for number in range(int(most) + 1):
                    params = {"key": keys["key"], "by": f"phone-{number:03}"}
                    stream = client.stream("GET", "/api/live/events", params=params)
                    answer = streams.enter_context(stream)
                    assert answer.status_code == (200 if number < most else 503)
                assert text_of("web.own_streams") in answer.read().decode()
        # What was held is given back.
        until(lambda: len(taps_of(Api(here), keys["key"])) == 0, "nothing comes")


@other_addresses
def test_the_teacher_sees_who_takes_too_much_and_blocks_it(monkeypatch: Any) -> None:
    monkeypatch.setattr(rate_limiter.OverShare, "delay", 0.0)
    monkeypatch.setitem(rate_limiter.RATES, "taps", rate_limiter.Rate(20, 0.01))
    live = LiveServer("7B")
    with running(web_server(NAMES, live)) as here:
        owner, hostile = Api(here), Api(here, "127.0.0.66")
        keys = hostile.enter(owner.code(), "ecologic", "Foxes")
        hostile.fill(keys, ANSWERS)
        assert live.screens._greedy_clients() == []
        for _ in range(int(rate_limiter.GREEDY.at_once) + 20):
            sent(hostile, keys["key"], setting(1))
        client = {"address": "127.0.0.66", "table": "Foxes", "blocked": False}
        assert live.screens._greedy_clients() == [client]
        block = {"address": "127.0.0.66", "blocked": True}
        assert hostile.post("class/block", {**block, "secret": "x"}).status_code == 403
        assert owner.post_json("class/block", block) == {"blocked": True}
        refused = sent(hostile, keys["key"], setting(1))
        assert refused.status_code == 403 and text_of("web.blocked") in refused.text
        assert live.tables.tables == {}
        assert owner.post_json("class/block", {**block, "blocked": False}) == {"blocked": False}
        assert hostile.post_json("live/restore", {**keys, "shown": True})["class"] == "7B"


def test_too_many_taps_in_one_message_are_refused(api: Api, table: dict[str, str]) -> None:
    many = [setting(1, n=n + 2) for n in range(201)]
    assert sent(api, table["key"], *many).status_code == 400


# ---- kept ----------------------------------------------------------------------------------


def test_what_is_kept_is_there_after_a_restart(tmp_path: Path) -> None:
    file = tmp_path / "7B.class"
    with class_server(live=LiveServer("7B", file)) as here:
        api = Api(here)
        code = api.code()
        keys = api.enter(code, "ecologic", "Owls")
        api.fill(keys, ANSWERS)
        sent(api, keys["key"], setting(5))
        away = api.enter(code, "ecologic", "Away")
        api.post_json("class/send-out", {"table": table_id(watch_key(away["key"]))})
    with class_server(live=LiveServer("7B", file)) as here:
        api = Api(here)
        assert len(taps_of(api, keys["key"])) == 2
        tables = httpx.get(f"{here}/api/class/debrief").json()["tables"]
        assert [one["name"] for one in tables] == ["Owls"]
        assert tables[0]["answers"]["players"][0]["profits"] == 5
        assert api.post_json("live/open", {"code": code}) == {"class": "7B"}
        assert api.post_json("live/restore", {**away, "shown": True})["class"] == ""


def test_a_killed_class_comes_back_without_its_phones(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Started as users start it: nothing is said about a file."""
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path))
    with killed() as api:
        code = api.code()
        api.table(code, "ecologic", "Owls", "nine_and_seven")
        (file,) = (tmp_path / "classes").glob("*.class")
        until(
            lambda: sum(len(taps) for _, taps in TableDatabase(file).tables()) == 2,
            "no taps are saved",
        )
    with killed("One saved table was restored") as api:
        assert api.post_json("live/open", {"code": code}) == {"class": "Load"}
        tables = httpx.get(f"{api.here}/api/class/debrief").json()["tables"]
        assert [(one["name"], one["finished"]) for one in tables] == [("Owls", True)]


@contextmanager
def killed(says: str = "") -> Iterator[Api]:
    """A server of its own that ``says`` something in the terminal and is killed in the end."""
    # The usual port may be that of another server; systems give out none of these by themselves.
    server, host = class_load.started(random.SystemRandom().randrange(20_000, 30_000))
    # A server that does not say it would be listened to for ever.
    late = threading.Timer(60, server.kill)
    late.start()
    try:
        assert server.stdout and (not says or any(says in line for line in server.stdout))
        late.cancel()
        asyncio.run(class_load.until_there(class_load.Place(host, "127.0.0.1")))
        yield Api(f"http://{host}")
    finally:
        late.cancel()
        server.kill()
        server.wait()
        class_load.closed(server)


def test_the_end_of_a_class_deletes_its_tables(tmp_path: Path) -> None:
    file = tmp_path / "7B.class"
    with class_server(live=LiveServer("7B", file)) as here:
        api = Api(here)
        code = api.code()
        keys = api.table(code, "ecologic", "Wolverines", "nine_and_seven")
        removed = api.enter(code, "ecologic", "Lemmings")
        api.post_json("class/send-out", {"table": table_id(watch_key(removed["key"]))})
        api.post_json("class/end", {})
        assert httpx.get(f"{here}/api/class/debrief").json()["tables"] == []
        assert api.post("live/open", {"code": code}).status_code == 404
        for gone in (keys, removed):
            assert api.post("live/restore", {**gone, "shown": True}).status_code == 410
    assert b"Wolverines" not in file.read_bytes() and b"Lemmings" not in file.read_bytes()


def test_files_of_old_classes_are_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path))
    old, new = live_tables.class_file("7A"), live_tables.class_file("../7B")
    assert old.parent == new.parent == tmp_path / "classes"
    for file, days in ((old, live_tables.KEPT_DAYS + 1), (new, live_tables.KEPT_DAYS - 1)):
        file.touch()
        os.utime(file, (time.time() - days * 86400,) * 2)
    assert live_tables.class_file("7a") == old
    assert not old.exists() and new.exists()


def test_damaged_rows_are_left_out_and_said(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "7B.class"
    with class_server(live=LiveServer("7B", file)) as here:
        api = Api(here)
        keys = api.table(api.code(), "ecologic", "Owls", "nine_and_seven")
        sent(api, keys["key"], setting(5), setting(6, n=3))
    with sqlite3.connect(file) as base:
        base.execute("UPDATE about SET value = 'x' WHERE key = 'turn'")
        base.execute("UPDATE taps SET tap = substr(tap, 1, 20) WHERE number = 2")
        base.execute("INSERT INTO taps (id, tap) SELECT id, '{\"do\": []}' FROM tables")
        for number, facts in enumerate(("{", "[]", '{"edit": "x"}', '{"edit": "x", "game": "x"}')):
            base.execute("INSERT INTO tables VALUES (?, ?)", (str(number), facts))
    base.close()
    capsys.readouterr()
    live = LiveServer("7B", file)
    assert fault(file, text_of("class.damaged", n=6)) in capsys.readouterr().err
    (table,) = live.tables.tables.values()
    assert len(table.texts) == 3 and table.answers["players"][0]["profits"] == 6


def test_nothing_is_written_unless_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with class_server() as here:
        api = Api(here)
        api.table(api.code(), "ecologic", "Owls", "nine_and_seven")
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_another_kind_is_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "notes.txt"
    text.write_text("my notes, which are longer than the head of a database " * 20)
    other = tmp_path / "other.db"
    with sqlite3.connect(other) as base:
        base.execute("CREATE TABLE about (key TEXT PRIMARY KEY, value TEXT)")
        base.execute("INSERT INTO about VALUES ('format', 'recipes')")
    base.close()
    for file in (text, other, tmp_path / "no" / "such" / "folder.db"):
        before = file.read_bytes() if file.exists() else b""
        with pytest.raises(Problems, match="the class cannot be saved here"):
            TableDatabase(file)
        assert not before or file.read_bytes() == before

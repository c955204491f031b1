"""One request, one answer: over HTTP, by the app in a browser, and by the worker that scores."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, quote

import httpx
import pytest
from running import running
from workshop import Workshop

from generator.web import print_queue
from generator.web.browser_app import SECRET, BrowserApp
from scorer.web import browser
from scorer.web.api.records import CALLS, form_record
from scorer.web.routing import Response, Route, json_response
from scorer.web.server import ServerOptions, WebServer

pytestmark = pytest.mark.slow

NO_SUCH = Route("/no/such/{page}", lambda _: json_response({}))
# What may stand in an address; a route has at most three of them.
PARTS = {
    "slug": ("pond", "ecologic", "Pond", "nothing", "..x", "a\x00b", "ä" * 300),
    "lang": ("en", "xx"),
    "key": ("x", "a.b"),
    "name": ("x", "wave", "a b"),
    "job": ("0000000000000000", "x"),
    "page": ("x",),
}
QUERIES = ("game=pond&lang=en", "game=pond&lang=de&page=fi&table=fish&card=fish/pike", "lang=%ff")
ODD = (
    *(b"", b"{", b"\xff\xfe{}", b"[" * 30_000, b'{"a": ' + b"9" * 6_000 + b"}", b'{"a": NaN}'),
    *(b'{"a": 1, "a": 2}', b'["\\ud800"]', b"[" + b"{}," * 3_000 + b"{}]", b"7", b"[]", b"{}"),
    *(b'{"secret": "wrong"}', b'{"secret": ["x"]}', json.dumps({"secret": SECRET}).encode()),
    json.dumps({"secret": SECRET, "data": 7, "name": {}, "table": [], "cells": "x"}).encode(),
)
# A body larger than that takes too long to send.
LARGE = 2_000_000
# A copy of a game can be made once.
ONCE = "/change/own"


class Request(NamedTuple):
    method: str
    path: str
    query: str
    body: bytes


class Answered(NamedTuple):
    status: int
    type: str
    body: bytes


@pytest.fixture
def app(pond: Workshop, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[BrowserApp]:
    folder = SimpleNamespace(name=str(tmp_path))  # a browser's folder is never removed
    monkeypatch.setattr(print_queue, "TemporaryDirectory", lambda prefix: folder)
    app = BrowserApp(lambda *_: None, lambda: None)
    yield app
    app._gallery.pool.shut_down()


@pytest.fixture
def client(app: BrowserApp) -> Iterator[httpx.Client]:
    with (
        running(WebServer(app._routes, ServerOptions())) as address,
        httpx.Client(base_url=address, timeout=120) as one,
    ):
        yield one


def paths(route: Route) -> Iterator[str]:
    names = re.findall(r"{(\w+)}", route.path)
    for parts in product(*(PARTS[name] for name in names)):
        path = route.path
        for name, part in zip(names, parts, strict=True):
            path = path.replace(f"{{{name}}}", part)
        yield path


def requests(route: Route) -> Iterator[Request]:
    first = next(paths(route))
    for method in ("GET", "POST", "PUT", "DELETE", "OPTIONS"):
        if method != route.method:
            yield Request(method, first, QUERIES[0], b"")
    if route.method == "GET":
        for path, query in product(paths(route), QUERIES):
            yield Request("GET", path, query, b"")
        return
    for path in paths(route):
        yield Request("POST", path, "lang=sv", b"{}")
    for body, query in product(ODD, QUERIES[:2]):
        yield Request("POST", first, query, body)
    if route.body_limit <= LARGE:
        yield Request("POST", first, "page=de", b" " * (route.body_limit + 1))


def in_browser(answer: Any, request: Request) -> tuple[Answered, Response]:
    query = parse_qsl(request.query, keep_blank_values=True)
    response = answer(request.method, request.path, query, request.body)
    content = browser.content(response)
    return Answered(response.status, response.media_type, content or b""), response


def over_http(client: httpx.Client, request: Request) -> Answered:
    sent = {"origin": str(client.base_url).rstrip("/"), "content-type": "application/json"}
    address = f"{quote(request.path)}?{request.query}"
    answer = client.request(request.method, address, content=request.body, headers=sent)
    return Answered(answer.status_code, answer.headers.get("content-type", ""), answer.content)


def test_a_request_has_one_answer(
    app: BrowserApp, client: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every route, asked for as its page does and as nobody should."""
    statuses: set[int] = set()
    for request in (one for route in (*app._routes, NO_SUCH) for one in requests(route)):
        here, response = in_browser(app.answer, request)
        if browser.content(response) is None or (request.path, here.status) == (ONCE, 200):
            continue  # a stream has no end that could be compared
        assert over_http(client, request) == here, request[:3]
        statuses.add(here.status)
    assert statuses >= {200, 400, 403, 404, 405, 413}
    assert not statuses & {500}
    assert capfd.readouterr().err == ""


def test_the_worker_that_scores_answers_as_the_server_does(client: httpx.Client) -> None:
    scored = [route for route in browser.ROUTES if route.path != "/api/form/{slug}"]
    assert len(scored) == len(CALLS)
    good = form_record("ecologic", "en")["examples"][0]["answers"]
    tables = [json.dumps({"answers": answers}).encode() for answers in (good, {}, [], None)]
    for route in browser.ROUTES:
        path = route.path.replace("{slug}", "ecologic")
        more = [Request(route.method, path, "lang=fi", body) for body in tables]
        for request in (*requests(route), *more):
            assert over_http(client, request) == in_browser(browser.answer, request)[0], request[:3]


def test_a_bug_is_told_to_its_author_and_not_to_the_visitor(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def broken(_: object) -> Response:
        raise RuntimeError("secret path /home/ada")

    route, request = Route("/x", broken), Request("GET", "/x", "lang=de", b"")
    here, _ = in_browser(lambda *one: browser.answer_script([route], *one), request)
    assert "secret path" in capfd.readouterr().err
    with (
        running(WebServer([route], ServerOptions())) as address,
        httpx.Client(base_url=address) as client,
    ):
        assert over_http(client, request) == here
    assert "secret path" in capfd.readouterr().err
    assert here.status == 500 and b"schiefgegangen" in here.body and b"secret" not in here.body

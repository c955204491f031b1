"""Over HTTP: who may ask, what is answered, and every hostile request refused in one line."""

from __future__ import annotations

import asyncio
import gc
import json
import re
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from http.client import HTTPConnection
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from browsing import served
from own_pond import with_own_rules
from running import running
from texts import text_of
from thorough import spread
from workshop import Workshop

from generator.web.app import Server
from generator.web.rules_sandbox import RulesSandbox
from scorer.web import connections, routes
from scorer.web.rate_limiter import RateLimiter
from scorer.web.routing import BODY_LIMIT, Request, Response, Route, Timeout, json_response
from scorer.web.server import HEADERS, ServerOptions, WebServer, application

pytestmark = pytest.mark.slow

STATE = {"game": "ecologic", "players": [{"name": "Ada", "profits": 9, "enviros": 7}]}
PATHS = ["/", "/score.html", "/style.css", "/api/games", "/api/form/ecologic", "/nothing"]


@pytest.fixture(scope="module")
def client() -> Iterator[httpx.Client]:
    with served() as base, httpx.Client(base_url=base, timeout=30) as one:
        yield one


def own(client: httpx.Client, **more: str) -> dict[str, str]:
    """What our own page sends along with a POST."""
    origin = str(client.base_url).rstrip("/")
    return {"origin": origin, "content-type": "application/json", **more}


def post(client: httpx.Client, body: Any, **more: str) -> httpx.Response:
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return client.post("/api/score/ecologic", content=content, headers=own(client, **more))


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_carries_the_protecting_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    assert {name: headers[name] for name in HEADERS} == HEADERS
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize(
    "path", [*PATHS, "/api/print/ecologic", "/change/", "/picture/en/ecologic.webp"]
)
@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "10.0.0.7:80", ""])
def test_a_foreign_host_is_refused_everywhere(client: httpx.Client, path: str, host: str) -> None:
    assert client.get(path, headers={"host": host}).status_code == 400


def test_a_table_is_scored(client: httpx.Client) -> None:
    answer = post(client, STATE)
    assert answer.status_code == 200
    assert answer.json()["result"]["sides"][0]["total"] == 12
    swedish = client.post("/api/score/ecologic?lang=sv", json=STATE, headers=own(client))
    assert "flest poäng" in swedish.json()["result"]["reason"]


@pytest.mark.parametrize(
    "origin", ["", "null", "http://evil.example", "http://127.0.0.1:9", "http://localhost"]
)
@pytest.mark.parametrize(
    "path", ["/api/score/ecologic", "/api/what-if/ecologic", "/api/print/ecologic", "/change/seen"]
)
def test_only_our_own_page_may_post(client: httpx.Client, path: str, origin: str) -> None:
    answer = client.post(path, content=b"{}", headers=own(client, origin=origin))
    assert answer.status_code == 403


@pytest.mark.parametrize("kind", ["", "text/plain", "application/x-www-form-urlencoded"])
def test_only_json_may_be_posted(client: httpx.Client, kind: str) -> None:
    assert post(client, STATE, **{"content-type": kind}).status_code == 415


@pytest.mark.parametrize("path", ["/api/score/ecologic", "/api/what-if/ecologic"])
def test_scoring_is_only_ever_posted(client: httpx.Client, path: str) -> None:
    assert client.get(path).status_code == 405


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        (b"", 400, "not valid JSON"),
        (b"{", 400, "not valid JSON"),
        (b"\xff\xfe{}", 400, "not UTF-8"),
        (b"[" * 30_000, 400, "nested too deeply"),
        (b'{"a":' * 12_000, 400, "nested too deeply"),
        (b'{"players": ' + b"9" * 6_000 + b"}", 400, text_of("sent.long_number")),
        (b'{"impacts": 1e999999999}', 400, text_of("sent.long_number")),
        (b'{"impacts": NaN}', 400, "not a valid number"),
        (b'{"impacts": -Infinity}', 400, "not a valid number"),
        (b'{"a": 1, "a": 2}', 400, "a key appears twice"),
        (b'{"players": ["\\ud800"]}', 400, "half a character"),
        (b"[" + b"{}," * 3_000 + b"{}]", 400, "too many values"),
        (b" " * (BODY_LIMIT + 1), 413, "up to"),
    ],
)
def test_a_hostile_body_is_one_line(
    client: httpx.Client, body: bytes, status: int, message: str
) -> None:
    answer = post(client, body)
    assert answer.status_code == status
    assert message in answer.text
    assert len(answer.text) < 200 and "Traceback" not in answer.text


@pytest.mark.parametrize(
    "raw",
    [
        None,
        7,
        "x",
        [],
        {},
        {"answers": None},
        {"answers": []},
        {"answers": {"players": "x"}},
        {"answers": {"players": [1]}},
        {"answers": {"players": [{"name": {"a": 1}, "profits": [], "enviros": "x"}]}},
        {"players": [{"name": "x" * 5_000, "profits": -1, "enviros": True}]},
        {"players": [{}] * 200},
        {"__proto__": {"x": 1}, "game": ["ecologic"]},
    ],
)
def test_nonsense_is_answered_with_problems_never_with_a_fault(
    client: httpx.Client, raw: Any
) -> None:
    for slug in ("ecologic", "kompensaatiopeli", "better_life", "ecosfera_baltica"):
        for call in ("score", "what-if", "answers"):
            answer = client.post(
                f"/api/{call}/{slug}", content=json.dumps(raw), headers=own(client)
            )
            assert answer.status_code == 200, answer.text
            record = answer.json()
            assert record["problems"] or record.get("open") or record.get("result") is None


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/%2e%2e/pyproject.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/api/form/..%2fecologic",
        "/api/form/nothing",
        "/picture/en/..%2f..%2fx.webp",
        "/pdf/0000000000000000/x.pdf",
        "/pdf/..%2f/etc%2fpasswd",
        "/api/print-job/0000000000000000",
        "/leaflet/nothing",
        "/page/index.html",
        "/words.csv",
        "/nothing",
        "/ecologic%0d%0ax",
        "/api.py",
    ],
)
def test_nothing_else_can_be_reached(client: httpx.Client, path: str) -> None:
    # Sent as it stands: httpx would tidy the path before it asks.
    connection = HTTPConnection(client.base_url.host, client.base_url.port)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("/ecologic", "/score.html?game=ecologic"),
        ("/Ecosfera-Baltica", "/score.html?game=ecosfera_baltica"),
        ("/change", "/change/"),
    ],
)
def test_a_short_address_leads_on(client: httpx.Client, path: str, location: str) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.headers["location"]) == (303, location)
    assert client.get(location).status_code == 200


def test_a_request_that_never_ends_is_not_waited_for(client: httpx.Client) -> None:
    """The answer comes as soon as the body is too long, although the rest never arrives."""
    where = (client.base_url.host, int(client.base_url.port or 0))
    head = (
        f"POST /api/score/ecologic HTTP/1.1\r\nhost: {where[0]}:{where[1]}\r\n"
        f"origin: http://{where[0]}:{where[1]}\r\ncontent-type: application/json\r\n"
        "transfer-encoding: chunked\r\n\r\n"
    )
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    with socket.create_connection(where, timeout=20) as line:
        line.sendall(head.encode() + chunk + chunk)
        assert line.recv(200).startswith(b"HTTP/1.1 413")


def knock(where: tuple[str, int], lines: list[socket.socket]) -> None:
    """One connection after the other without a word, until nobody opens any more."""
    with suppress(OSError):
        while True:
            lines.append(socket.create_connection(where, timeout=20))
            if len(lines) > 200:  # a system lets nobody open any number
                lines.pop(0).close()
            time.sleep(0.0005)


def test_who_comes_as_the_server_ends_is_not_waited_for(capsys: pytest.CaptureFixture[str]) -> None:
    for _ in range(5):
        lines: list[socket.socket] = []
        with ThreadPoolExecutor(1) as visitors, running(WebServer([], ServerOptions())) as address:
            at = urlsplit(address)
            visitors.submit(knock, (str(at.hostname), int(at.port or 0)), lines)
            while len(lines) < 5:
                time.sleep(0.001)
        # Shown out by the server: the end of the line, or a line that was cut.
        for line in lines:
            with line, suppress(ConnectionResetError):
                assert line.recv(1) == b""
    assert capsys.readouterr().err == ""
    gc.collect()  # a connection that was forgotten is told here, and no warning is let pass


def test_a_stream_that_never_ends_is_cut_off() -> None:
    async def forever() -> AsyncIterator[str]:
        while True:
            yield "data: {}\n\n"
            await asyncio.sleep(0.01)

    route = Route("/x", lambda _: Response(forever(), "text/event-stream"))
    with httpx.Client(timeout=20) as client:
        with running(WebServer([route], ServerOptions())) as address:
            request = client.build_request("GET", f"{address}/x")
            answer = client.send(request, stream=True)
            lines = answer.iter_lines()
            assert next(lines) == "data: {}"
        with suppress(httpx.RemoteProtocolError):
            assert set(lines) <= {"data: {}", ""}
    gc.collect()


async def _sent(route: Route, method: str = "GET", client: str = "127.0.0.1") -> httpx.Response:
    app = application([route], ServerOptions())
    carrier = httpx.ASGITransport(app, raise_app_exceptions=False, client=(client, 1))
    async with httpx.AsyncClient(transport=carrier, base_url="http://localhost") as one:
        return await one.request(method, route.path)


def ask(route: Route, **more: str) -> httpx.Response:
    return asyncio.run(_sent(route, **more))


def test_a_fault_of_ours_shows_no_traceback() -> None:
    def broken(_: Request) -> Response:
        raise RuntimeError("secret path /home/ada")

    answer = ask(Route("/x", broken))
    assert answer.status_code == 500
    assert "secret" not in answer.text and "Traceback" not in answer.text


def test_a_score_that_takes_too_long_is_given_up() -> None:
    ended = threading.Event()

    def slow(_: Request) -> Response:
        ended.wait(20)
        return json_response({})

    route = Route("/x", slow, timeout=lambda _: Timeout(0.05))

    async def both() -> httpx.Response:
        try:
            return await _sent(route)
        finally:
            ended.set()

    assert asyncio.run(both()).status_code == 503


def page() -> list[Route]:
    return [routes.games_route(), *routes.rules_routes(RulesSandbox())]


def timeouts(slug: str) -> dict[str, Timeout]:
    """How long the questions about a game may take."""
    routes = [route for route in page() if "{slug}" in route.path]
    return {route.path.split("/")[2]: route.timeout(Request({"slug": slug})) for route in routes}


def test_every_score_has_a_deadline() -> None:
    assert timeouts("ecologic") == {
        "form": Timeout(routes.PATIENCE_SECONDS),
        "score": Timeout(routes.SECONDS, inline=True),
        "what-if": Timeout(routes.SECONDS),
        "answers": Timeout(routes.SECONDS),
    }


def test_only_rules_of_the_current_folder_may_take_longer(pond: Workshop) -> None:
    assert timeouts("pond")["score"] == Timeout(routes.SECONDS, inline=True)
    with_own_rules(pond)
    assert set(timeouts("pond").values()) == {Timeout(routes.PATIENCE_SECONDS)}
    assert timeouts("ecologic")["what-if"] == Timeout(routes.SECONDS)


def test_what_is_for_this_computer_only_stays_here() -> None:
    route = Route("/x", lambda _: json_response({}), loopback_only=True)
    assert ask(route).status_code == 200
    assert ask(route, client="192.168.1.7").status_code == 403


def test_where_somebody_comes_from_cannot_be_claimed(client: httpx.Client) -> None:
    claimed = {"x-forwarded-for": "192.168.1.7", "forwarded": "for=192.168.1.7"}
    assert client.get("/api/games", headers=claimed).json()["here"] is True


def test_changing_cards_is_never_open_to_the_network() -> None:
    changing = [route for route in Server().routes() if route.path.startswith("/change/")]
    assert len(changing) > 5 and all(route.loopback_only for route in changing)


def test_other_devices_are_not_offered_to_change() -> None:
    games = next(route for route in page() if route.path == "/api/games")
    assert ask(games).json()["here"] is True
    assert ask(games, client="192.168.1.7").json()["here"] is False


def test_what_is_for_this_computer_only_must_be_asked_for_by_its_name() -> None:
    """Another name can be made to lead to the loopback by whoever gives names out."""
    route = Route("/x", lambda _: json_response({}), loopback_only=True)
    options = ServerOptions(hosts=("127.0.0.1", "localhost", "games.local"))
    with running(WebServer([route], options)) as address:
        port = urlsplit(address).port
        for name, status in (("127.0.0.1", 200), ("localhost", 200), ("games.local", 403)):
            answer = httpx.get(f"{address}/x", headers={"host": f"{name}:{port}"})
            assert (name, answer.status_code) == (name, status)


LONG = ["a" * 255, "a" * 256, "a" * 3000, "a_" * 400, "%00", "%F0%9F%90%9F" * 90, "con", ".."]


@pytest.mark.parametrize("name", spread(LONG, 4), ids=range(len(LONG)))
def test_no_name_in_an_address_is_an_error_of_ours(
    name: str, client: httpx.Client, capfd: pytest.CaptureFixture[str]
) -> None:
    """Every part that an address has, one after the other."""
    for route in Server().routes():
        if "{" not in route.path or route.path.startswith("/change"):
            continue
        for part in re.findall(r"{(\w+)}", route.path):
            path = route.path.replace(f"{{{part}}}", name).replace("{slug}", "ecologic")
            path = re.sub(r"{\w+}", "en", path)
            if route.method == "POST":
                answer = client.post(path, content=b"{}", headers=own(client))
            else:
                answer = client.get(path)
            assert answer.status_code < 500, path
    for query in (f"/score.html?game={name}", f"/?game={name}", f"/api/games?lang={name}"):
        assert client.get(query).status_code < 500, query
    assert capfd.readouterr().err == ""


def test_a_game_with_mistakes_is_no_error_of_ours(
    pond: Workshop, capfd: pytest.CaptureFixture[str]
) -> None:
    (pond.data / "game.yaml").write_text("title: [", encoding="utf-8")
    server = Server()
    with running(WebServer(server.routes(), server.options(("127.0.0.1",)))) as address:
        headers = {"origin": address}
        print_answer = httpx.get(f"{address}/api/print/pond", timeout=30)
        posted = httpx.post(f"{address}/api/print/pond", json={}, headers=headers, timeout=30)
    for answer in (print_answer, posted):
        assert answer.status_code == 409
        assert "game.yaml" in answer.json()["problems"][0]
    assert capfd.readouterr().err == ""


def test_who_never_ends_the_headers_is_let_go_and_others_are_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.5)

    async def slow(_: Request) -> Response:
        await asyncio.sleep(4)
        return json_response({})

    with running(WebServer([Route("/slow", slow)], ServerOptions())) as address:
        place = urlsplit(address)
        open_sockets = [socket.create_connection((place.hostname, place.port)) for _ in range(3)]
        open_sockets[0].sendall(b"GET /slow HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        open_sockets[1].sendall(b"G")
        with ThreadPoolExecutor(1) as threads:
            answer = threads.submit(httpx.get, f"{address}/slow", timeout=30)
            for one in open_sockets:
                one.settimeout(20)
                with suppress(ConnectionResetError):
                    assert one.recv(100) == b""
                one.close()
            assert not answer.done()
            assert answer.result().status_code == 200


class Line(asyncio.Transport):
    """A connection that says whether it was cut."""

    cut = False

    def abort(self) -> None:
        self.cut = True


def test_every_request_begins_the_time_anew() -> None:
    now, late = 0.0, connections.HEADER_SECONDS
    lines = connections.Connections(RateLimiter(), clock=lambda: now)
    one, other = ("10.0.0.1", 1), ("10.0.0.1", 2)
    silent, asking = Line(), Line()
    lines.begin(one, silent)
    lines.begin(other, asking)
    now = late - 1
    with lines.busy(other):
        now = 9 * late
        with lines.busy(other):  # the next request came before the last one had ended
            pass
        lines.close_waiting()
        assert (silent.cut, asking.cut) == (True, False)
    lines.end(one)
    lines.close_waiting()
    assert not asking.cut
    now += late
    lines.close_waiting()
    assert asking.cut

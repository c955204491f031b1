"""The gallery over HTTP: who may ask, what is answered, and that data stays text."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.client import HTTPConnection

import httpx
import pytest
from onlooker import PATIENCE_SECONDS, serving
from pond import FISH
from workshop import Workshop

from generator.workbench.bench_routes import READ_ONLY, page_routes
from scorer.web.server import HEADERS

JSON = {"content-type": "application/json"}
FILES = [route.path for route in page_routes(READ_ONLY)]

pytestmark = pytest.mark.slow


@pytest.fixture
def client(pond: Workshop) -> Iterator[httpx.Client]:
    with (
        serving(watching=False) as address,
        httpx.Client(base_url=address, timeout=PATIENCE_SECONDS) as one,
    ):
        yield one


def complete(client: httpx.Client, **query: str) -> dict[str, object]:
    """The gallery, when all of it is composed."""
    while True:
        record = client.get("/gallery.json", params={"game": "pond", **query}).json()
        if record["complete"]:
            return dict(record)


@pytest.mark.parametrize("path", [*FILES, "/gallery.json?game=pond", "/nothing", "/face/x.svg"])
def test_every_answer_carries_the_protecting_headers(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    headers_kept = {"cache-control": "max-age=86400"} if path.startswith("/fonts/") else {}
    assert {name: headers[name] for name in HEADERS} == {**HEADERS, **headers_kept}
    assert "default-src 'self'" in headers["content-security-policy"]
    assert headers_kept or headers["cache-control"] == "no-store"
    assert not [name for name in headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", [*FILES, "/gallery.json?game=pond", "/events?game=pond", "/seen"])
def test_a_foreign_host_is_refused_everywhere(client: httpx.Client, path: str) -> None:
    for host in ("evil.example", "127.0.0.1.evil.example", "10.0.0.7:8000", ""):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 400
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_this_computer_may_ask_by_name(client: httpx.Client) -> None:
    assert client.get("/", headers={"host": "localhost:1"}).status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../pyproject.toml",
        "/%2e%2e/pyproject.toml",
        "/..%2f..%2fetc%2fpasswd",
        "/face/../gallery.py",
        "/face/..%2f..%2fgallery.svg",
        "/face/" + "0" * 32 + ".svg",
        "/page/index.html",
        "/gallery.json?game=../pond",
        "/gallery.json?game=nothing",
    ],
)
def test_nothing_else_can_be_reached(client: httpx.Client, path: str) -> None:
    # Sent as it stands: httpx would tidy the path before it asks.
    connection = HTTPConnection(client.base_url.host, client.base_url.port)
    connection.request("GET", path)
    assert connection.getresponse().status == 404
    connection.close()


def test_a_language_the_game_does_not_have_is_its_first(client: httpx.Client) -> None:
    assert complete(client, lang="xx")["lang"] == "en"
    assert complete(client, lang="sv")["lang"] == "sv"


def test_games_are_called_as_the_page_speaks(client: httpx.Client) -> None:
    for page, title in (("sv", "Livet i dammen"), ("en", "Pond Life"), ("xx", "Pond Life")):
        answer = client.get("/gallery.json", params={"game": "pond", "lang": "en", "page": page})
        assert {"slug": "pond", "title": title} in answer.json()["games"]
        assert answer.json()["title"] == "Pond Life"


def test_without_a_game_the_first_one_is_shown(client: httpx.Client) -> None:
    answer = client.get("/gallery.json").json()
    assert answer["slug"] == answer["games"][0]["slug"]


def test_a_face_is_a_picture_by_its_key(client: httpx.Client) -> None:
    card = complete(client)["cards"][0]  # type: ignore[index]
    answer = client.get(f"/face/{card['front']}.svg")
    assert answer.headers["content-type"] == "image/svg+xml"
    assert answer.content.startswith(b"<svg ")
    assert client.get(f"/face/{card['front'].upper()}x.svg").status_code == 404


def test_texts_of_cards_stay_texts(client: httpx.Client, pond: Workshop) -> None:
    bad = "</script><img src=x onerror=alert(1)>"
    pond.write("fish.csv", FISH.replace("Rest.", bad))
    answer = client.get("/gallery.json?game=pond")
    assert answer.headers["content-type"] == "application/json"
    tench = next(card for card in answer.json()["cards"] if card["id"] == "tench")
    assert ["rule", bad] in tench["fields"]
    assert bad not in client.get("/").text


def test_reading_the_games_needs_no_sound_game(client: httpx.Client, pond: Workshop) -> None:
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    record = complete(client)
    assert record["cards"] == []
    assert "fish.csv:4" in json.dumps(record["problems"])
    assert {"slug": "pond", "title": "pond"} in record["games"]  # type: ignore[operator]


@pytest.mark.parametrize("origin", [None, "http://evil.example", "http://127.0.0.1:9999", "null"])
@pytest.mark.parametrize("path", ["/seen?game=pond", "/looking?game=pond&card=fish/pike"])
def test_only_the_gallerys_own_page_tells_what_was_seen(
    client: httpx.Client, path: str, origin: str | None
) -> None:
    headers = JSON | ({"origin": origin} if origin else {})
    assert client.post(path, headers=headers).status_code == 403
    assert client.get(path).status_code == 405


def test_the_gallerys_own_page_tells_what_was_seen(client: httpx.Client) -> None:
    complete(client)
    origin = JSON | {"origin": str(client.base_url).rstrip("/")}
    for path in ("/seen?game=pond&card=fish/pike", "/looking?game=pond&card=fish/pike&card=x"):
        assert client.post(path, headers=origin).status_code == 204

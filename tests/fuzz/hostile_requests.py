"""Raw HTTP bytes into the server's own protocol, without a socket.

Comes in: what a client might send. Goes out: nothing; a response that speaks of a fault of ours,
or one that never comes, is an error.
"""

from __future__ import annotations

import asyncio
import json
from functools import cache
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from scorer.registry import slugs
from scorer.web.live.live_routes import LiveServer, live_routes
from scorer.web.live.live_table import LiveTable, TableFacts
from scorer.web.live.live_tables import WrongCodes
from scorer.web.routes import games_route, rules_routes, short_link_routes
from scorer.web.routing import Client
from scorer.web.server import ServerOptions, application
from scorer.web.static_files import file_routes

KEY = "the-key-of-the-owls"
UNDO = {"mark": "mark-0000000", "by": "phone-one", "n": 1, "at": 0, "do": "undo"}
HOST = "Host: 127.0.0.1\r\n"
OWN_PAGE = f"{HOST}Origin: http://127.0.0.1\r\nContent-Type: application/json\r\n"


class Wire(asyncio.Transport):
    """A connection that keeps what is sent."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 9), "sockname": ("127.0.0.1", 80)})
        self.sent = bytearray()
        self.closed = False

    def write(self, data: Any) -> None:
        self.sent += data

    def is_closing(self) -> bool:
        return self.closed

    def close(self) -> None:
        self.closed = True

    abort = close

    def pause_reading(self) -> None:
        """Nothing more comes anyway."""

    resume_reading = pause_reading

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        """WebSockets are not spoken here."""


def _no_sandbox(*_: object) -> Any:
    raise AssertionError("no rules of a folder are asked for")


class NoPause(WrongCodes):
    """Wrong codes without the pauses that they cost."""

    def count_wrong(self, who: str, now: float) -> float:
        return 0.0


@cache
def live() -> LiveServer:
    """A class."""
    server = LiveServer("7B")
    server.wrong_codes = NoPause()
    return server


def owls() -> LiveTable:
    """A table of the class; it is opened again where a request ended the class."""
    facts = TableFacts(KEY, "ecologic", "Owls", "7B")
    return live().tables.open(facts, Client("127.0.0.1", True))


@cache
def server() -> tuple[uvicorn.Config, asyncio.AbstractEventLoop]:
    scored = [games_route(), *rules_routes(_no_sandbox)]
    own = [*file_routes(), *scored, *live_routes(live()), *short_link_routes()]
    # Each request that is refused would be told in a line.
    web = uvicorn.Config(application(own, ServerOptions()), log_level="critical", ws="none")
    return web, asyncio.new_event_loop()


def read_request(raw: bytes) -> None:
    """What comes of a request is never a fault of ours."""
    answer = sent(raw)
    assert not answer.startswith(b"HTTP/1.1 500"), answer[:300]


def sent(raw: bytes) -> bytes:
    """What is answered to the bytes, sent in two packets before the client hangs up."""
    web, loop = server()
    return loop.run_until_complete(_answered(web, loop, raw))


async def _answered(web: uvicorn.Config, loop: asyncio.AbstractEventLoop, raw: bytes) -> bytes:
    state, wire = ServerState(), Wire()
    spoken = HttpToolsProtocol(web, state, {}, loop)
    spoken.connection_made(wire)
    for packet in (raw[: len(raw) // 2], raw[len(raw) // 2 :]):
        if packet and not wire.closed:
            spoken.data_received(packet)
            await asyncio.sleep(0)
    for _ in range(1000):
        waiting = [task for task in state.tasks if not task.done()]
        if not waiting or spoken.cycle is None or _wants_more(spoken):
            break
        await asyncio.sleep(0.0005)
    spoken.connection_lost(None)
    async with asyncio.timeout(20):
        await asyncio.gather(*state.tasks, return_exceptions=True)
    return bytes(wire.sent)


def _wants_more(spoken: HttpToolsProtocol) -> bool:
    """A body that was announced and did not come."""
    return bool(spoken.cycle and spoken.cycle.more_body and not spoken.cycle.response_complete)


def request_seeds() -> list[bytes]:
    owls()
    requests = [
        f"GET {path} HTTP/1.1\r\n{HOST}Accept-Language: sv\r\n\r\n".encode()
        for path in ("/", "/score.html", "/api/games?lang=sv", "/api/form/ecologic", "/style.css")
    ]
    for slug in slugs():
        requests.append(f"GET /{slug}?lang=en HTTP/1.1\r\n{HOST}\r\n".encode())
        for call in ("score", "what-if", "answers"):
            body = json.dumps({"game": slug, "players": [{"name": "Ada"}]})
            head = f"POST /api/{call}/{slug}?lang=sv HTTP/1.1\r\n{OWN_PAGE}"
            requests.append(f"{head}Content-Length: {len(body)}\r\n\r\n{body}".encode())
            chunk = f"{len(body):x}\r\n{body}\r\n0\r\n\r\n"
            requests.append(f"{head}Transfer-Encoding: chunked\r\n\r\n{chunk}".encode())
    for path, body in (
        ("live/taps", {"key": KEY, "by": "phone-one", "taps": [UNDO]}),
        ("live/new", {"game": "ecologic", "name": "Owls"}),
        ("class/block", {"address": "127.0.0.1", "blocked": True}),
    ):
        requests.append(posted(path, json.dumps(body)))
    return requests


def posted(path: str, body: str) -> bytes:
    content = body.encode()
    head = f"POST /api/{path} HTTP/1.1\r\n{OWN_PAGE}Content-Length: {len(content)}\r\n\r\n"
    return head.encode() + content

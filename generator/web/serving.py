"""``ecotable serve`` as one server: what starts with it and ends with it."""

from __future__ import annotations

import socket

from generator.preview.server import Desk, watched
from scorer.web.server import HERE, Guards, WebServer
from scorer.web.server import serve as serve_roads

from .printing import PrintRoom
from .roads import web_roads

__all__ = ["HERE", "serve", "web_server"]


def guards(room: PrintRoom, desk: Desk, hosts: tuple[str, ...]) -> Guards:
    """The print room and the preview, started and ended together."""
    start, stop = watched(desk)

    def begin() -> None:
        room.start()
        start()

    def end() -> None:
        stop()
        room.stop()

    return Guards(hosts, begin, end, desk.hush)


def web_server(hosts: tuple[str, ...] = HERE) -> WebServer:
    room, desk = PrintRoom(), Desk()
    return WebServer(web_roads(room, desk), guards(room, desk, hosts))


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Answers on an open socket until Ctrl-C."""
    room, desk = PrintRoom(), Desk()
    serve_roads(listening, web_roads(room, desk), guards(room, desk, hosts))

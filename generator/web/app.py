"""``ecotable serve`` as one server: what starts with it and ends with it."""

from __future__ import annotations

import socket
from dataclasses import dataclass, field

from generator.preview.preview_routes import Desk, watched
from scorer.web.routing import Road
from scorer.web.server import HERE, Guards, WebServer
from scorer.web.server import serve as serve_roads

from .app_routes import web_roads
from .print_queue import PrintRoom
from .rules_sandbox import Aside

__all__ = ["HERE", "House", "serve", "web_server"]


@dataclass(frozen=True)
class House:
    """All who answer: the press, the preview, and who runs rules of the current folder."""

    room: PrintRoom = field(default_factory=PrintRoom)
    desk: Desk = field(default_factory=Desk)
    aside: Aside = field(default_factory=Aside)

    def roads(self) -> list[Road]:
        return web_roads(self.room, self.desk, self.aside)

    def guards(self, hosts: tuple[str, ...]) -> Guards:
        """They start and end together."""
        start, stop = watched(self.desk)

        def begin() -> None:
            self.room.start()
            start()

        def end() -> None:
            stop()
            self.room.stop()

        def hush() -> None:
            self.desk.hush()
            self.aside.end()

        return Guards(hosts, begin, end, hush)


def web_server(hosts: tuple[str, ...] = HERE) -> WebServer:
    house = House()
    return WebServer(house.roads(), house.guards(hosts))


def serve(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Answers on an open socket until Ctrl-C."""
    house = House()
    serve_roads(listening, house.roads(), house.guards(hosts))

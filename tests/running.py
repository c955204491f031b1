"""A real server in a thread, and its address."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread

from generator.web.app import Server
from scorer.web.live.live_routes import LiveServer
from scorer.web.server import HERE, WebServer


def web_server(hosts: tuple[str, ...] = HERE, live: LiveServer | None = None) -> WebServer:
    """The server of ``ecotable serve``."""
    server = Server(live=live or LiveServer())
    return WebServer(server.routes(), server.options(hosts))


@contextmanager
def running(server: WebServer, port: int = 0) -> Iterator[str]:
    """The server's address, on a free port unless one is wanted, until it has ended."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        thread = Thread(target=server.run, args=(listening,))
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.stop()
            thread.join()

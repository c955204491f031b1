"""What runs in a thread of its own: a real server, and other loops than the browser's."""

from __future__ import annotations

import asyncio
import socket
import time
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Thread
from typing import Any, TypeVar

from generator.web.app import Server
from scorer.web.live.live_routes import LiveServer
from scorer.web.server import HERE, WebServer


def web_server(hosts: tuple[str, ...] = HERE, live: LiveServer | None = None) -> WebServer:
    """The server of ``ecotable serve``."""
    server = Server(live=live or LiveServer())
    return WebServer(server.routes(), server.options(hosts))


T = TypeVar("T")
_APART = ThreadPoolExecutor(1)


def apart(
    question: Coroutine[Any, Any, T], run: Callable[[Coroutine[Any, Any, T]], T] = asyncio.run
) -> T:
    """The answer of a coroutine; the main thread may have a browser's loop running."""
    return _APART.submit(run, question).result()


@contextmanager
def running(server: WebServer, port: int = 0) -> Iterator[str]:
    """The server's address, on a free port unless one is wanted, until it has ended."""
    with socket.socket() as listening:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", port))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()

"""Connections of clients: counted, and closed if they only wait.

A protocol of ours contains the one that speaks HTTP, and a listening socket of ours closes what
would be too many before either exists.
"""

from __future__ import annotations

import asyncio
import os
import socket
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from .rate_limiter import Hold, RateLimiter
from .routing import Client, HttpError

LOOPBACK = ("127.0.0.1", "::1")
# Headers are one packet; a client that sends them more slowly only occupies a connection.
HEADER_SECONDS = 10.0
# The number of connections closed in one turn of the event loop.
MOST_CLOSED = 100
# A device and its port: the two identify a connection.
Address = tuple[str, int]


def client_of(address: str) -> Client:
    return Client(address, address in LOOPBACK)


def _closing(error: HttpError) -> bytes:
    """Return the response to a refused connection."""
    text = str(error.reason).encode()
    head = f"HTTP/1.1 {error.status} \r\nconnection: close\r\ncontent-length: {len(text)}\r\n\r\n"
    return head.encode() + text


class LimitedSocket(socket.socket):
    """A listening socket that closes connections over a client's share immediately.

    Accepting a connection takes the event loop ten times as long as closing it here.
    """

    limiter: RateLimiter

    def accept(self) -> tuple[socket.socket, Any]:
        for _ in range(MOST_CLOSED):
            connection, address = super().accept()
            try:
                self.limiter.check(client_of(address[0]), "connections")
            except HttpError as error:
                with connection, suppress(OSError):
                    connection.setblocking(False)
                    connection.send(_closing(error))
            else:
                return connection, address
        raise BlockingIOError  # the others wait for the next turn of the loop


def limit_socket(listening: socket.socket, limiter: RateLimiter) -> socket.socket:
    """Return a limited socket; on Windows the system accepts connections itself."""
    if sys.platform == "win32":
        return listening
    kind = (listening.family, listening.type, listening.proto)
    copy = LimitedSocket(*kind, fileno=os.dup(listening.fileno()))
    copy.limiter = limiter
    return copy


class Connections:
    """The open connections of a server, and since when each waits for its next request."""

    def __init__(
        self,
        limiter: RateLimiter,
        is_over: Callable[[], bool] = lambda: False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._limiter = limiter
        self.is_over = is_over
        self._clock = clock
        self._open: dict[Address, asyncio.Transport] = {}
        # The one that has waited longest is first.
        self._waiting: dict[Address, float] = {}
        # The requests of each connection: the next may begin before the last one has ended.
        self._busy: Counter[Address] = Counter()

    def begin(self, address: Address, transport: asyncio.Transport) -> Hold:
        """Count a connection, or raise if its client has too many."""
        hold = self._limiter.hold(client_of(address[0]), "connections")
        self._open[address] = transport
        self._waiting[address] = self._clock()
        return hold

    def end(self, address: Address) -> None:
        self._open.pop(address, None)
        self._waiting.pop(address, None)

    @contextmanager
    def busy(self, address: Address) -> Iterator[None]:
        """Let a connection do something else than wait."""
        self._waiting.pop(address, None)
        self._busy[address] += 1
        try:
            yield
        finally:
            self._busy[address] -= 1
            if not self._busy[address]:
                del self._busy[address]
                if address in self._open:
                    self._waiting[address] = self._clock()

    def close_waiting(self) -> None:
        latest = self._clock() - HEADER_SECONDS
        for address, since in list(self._waiting.items()):
            if since > latest:
                break
            self._open[address].abort()

    def close_all(self) -> None:
        for transport in list(self._open.values()):
            transport.abort()


class LimitedConnection(asyncio.Protocol):
    """A connection that counts as one of its client's; another protocol speaks HTTP on it."""

    def __init__(self, connections: Connections, http: Callable[[], asyncio.Protocol]) -> None:
        self._connections = connections
        self._make_http = http
        self._http = asyncio.Protocol()
        self._address: Address = ("", id(self))
        self._lease: Hold | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        if self._connections.is_over():
            transport.abort()
            return
        # The address of a client that has gone is not known any more.
        self._address = (transport.get_extra_info("peername") or self._address)[:2]
        try:
            self._lease = self._connections.begin(self._address, transport)
        except HttpError as error:
            transport.write(_closing(error))
            transport.close()
        else:
            self._http = self._make_http()
            self._http.connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._lease:
            self._connections.end(self._address)
            self._lease.end()
        self._http.connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        self._http.data_received(data)

    def eof_received(self) -> bool | None:
        return self._http.eof_received()

    def pause_writing(self) -> None:
        self._http.pause_writing()

    def resume_writing(self) -> None:
        self._http.resume_writing()

"""``ecotable serve`` as one server that never lets the network edit cards: its routes and parts."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from cards_data.problems import Message, Problems, WrongArgument
from generator.workbench.bench import Workbench
from generator.workbench.bench_routes import read_only_routes
from generator.workbench.galleries import GallerySession
from generator.workbench.play_jobs import PlayQueue
from scorer.web.api.records import score_record
from scorer.web.api.scorer_cache import has_own_rules
from scorer.web.live.live_routes import LiveServer, live_routes
from scorer.web.routes import short_link_routes
from scorer.web.routing import Route
from scorer.web.server import ServerOptions
from scorer.web.server import serve as serve_routes

from .app_routes import web_routes
from .file_watcher import FileWatcher
from .print_queue import PrintQueue
from .rules_sandbox import RulesSandbox

# Browsers store games by address: the same port at every start, as long as it is free.
USUAL = range(8420, 8430)


def open_socket(host: str, port: int | None) -> socket.socket:
    """Open a socket on the wanted port, or on a free one."""
    try:
        return _open(host, port or 0)
    except OSError as error:
        fault = Message("page.port", port=port, reason=error.strerror)
        hint = Message("usage.free_port")
        raise Problems([WrongArgument("--port", fault, "", hint)]) from None


def open_usual_port(host: str, port: int | None) -> socket.socket:
    """Open a socket on the wanted port, or on the usual one or the next free one."""
    for usual in () if port else USUAL:
        with suppress(OSError):
            return _open(host, usual)
    return open_socket(host, port)


def _open(host: str, port: int) -> socket.socket:
    listening = socket.socket()
    try:
        if port and sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
        listening.listen()  # until then another server could use the same port
    except OSError:
        listening.close()
        raise
    return listening


def lan_names() -> tuple[str, ...]:
    """Return the names by which others in the network reach this computer."""
    name = socket.gethostname().lower()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    return address, name, f"{name}.local"


@dataclass(frozen=True)
class Server:
    """What answers requests: prints, the workbench, rules of the current folder, live games."""

    print_queue: PrintQueue = field(default_factory=PrintQueue)
    gallery: GallerySession = field(default_factory=lambda: GallerySession(FileWatcher()))
    rules_sandbox: RulesSandbox = field(default_factory=RulesSandbox)
    live: LiveServer = field(default_factory=LiveServer)
    plays: PlayQueue = field(default_factory=PlayQueue)

    def routes(self) -> list[Route]:
        bench = Workbench(self.gallery, self._rescore, self.plays)
        own = web_routes(self.print_queue, bench, self.rules_sandbox, self.live.limiter)
        return [*own, *live_routes(self.live), *short_link_routes()]

    def _rescore(self, slug: str, state: Any, lang: str) -> dict[str, Any]:
        """Score a table again; rules of the current folder run in their sandbox."""
        if has_own_rules(slug):
            return self.rules_sandbox("score", slug, state, lang)
        return score_record(slug, state, lang)

    def options(self, hosts: tuple[str, ...]) -> ServerOptions:
        started = (self.start, self.stop, self.close_streams)
        return ServerOptions(hosts, *started, self.live.limiter)

    def start(self) -> None:
        for part in (self.print_queue, self.plays, self.gallery, self.live):
            part.start()

    def stop(self) -> None:
        for part in (self.print_queue, self.plays, self.live, self.gallery):
            part.stop()

    def close_streams(self) -> None:
        """End streams, and the work that requests still wait for."""
        self.gallery.close_streams()
        self.live.close_streams()
        self.rules_sandbox.shut_down()


def serve(listening: socket.socket, hosts: tuple[str, ...], live: LiveServer) -> None:
    """Serve on an open socket until Ctrl-C."""
    server = Server(live=live)
    serve_routes(listening, server.routes(), server.options(hosts))


def serve_preview(listening: socket.socket, hosts: tuple[str, ...]) -> None:
    """Serve the workbench read-only on an open socket until Ctrl-C."""
    session = GallerySession(FileWatcher())
    serve_routes(listening, read_only_routes(session), gallery_options(session, hosts))


def gallery_options(session: GallerySession, hosts: tuple[str, ...]) -> ServerOptions:
    return ServerOptions(hosts, session.start, session.stop, session.close_streams)

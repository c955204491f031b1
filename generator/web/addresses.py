"""The port that a server listens on, and the host names under which others reach it."""

from __future__ import annotations

import socket
import sys
from contextlib import suppress

from cards_data.problems import Problems, Text, WrongArgument

# Browsers keep tables by address: the same port at every start, as long as it is free.
USUAL = range(8420, 8430)


def open_socket(host: str, port: int | None) -> socket.socket:
    """An open socket on the wanted port, or on a free one."""
    try:
        return _open(host, port or 0)
    except OSError as error:
        found = Text("page.port", port=port, reason=error.strerror)
        hint = Text("usage.free_port")
        raise Problems([WrongArgument("--port", found, "", hint)]) from None


def open_usual_port(host: str, port: int | None) -> socket.socket:
    """An open socket on the wanted port, else on the usual one or the next that is free."""
    for wanted in () if port else USUAL:
        with suppress(OSError):
            return _open(host, wanted)
    return open_socket(host, port)


def _open(host: str, port: int) -> socket.socket:
    listening = socket.socket()
    try:
        if port and sys.platform != "win32":
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening


def lan_names() -> tuple[str, ...]:
    """The names under which others in the network reach this computer."""
    name = socket.gethostname().lower()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            # Nothing is sent: this asks the system which of its addresses it would use.
            probe.connect(("192.0.2.1", 9))
            address = str(probe.getsockname()[0])
        except OSError:
            address = "127.0.0.1"
    return address, name, f"{name}.local"

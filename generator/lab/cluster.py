"""Play on Dask workers of the same version. The only importer of ``distributed``."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from cards_data import Problems
from cards_data.problems import Message, WrongArgument, quote
from generator.workers.process import Failure, function_named

ALLOWED = Message("lab.cluster")
# A worker may be lost by chance; a chunk that loses several is the cause.
RETRIES = 3


class DaskWorkers:
    def __init__(self, client: Any) -> None:
        self._client = client

    def map(self, work: str, shared: Any, items: Sequence[Any]) -> Iterator[Any]:
        """Run every item as a separate task; the shared value is sent once."""
        if not items:
            return
        sent = self._client.scatter(shared, broadcast=True, hash=False)
        function = function_named(work)
        tasks = [
            self._client.submit(function, sent, item, pure=False, retries=RETRIES) for item in items
        ]
        for task in tasks:
            yield _result(task)


def _result(task: Any) -> Any:
    try:
        return task.result()
    except Problems:
        raise
    except Exception as error:
        # A worker may raise anything, or be lost: the run reports which games failed.
        return Failure("raised", f"{type(error).__name__}: {error}")


@contextmanager
def connect(address: str) -> Iterator[DaskWorkers]:
    """Connect to a scheduler for the duration of the block."""
    check_address(address)
    try:
        import distributed
    except ImportError:
        hint = Message("lab.install")
        raise Problems.of("--cluster", Message("lab.no_dask"), "", hint) from None
    dask: Any = distributed  # its types are incomplete
    try:
        security = dask.Security()
        # Dask's own settings may name certificates for a client.
        certified = security.get_connection_args("client").get("ssl_context") is not None
        if address.startswith("tls:") and not certified:
            fault = Message("lab.no_certificates", address=address)
            raise Problems.of("--cluster", fault, Message("lab.certificates"))
        client = dask.Client(address, timeout="10s", security=security)
    except (OSError, ValueError) as error:
        fault = Message("lab.no_scheduler", address=address, reason=" ".join(str(error).split()))
        raise Problems.of("--cluster", fault, ALLOWED) from None
    with client:
        yield DaskWorkers(client)


def check_address(address: str) -> None:
    """Refuse an unencrypted address of another machine: both ends load pickled values."""
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    safe = parts.scheme == "tls" or (parts.scheme == "tcp" and _is_here(host))
    if not safe or not host or not port:
        fault = Message("lab.not_encrypted", address=quote(address))
        raise Problems([WrongArgument("--cluster", fault, ALLOWED)])


def _is_here(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"

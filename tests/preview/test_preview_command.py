"""The command: what is opened, who can reach it, and what is said when it cannot be."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

import pytest
from texts import text_of
from workshop import Workshop

from generator.web import app as server
from scorer.registry import is_trusted

pytestmark = pytest.mark.slow


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """Where the command would have served, and under which names."""
    calls: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(
        server, "serve_preview", lambda sock, hosts: calls.append((sock.getsockname()[0], hosts))
    )
    return calls


def test_only_this_computer_unless_asked(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any]
) -> None:
    answer = ecotable("preview", "pond", "--deck", "fish", "--lang", "sv", "--no-open")
    assert answer.code == 0
    assert served == [("127.0.0.1", ("127.0.0.1", "localhost"))]
    assert answer.out.startswith("http://127.0.0.1:")
    assert "/?game=pond&lang=sv&deck=fish " in answer.out
    assert answer.err == ""


def test_the_network_is_let_in_with_a_warning(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any]
) -> None:
    answer = ecotable("preview", "pond", "--lan", "--no-open")
    bound, hosts = served[0]
    assert bound == "0.0.0.0"
    assert socket.gethostname().lower() in hosts
    assert "*" not in hosts
    assert answer.err.count("\n") == 1
    assert "Everyone on this network" in answer.err


def test_the_yes_to_rules_of_this_folder_is_taken(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any]
) -> None:
    ecotable("preview", "pond", "--no-open")
    assert not is_trusted(pond.root)
    ecotable("preview", "pond", "--no-open", "--trust")
    assert is_trusted(pond.root)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["pnod"], "did you mean pond"),
        (["pond", "--deck", "fsih"], "did you mean fish"),
        (["pond", "--lang", "xx"], "allowed: en, sv"),
    ],
)
def test_a_name_that_does_not_exist_is_a_problem(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any], words: list[str], message: str
) -> None:
    answer = ecotable("preview", *words)
    assert answer.code == 2
    assert message in answer.err
    assert served == []


def test_a_port_in_use_is_said(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any]
) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        answer = ecotable("preview", "pond", "--port", busy.getsockname()[1])
    assert answer.code == 2
    assert text_of("usage.free_port") in answer.err


def test_a_broken_game_is_opened_all_the_same(
    pond: Workshop, ecotable: Callable[..., Any], served: list[Any]
) -> None:
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    assert ecotable("preview", "pond", "--deck", "fish", "--no-open").code == 0
    assert len(served) == 1


def test_help_has_an_example(ecotable: Callable[..., Any]) -> None:
    assert "ecotable preview ecologic" in ecotable("preview", "--help").out

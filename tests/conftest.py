"""Fixtures that every test may use: a small made-up game, and the command itself."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from workshop import Answer, Command, Handed, Workshop

from generator.cli import main
from generator.crew import Crew

# The same examples on every run and machine: a red test can be repeated.
settings.register_profile("steady", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("quick", settings.get_profile("steady"), max_examples=8)
settings.load_profile("steady")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser is another process that takes its time: whatever asks for one is slow."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("slow")


@pytest.fixture(autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees what another one, or the user, has drawn before."""
    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path_factory.mktemp("cache")))
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path_factory.mktemp("data")))


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """The made-up game, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Workshop(tmp_path).build()


@pytest.fixture
def handed(monkeypatch: pytest.MonkeyPatch) -> Handed:
    """What is composed and drawn from now on; what comes from the cache is not."""
    found = Handed([], [])
    monkeypatch.setattr(Crew, "each", found.watched(Crew.each))
    return found


@pytest.fixture
def ecotable(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command, run in this process."""

    def run(*words: object) -> Answer:
        monkeypatch.setattr(sys, "argv", ["ecotable", *(str(word) for word in words)])
        capsys.readouterr()
        try:
            main()
            code = 0
        except SystemExit as end:
            code = int(end.code or 0)
        return Answer(code, *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real browser for the tests of one file; what drives it may not run beside other loops."""
    from browsing import started_browser

    with started_browser() as one:
        yield one

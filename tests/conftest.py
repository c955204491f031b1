"""Fixtures that every test may use: a small made-up game, and the command itself."""

from __future__ import annotations

import asyncio
import os
import re
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import Any, ClassVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.internal.conjecture import providers
from leftovers import nothing_left, shared_by_all
from thorough import PROFILES
from workshop import Answer, Command, WorkLog, Workshop

from generator.cli import main
from generator.draw.drawers import Drawer
from generator.workers import WorkerPool

# Bytecode is kept even where the environment says otherwise: each of the hundreds of processes that
# are started here would compile every library anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples on every run and machine: a red test can be repeated. Hypothesis also tries the
# constants of all modules that happen to be loaded, which are others in every process.
providers.is_local_module_file = lambda path: False
for name, most in PROFILES.items():
    settings.register_profile(
        name,
        derandomize=True,
        deadline=None,
        max_examples=most,
        # How long it takes to think of examples depends on what else the machine does.
        suppress_health_check=[HealthCheck.too_slow],
    )
settings.load_profile("test")


# Help, answers and problems follow the terminal: here it has no language.
os.environ["LC_ALL"] = "C.UTF-8"

CACHE = "ECOTABLE_CACHE"
# What make quick and make thorough choose, and the mark of a whole file.
QUICK, THOROUGH = "not slow and not thorough", "thorough or sampled"
WHOLE_FILE = re.compile(r"^pytestmark = (?:\[\s*)?pytest\.mark\.(slow|thorough)\b", re.MULTILINE)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files whose tests would all be left out are not even loaded."""
    marks = config.option.markexpr
    if collection_path.is_dir():
        unwanted = False
    elif marks == THOROUGH:
        text = collection_path.read_text(encoding="utf-8")
        unwanted = not any(word in text for word in ("thorough", "hypothesis", "profile: "))
    else:
        whole = WHOLE_FILE.search(collection_path.read_text(encoding="utf-8"))
        unwanted = whole is not None and f"not {whole[1]}" in marks
    return True if unwanted else None


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Whole runs wait for browsers and servers: two processes more than the machine has cores."""
    return (os.cpu_count() or 1) + (0 if config.option.markexpr == QUICK else 2)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Whole games, and browsers, which are processes that take their time, are slow; one process
    begins with the tests in a browser, so that no other needs one.
    """
    for item in items:
        if in_browser(item):
            item.add_marker("browser")
            item.add_marker("slow")
        if getattr(getattr(item, "obj", None), "is_hypothesis_test", False):
            item.add_marker("sampled")
    items.sort(key=in_browser, reverse=True)


def in_browser(item: pytest.Item) -> bool:
    return not {"browser", "profile"}.isdisjoint(getattr(item, "fixturenames", ()))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Iterator[None]:
    """What drives the browser has a loop running in this thread; other tests do not see it."""
    loop = asyncio._get_running_loop()
    asyncio._set_running_loop(loop if in_browser(item) else None)
    try:
        yield
    finally:
        asyncio._set_running_loop(loop)


@pytest.fixture(scope="module", autouse=True)
def nothing_outlives_its_file() -> Iterator[None]:
    with nothing_left():
        yield


@pytest.fixture(scope="session")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A new folder at every turn; numbering them through pytest looks at all of them each time."""
    home = tmp_path_factory.mktemp("places")
    return (home / str(number) for number in count())


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder that all processes of this run have in common, empty when it begins."""
    base = tmp_path_factory.getbasetemp()
    return base.parent if "PYTEST_XDIST_WORKER" in os.environ else base


@pytest.fixture(scope="session", autouse=True)
def shared_cache(shared: Path) -> Iterator[Path]:
    """One cache for all tests of a run: its keys are made of contents, so that what one test has
    drawn serves every other that draws the same.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE, str(shared / "cache"))
        yield shared / "cache"


@pytest.fixture(autouse=True)
def own_folders(places: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """No test sees what another one, or the user, has kept."""
    place = next(places)
    place.mkdir()
    monkeypatch.setenv("ECOTABLE_DATA", str(place))


@pytest.fixture
def cold_cache(places: Iterator[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty cache of its own, where a test asks what is made and what is found."""
    place = next(places)
    place.mkdir()
    monkeypatch.setenv(CACHE, str(place))


class Patching(pytest.MonkeyPatch):
    """Other code may draw otherwise under the same key: from then on the cache is its own."""

    shared_cache: ClassVar[str]
    places: ClassVar[Iterator[Path]]

    def setattr(self, target: Any, *words: Any, **options: Any) -> None:
        super().setattr(target, *words, **options)
        if target is not sys and os.environ.get(CACHE) == self.shared_cache:
            self.setenv(CACHE, str(next(self.places)))


@pytest.fixture
def monkeypatch(shared_cache: Path, places: Iterator[Path]) -> Iterator[pytest.MonkeyPatch]:
    Patching.shared_cache, Patching.places = str(shared_cache), places
    patch = Patching()
    yield patch
    patch.undo()


@pytest.fixture
def pond(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """The made-up game, in the current folder."""
    monkeypatch.chdir(tmp_path)
    return Workshop(tmp_path).build()


@pytest.fixture
def work_log(monkeypatch: pytest.MonkeyPatch) -> WorkLog:
    """What is composed and drawn from now on; what comes from the cache is not."""
    log = WorkLog([], [])
    monkeypatch.setattr(WorkerPool, "map", log.map_here())
    monkeypatch.setattr(Drawer, "_store_face", log.noting(Drawer._store_face))
    return log


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


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """A real browser, one for each process."""
    from browsing import started_browser

    with shared_by_all(started_browser()) as one:
        yield one


@pytest.fixture(scope="session")
def firefox() -> Iterator[Any]:
    """A real Firefox, one for each process."""
    from firefox import started_firefox

    with shared_by_all(started_firefox()) as one:
        yield one


@pytest.fixture(scope="session")
def display() -> Iterator[str]:
    """A screen for WebKit, one for each process."""
    from webkit import started_display

    with shared_by_all(started_display()) as one:
        yield one


@pytest.fixture(params=["chromium", pytest.param("firefox", marks=pytest.mark.thorough)])
def profile(request: pytest.FixtureRequest) -> Iterator[Any]:
    """An empty profile in each browser, whose pages must not complain; see ``browsers.engines``."""
    if request.param == "chromium":
        from browsers import chromium_profile

        started = chromium_profile(request.getfixturevalue("browser"))
    elif request.param == "firefox":
        from firefox import firefox_profile

        started = firefox_profile(request.getfixturevalue("firefox"))
    else:
        from webkit import webkit_profile

        started = webkit_profile(request.getfixturevalue("display"), request.param)
    with started as one:
        yield one
    assert one.complaints == []

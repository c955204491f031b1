"""The tests of a folder, once collected, run against one mutant after another.

A part of pytest, given to it by ``run.py``. Tests and modules are imported once; every mutant is a
fork of that process in which the code of one function is another, and runs those tests alone that
reach its line, the quickest first, until one fails. A mutant outside of functions gets a new
process that imports everything anew.
"""

from __future__ import annotations

import ast
import gc
import importlib.machinery
import os
import pickle
import random
import resource
import signal
import subprocess
import sys
import time
import types
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import _lru_cache_wrapper, cache
from pathlib import Path
from typing import Any

import pytest
from mutations import Mutant, mutants

ROOT = Path(__file__).parents[2]
# Processor seconds for a mutant beyond several times what its tests take: one that never ends.
PATIENCE_S = 10
# Of every property: a mutant that only the sixtieth example finds is found by luck.
EXAMPLES = 20
MEMORY = 4 * 2**30
# So many mutants are killed without a word.
PROGRESS = 50
KILLED, SURVIVED, ENDLESS, UNREACHED = "killed", "survived", "endless", "unreached"


@dataclass(frozen=True)
class Reach:
    """Which tests reach a line of a module, and how long each takes."""

    lines: dict[str, dict[int, list[str]]]
    seconds: dict[str, float]

    def tests(self, path: Path, mutant: Mutant) -> list[str]:
        lines = self.lines.get(str(path), {})
        if mutant.local:
            return self._ordered(lines.get(mutant.line, ()))
        return self._ordered({name for names in lines.values() for name in names})

    def _ordered(self, names: Any) -> list[str]:
        sound = {name for name in names if name and self.seconds[name] >= 0}
        return sorted(sound, key=lambda name: (self.seconds[name], name))


@dataclass(frozen=True)
class Options:
    """What ``run.py`` asks for."""

    paths: tuple[Path, ...]
    share: float
    seed: int
    told: Path


class FewExamples:
    """How Hypothesis looks for what is wrong with a mutant."""

    def pytest_collection(self) -> None:
        from hypothesis import HealthCheck, Phase, settings

        settings.register_profile(
            "mutants",
            settings.get_profile("thorough"),
            max_examples=EXAMPLES,
            # What fails need not be made small, and on a busy machine examples are made slowly.
            phases=(Phase.explicit, Phase.generate),
            suppress_health_check=list(HealthCheck),
        )
        settings.load_profile("mutants")


class Mutating(FewExamples):
    """Takes the place of pytest's own loop."""

    def __init__(self, options: Options) -> None:
        self.asked = options

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        items = {item.nodeid: item for item in session.items}
        reach = in_fork(lambda: measured(session, self.asked.paths))
        failed = [name for name, took in reach.seconds.items() if took < 0]
        if failed:
            print(f"left out, since they fail without a mutant: {', '.join(failed)}")
        live()
        reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
        mutants = list(chosen(self.asked))
        with self.asked.told.open("a", encoding="utf-8") as log:
            for number, (path, tree, mutant) in enumerate(mutants, 1):
                names = reach.tests(path, mutant)
                end = outcome(session, [items[name] for name in names], (path, tree, mutant), reach)
                place = path.relative_to(ROOT)
                told_of = f"{place}:{mutant.line}\t{mutant.number}\t{mutant.change}"
                print(f"{end}\t{told_of}", file=log, flush=True)
                if end != KILLED or number % PROGRESS == 0:
                    reporter.write_line(f"{number} of {len(mutants)}: {end} {told_of}")
        return True


def chosen(options: Options) -> Iterator[tuple[Path, ast.Module, Mutant]]:
    """The mutants of all modules, or a share of them drawn by the seed."""
    for path in options.paths:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        selected = mutants(tree)
        draw = random.Random(f"{options.seed} {path.relative_to(ROOT)}")
        if options.share < 1:
            selected = [one for one in selected if draw.random() < options.share]
        yield from ((path, tree, one) for one in selected)


def outcome(
    session: pytest.Session,
    items: list[pytest.Item],
    where: tuple[Path, ast.Module, Mutant],
    reach: Reach,
) -> str:
    path, tree, mutant = where
    if not items:
        return UNREACHED
    limit = int(PATIENCE_S + 5 * sum(reach.seconds[item.nodeid] for item in items))
    with mutant.applied():
        code = compile(tree, str(path), "exec")
    if mutant.local:
        return forked(lambda: under_limits(limit) or run(session, items, path, code), 20 * limit)
    return in_new_process([item.nodeid for item in items], path, mutant.number, limit)


def run(session: pytest.Session, items: list[pytest.Item], path: Path, code: Any) -> int:
    """In the fork: the code of the mutant in place of ours, and the tests until one fails."""
    live().put_in_place(path, code)
    load_as(path, code)
    quiet(session)
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        if session.testsfailed:
            return 1
    return 0


@dataclass(frozen=True)
class Live:
    """The functions of a process by the file of their code, and what our functions remember."""

    functions: dict[str, list[types.FunctionType]]
    caches: list[Any]

    @classmethod
    def collect(cls) -> Live:
        """Looked for once, before the first fork: to look through everything takes long."""
        functions: dict[str, list[types.FunctionType]] = {}
        caches = []
        for one in gc.get_objects():
            if isinstance(one, types.FunctionType):
                functions.setdefault(one.__code__.co_filename, []).append(one)
            elif isinstance(one, _lru_cache_wrapper) and is_ours(one):
                caches.append(one)
        return cls(functions, caches)

    def put_in_place(self, path: Path, code: types.CodeType) -> None:
        """Every live function of the module gets its code out of the mutated module."""
        codes = {(one.co_qualname, one.co_firstlineno): one for one in inner(code)}
        for function in self.functions.get(str(path), ()):
            now = function.__code__
            function.__code__ = codes.get((now.co_qualname, now.co_firstlineno), now)
        for remembered in self.caches:
            remembered.cache_clear()


@cache
def live() -> Live:
    return Live.collect()


def is_ours(function: Any) -> bool:
    return str(getattr(function, "__module__", "")).startswith(("scorer", "generator"))


def inner(code: types.CodeType) -> Iterator[types.CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield constant
            yield from inner(constant)


def quiet(session: pytest.Session) -> None:
    """What the tests of a mutant say is not shown."""
    reporter: Any = session.config.pluginmanager.get_plugin("terminalreporter")
    reporter._tw._file = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def under_limits(seconds: int) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def forked(work: Callable[[], int], wait_s: float) -> str:
    """A fork that does the work and ends; one that neither works nor ends is ended."""
    child = os.fork()
    if not child:
        code = 1
        try:
            code = work()
        finally:
            os._exit(code)
    until = time.monotonic() + wait_s
    pause = 0.001
    while time.monotonic() < until:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return ended(os.waitstatus_to_exitcode(status))
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return ENDLESS


def ended(code: int) -> str:
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return ENDLESS
    return KILLED if code else SURVIVED


def in_fork(work: Callable[[], Any]) -> Any:
    """What a fork finds out, without leaving traces here, such as filled caches."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.close(reading)
        try:
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        result = pickle.load(pipe)
    os.waitpid(child, 0)
    return result


def measured(session: pytest.Session, paths: tuple[Path, ...]) -> Reach:
    """All tests once, with the lines that each reaches and how long it takes."""
    from coverage import Coverage

    quiet(session)
    files = [str(path) for path in paths]
    watch = Coverage(data_file=None, include=files, config_file=False, messages=False)
    seconds: dict[str, float] = {}
    watch.start()
    for item, following in zip(session.items, [*session.items[1:], None], strict=True):
        watch.switch_context(item.nodeid)
        begun, failed = time.process_time(), session.testsfailed
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        seconds[item.nodeid] = time.process_time() - begun
        if session.testsfailed > failed:
            seconds[item.nodeid] = -1
    watch.stop()
    data = watch.get_data()
    return Reach({name: data.contexts_by_lineno(name) for name in files}, seconds)


def in_new_process(names: list[str], path: Path, number: int, limit: int) -> str:
    command = [sys.executable, "-P", str(Path(__file__).parent / "run.py"), "--anew"]
    try:
        result = subprocess.run(
            [*command, str(path), str(number)],
            input="\n".join(names),
            text=True,
            capture_output=True,
            cwd=ROOT,
            timeout=20 * limit,
            preexec_fn=lambda: under_limits(limit + PATIENCE_S),
            check=False,
        )
    except subprocess.TimeoutExpired:
        return ENDLESS
    return ended(result.returncode)


def import_mutated(path: Path, number: int) -> None:
    """From now on the module is imported as its mutant."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    mutant = mutants(tree)[number]
    with mutant.applied():
        load_as(path, compile(tree, str(path), "exec"))


def load_as(path: Path, code: types.CodeType) -> None:
    """Some modules, such as the rules of a game, are imported only when they are asked for."""
    loader = importlib.machinery.SourceFileLoader
    plain = loader.get_code

    def get_code(self: Any, name: str) -> Any:
        return code if Path(self.path) == path else plain(self, name)

    loader.get_code = get_code  # type: ignore[method-assign]

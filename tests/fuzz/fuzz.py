"""Fuzzing: damaged bytes into every reader of foreign bytes; no traceback, no hang.

``make fuzz FUZZ=100000`` or ``python tests/fuzz/fuzz.py --inputs 100000`` spreads so many inputs
over all readers. Every input follows from reader, seed and number: ``--only svg:17`` repeats one.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parents[1])]

from readers import READERS, REFUSED, Reader  # noqa: E402

__all__ = ["READERS", "Reader", "faults", "make_input", "shares", "tried"]
# Processor seconds; the inputs are at most 20,000 bytes, which every reader is done with at once.
HANG_S = 5.0
# One of these costs as much as many others: so many times fewer are made.
DEAR = {"games": 10, "requests": 4, "layouts": 40, "zips": 4, "links": 4, "states": 2, "bodies": 2}


class Hang(BaseException):
    """An input that a reader was not done with in time."""


@dataclass(frozen=True)
class Fault:
    name: str
    number: int
    told: str


@contextmanager
def in_time(seconds: float) -> Iterator[None]:
    """Ends what takes too long: by processor time, not by a clock that other programs slow down."""

    def late(*_: object) -> None:
        raise Hang(f"not done after {seconds:g} s of processor time")

    before = signal.signal(signal.SIGPROF, late)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def make_input(name: str, seed: int, number: int) -> Any:
    return READERS[name].make(Random(f"{name} {seed} {number}"))


def tried(name: str, value: Any) -> str:
    """What became of an input: read, refused, or the fault it caused."""
    try:
        with in_time(HANG_S):
            READERS[name].read(value)
    except REFUSED as refused:
        str(refused).encode("utf-8")
        return "refused"
    except (Exception, Hang):
        return traceback.format_exc(limit=-6)
    return "read"


def faults(name: str, seed: int, inputs: int, ends: Counter[str] | None = None) -> Iterator[Fault]:
    for number in range(inputs):
        end = tried(name, make_input(name, seed, number))
        if ends is not None:
            ends[end if end in ("read", "refused") else "fault"] += 1
        if end not in ("read", "refused"):
            yield Fault(name, number, end)


def shares(inputs: int, names: list[str]) -> dict[str, int]:
    """How many inputs each reader gets."""
    parts = {name: 1 / DEAR.get(name, 1) for name in names}
    return {
        name: max(1, round(inputs * part / sum(parts.values()))) for name, part in parts.items()
    }


def main() -> int:
    parser = argparse.ArgumentParser(description="Damaged bytes into every reader.")
    parser.add_argument("readers", nargs="*", help=f"all where none is named: {', '.join(READERS)}")
    parser.add_argument("--inputs", type=int, default=100_000, help="for all readers together")
    parser.add_argument("--seed", type=int, default=1, help="which inputs")
    parser.add_argument("--only", help="one input again, such as svg:17")
    options = parser.parse_args()
    if options.only:
        name, _, number = options.only.partition(":")
        value = make_input(name, options.seed, int(number))
        print(value, tried(name, value), sep="\n")
        return 0
    total, wrong = 0, 0
    for name, inputs in shares(options.inputs, options.readers or list(READERS)).items():
        ends: Counter[str] = Counter()
        begun = time.process_time()
        all_faults = list(faults(name, options.seed, inputs, ends))
        total, wrong = total + inputs, wrong + len(all_faults)
        took = time.process_time() - begun
        print(
            f"{name}: {inputs:,} inputs, {ends['read']:,} read, {ends['refused']:,} refused, "
            f"{len(all_faults)} faults, {took:.0f} s",
            flush=True,
        )
        for line in {one.told.splitlines()[-1]: one for one in all_faults}.values():
            print(f"  {line.name}:{line.number}\n{line.told}")
    print(f"{total:,} inputs, {wrong} faults")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())

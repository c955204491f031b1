"""A sample of the fuzzing that ``make fuzz`` does at length, and that it would find a fault."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from random import Random

import pytest
import readers
from damage import damaged
from fuzz import Reader, faults, make_input, shares, tried
from hostile_requests import request_seeds, sent
from readers import READERS, link_seeds, links

# For all readers together: a few seconds.
INPUTS = 1_600


@pytest.fixture(scope="module", autouse=True)
def no_reader_of_links_is_left() -> Iterator[None]:
    yield
    if links.cache_info().currsize:
        links().end()
        links.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(READERS))
def test_damaged_bytes_are_read_or_refused_in_words(name: str) -> None:
    assert list(faults(name, seed=2030, inputs=shares(INPUTS, list(READERS))[name])) == []


@pytest.mark.parametrize("name", sorted(READERS))
def test_an_input_follows_from_its_number(name: str) -> None:
    assert make_input(name, 1, 5) == make_input(name, 1, 5)
    assert len({repr(make_input(name, 1, number)) for number in range(10)}) > 5


@pytest.mark.parametrize("name", sorted(set(READERS) - {"layouts", "games"}))
def test_what_is_whole_is_read(name: str) -> None:
    """Damage is only told from a refusal where good bytes are read."""
    seeds = {
        "states": readers.state_seeds,
        "json": lambda: [one for one in readers.state_seeds() if one.startswith(b"{")],
        "bodies": readers.body_seeds,
        "yaml": lambda: [b"title: {en: Pond}\n"],
        "csv": lambda: [b"id,name\npike,Pike\n"],
        "svg": readers.svg_seeds,
        "manifests": readers.manifest_seeds,
        "zips": readers.zip_seeds,
        "requests": request_seeds,
        "links": link_seeds,
    }[name]()
    assert {tried(name, seed) for seed in seeds[:12]} == {"read"}


@pytest.mark.slow
def test_whole_requests_are_answered() -> None:
    assert {sent(seed).split(b" ", 2)[1] for seed in request_seeds()} <= {b"200", b"303"}


def test_whole_links_hold_their_table() -> None:
    assert all(links().decode(seed) for seed in link_seeds()[:4])


def test_a_traceback_and_a_hang_are_faults(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(_: object) -> None:
        raise KeyError("pike")

    def endless(_: object) -> None:
        for _step in itertools.count():
            pass

    monkeypatch.setattr("fuzz.HANG_S", 0.05)
    for read, message in ((wrong, "KeyError: 'pike'"), (endless, "not done after 0.05 s")):
        monkeypatch.setitem(READERS, "odd", Reader(lambda _: b"", read))
        (fault,) = faults("odd", 1, 1)
        assert message in fault.told


@pytest.mark.slow
def test_most_damage_changes_something() -> None:
    seed = json.dumps({"players": ["Ada", "Bo"], "level": 12}).encode()
    chance = Random(3)
    changed = [damaged([seed], chance) != seed for _ in range(200)]
    assert sum(changed) > 150
    assert not all(changed)

"""A file that is saved during a print leaves nothing wrong behind.

Whatever the print itself shows: the next one gives what an empty cache would give.
"""

from __future__ import annotations

import pickle
import shutil
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from pond import FISH_ART, SUN
from workshop import Workshop, composer, print_game, print_options

import cards_data.reader
from generator.pdf.manifest import game_version
from generator.store import sources
from generator.store.cache import cache_folder
from generator.store.sources import Sources
from generator.workers import WorkerPool

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

NEW = {
    "cards_data/pond/game.yaml": ("#4c8a3f", "#3f8a4c"),
    "cards_data/pond/fish.csv": ("Perch", "Bass!"),
    "cards_data/pond/words.csv": ("Pond", "Pool"),
    "cards_data/pond/scoring.yaml": ("3", "4"),
    "templates/pond/fish.svg.j2": ("#e4efe0", "#e4ffe0"),
    "templates/pond/fish_back.svg.j2": ("size=12", "size=13"),
    "templates/pond/symbols/sun.svg": ('r="9"', 'r="8"'),
    "templates/pond/art/tench.svg": ("#36607c", "#7c6036"),
}
files = pytest.mark.parametrize("name", NEW)


def save(root: Path, name: str) -> None:
    old, new = NEW[name]
    text = (root / name).read_text(encoding="utf-8")
    (root / name).write_text(text.replace(old, new), encoding="utf-8")


@pytest.fixture
def numbered_pond(pond: Workshop) -> Workshop:
    """The pond, with a number of scoring.yaml on a card."""
    pond.template("plant.svg.j2", "{{ line(scoring.points.fish, 9, 9) }}")
    return pond


def printed(pond: Workshop) -> bytes:
    shutil.rmtree(pond.out, ignore_errors=True)
    return pond.print().pdf.read_bytes()


def is_right(pond: Workshop) -> bool:
    """Whether the next print shows what stands in the files."""
    print_record = printed(pond)
    shutil.rmtree(cache_folder())
    return printed(pond) == print_record


@pytest.mark.parametrize("before", [False, True], ids=["first print", "printed before"])
@files
def test_saved_between_loading_and_composing(
    numbered_pond: Workshop, name: str, before: bool
) -> None:
    if before:
        printed(numbered_pond)
    game = numbered_pond.load()
    save(numbered_pond.root, name)
    print_game(game, print_options(dpi=72, jobs=1, out=numbered_pond.out))
    assert is_right(numbered_pond)


class Saving:
    """Reads files as ever, and has one of them saved anew right after it was read."""

    def __init__(self, root: Path, name: str, read: Callable[..., bytes]) -> None:
        self._root = root
        self._name = name
        self._read = read
        self.saved = False

    def __call__(self, path: Path, *limit: int) -> bytes:
        content = self._read(path, *limit)
        if path == self._root / self._name and not self.saved:
            self.saved = True
            save(self._root, self._name)
        return content


def here(
    self: WorkerPool, work: str, shared: Any, items: Sequence[Any], *_: object, **__: object
) -> Iterator[Any]:
    """The work of a pool in this process, where reading can be watched."""
    module, name = work.split(":")
    function = getattr(import_module(module), name)
    return (function(shared, item) for item in items)


@files
def test_saved_between_reading_and_using(
    numbered_pond: Workshop, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """What is hashed is what was used, also when it was saved in the same moment."""
    with monkeypatch.context() as patch:
        patch.setattr(WorkerPool, "map", here)
        saving = Saving(numbered_pond.root, name, cards_data.reader.read_bytes)
        patch.setattr(sources, "read_bytes", saving)
        patch.setattr(cards_data.reader, "read_bytes", saving)
        numbered_pond.print()
        assert saving.saved
    assert is_right(numbered_pond)


@pytest.mark.parametrize(("name", "text"), [("symbols/sun.svg", SUN), ("art/tench.svg", FISH_ART)])
def test_a_file_has_one_content_for_the_whole_run(pond: Workshop, name: str, text: str) -> None:
    files, path = Sources(), pond.templates / name
    before = files.read(path)
    path.write_text("<svg/>", encoding="utf-8")
    assert files.read(path) is before
    assert files.find("pond", *name.split("/")) is before
    assert before.text == text
    assert Sources().read(path).text == "<svg/>"


class Slow(bytes):
    """Content that takes long to pack: meanwhile somebody reads another file."""

    def __reduce__(self) -> tuple[type[bytes], tuple[bytes]]:
        SEEN[-1].read(Path(__file__).with_name(f"test_{len(SEEN[-1]._read)}.py"))
        return bytes, (bytes(self),)


SEEN: list[Sources] = []


def test_what_is_read_while_it_is_sent_to_a_worker_stops_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Composing goes on while the files so far are packed for those who draw."""
    monkeypatch.setattr("generator.store.sources.read_bytes", lambda *_: Slow(b"content"))
    one = Sources()
    SEEN.append(one)
    first = [one.read(Path(name)) for name in "abc"]
    assert first[0].digest
    sent = pickle.loads(pickle.dumps(one))
    assert len(one._read) == 6
    assert list(sent._read) == [Path(name) for name in "abc"]
    assert vars(sent._read[Path("a")])["digest"] == first[0].digest
    assert "digest" not in vars(sent._read[Path("b")])
    assert sent.folders == one.folders


@pytest.mark.parametrize("name", [name for name in NEW if name.startswith("cards_data")])
@pytest.mark.parametrize("gone", [False, True])
def test_the_version_on_paper_is_that_of_what_was_read(
    numbered_pond: Workshop, name: str, gone: bool
) -> None:
    before = game_version(numbered_pond.load(), Sources())
    read = numbered_pond.load()
    if gone:
        (numbered_pond.root / name).unlink()
    else:
        save(numbered_pond.root, name)
    assert game_version(read, Sources()) == before
    assert gone or game_version(numbered_pond.load(), Sources()) != before


@pytest.mark.parametrize("place", [("fish.svg.j2",), ("symbols", "sun.svg")])
def test_no_worker_sees_another_template_than_the_others(
    pond: Workshop, place: tuple[str, ...]
) -> None:
    one = composer(pond.load())
    first, later = pickle.dumps(one), pickle.dumps(one)
    template = pickle.loads(first).sources.find("pond", *place)
    save(pond.root, "/".join(("templates", "pond", *place)))
    assert pickle.loads(later).sources.find("pond", *place) == template
    assert Sources().find("pond", *place) != template

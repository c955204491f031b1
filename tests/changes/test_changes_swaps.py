"""The swap list: what to take out of the box, what to put in, with versions, on the first page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st
from meadow import Meadow, faces, options, read
from workshop import compare, print_changed

from generator.changes.diff import diff
from generator.changes.reprint import swap_list
from generator.changes.since import Comparison
from generator.changes.snapshot import PieceState, Snapshot
from generator.kit.making import Swap
from generator.kit.pages import SWAPS_ON_HOWTO
from generator.pdf.build import Build

pytestmark = pytest.mark.slow

POPPY = {"id": "poppy", "copies": "2", "name": "Poppy", "name:sv": "Vallmo", "number": "2"}


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    new = tmp_path / "new"
    new.mkdir()
    monkeypatch.chdir(new)
    return Meadow().write(tmp_path / "old"), new


def flower_swaps(roots: tuple[Path, Path], new: Meadow, copies: int = 1) -> dict[str, Swap]:
    """The lines of the flowers by piece."""
    old, root = roots
    new.write(root)
    game, chosen = read(root), options(root / "output", copies=copies)
    found = list(swap_list(compare(game, "en", str(old), chosen.out), chosen))
    assert len({(swap.deck, swap.piece) for swap in found}) == len(found), "each piece once"
    return {swap.piece: swap for swap in found if swap.deck == "Flowers"}


def version(root: Path, piece: str) -> str:
    return faces(root)["flowers", piece].version


def test_a_changed_piece_is_swapped_in_all_its_copies(roots: tuple[Path, Path]) -> None:
    swap = flower_swaps(roots, Meadow().flower("thistle", number="4"))["thistle"]
    assert (swap.out, swap.into) == (3, 3)
    assert (swap.before, swap.after) == (version(roots[0], "thistle"), version(roots[1], "thistle"))
    assert swap.before != swap.after


def test_a_changed_piece_with_other_copies_swaps_both_counts(roots: tuple[Path, Path]) -> None:
    swap = flower_swaps(roots, Meadow().flower("daisy", number="9", copies="5"))["daisy"]
    assert (swap.out, swap.into) == (2, 5)


def test_a_new_piece_is_only_put_in(roots: tuple[Path, Path]) -> None:
    new = replace(Meadow(), flowers=(POPPY, *Meadow().flowers))
    found = flower_swaps(roots, new)
    assert set(found) == {"poppy"}
    after = version(roots[1], "poppy")
    assert found["poppy"] == Swap("Flowers", "poppy", 0, 2, "", after, name="Poppy")


def test_a_piece_that_is_gone_is_only_taken_out(roots: tuple[Path, Path]) -> None:
    new = replace(Meadow(), flowers=Meadow().flowers[:2])
    found = flower_swaps(roots, new)
    before = version(roots[0], "thistle")
    assert found == {"thistle": Swap("Flowers", "thistle", 3, 0, before, "", name="Thistle")}


@pytest.mark.parametrize(("copies", "out", "into"), [("5", 0, 2), ("1", 2, 0)])
def test_more_and_fewer_copies_of_the_same_face(
    roots: tuple[Path, Path], copies: str, out: int, into: int
) -> None:
    found = flower_swaps(roots, Meadow().flower("thistle", copies=copies))
    same = version(roots[0], "thistle")
    assert found == {"thistle": Swap("Flowers", "thistle", out, into, same, same, name="Thistle")}


def test_sets_are_swapped_as_often_as_they_were_printed(roots: tuple[Path, Path]) -> None:
    swap = flower_swaps(roots, Meadow().flower("thistle", number="4"), copies=3)["thistle"]
    assert (swap.out, swap.into) == (9, 9)


def state(name: str, counts: tuple[int, str]) -> PieceState:
    copies, face = counts
    return PieceState("flowers", name, {"copies": copies}, face, None, face)


boxes = st.dictionaries(
    st.sampled_from(["daisy", "clover", "thistle", "poppy"]),
    st.tuples(st.integers(1, 5), st.sampled_from(["face1", "face2"])),
)


@given(boxes, boxes, st.integers(1, 3))
def test_after_the_swap_the_box_holds_what_the_data_says(
    old: dict[str, tuple[int, str]], new: dict[str, tuple[int, str]], sets: int
) -> None:
    """Old copies, minus what is taken out, plus what is put in: by piece and version."""
    moments = [
        Snapshot("meadow", "en", "", tuple(state(*item) for item in box.items()), {})
        for box in (old, new)
    ]
    game = SimpleNamespace(decks={})
    comparison = Comparison(diff(*moments), cast(Any, SimpleNamespace(game=game)))
    box = Counter({(name, face): count * sets for name, (count, face) in old.items()})
    for swap in swap_list(comparison, options(Path(), copies=sets)):
        box[swap.piece, swap.before] -= swap.out
        box[swap.piece, swap.after] += swap.into
        assert swap.out or swap.into, "a line that asks for nothing"
    assert +box == {(name, face): count * sets for name, (count, face) in new.items()}
    assert not -box, "more was taken out than there was"


def words_of(svg: str) -> str:
    """All that is written on a page, in reading order."""
    return " ".join(re.findall(r">([^<>]+)</text>", svg))


def test_the_list_stands_on_the_how_to_page(
    roots: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Build] = []
    monkeypatch.setattr("generator.pipeline.write_build", lambda build, *_: seen.append(build))
    old, root = roots
    changed = Meadow().flower("daisy", number="9", copies="5")
    replace(changed, flowers=(POPPY, *changed.flowers[:2])).write(root)
    report = print_changed(read(root), options(root / "output"), str(old))
    assert report
    first = seen[0].pages[0].placements[0].face
    text = words_of(seen[0].arts[first].svg)
    before, after = version(old, "daisy"), version(root, "daisy")
    assert "Swap" in text
    assert f"Daisy · Flowers daisy out 2 ( {before} ) in 5 ( {after} )" in _spaced(text)
    assert f"Poppy · Flowers poppy in 2 ( {version(root, 'poppy')} )" in _spaced(text)
    assert f"Thistle · Flowers thistle out 3 ( {version(old, 'thistle')} )" in _spaced(text)
    assert "clover" not in text.lower()
    below = [label.text for label in seen[0].pages[0].marks.labels]
    assert below == [f"Data version {seen[0].about.version}"]


def _spaced(text: str) -> str:
    """Runs of text are separate elements; brackets stand free, so that they can be compared."""
    return " ".join(re.sub(r"([()])", r" \1 ", text).split())


@pytest.mark.parametrize("count", [1, 14, 15, 49, 50, 90])
def test_a_long_list_goes_on_over_further_pages_and_names_every_piece(
    roots: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    seen: list[Build] = []
    monkeypatch.setattr("generator.pipeline.write_build", lambda build, *_: seen.append(build))
    old, root = roots
    rows = tuple({**POPPY, "id": f"poppy_{n:02}", "number": str(n)} for n in range(count))
    new = replace(Meadow(), flowers=(*Meadow().flowers, *rows))
    new.write(root)
    (root / "templates/meadow/summary.svg.j2").write_text("<g/>", encoding="utf-8")
    (old / "templates/meadow/summary.svg.j2").write_text("<g/>", encoding="utf-8")
    assert print_changed(read(root), options(root / "output"), str(old))
    opening = [page.placements[0].face for page in seen[0].pages if len(page.placements) == 1]
    texts = [words_of(seen[0].arts[face].svg) for face in opening]
    listed = [name for text in texts for name in re.findall(r"poppy_\d\d", text)]
    assert set(listed) >= {f"poppy_{n:02}" for n in range(count)}
    assert ("goes on overleaf" in texts[0]) == (count > SWAPS_ON_HOWTO)

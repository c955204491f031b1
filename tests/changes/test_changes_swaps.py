"""The swap list: what to take out of the box, what to put in, with versions, on the first page."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from comparing import POND, RUFFE, faces, options, read
from hypothesis import given
from hypothesis import strategies as st
from pond import Pond
from workshop import compare, print_changed

from generator.changes.compare import Comparison
from generator.changes.diff import PieceState, Snapshot, diff
from generator.changes.reprint import swap_list
from generator.compose.stamps import short_stamp
from generator.kit.kit_pages import SWAPS_ON_HOWTO
from generator.kit.kit_worker import Swap
from generator.pdf.build import Build

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]


def stamp(fish: str) -> str:
    return short_stamp("fish", fish)


@pytest.fixture
def roots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Path]:
    new = tmp_path / "new"
    new.mkdir()
    monkeypatch.chdir(new)
    return POND.write(tmp_path / "old"), new


def fish_swaps(roots: tuple[Path, Path], new: Pond, copies: int = 1) -> dict[str, Swap]:
    """The lines of the fish by piece."""
    old, root = roots
    new.write(root)
    game, chosen = read(root), options(root / "output", copies=copies)
    swaps = list(swap_list(compare(game, "en", str(old), chosen.out), chosen))
    assert len({(swap.deck, swap.piece) for swap in swaps}) == len(swaps), "each piece once"
    return {swap.piece: swap for swap in swaps if swap.deck == "Fish"}


def version(root: Path, piece: str) -> str:
    return faces(root)["fish", piece].version


def test_a_changed_piece_is_swapped_in_all_its_copies(roots: tuple[Path, Path]) -> None:
    swap = fish_swaps(roots, POND.with_fish("tench", cost="4"))["tench"]
    assert (swap.out, swap.into) == (2, 2)
    assert (swap.before, swap.after) == (version(roots[0], "tench"), version(roots[1], "tench"))
    assert swap.before != swap.after


def test_a_changed_piece_with_other_copies_swaps_both_counts(roots: tuple[Path, Path]) -> None:
    swap = fish_swaps(roots, POND.with_fish("perch", cost="9", copies="5"))["perch"]
    assert (swap.out, swap.into) == (2, 5)


def test_a_new_piece_is_only_put_in(roots: tuple[Path, Path]) -> None:
    new = replace(POND, fish=(RUFFE, *POND.fish))
    swaps = fish_swaps(roots, new)
    assert set(swaps) == {"ruffe"}
    after = version(roots[1], "ruffe")
    assert swaps["ruffe"] == Swap(
        "Fish", "ruffe", 0, 2, "", after, name="Ruffe", stamp=stamp("ruffe")
    )


def test_a_piece_that_is_gone_is_only_taken_out(roots: tuple[Path, Path]) -> None:
    new = replace(POND, fish=POND.fish[:2])
    swaps = fish_swaps(roots, new)
    before = version(roots[0], "tench")
    assert swaps == {
        "tench": Swap("Fish", "tench", 2, 0, before, "", name="Tench", stamp=stamp("tench"))
    }


@pytest.mark.parametrize(("copies", "out", "into"), [("4", 0, 2), ("1", 1, 0)])
def test_more_and_fewer_copies_of_the_same_face(
    roots: tuple[Path, Path], copies: str, out: int, into: int
) -> None:
    swaps = fish_swaps(roots, POND.with_fish("tench", copies=copies))
    same = version(roots[0], "tench")
    assert swaps == {
        "tench": Swap("Fish", "tench", out, into, same, same, name="Tench", stamp=stamp("tench"))
    }


def test_sets_are_swapped_as_often_as_they_were_printed(roots: tuple[Path, Path]) -> None:
    swap = fish_swaps(roots, POND.with_fish("tench", cost="4"), copies=3)["tench"]
    assert (swap.out, swap.into) == (6, 6)


def state(name: str, counts: tuple[int, str]) -> PieceState:
    copies, face = counts
    return PieceState("fish", name, {"copies": copies}, face, None, face)


boxes = st.dictionaries(
    st.sampled_from(["perch", "pike", "tench", "ruffe"]),
    st.tuples(st.integers(1, 5), st.sampled_from(["face1", "face2"])),
)


@given(boxes, boxes, st.integers(1, 3))
def test_after_the_swap_the_box_holds_what_the_data_says(
    old: dict[str, tuple[int, str]], new: dict[str, tuple[int, str]], sets: int
) -> None:
    """Old copies, minus what is taken out, plus what is put in: by piece and version."""
    moments = [
        Snapshot("pond", "en", "", tuple(state(*item) for item in box.items()), {})
        for box in (old, new)
    ]
    game = SimpleNamespace(decks={})
    comparison = Comparison(diff(*moments), cast(Any, SimpleNamespace(game=game, unpictured=())))
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
    monkeypatch.setattr(
        "generator.kit.print_files.write_build", lambda build, *_: seen.append(build)
    )
    old, root = roots
    changed = POND.with_fish("perch", cost="9", copies="5")
    replace(changed, fish=(RUFFE, *changed.fish[:2])).write(root)
    report = print_changed(read(root), options(root / "output"), str(old))
    assert report
    first = seen[0].pages[0].placements[0].face
    text = words_of(seen[0].arts[first].svg)
    before, after = version(old, "perch"), version(root, "perch")
    assert "Swap" in text
    assert f"Perch · Fish {stamp('perch')} perch out 2 ( {before} ) in 5 ( {after} )" in _spaced(
        text
    )
    assert f"Ruffe · Fish {stamp('ruffe')} ruffe in 2 ( {version(root, 'ruffe')} )" in _spaced(text)
    assert f"Tench · Fish {stamp('tench')} tench out 2 ( {version(old, 'tench')} )" in _spaced(text)
    assert "pike" not in text.lower()
    below = [label.text for label in seen[0].pages[0].marks.labels]
    assert below == [seen[0].about.subject]


def _spaced(text: str) -> str:
    """Runs of text are separate elements; brackets stand free, so that they can be compared."""
    return " ".join(re.sub(r"([()])", r" \1 ", text).split())


@pytest.mark.parametrize("count", [1, 14, 15, 49, 50, 90])
def test_a_long_list_goes_on_over_further_pages_and_names_every_piece(
    roots: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch, count: int
) -> None:
    seen: list[Build] = []
    monkeypatch.setattr(
        "generator.kit.print_files.write_build", lambda build, *_: seen.append(build)
    )
    old, root = roots
    rows = tuple({**RUFFE, "id": f"ruffe_{n:02}", "cost": str(n % 10)} for n in range(count))
    new = replace(POND, fish=(*POND.fish, *rows))
    new.write(root)
    (root / "templates/pond/summary.svg.j2").write_text("<g/>", encoding="utf-8")
    (old / "templates/pond/summary.svg.j2").write_text("<g/>", encoding="utf-8")
    assert print_changed(read(root), options(root / "output"), str(old))
    opening = [page.placements[0].face for page in seen[0].pages if len(page.placements) == 1]
    texts = [words_of(seen[0].arts[face].svg) for face in opening]
    listed = [name for text in texts for name in re.findall(r"ruffe_\d\d", text)]
    assert set(listed) >= {f"ruffe_{n:02}" for n in range(count)}
    assert ("continued overleaf" in texts[0]) == (count > SWAPS_ON_HOWTO)

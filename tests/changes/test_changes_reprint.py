"""A reprint holds exactly the pieces that look different, are new or lack copies."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from comparing import (
    POND,
    RUFFE,
    Command,
    Key,
    Rows,
    applied,
    applied_from_json,
    changes,
    composing,
    copies_on,
    drawings,
    faces,
    manifest,
    options,
    read,
)
from hypothesis import given
from hypothesis import strategies as st
from pond import FRONT, Pond
from texts import text_of
from thorough import examples
from workshop import compare, composed_by, print_changed, print_game

from generator.changes.diff import PieceState, snapshot_of
from generator.changes.report import as_data
from generator.changes.reprint import swap_list
from generator.compose.stamps import short_stamp
from generator.pdf.manifest import game_version

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

NAMES = ("Perch", "Ruffe", "A fish with a very long name", "Å & <ö>", "  Perch ", "Two  words")


@contextmanager
def at_work(old: Pond, new: Pond) -> Iterator[tuple[Path, Path]]:
    """Both moments in folders of their own; the new one is the current folder."""
    before = Path.cwd()
    with tempfile.TemporaryDirectory() as folder:
        roots = old.write(Path(folder) / "old"), new.write(Path(folder) / "new")
        os.chdir(roots[1])
        try:
            yield roots
        finally:
            os.chdir(before)


def reprinted(old: Path, new: Path, lang: str = "en") -> dict[Key, int]:
    report = print_changed(read(new), options(new / "output", lang=lang, render="vector"), str(old))
    return copies_on(report.manifest) if report else {}


def copies_to_print(old: Path, new: Path, lang: str = "en") -> dict[Key, int]:
    """Piece by piece from their shapes: what a careful person with a lens would print."""
    before, after = faces(old, lang), faces(new, lang)
    had, has = _copies(old), _copies(new)
    copies = {}
    for key, piece_faces in after.items():
        if key not in before or drawings(piece_faces) != drawings(before[key]):
            copies[key] = has[key]
        elif has[key] > had[key]:
            copies[key] = has[key] - had[key]
    return copies


def _copies(root: Path) -> dict[Key, int]:
    game = read(root)
    return {(d.name, piece.id): piece.copies for d in game.decks.values() for piece in d.pieces}


@st.composite
def edited(draw: st.DrawFn) -> tuple[Pond, str]:
    """The pond after one to three edits, and what they were."""
    new, described = POND, []
    for edit in draw(st.lists(st.sampled_from(EDITS), min_size=1, max_size=3)):
        new = edit(draw, new)
        described.append(edit.__name__)
    return new, " ".join(described)


def _some_fish(draw: st.DrawFn, game: Pond) -> str:
    return str(draw(st.sampled_from([row["id"] for row in game.fish])))


def _name(draw: st.DrawFn, game: Pond) -> Pond:
    return game.with_fish(_some_fish(draw, game), name=draw(st.sampled_from(NAMES)))


def _number(draw: st.DrawFn, game: Pond) -> Pond:
    return game.with_fish(_some_fish(draw, game), cost=str(draw(st.integers(0, 6))))


def _zones(draw: st.DrawFn, game: Pond) -> Pond:
    zones = draw(st.lists(st.sampled_from(["reed", "mud"]), unique=True))
    return game.with_fish(_some_fish(draw, game), zones="|".join(zones))


def _translation(draw: st.DrawFn, game: Pond) -> Pond:
    return game.with_fish(_some_fish(draw, game), **{"name:sv": draw(st.sampled_from(NAMES))})


def _unseen_latin(draw: st.DrawFn, game: Pond) -> Pond:
    return game.with_fish(_some_fish(draw, game), latin=draw(st.sampled_from(["", "x", "y"])))


def _copies_of(draw: st.DrawFn, game: Pond) -> Pond:
    return game.with_fish(_some_fish(draw, game), copies=str(draw(st.integers(1, 4))))


def _add(draw: st.DrawFn, game: Pond) -> Pond:
    name = draw(st.sampled_from(["ruffe", "roach"]))
    row = {**RUFFE, "id": name, "name": name, "name:sv": name}
    rows = [fish for fish in game.fish if fish["id"] != name]
    rows.insert(draw(st.integers(0, len(rows))), row)
    return replace(game, fish=tuple(rows))


def _remove(draw: st.DrawFn, game: Pond) -> Pond:
    name = _some_fish(draw, game)
    rest = tuple(row for row in game.fish if row["id"] != name)
    return replace(game, fish=rest or game.fish)


def _reorder(draw: st.DrawFn, game: Pond) -> Pond:
    return replace(game, plants=tuple(draw(st.permutations(game.plants))))


def _plant(draw: st.DrawFn, game: Pond) -> Pond:
    name, copies = draw(st.sampled_from(["Reed", "Vass", "Rush"])), draw(st.integers(1, 5))
    cells = {"name": name, "name:sv": name, "copies": str(copies)}
    return game.with_plant(game.plants[0]["id"], **cells)


def _rename_column(draw: st.DrawFn, game: Pond) -> Pond:
    return replace(game, number=draw(st.sampled_from(["cost", "price", "depth"])))


def _word(draw: st.DrawFn, game: Pond) -> Pond:
    return replace(game, word=draw(st.sampled_from(["Pond", "Pool"])))


def _scoring(draw: st.DrawFn, game: Pond) -> Pond:
    return replace(game, points=draw(st.integers(2, 4)))


def _indent(draw: st.DrawFn, game: Pond) -> Pond:
    return replace(game, indent=draw(st.sampled_from(["", "  ", "\n\t"])))


EDITS = (
    _name,
    _number,
    _zones,
    _translation,
    _unseen_latin,
    _copies_of,
    _add,
    _remove,
    _reorder,
    _plant,
    _rename_column,
    _word,
    _scoring,
    _indent,
)


@examples(40, trust=300)
@given(edited(), st.sampled_from(["en", "sv"]))
def test_exactly_the_pieces_whose_drawings_differ(edit: tuple[Pond, str], lang: str) -> None:
    with at_work(POND, edit[0]) as (old, new):
        assert reprinted(old, new, lang) == copies_to_print(old, new, lang), edit[1]


@examples(20, trust=60)
@given(edited(), edited())
def test_the_report_from_files_gives_the_new_rows(
    one: tuple[Pond, str], other: tuple[Pond, str]
) -> None:
    """From one edited game to another one, through CSV, YAML and templates."""
    with at_work(one[0], other[0]) as (old, new):
        report = changes(old, new)
        assert applied(_states(old), report) == _rows(new), (one[1], other[1])
        described = json.loads(json.dumps(as_data(report)))
        assert applied_from_json(_rows(old), described) == _rows(new), (one[1], other[1])


def _states(root: Path) -> list[PieceState]:
    return list(snapshot_of(composed_by(composing(root))).pieces)


def _rows(root: Path) -> Rows:
    """Straight from the checked data, past everything that the report is made with."""
    return {
        deck.name: [
            (
                piece.id,
                {
                    "copies": piece.copies,
                    **{
                        name: list(value) if isinstance(value, tuple) else value
                        for name, value in piece.values.items()
                    },
                    **{f"{c}:{lang}": text for (c, lang), text in piece.translations.items()},
                    "source": piece.source,
                    "reason": piece.reason,
                },
            )
            for piece in deck.pieces
        ]
        for deck in read(root).decks.values()
    }


@pytest.mark.parametrize(
    "new",
    [
        POND.with_fish("perch", latin="a column that no template shows"),
        POND.with_fish("perch", name="  Perch  "),
        POND.with_fish("perch", **{"name:sv": "Ål"}),
        replace(POND, plants=POND.plants[::-1]),
        replace(POND, number="price"),
        replace(POND, indent="\n   \t"),
    ],
    ids=["unseen column", "blanks", "other language", "order", "column renamed", "indented"],
)
def test_what_nobody_can_see_is_not_printed_again(new: Pond, ecotable: Command) -> None:
    with at_work(POND, new) as (old, root):
        answer = ecotable("print", "pond", "--changed-since", old, "--dpi", 72, "--jobs", 1)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == "pond: nothing changed, nothing to print\n"
        assert not (root / "output").exists()


def test_a_template_that_changes_one_deck_prints_that_deck() -> None:
    with at_work(POND, POND) as (old, new):
        text = f'{FRONT}<circle cx="9" cy="60" r="1" fill="#000000"/>\n'
        (new / "templates/pond/fish.svg.j2").write_text(text, encoding="utf-8")
        copies = {("fish", "perch"): 2, ("fish", "pike"): 1, ("fish", "tench"): 2}
        assert reprinted(old, new) == copies_to_print(old, new) == copies


def test_a_reprint_is_the_last_print_for_the_next_one(ecotable: Command) -> None:
    """The chain of an evening: print, edit, reprint, edit, reprint."""
    second = POND.with_fish("perch", cost="7")
    with at_work(POND, POND) as (_, root):
        ecotable("print", "pond", "--dpi", 72, "--jobs", 1)
        for new, expected in ((second, "perch"), (second.with_fish("pike", cost="8"), "pike")):
            new.write(root)
            answer = ecotable("print", "pond", "--changed-since", "last", "--dpi", 72, "--jobs", 1)
            assert answer.code == 0, answer.err
            printed = {name for deck, name in copies_on(_changed(root)) if deck == "fish"}
            assert printed == {expected}


def _changed(root: Path) -> Path:
    return root / "output" / "pond-en-a4-changed.json"


@examples(12, trust=40)
@given(st.lists(edited(), min_size=2, max_size=4))
def test_after_any_chain_of_reprints_the_box_is_as_if_newly_printed(
    edits: list[tuple[Pond, str]],
) -> None:
    """Print once, then only reprint: every swap carried out, the box holds the data's cards."""
    with at_work(POND, POND) as (_, root):
        chosen = options(root / "output")
        print_game(read(root), chosen)
        box = in_print(root)
        for tick, (new, _) in enumerate(edits, 1):
            new.write(root)
            game = read(root)
            comparison = compare(game, "en", "last", chosen.out)
            report = print_changed(game, chosen, "last")
            out = {(swap.deck, swap.piece): swap.out for swap in swap_list(comparison, chosen)}
            swapped(box, out, copies_on(report.manifest) if report else {}, root)
            if report:
                os.utime(report.manifest, (tick + 2e9, tick + 2e9))
        assert box == in_print(root), [described for _, described in edits]


def in_print(root: Path) -> dict[Key, tuple[int, str]]:
    """How many of which version a whole print of the data at hand gives."""
    faces_by_key = faces(root)
    return {key: (count, faces_by_key[key].version) for key, count in _copies(root).items()}


def swapped(
    box: dict[Key, tuple[int, str]], out: dict[Key, int], into: dict[Key, int], root: Path
) -> None:
    """Carries out a swap list as somebody at the table does: by deck, piece and version."""
    titles = {"Fish": "fish", "Plants": "plants", "Summary": "summary"}
    for (title, piece), count in out.items():
        key = titles[title], piece
        had, version = box.pop(key, (0, ""))
        if had > count:
            box[key] = had - count, version
    faces_by_key = faces(root)
    for key, count in into.items():
        had, version = box.get(key, (0, faces_by_key[key].version))
        assert version == faces_by_key[key].version, "old and new cards of one kind in one box"
        box[key] = had + count, version


def test_only_the_asked_decks_are_printed_and_swapped(ecotable: Command) -> None:
    """--deck narrows the sheets and the swap list alike."""
    new = POND.with_plant("reed", name="Rush", copies="4").without_plant("lily")
    with at_work(POND, new.with_fish("perch", cost="9")) as (old, root):
        words = ("print", "pond", "--changed-since", old, "--dpi", 72, "--jobs", 1)
        assert ecotable(*words, "--deck", "plants").code == 0
        copies = copies_on(root / "output" / "pond-en-a4-plants-changed.json")
        assert copies == {("plants", "reed"): 4}
    with at_work(POND, POND.with_fish("perch", cost="9")) as (old, root):
        answer = ecotable(*words[:3], old, *words[4:], "--deck", "plants")
        assert answer.out == "pond: nothing changed, nothing to print\n"
        answer = ecotable(*words[:3], old, *words[4:], "--deck", "tokns")
        assert answer.code == 2
        assert text_of("value.unknown", value='pond --deck: "tokns"') in answer.err


def test_whole_sets_are_reprinted_as_whole_sets() -> None:
    with at_work(POND, POND.with_fish("perch", name="Eel")) as (old, new):
        report = print_changed(read(new), options(new / "output", copies=3), str(old))
        assert report
        assert copies_on(report.manifest)["fish", "perch"] == 6


def test_changed_pieces_of_all_sizes_share_one_sheet_with_their_backs() -> None:
    new = replace(POND, word="Pool").with_plant("reed", name="Rush", copies="4")
    new = new.without_plant("lily")
    with at_work(POND, new) as (old, root):
        report = print_changed(read(root), options(root / "output"), str(old))
        assert report
        assert report.pages == 4, "how-to page, one sheet, two sides each"
        sides = [
            (piece["deck"], place["side"], place["page"])
            for piece in manifest(report.manifest)["pieces"]
            for place in piece["places"]
        ]
        assert {page for _, side, page in sides if side == "front"} == {3}
        assert {deck for deck, side, _ in sides if side == "back"} == {"fish"}


def test_stamps_tell_old_from_new_and_only_where_the_own_face_changed() -> None:
    new = POND.with_fish("pike", cost="8", latin="x").with_fish("perch", latin="unseen")
    with at_work(POND, new) as (old, root):
        before, after = faces(old), faces(root)
        different = {key for key in after if after[key].version != before[key].version}
        assert different == {("fish", "pike"), ("summary", "summary")}
        for key in after.keys() - {("summary", "summary")}:
            stamp = f">{short_stamp(*key)}</text>"
            assert stamp in after[key].front.svg
            assert stamp in before[key].front.svg


@pytest.mark.parametrize(
    "new",
    [
        POND.with_fish("perch", latin="x"),
        POND.with_fish("perch", **{"name:sv": "Ål"}),
        replace(POND, points=4),
        replace(POND, word="Pool"),
        replace(POND, plants=POND.plants[::-1]),
    ],
)
def test_the_version_of_the_game_changes_with_any_data(new: Pond) -> None:
    with at_work(POND, new) as roots:
        before, after = (game_version(one.game, one.sources) for one in map(composing, roots))
        assert before != after

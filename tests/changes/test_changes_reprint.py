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
from hypothesis import given, settings
from hypothesis import strategies as st
from meadow import (
    FLOWER,
    Command,
    Key,
    Meadow,
    Rows,
    applied_from_json,
    changes,
    composing,
    copies_on,
    faces,
    manifest,
    options,
    pixels,
    read,
)
from workshop import compare, composed_by, print_changed, print_game

from generator.changes.diff import applied
from generator.changes.report import as_json
from generator.changes.reprint import swap_list
from generator.changes.snapshot import PieceState, of_composed
from generator.pdf.manifest import game_version

pytestmark = pytest.mark.slow

NAMES = ("Daisy", "Poppy", "A flower with a very long name", "Å & <ö>", "  Daisy ", "Two  words")


@contextmanager
def at_work(old: Meadow, new: Meadow) -> Iterator[tuple[Path, Path]]:
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
    report = print_changed(read(new), options(new / "output", lang=lang), str(old))
    return copies_on(report.manifest) if report else {}


def wanted(old: Path, new: Path, lang: str = "en") -> dict[Key, int]:
    """Piece by piece from pixels: what a careful person with a magnifying glass would print."""
    before, after = faces(old, lang), faces(new, lang)
    had, has = _copies(old), _copies(new)
    found = {}
    for key, made in after.items():
        if key not in before or pixels(made) != pixels(before[key]):
            found[key] = has[key]
        elif has[key] > had[key]:
            found[key] = has[key] - had[key]
    return found


def _copies(root: Path) -> dict[Key, int]:
    game = read(root)
    return {(d.name, piece.id): piece.copies for d in game.decks.values() for piece in d.pieces}


@st.composite
def edited(draw: st.DrawFn) -> tuple[Meadow, str]:
    """The meadow after one to three edits, and what they were."""
    new, told = Meadow(), []
    for edit in draw(st.lists(st.sampled_from(EDITS), min_size=1, max_size=3)):
        new = edit(draw, new)
        told.append(edit.__name__)
    return new, " ".join(told)


def _some_flower(draw: st.DrawFn, game: Meadow) -> str:
    return str(draw(st.sampled_from([row["id"] for row in game.flowers])))


def _name(draw: st.DrawFn, game: Meadow) -> Meadow:
    return game.flower(_some_flower(draw, game), name=draw(st.sampled_from(NAMES)))


def _number(draw: st.DrawFn, game: Meadow) -> Meadow:
    return game.flower(_some_flower(draw, game), number=str(draw(st.integers(0, 6))))


def _visitors(draw: st.DrawFn, game: Meadow) -> Meadow:
    visitors = draw(st.lists(st.sampled_from(["bee", "moth"]), unique=True))
    return game.flower(_some_flower(draw, game), visitors="|".join(visitors))


def _translation(draw: st.DrawFn, game: Meadow) -> Meadow:
    return game.flower(_some_flower(draw, game), **{"name:sv": draw(st.sampled_from(NAMES))})


def _unseen_note(draw: st.DrawFn, game: Meadow) -> Meadow:
    return game.flower(_some_flower(draw, game), note=draw(st.sampled_from(["", "x", "y"])))


def _copies_of(draw: st.DrawFn, game: Meadow) -> Meadow:
    return game.flower(_some_flower(draw, game), copies=str(draw(st.integers(1, 4))))


def _add(draw: st.DrawFn, game: Meadow) -> Meadow:
    name = draw(st.sampled_from(["poppy", "lupin"]))
    row = {"id": name, "copies": "2", "name": name, "name:sv": name, "number": "2"}
    rows = [flower for flower in game.flowers if flower["id"] != name]
    rows.insert(draw(st.integers(0, len(rows))), row)
    return replace(game, flowers=tuple(rows))


def _remove(draw: st.DrawFn, game: Meadow) -> Meadow:
    name = _some_flower(draw, game)
    rest = tuple(row for row in game.flowers if row["id"] != name)
    return replace(game, flowers=rest or game.flowers)


def _reorder(draw: st.DrawFn, game: Meadow) -> Meadow:
    return replace(game, tokens=tuple(draw(st.permutations(game.tokens))))


def _token(draw: st.DrawFn, game: Meadow) -> Meadow:
    one, *others = game.tokens
    cells = {"points": str(draw(st.integers(0, 3))), "copies": str(draw(st.integers(1, 5)))}
    return replace(game, tokens=({**one, **cells}, *others))


def _rename_column(draw: st.DrawFn, game: Meadow) -> Meadow:
    return replace(game, number=draw(st.sampled_from(["cost", "price", "nectar"])))


def _word(draw: st.DrawFn, game: Meadow) -> Meadow:
    return replace(game, word=draw(st.sampled_from(["Meadow", "Field"])))


def _scoring(draw: st.DrawFn, game: Meadow) -> Meadow:
    return replace(game, points=draw(st.integers(2, 4)))


def _indent(draw: st.DrawFn, game: Meadow) -> Meadow:
    return replace(game, indent=draw(st.sampled_from(["", "  ", "\n\t"])))


EDITS = (
    _name,
    _number,
    _visitors,
    _translation,
    _unseen_note,
    _copies_of,
    _add,
    _remove,
    _reorder,
    _token,
    _rename_column,
    _word,
    _scoring,
    _indent,
)


@settings(max_examples=70)
@given(edited(), st.sampled_from(["en", "sv"]))
def test_exactly_the_pieces_whose_pixels_differ(edit: tuple[Meadow, str], lang: str) -> None:
    with at_work(Meadow(), edit[0]) as (old, new):
        assert reprinted(old, new, lang) == wanted(old, new, lang), edit[1]


@settings(max_examples=60)
@given(edited(), edited())
def test_the_report_from_files_gives_the_new_rows(
    one: tuple[Meadow, str], other: tuple[Meadow, str]
) -> None:
    """From one edited game to another one, through CSV, YAML and templates."""
    with at_work(one[0], other[0]) as (old, new):
        report = changes(old, new)
        assert applied(_states(old), report) == _rows(new), (one[1], other[1])
        told = json.loads(json.dumps(as_json(report)))
        assert applied_from_json(_rows(old), told) == _rows(new), (one[1], other[1])


def _states(root: Path) -> list[PieceState]:
    return list(of_composed(composed_by(composing(root))).pieces)


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
        Meadow().flower("daisy", note="a column that no template shows"),
        Meadow().flower("daisy", name="  Daisy  "),
        Meadow().flower("daisy", **{"name:sv": "Bellis"}),
        replace(Meadow(), tokens=Meadow().tokens[::-1]),
        replace(Meadow(), number="price"),
        replace(Meadow(), indent="\n   \t"),
    ],
    ids=["unseen column", "blanks", "other language", "order", "column renamed", "indented"],
)
def test_what_nobody_can_see_is_not_printed_again(new: Meadow, ecotable: Command) -> None:
    with at_work(Meadow(), new) as (old, root):
        answer = ecotable("print", "meadow", "--changed-since", old, "--dpi", 72, "--jobs", 1)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == "meadow: nothing changed, nothing to print\n"
        assert not (root / "output").exists()


def test_a_template_that_changes_one_deck_prints_that_deck() -> None:
    with at_work(Meadow(), Meadow()) as (old, new):
        lines = (*FLOWER, '<circle cx="9" cy="60" r="1" fill="#000000"/>')
        text = "\n".join(lines).replace("NUMBER", "cost")
        (new / "templates/meadow/flower.svg.j2").write_text(text, encoding="utf-8")
        found = {("flowers", "daisy"): 2, ("flowers", "clover"): 1, ("flowers", "thistle"): 3}
        assert reprinted(old, new) == wanted(old, new) == found


def test_a_reprint_is_the_last_print_for_the_next_one(ecotable: Command) -> None:
    """The chain of an evening: print, edit, reprint, edit, reprint."""
    second = Meadow().flower("daisy", number="7")
    with at_work(Meadow(), Meadow()) as (_, root):
        ecotable("print", "meadow", "--dpi", 72, "--jobs", 1)
        for new, expected in ((second, "daisy"), (second.flower("clover", number="8"), "clover")):
            new.write(root)
            answer = ecotable(
                "print", "meadow", "--changed-since", "last", "--dpi", 72, "--jobs", 1
            )
            assert answer.code == 0, answer.err
            printed = {name for deck, name in copies_on(_changed(root)) if deck == "flowers"}
            assert printed == {expected}


def _changed(root: Path) -> Path:
    return root / "output" / "meadow-en-a4-changed.json"


@settings(max_examples=12)
@given(st.lists(edited(), min_size=2, max_size=4))
def test_after_any_chain_of_reprints_the_box_is_as_if_newly_printed(
    edits: list[tuple[Meadow, str]],
) -> None:
    """Print once, then only reprint: every swap carried out, the box holds the data's cards."""
    with at_work(Meadow(), Meadow()) as (_, root):
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
        assert box == in_print(root), [told for _, told in edits]


def in_print(root: Path) -> dict[Key, tuple[int, str]]:
    """How many of which version a whole print of the data at hand gives."""
    made = faces(root)
    return {key: (count, made[key].version) for key, count in _copies(root).items()}


def swapped(
    box: dict[Key, tuple[int, str]], out: dict[Key, int], into: dict[Key, int], root: Path
) -> None:
    """Carries out a swap list as somebody at the table does: by deck, piece and version."""
    titles = {"Flowers": "flowers", "Tokens": "tokens", "Summary": "summary"}
    for (title, piece), count in out.items():
        key = titles[title], piece
        had, version = box.pop(key, (0, ""))
        if had > count:
            box[key] = had - count, version
    made = faces(root)
    for key, count in into.items():
        had, version = box.get(key, (0, made[key].version))
        assert version == made[key].version, "old and new cards of one kind in one box"
        box[key] = had + count, version


def test_only_the_asked_decks_are_printed_and_swapped(ecotable: Command) -> None:
    """--deck narrows the sheets and the swap list alike."""
    new = replace(Meadow(), tokens=({"id": "one", "copies": "4", "points": "2"},))
    with at_work(Meadow(), new.flower("daisy", number="9")) as (old, root):
        words = ("print", "meadow", "--changed-since", old, "--dpi", 72, "--jobs", 1)
        assert ecotable(*words, "--deck", "tokens").code == 0
        found = copies_on(root / "output" / "meadow-en-a4-tokens-changed.json")
        assert found == {("tokens", "one"): 4}
    with at_work(Meadow(), Meadow().flower("daisy", number="9")) as (old, root):
        answer = ecotable(*words[:3], old, *words[4:], "--deck", "tokens")
        assert answer.out == "meadow: nothing changed, nothing to print\n"
        answer = ecotable(*words[:3], old, *words[4:], "--deck", "tokns")
        assert answer.code == 2
        assert 'meadow --deck: "tokns" is not known' in answer.err


def test_whole_sets_are_reprinted_as_whole_sets() -> None:
    with at_work(Meadow(), Meadow().flower("daisy", name="Oxeye")) as (old, new):
        report = print_changed(read(new), options(new / "output", copies=3), str(old))
        assert report
        assert copies_on(report.manifest)["flowers", "daisy"] == 6


def test_changed_pieces_of_all_sizes_share_one_sheet_with_their_backs() -> None:
    new = replace(Meadow(), word="Field", tokens=({"id": "one", "copies": "4", "points": "2"},))
    with at_work(Meadow(), new) as (old, root):
        report = print_changed(read(root), options(root / "output"), str(old))
        assert report
        assert report.pages == 4, "how-to page, one sheet, two sides each"
        sides = [
            (piece["deck"], place["side"], place["page"])
            for piece in manifest(report.manifest)["pieces"]
            for place in piece["places"]
        ]
        assert {page for _, side, page in sides if side == "front"} == {3}
        assert {deck for deck, side, _ in sides if side == "back"} == {"flowers"}


def test_stamps_tell_old_from_new_and_only_where_the_own_face_changed() -> None:
    new = Meadow().flower("clover", number="8", note="x").flower("daisy", note="unseen")
    with at_work(Meadow(), new) as (old, root):
        before, after = faces(old), faces(root)
        different = {key for key in after if after[key].version != before[key].version}
        assert different == {("flowers", "clover"), ("summary", "summary")}
        version = after["flowers", "clover"].version
        assert f"clover {version}</text>" in after["flowers", "clover"].front.svg


@pytest.mark.parametrize(
    "new",
    [
        Meadow().flower("daisy", note="x"),
        Meadow().flower("daisy", **{"name:sv": "Bellis"}),
        replace(Meadow(), points=4),
        replace(Meadow(), word="Field"),
        replace(Meadow(), tokens=Meadow().tokens[::-1]),
    ],
)
def test_the_version_of_the_game_changes_with_any_data(new: Meadow) -> None:
    with at_work(Meadow(), new) as roots:
        before, after = (game_version(one.game, one.sources) for one in map(composing, roots))
        assert before != after

"""The report applied to the old deck gives the new one, whatever was edited."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from comparing import Rows, applied, applied_from_json
from hypothesis import given
from hypothesis import strategies as st
from thorough import examples

from generator.changes.diff import Changes, PieceState, Snapshot, diff
from generator.changes.print_history import Print, box_of
from generator.changes.report import as_data, lines
from generator.words import say_in

pytestmark = pytest.mark.usefixtures("cold_cache")

DECKS = ("fish", "plants")
COLUMNS = ("name", "name:sv", "cost", "zones", "rare")
cells = st.one_of(
    st.text(max_size=6),
    st.integers(-3, 9),
    st.booleans(),
    st.none(),
    st.lists(st.sampled_from(["reed", "mud"]), max_size=2),
)
ids = st.sampled_from([f"p{n}" for n in range(9)])
rows = st.fixed_dictionaries({"copies": st.integers(1, 4)}, optional=dict.fromkeys(COLUMNS, cells))
decks = st.dictionaries(ids, rows, max_size=6)
scorings = st.dictionaries(st.sampled_from(["a", "b.c", "d[1]"]), st.integers(0, 9) | st.none())
Game = dict[str, dict[str, dict[str, Any]]]


@dataclass(frozen=True)
class Moment:
    """A game at one moment, as plain values."""

    game: Game
    scoring: dict[str, Any]

    def snapshot(self, version: str) -> Snapshot:
        pieces = tuple(
            PieceState(deck, name, row, _face(row), None, _face(row)[:4])
            for deck, pieces in self.game.items()
            for name, row in pieces.items()
        )
        return Snapshot("pond", "en", version, pieces, self.scoring)

    def rows(self) -> Rows:
        return {deck: list(pieces.items()) for deck, pieces in self.game.items() if pieces}


def _face(row: Mapping[str, Any]) -> str:
    """A face that shows everything but the number of copies."""
    values = {name: value for name, value in row.items() if name != "copies"}
    return hashlib.sha256(json.dumps(values, sort_keys=True).encode()).hexdigest()[:32]


moments = st.builds(Moment, st.fixed_dictionaries(dict.fromkeys(DECKS, decks)), scorings.map(dict))


@st.composite
def edited(draw: st.DrawFn, moment: Moment) -> Moment:
    """Up to four edits, as a designer makes them."""
    for edit in draw(st.lists(st.sampled_from(EDITS), max_size=4)):
        moment = edit(draw, moment)
    return moment


def _with(moment: Moment, deck: str, pieces: dict[str, dict[str, Any]]) -> Moment:
    return replace(moment, game={**moment.game, deck: pieces})


def _change_cell(draw: st.DrawFn, moment: Moment) -> Moment:
    deck = draw(st.sampled_from(DECKS))
    pieces = moment.game[deck]
    if not pieces:
        return moment
    name, column = draw(st.sampled_from(sorted(pieces))), draw(st.sampled_from(COLUMNS))
    return _with(moment, deck, {**pieces, name: {**pieces[name], column: draw(cells)}})


def _change_copies(draw: st.DrawFn, moment: Moment) -> Moment:
    deck = draw(st.sampled_from(DECKS))
    pieces = moment.game[deck]
    if not pieces:
        return moment
    name = draw(st.sampled_from(sorted(pieces)))
    row = {**pieces[name], "copies": draw(st.integers(1, 4))}
    return _with(moment, deck, {**pieces, name: row})


def _add(draw: st.DrawFn, moment: Moment) -> Moment:
    """At any place: a new row in the middle moves those behind it."""
    deck, name = draw(st.sampled_from(DECKS)), draw(ids)
    items = [item for item in moment.game[deck].items() if item[0] != name]
    items.insert(draw(st.integers(0, len(items))), (name, draw(rows)))
    return _with(moment, deck, dict(items))


def _remove(draw: st.DrawFn, moment: Moment) -> Moment:
    deck, name = draw(st.sampled_from(DECKS)), draw(ids)
    rows = {key: row for key, row in moment.game[deck].items() if key != name}
    return _with(moment, deck, rows)


def _reorder(draw: st.DrawFn, moment: Moment) -> Moment:
    deck = draw(st.sampled_from(DECKS))
    return _with(moment, deck, dict(draw(st.permutations(list(moment.game[deck].items())))))


def _rename_column(draw: st.DrawFn, moment: Moment) -> Moment:
    deck, column = draw(st.sampled_from(DECKS)), draw(st.sampled_from(COLUMNS))
    renamed = {
        name: {("price" if key == column else key): value for key, value in row.items()}
        for name, row in moment.game[deck].items()
    }
    return _with(moment, deck, renamed)


def _change_scoring(draw: st.DrawFn, moment: Moment) -> Moment:
    return replace(moment, scoring=dict(draw(scorings)))


EDITS = (_change_cell, _change_copies, _add, _remove, _reorder, _rename_column, _change_scoring)
pairs = moments.flatmap(lambda old: st.tuples(st.just(old), edited(old)))


def strictly(value: Any) -> str:
    """As JSON: what Python calls equal (1, True and 1.0) is not the same in a table."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def scoring_from_json(old: dict[str, Any], report: dict[str, Any]) -> dict[str, Any]:
    points = dict(old)
    for number in report["scoring"]:
        points.pop(number["field"], None)
        if "after" in number:
            points[number["field"]] = number["after"]
    return points


def report_of(old: Moment, new: Moment) -> Changes:
    return diff(old.snapshot("old"), new.snapshot("new"))


@pytest.mark.slow
@examples(200, trust=1000)
@given(pairs)
def test_the_report_applied_to_the_old_rows_gives_the_new_rows(pair: tuple[Moment, Moment]) -> None:
    old, new = pair
    report = report_of(old, new)
    assert strictly(applied(old.snapshot("old").pieces, report)) == strictly(new.rows())
    described = json.loads(json.dumps(as_data(report)))
    assert strictly(applied_from_json(old.rows(), described)) == strictly(new.rows())
    assert strictly(scoring_from_json(old.scoring, described)) == strictly(new.scoring)
    same = strictly([old.rows(), old.scoring]) == strictly([new.rows(), new.scoring])
    assert bool(report) is bool(list(lines(report, say_in("en")))) is not same


@pytest.mark.parametrize(("was", "now"), [(1, True), (0, False), (True, 1), (2, 2.0)])
def test_a_number_that_becomes_a_yes_is_a_change(was: object, now: object) -> None:
    """A column whose type changed: Python calls 1 and True equal, a card does not."""
    old, new = (
        Moment({"plants": {"p1": {"copies": 1, "rare": value}}}, {"a": value})
        for value in (was, now)
    )
    report = report_of(old, new)
    assert strictly(applied(old.snapshot("old").pieces, report)) == strictly(new.rows())
    assert [number.name for number in report.scoring] == ["a"]


@given(moments)
def test_a_report_of_nothing_is_empty_and_false(moment: Moment) -> None:
    report = report_of(moment, moment)
    assert not report
    assert list(lines(report, say_in("en"))) == []
    described = as_data(report)
    parts = ("added", "removed", "changed", "order", "scoring", "shown_elsewhere")
    assert [described[part] for part in parts] == [[], [], [], {}, [], []]
    assert (described["leaflet"], described["score_sheet"]) == (False, False)


@given(pairs)
def test_there_and_back_again_is_nothing(pair: tuple[Moment, Moment]) -> None:
    old, new = pair
    forward, back = report_of(old, new), report_of(new, old)
    assert {piece.id for piece in forward.added} == {piece.id for piece in back.removed}
    assert {(c.after.deck, c.after.id) for c in forward.changed} == {
        (c.before.deck, c.before.id) for c in back.changed
    }


@given(moments)
def test_a_manifest_remembers_everything_that_the_report_compares(moment: Moment) -> None:
    """Written as JSON and read again, a game is the same game."""
    snapshot = moment.snapshot("one")
    record = {
        "game": "pond",
        "lang": "en",
        "version": "one",
        "scoring": moment.scoring,
        "pieces": [
            {
                "deck": piece.deck,
                "id": piece.id,
                "copies": piece.copies,
                "front": piece.front,
                "back": piece.back,
                "version": piece.version,
                "row": dict(piece.row),
            }
            for piece in snapshot.pieces
        ],
    }
    one = Print(Path("pond-en-a4.json"), json.loads(json.dumps(record)))
    assert not diff(box_of((one,)).snapshot, snapshot)


def test_changes_of_some_decks_leave_the_order_of_the_others_out() -> None:
    def moment(*names: str) -> Snapshot:
        pieces = [PieceState(deck, name, {"copies": 1}) for deck in ("a", "b") for name in names]
        return Snapshot("pond", "en", "", tuple(pieces), {})

    changes = diff(moment("one", "two"), moment("two", "one"))
    assert changes.order == {"a": ("two", "one"), "b": ("two", "one")}
    assert changes.in_decks({"b"}).order == {"b": ("two", "one")}
    assert not changes.in_decks(set())


@pytest.mark.parametrize(
    ("before", "after", "line"),
    [
        ("**3** {profit}", "**4** {profit}", "3 profit” → “4 profit"),
        ("Take 3 {sun}", "Take **3** {sun}", "Take 3 {sun}” → “Take **3** {sun}"),
    ],
)
def test_texts_are_told_as_they_are_read(before: str, after: str, line: str) -> None:
    from generator.changes.diff import FieldChange
    from generator.changes.report import arrow

    assert line in arrow(FieldChange("rule", before, after), say_in("en"))

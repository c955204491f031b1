"""What is compared, told and kept of changes, on values made by hand: quick, without a print."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from comparing import applied
from handmade import NOTHING, box, deck_of, game_of, piece_of, record_of, state
from texts import text_of

from cards_data import Game
from cards_data.documents import flatten
from generator.changes.compare import with_causes
from generator.changes.diff import (
    ABSENT,
    Changes,
    FieldChange,
    PieceChange,
    PieceState,
    Snapshot,
    diff,
    piece_state,
    snapshot_of,
)
from generator.changes.earlier_state import _game
from generator.changes.print_history import Print, PrintedBox, ReadKeys
from generator.changes.report import _shown_on, as_data, describe, format_value, lines
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.compose.stamps import short_stamp
from generator.options import Edition
from generator.store.sources import Sources
from generator.words import say_in

pytestmark = pytest.mark.usefixtures("cold_cache")

EN = say_in("en")


def moment(*pieces: PieceState, version: str = "then", **scoring: Any) -> Snapshot:
    return Snapshot("pond", "en", version, pieces, scoring)


def compared(before: list[PieceState], after: list[PieceState]) -> Changes:
    return diff(moment(*before), moment(*after, version="now"))


def test_pieces_that_came_went_and_changed() -> None:
    pike, perch = state("pike", cost=1, note="a"), state("perch")
    dearer = state("pike", face="new", cost=2, zone="reed")
    changes = compared([pike, perch], [dearer, state("ruffe")])
    assert (changes.game, changes.before, changes.after) == ("pond", "then", "now")
    assert [piece.id for piece in changes.added] == ["ruffe"]
    assert [piece.id for piece in changes.removed] == ["perch"]
    (change,) = changes.changed
    assert (change.before, change.after) == (pike, dearer)
    assert change.fields == (
        FieldChange("cost", 1, 2),
        FieldChange("note", "a", ABSENT),
        FieldChange("zone", ABSENT, "reed"),
    )
    assert change.face_changed
    assert change.by_itself


def test_another_face_or_another_field_is_a_change() -> None:
    one = state("pike", cost=1)
    (face,) = compared([one], [replace(one, front="other")]).changed
    assert (face.fields, face.face_changed, face.by_itself) == ((), True, False)
    (back,) = compared([one], [replace(one, back="other")]).changed
    assert back.face_changed
    (field,) = compared([one], [state("pike", cost=3)]).changed
    assert (field.face_changed, field.by_itself) == (False, True)
    assert compared([one], [one]).changed == ()
    behind_new = compared([one], [state("eel"), state("pike", cost=3)])
    assert [change.after.id for change in behind_new.changed] == ["pike"]
    for was, now in ((1, True), (1, 1.0), ("", None), (None, "")):
        assert len(compared([state("a", x=was)], [state("a", x=now)]).changed) == 1


ORDERS = {
    "the same": ("ab", "ab", {}, ()),
    "changed places": ("ab", "ba", {"fish": ("b", "a")}, ("fish",)),
    "a new one at the end": ("ab", "abc", {}, ()),
    "a new one in between": ("ab", "acb", {"fish": ("a", "c", "b")}, ()),
    "one less": ("abc", "ac", {}, ()),
    "one less and changed places": ("abc", "ca", {"fish": ("c", "a")}, ("fish",)),
}


@pytest.mark.parametrize(("before", "after", "order", "moved"), ORDERS.values(), ids=ORDERS)
def test_the_order_of_a_deck(
    before: str, after: str, order: Mapping[str, tuple[str, ...]], moved: tuple[str, ...]
) -> None:
    was, now = ([state(name) for name in names] for names in (before, after))
    changes = compared([*was, state("x", "plants")], [*now, state("x", "plants")])
    assert (changes.order, changes.moved_decks) == (order, moved)
    rows = applied([*was, state("x", "plants")], changes)
    assert [name for name, _ in rows["fish"]] == list(after)
    assert rows["plants"] == [("x", {"copies": 1})]


def test_a_report_applied_gives_the_new_rows() -> None:
    before = [state("pike", cost=1, note="a"), state("perch"), state("weed", "plants")]
    after = [state("pike", cost=2, zone="reed"), state("ruffe"), state("lily", "plants")]
    assert applied(before, compared(before, after)) == {
        "fish": [("pike", {"copies": 1, "cost": 2, "zone": "reed"}), ("ruffe", {"copies": 1})],
        "plants": [("lily", {"copies": 1})],
    }


@pytest.mark.parametrize(
    "something",
    [
        {"added": (state("a"),)},
        {"removed": (state("a"),)},
        {"changed": (PieceChange(state("a"), state("a"), ()),)},
        {"order": {"fish": ("a",)}},
        {"scoring": (FieldChange("points", 1, 2),)},
        {"leaflet": True},
        {"score_sheet": True},
    ],
    ids=lambda some: next(iter(some)),
)
def test_any_difference_is_a_change(something: dict[str, Any]) -> None:
    assert bool(NOTHING) is False
    assert bool(replace(NOTHING, **something)) is True


def both_decks() -> Changes:
    fish, plant = state("pike"), state("reed", "plants")
    return replace(
        NOTHING,
        added=(fish, plant),
        removed=(fish, plant),
        changed=(PieceChange(fish, fish, ()), PieceChange(plant, plant, (), by_scoring=True)),
        order={"fish": ("pike",), "plants": ("reed",)},
        moved=frozenset({"plants"}),
    )


def test_changes_of_some_decks() -> None:
    all_of_it, some = both_decks(), both_decks().in_decks({"fish"})
    assert [piece.deck for piece in (*some.added, *some.removed)] == ["fish", "fish"]
    assert [change.after.deck for change in some.changed] == ["fish"]
    assert list(some.order) == ["fish"]
    assert all_of_it.moved_decks == ("plants",)
    assert [piece.id for piece in all_of_it.shown_elsewhere] == ["reed"]
    changes = all_of_it.without_new(frozenset({"fish"}))
    assert [piece.deck for piece in changes.added] == ["fish"]
    assert [piece.deck for piece in changes.removed] == ["fish", "plants"]
    assert list(changes.order) == ["fish"]


def test_numbers_by_their_path() -> None:
    numbers = {"points": {"area": 1, "list": [2, {"x": 3}]}, "plain": 4}
    assert dict(flatten(numbers)) == {
        "points.area": 1,
        "points.list[1]": 2,
        "points.list[2].x": 3,
        "plain": 4,
    }
    assert dict(flatten((7, 8))) == {"[1]": 7, "[2]": 8}


def test_a_piece_by_its_name_and_stamp() -> None:
    piece = PieceState("fish", "old_pike", {"copies": "3", "name": "Pike", "name:sv": "Gädda"})
    assert (piece.copies, piece.name("sv"), piece.name("fi")) == (3, "Gädda", "Pike")
    assert piece.stamp == short_stamp("fish", "old_pike")
    assert piece.faces == ("", None)
    assert replace(piece, row={"copies": 1, "name": ""}).name("en") == "old pike"


def test_a_piece_of_a_manifest() -> None:
    record = {"deck": "fish", "id": "pike", "copies": 2, "front": "f", "back": None}
    assert piece_state(record) == PieceState("fish", "pike", {"copies": 2}, "f", None, "")
    row = {"copies": 5, "cost": 1}
    more = {**record, "row": row, "version": "ab12", "back": "b"}
    assert piece_state(more) == PieceState("fish", "pike", row, "f", "b", "ab12")


# What is told.


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (ABSENT, "–"),
        ([], "nothing"),
        (["reed", 2], "reed|2"),
        (("mud",), "mud"),
        (True, "yes"),
        (False, "no"),
        ("one", "one"),
        ("two words", "“two words”"),
        (3, "3"),
        (None, "None"),
    ],
)
def test_values_as_they_are_shown(value: Any, text: str) -> None:
    assert format_value(value, EN) == text


@pytest.mark.parametrize(
    ("fields", "causes", "face", "line"),
    [
        ((FieldChange("cost", 1, 2),), (), "new", "cost 1 → 2"),
        ((FieldChange("cost", 1, 2),), (), "pike", "cost 1 → 2, (looks the same)"),
        (
            (),
            ("scoring.yaml a", "game.yaml"),
            "new",
            text_of("changes_by", causes="scoring.yaml a, game.yaml"),
        ),
        (
            (FieldChange("cost", 1, 2), FieldChange("note", "**a**", "a")),
            ("words.csv x",),
            "pike",
            "cost 1 → 2, note **a** → a, changed by words.csv x",
        ),
        ((), (), "new", text_of("changes_face")),
        ((FieldChange("rule", "{sun} **b**", "{sun} c"),), (), "new", "rule “sun b” → “sun c”"),
    ],
)
def test_what_is_different_in_a_piece(
    fields: tuple[FieldChange, ...], causes: tuple[str, ...], face: str, line: str
) -> None:
    change = PieceChange(state("pike"), state("pike", face=face), fields, causes)
    assert describe(change, EN) == line


def test_the_report_line_by_line() -> None:
    by_word = {"fields": (), "causes": ("words.csv pond",)}
    changes = replace(
        NOTHING,
        added=(state("ruffe", copies=2),),
        removed=(state("eel"),),
        changed=(
            PieceChange(state("a"), state("a", face="n"), **by_word),  # type: ignore[arg-type]
            PieceChange(state("b"), state("b", face="n"), (FieldChange("cost", 1, 2),)),
            PieceChange(state("c"), state("c", face="n"), **by_word),  # type: ignore[arg-type]
            PieceChange(state("d"), state("d", face="n"), (FieldChange("cost", 1, 2),)),
        ),
        order={"fish": (), "plants": ()},
        moved=frozenset({"plants"}),
        leaflet=True,
        scoring=(FieldChange("points.fish", 3, 4),),
    )
    expected = [
        "+ fish/ruffe: added, 2 copies",
        "- fish/eel: removed, 1 copy",
        "~ fish/a, fish/c: changed by words.csv pond",
        "~ fish/b: cost 1 → 2",
        "~ fish/d: cost 1 → 2",
        "~ plants: in a different order",
        "~ The rules changed.",
        "~ scoring.yaml points.fish: 3 → 4",
    ]
    assert list(lines(changes, EN)) == expected
    assert list(lines(NOTHING, EN)) == []


@pytest.mark.parametrize(
    ("scoring", "sheet", "shows", "expected"),
    [
        (False, False, False, []),
        (True, False, False, []),
        (False, True, False, []),
        (True, True, False, ["  shown on the score sheet"]),
        (True, False, True, ["  shown on fish/a, fish/b"]),
        (True, True, True, ["  shown on the score sheet and on fish/a, fish/b"]),
    ],
)
def test_where_a_number_is_shown(
    scoring: bool, sheet: bool, shows: bool, expected: list[str]
) -> None:
    shown_on = [PieceChange(state(n), state(n, face="x"), (), (), shows) for n in "ab"]
    changes = replace(
        NOTHING,
        changed=tuple(shown_on),
        scoring=(FieldChange("points", 1, 2),) if scoring else (),
        score_sheet=sheet,
    )
    changed_lines = list(lines(changes, EN))
    assert [line for line in changed_lines if line.startswith("  ")] == expected
    assert ("~ The score sheet changed." in changed_lines) == sheet
    names = (["Score sheet"] if sheet else []) + (["a", "b"] if shows else [])
    assert _shown_on(changes, "en", EN) == names


def test_the_report_as_json() -> None:
    fields = (FieldChange("cost", 1, ABSENT), FieldChange("zone", ABSENT, "reed"))
    changes = replace(
        both_decks(),
        removed=(),
        added=(state("ruffe"),),
        changed=(PieceChange(state("a"), state("a", face="n"), fields, ("game.yaml",), True),),
        scoring=(FieldChange("points", 1, 2),),
        score_sheet=True,
    )
    assert as_data(changes) == {
        "game": "pond",
        "before": "then",
        "after": "now",
        "added": [
            {
                "deck": "fish",
                "id": "ruffe",
                "stamp": short_stamp("fish", "ruffe"),
                "version": "vruffe",
                "row": {"copies": 1},
            }
        ],
        "removed": [],
        "changed": [
            {
                "deck": "fish",
                "id": "a",
                "stamp": short_stamp("fish", "a"),
                "fields": [{"field": "cost", "before": 1}, {"field": "zone", "after": "reed"}],
                "face_changed": True,
                "causes": ["game.yaml"],
                "version": {"before": "va", "after": "vn"},
            }
        ],
        "order": {"fish": ["pike"], "plants": ["reed"]},
        "scoring": [{"field": "points", "before": 1, "after": 2}],
        "leaflet": False,
        "score_sheet": True,
        "shown_elsewhere": [{"deck": "fish", "id": "a"}],
    }


# What is in the box.


def faces_in(printed_box: PrintedBox) -> list[str]:
    return [piece.front for piece in printed_box.snapshot.pieces]


def test_the_box_holds_what_was_printed_last() -> None:
    whole = record_of("fish/pike", "fish/perch", "plants/reed", scoring={"a": {"b": 1}})
    printed = box(whole)
    assert faces_in(printed) == ["pike1", "perch1", "reed1"]
    assert (printed.decks, printed.sets) == (None, 1)
    assert printed.snapshot.scoring == {"a": {"b": 1}}
    # A print of one deck replaces that deck, and says nothing of the others.
    fish = record_of("fish/pike", "fish/eel", version="2", decks=["fish"], sets=3, scoring={})
    printed = box(whole, fish)
    assert faces_in(printed) == ["reed1", "pike2", "eel2"]
    assert printed.decks is None
    assert (printed.snapshot.version, printed.snapshot.scoring) == ("1", {"a": {"b": 1}})
    assert printed.sets == 3
    assert [one.path.name for one in printed.made_of] == ["p1.pdf", "p0.pdf"]
    # A print of single pieces knows nothing of their decks.
    printed = box(whole, record_of("fish/pike", version="2", decks=[]))
    assert faces_in(printed) == ["pike2", "perch1", "reed1"]
    # Another whole print leaves nothing of the first.
    printed = box(whole, record_of("fish/pike", version="2"))
    assert faces_in(printed) == ["pike2"]
    assert (printed.snapshot.version, printed.snapshot.scoring) == ("2", {})
    assert [one.path.name for one in printed.made_of] == ["p1.pdf"]


def test_decks_that_were_never_printed_are_not_known() -> None:
    some = box(record_of("fish/pike", decks=["fish"]), record_of("tiles/a", decks=["tiles"]))
    assert some.decks == {"fish", "tiles"}
    assert some.snapshot.version == "1"
    changes = replace(NOTHING, added=(state("eel"), state("reed", "plants")))
    assert [piece.id for piece in changes.without_new(some.decks).added] == ["eel"]
    whole = box(record_of("fish/pike"))
    assert changes.without_new(whole.decks) is changes
    late = box(record_of("fish/pike", decks=["fish"]), record_of("fish/pike", version="2"))
    assert late.decks is None
    empty = box(record_of(decks=[]))
    assert (empty.sets, empty.made_of, empty.decks) == (1, (), frozenset())


def test_after_a_reprint_the_box_holds_what_was_there_and_what_is_new() -> None:
    first = record_of("fish/pike", "fish/perch", sets=2)
    again = record_of("fish/pike", version="2", sets=1)
    again["whole"] = record_of("fish/pike", "fish/perch", "fish/eel", version="2")["pieces"]
    printed = box(first, again)
    assert faces_in(printed) == ["pike2", "perch2", "eel2"]
    origins = {key[1]: one.path.name for key, one in printed.origins.items()}
    assert origins == {"pike": "p1.pdf", "perch": "p0.pdf", "eel": "p1.pdf"}
    assert printed.sets == 2


def test_what_is_known_of_the_pages_that_are_read() -> None:
    none = ReadKeys()
    assert (none.leaflet, none.score_sheet, none.scorer_url) == (None, None, "")
    first = none.after_print({"leaflet": "l", "score_sheet": "s", "scorer_url": "u"})
    assert first == ReadKeys("l", "s", "u")
    assert first.after_print({}) == first
    assert first.after_print({"leaflet": ""}) == ReadKeys("", "s", "u")
    assert first.after_print({"score_sheet": "t"}) == ReadKeys("l", "t", "")
    printed = box(
        record_of("fish/a", leaflet="l"), record_of("fish/a", leaflet="m", score_sheet="")
    )
    assert printed.read == ReadKeys("m", "", "")


def test_a_print_without_words_of_its_own() -> None:
    plain = Print(Path("a.json"), record_of("fish/pike"))
    assert (plain.dpi, plain.sets, plain.pdf) == (300, 1, Path("a.pdf"))
    assert plain.known_pieces == plain.record["pieces"]
    more = Print(Path("a.pdf"), record_of("fish/pike", dpi=150, sets=4, whole=[]))
    assert (more.dpi, more.sets, more.known_pieces) == (150, 4, [])
    assert plain.is_of("pond", Edition("en"))
    assert not plain.is_of("lake", Edition("en"))
    assert not plain.is_of("pond", Edition("sv"))
    assert not plain.is_of("pond", Edition("en", "low"))
    low = Print(Path("a.json"), record_of("fish/pike", ink="low"))
    assert low.is_of("pond", Edition("en", "low"))


# What changed a face.


def composed_of(*dependencies: tuple[str, str, str]) -> ComposedGame:
    pike = piece_of("pike", 2, name="Pike", zones=("reed",))
    deck = deck_of("fish", pike)
    faces = Faces(Artwork("<f/>", 50, 40), None, "1234")
    read = {("fish", "pike"): dependencies}
    game = game_of(deck, points={"fish": 4})
    return ComposedGame(game, Edition(), Sources(), ((deck, ((pike, faces),)),), read)


def test_a_composed_game_as_it_is_now() -> None:
    snapshot = snapshot_of(composed_of())
    (pike,) = snapshot.pieces
    assert pike.row == {
        "copies": 2,
        "name": "Pike",
        "zones": ["reed"],
        "name:sv": "Gädda",
        "source": "rulebook",
        "reason": "",
    }
    assert (pike.deck, pike.id, pike.version, pike.back) == ("fish", "pike", "1234", None)
    assert pike.front == Artwork("<f/>", 50, 40).key
    assert (snapshot.game, snapshot.lang, snapshot.scoring) == (
        "pond",
        "en",
        {"points": {"fish": 4}},
    )
    both = composed_of()
    ((deck, ((piece, faces),)),) = both.decks
    back = Artwork("<b/>", 50, 40)
    both = replace(both, decks=((deck, ((piece, replace(faces, back=back)),)),))
    assert snapshot_of(both).pieces[0].back == back.key


class Hashes:
    """Everything was ``old`` then."""

    def hash_of(self, _: tuple[str, str]) -> str:
        return "old"


def causes_of(
    *dependencies: tuple[str, str, str], has_before: bool = True, **more: Any
) -> tuple[tuple[str, ...], bool]:
    change = PieceChange(state("pike"), state("pike", face="new"), ())
    numbers = tuple(FieldChange(name, 1, 2) for name in more.pop("numbers", ()))
    changes = replace(NOTHING, changed=(change, *more.pop("others", ())), scoring=numbers, **more)
    hashes: Any = Hashes() if has_before else None
    (changed_piece, *_) = with_causes(changes, composed_of(*dependencies), {}, hashes).changed
    return changed_piece.causes, changed_piece.by_scoring


@pytest.mark.parametrize(
    ("kind", "name", "cause"),
    [
        ("word", "pond", "words.csv pond"),
        ("colour", "reed", "game.yaml colours.reed"),
        ("font", "title", "game.yaml fonts.title"),
        ("facts", "box/players", "game.yaml facts.box.players"),
        ("declared", "fish", "game.yaml decks.fish"),
        ("game", "", "game.yaml"),
        ("template", "fish.svg.j2", "templates/fish.svg.j2"),
        ("templates", "", "templates/pond"),
        ("symbol", "sun", "symbols/sun.svg"),
        ("art", "pike.svg", "art/pike.svg"),
    ],
)
def test_what_a_face_read_is_told_where_it_is_another_now(kind: str, name: str, cause: str) -> None:
    assert causes_of((kind, name, "new")) == ((cause,), False)
    assert causes_of((kind, name, "old")) == ((), False)
    assert causes_of((kind, name, "new"), has_before=False) == ((), False)
    assert causes_of((kind, name, "new"), (kind, name, "newer"))[0] == (cause,), "once"


def test_a_row_that_a_face_read() -> None:
    perch, reed = state("perch"), state("reed", "plants")
    read = (("own", "fish/pike", "new"), ("row", "fish/perch", ""), ("deck", "plants", ""))
    assert causes_of(*read) == ((), False)
    edited = PieceChange(perch, state("perch"), (FieldChange("cost", 1, 2),))
    assert causes_of(*read, others=(edited,))[0] == ("fish/perch",)
    redrawn = PieceChange(perch, state("perch", face="new"), ())
    assert causes_of(*read, others=(redrawn,))[0] == (), "only its face is another"
    assert causes_of(*read, added=(perch,))[0] == ("fish/perch",)
    assert causes_of(*read, removed=(reed,))[0] == ("plants.csv",)
    assert causes_of(*read, order={"plants": ()})[0] == ("plants.csv",)
    assert causes_of(*read, order={"fish": ()})[0] == ()


@pytest.mark.parametrize(
    ("name", "numbers", "cause"),
    [
        ("points/fish", ["points.fish"], "points.fish"),
        ("points/fish", ["points.fish.a", "points.fish[1]"], "points.fish.a, points.fish[1]"),
        ("points/*", ["points.a", "points.b"], "points.a, points.b"),
        ("*", ["a", "b"], "a, b"),
        ("points/fish", ["points.fishes", "points"], ""),
    ],
)
def test_a_scoring_number_that_a_face_read(name: str, numbers: list[str], cause: str) -> None:
    causes = (f"scoring.yaml {cause}",) if cause else ()
    assert causes_of(("scoring", name, ""), numbers=numbers) == (causes, bool(cause))


def test_what_the_scorer_gives_counts_where_a_number_changed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from cards_data.problems import Problem, Problems
    from generator.changes import compare

    def set_scorer_values(same: bool) -> None:
        monkeypatch.setattr(
            compare, "scorer_values", lambda game: {} if same else dict(game.scoring)
        )

    def refused(_: Game) -> None:
        raise Problems([Problem("scoring.yaml", "wrong")])

    read = ("scored", "", "")
    set_scorer_values(same=False)
    assert causes_of(read, numbers=["a"]) == (("scoring.yaml",), True)
    assert causes_of(read) == ((), False), "no number changed"
    set_scorer_values(same=True)
    assert causes_of(read, numbers=["a"]) == ((), False)
    monkeypatch.setattr(compare, "scorer_values", refused)
    assert causes_of(read, numbers=["a"]) == (("scoring.yaml",), True)


def test_a_face_that_is_the_same_has_no_causes() -> None:
    same = PieceChange(state("pike"), state("pike"), (FieldChange("cost", 1, 2),))
    changes = replace(NOTHING, changed=(same,))
    hashes: Any = Hashes()
    change = with_causes(changes, composed_of(("word", "pond", "new")), {}, hashes)
    assert change.changed == (same,)


def test_the_game_as_it_was_printed() -> None:
    game = game_of(deck_of("fish", piece_of("pike")), deck_of("plants"), deck_of("tiles"), now=1)
    first, second = record_of("fish/pike", "plants/reed"), record_of("fish/pike", version="2")
    first["scoring"], second["scoring"] = {"then": 1}, {"later": 2}
    second["decks"] = ["fish"]
    second["pieces"][0]["row"] = {
        "copies": 3,
        "name": "Pike",
        "name:sv": "Gädda",
        "zones": ["reed", "mud"],
        "source": "rulebook",
        "reason": "",
    }
    printed = _game(game, box(first, second))
    assert list(printed.decks) == ["fish", "plants", "tiles"], "the first print was whole"
    assert printed.scoring == {"then": 1}
    fish = printed.decks["fish"]
    (pike,) = fish.pieces
    assert (pike.id, pike.deck, pike.copies, fish.expected) == ("pike", "fish", 3, 3)
    assert pike.values == {"name": "Pike", "zones": ("reed", "mud")}
    assert pike.translations == {("name", "sv"): "Gädda"}
    assert (str(pike.place), pike.number) == ("", 0)
    assert list(fish.columns) == ["name"]
    assert printed.decks["tiles"].pieces == ()
    some = _game(game, box(second))
    assert list(some.decks) == ["fish"]
    assert some.scoring == {"later": 2}

"""What is taken out, put in and printed again, and which pictures are shown: on values by hand."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from handmade import NOTHING, box, deck_of, game_of, piece_of, record_of, state
from PIL import Image

from generator.changes import changed_pieces, reprint
from generator.changes.changed_pieces import (
    CELL,
    SCREEN_DPI,
    _differences,
    _lies_in,
    _on_screen,
    _spread,
    cached_image,
    entries,
    face_image,
    printed_images,
)
from generator.changes.compare import Comparison, with_read_pages
from generator.changes.diff import Changes, FieldChange, PieceChange
from generator.changes.print_history import ReadKeys
from generator.changes.reprint import (
    _box_after,
    _copies,
    _narrow,
    _read_pages,
    _sheets,
    _to_print,
    _with_url,
    sets_before,
    swap_list,
)
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.compose.stamps import short_stamp, stamp_places
from generator.kit.front_pages import ReadPages
from generator.kit.kit_worker import Swap
from generator.options import Edition, PrintOptions
from generator.pdf.manifest import pages_key
from generator.sheets.papers import papers
from generator.store.sources import Sources

pytestmark = pytest.mark.usefixtures("cold_cache")


def composed_of(**decks: str) -> ComposedGame:
    """Decks of pieces with one letter each."""
    composed_decks = []
    for name, ids in decks.items():
        pieces = tuple(piece_of(one, 2, name=one, cost="") for one in ids)
        deck = deck_of(name, *pieces)
        faces = [Faces(Artwork(f"<{one}/>", 50, 40), None, "1234") for one in ids]
        composed_decks.append((deck, tuple(zip(pieces, faces, strict=True))))
    game = game_of(*(deck for deck, _ in composed_decks))
    return ComposedGame(game, Edition(), Sources(), tuple(composed_decks))


def comparison(changes: Changes, **more: Any) -> Comparison:
    return Comparison(changes, composed_of(fish="abcdef", plants="xy"), **more)


def changed(name: str, was: int, now: int, face: str = "") -> PieceChange:
    fields = (FieldChange("copies", was, now),) if was != now else ()
    return PieceChange(
        state(name, copies=was), state(name, face=face, copies=now, name=name.upper()), fields
    )


EDITED = replace(
    NOTHING,
    added=(state("e", copies=3), state("y", "plants")),
    removed=(state("gone", copies=4),),
    changed=(
        changed("a", 2, 5, "new"),
        changed("b", 2, 5),
        changed("c", 5, 2),
        changed("d", 2, 2),
        changed("f", 3, 3, "new"),
    ),
)


@pytest.mark.parametrize("sets", [1, 3])
def test_the_swap_list_of_every_kind_of_change(sets: int) -> None:
    swaps = list(swap_list(comparison(EDITED), PrintOptions(copies=sets)))
    rows = [(one.piece, one.out, one.into, one.before, one.after) for one in swaps]
    assert rows == [
        ("gone", 4 * sets, 0, "vgone", ""),
        ("a", 2 * sets, 5 * sets, "va", "vnew"),
        ("b", 0, 3 * sets, "vb", "vb"),
        ("c", 3 * sets, 0, "vc", "vc"),
        ("f", 3 * sets, 3 * sets, "vf", "vnew"),
        ("e", 0, 3 * sets, "", "ve"),
        ("y", 0, sets, "", "vy"),
    ]
    assert [one.deck for one in swaps] == ["Fish"] * 6 + ["Plants"]
    assert [one.name for one in swaps] == ["gone", "A", "B", "C", "F", "e", "y"]
    assert swaps[0].stamp == short_stamp("fish", "gone")


def test_only_what_changed_is_printed_and_as_often_as_it_is_missing() -> None:
    printed = _to_print(comparison(EDITED))
    copies = {(deck.name, piece.id): piece.copies for deck, piece, _ in printed.pieces()}
    assert copies == {
        ("fish", "a"): 5,
        ("fish", "b"): 3,
        ("fish", "e"): 3,
        ("fish", "f"): 3,
        ("plants", "y"): 1,
    }
    assert ("fish", "d") not in dict(_copies(EDITED)), "nothing of it is missing"
    only_fish = _to_print(comparison(replace(EDITED, added=())))
    assert [deck.name for deck, _ in only_fish.decks] == ["fish"]


PAGES = (Artwork("<p/>", 210, 297),)


@pytest.mark.parametrize(
    ("leaflet", "sheet", "rows"),
    [
        (False, False, []),
        (True, False, [("Rules", 2, 2)]),
        (False, True, [("Score sheet", 2, 2)]),
        (True, True, [("Rules", 2, 2), ("Score sheet", 2, 2)]),
    ],
)
def test_pages_that_are_read_are_swapped_too(
    leaflet: bool, sheet: bool, rows: list[tuple[str, int, int]]
) -> None:
    changes = replace(NOTHING, leaflet=leaflet, score_sheet=sheet)
    both = ReadPages(PAGES, PAGES)
    one = comparison(changes, read=both, read_before=ReadKeys("old", "old"))
    swaps = list(swap_list(one, PrintOptions(copies=2)))
    assert [(swap.name.capitalize(), swap.out, swap.into) for swap in swaps] == rows
    assert all(swap == Swap("", "", 2, 2, "", "", name=swap.name) for swap in swaps)
    first = comparison(changes, read=both, read_before=ReadKeys("", ""))
    assert {(swap.out, swap.into) for swap in swap_list(first, PrintOptions())} <= {(0, 1)}
    gone = comparison(changes, read=ReadPages((), ()), read_before=ReadKeys("old", "old"))
    assert {(swap.out, swap.into) for swap in swap_list(gone, PrintOptions())} <= {(1, 0)}


def test_pages_are_others_where_they_were_known() -> None:
    now, key = ReadPages(PAGES, ()), pages_key(PAGES)
    for before, leaflet, sheet in (
        (ReadKeys(key, ""), False, False),
        (ReadKeys(None, None), False, False),
        (ReadKeys("other", "other"), True, True),
        (ReadKeys("", ""), True, False),
    ):
        pages = with_read_pages(NOTHING, before, now)
        assert (pages.leaflet, pages.score_sheet) == (leaflet, sheet)


def test_only_the_pages_that_changed_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    anew = ReadPages(None, (Artwork("<s/>", 210, 297),))
    monkeypatch.setattr(reprint, "read_pages_of", lambda *_: anew)
    options, pool = PrintOptions(), object()
    for leaflet, sheet in ((True, False), (False, True)):
        changes = replace(NOTHING, leaflet=leaflet, score_sheet=sheet)
        read_pages = _read_pages(comparison(changes, read=ReadPages(PAGES, PAGES)), options, pool)  # type: ignore[arg-type]
        assert read_pages.leaflet == (PAGES if leaflet else None)
        assert read_pages.score_sheet == (anew.score_sheet if sheet else None)


def test_the_address_of_the_score_sheet_stays() -> None:
    one = comparison(NOTHING, read_before=ReadKeys(scorer_url="https://old"))
    assert _with_url(one, PrintOptions()).scorer_url == "https://old"
    assert _with_url(one, PrintOptions(scorer_url="https://new")).scorer_url == "https://new"


def test_what_is_in_the_box_once_all_is_swapped() -> None:
    one = comparison(NOTHING)
    every = {*(("fish", name) for name in "abcdef"), ("plants", "x"), ("plants", "y")}
    printed_box = _box_after(one)
    assert (printed_box.pieces, printed_box.decks) == (every, None)
    fish = replace(one.composed, decks=one.composed.decks[:1])
    printed_box = _box_after(replace(one, composed=fish))
    assert printed_box.decks == ("fish",)
    assert ("plants", "x") not in printed_box.pieces
    whole = box(record_of("fish/a", "plants/x"))
    assert _box_after(replace(one, box=whole)).decks is None
    some = box(record_of("fish/a", "plants/x", decks=["fish"]))
    printed_box = _box_after(replace(one, box=some))
    assert printed_box.decks == ("fish",)
    assert printed_box.pieces == {*(("fish", name) for name in "abcdef"), ("plants", "x")}


def test_boards_have_their_own_sheets_and_all_others_share_theirs() -> None:
    composed = composed_of(fish="ab", plants="x", board="z")
    (fish, plants, (board, pieces)) = composed.decks
    composed = replace(composed, decks=(fish, plants, (replace(board, split=True), pieces)))
    options = PrintOptions(copies=2)
    sheets = list(_sheets(composed, papers()["a4"], options))
    assert [title for title, _ in sheets] == ["Board", "Fish, Plants"]
    assert [len(sheet[0].cuts) for _, sheet in sheets] == [4, 12]
    only = replace(composed, decks=composed.decks[2:])
    assert [title for title, _ in _sheets(only, papers()["a4"], options)] == ["Board"]
    assert list(_sheets(replace(composed, decks=()), papers()["a4"], options)) == []


def test_only_the_wanted_decks_are_printed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    fish = composed_of(fish="abcdef")
    monkeypatch.setattr(reprint, "compose_with_placeholders", lambda *_: fish)
    one = comparison(replace(EDITED, leaflet=True, score_sheet=True))
    pool: Any = object()
    assert _narrow(PrintOptions(), pool, one) is one
    narrowed = _narrow(PrintOptions(decks=("fish",)), pool, one)
    assert narrowed.composed is fish
    assert [piece.deck for piece in narrowed.changes.added] == ["fish"]
    assert (narrowed.changes.leaflet, narrowed.changes.score_sheet) == (False, False)
    both = _narrow(PrintOptions(decks=("fish", "rules", "score_sheet")), pool, one)
    assert (both.changes.leaflet, both.changes.score_sheet) == (True, True)
    same = _narrow(
        PrintOptions(decks=("fish", "rules", "score_sheet")), pool, replace(one, changes=EDITED)
    )
    assert (same.changes.leaflet, same.changes.score_sheet) == (False, False)


def test_a_reprint_serves_as_many_sets_as_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    prints = box(record_of("fish/a", sets=4)).prints
    monkeypatch.setattr(reprint, "earlier_prints", lambda *_: prints)
    game = composed_of(fish="a").game
    assert sets_before(game, Edition(), "", Path()) == 4
    monkeypatch.setattr(reprint, "earlier_prints", lambda *_: ())
    assert sets_before(game, Edition(), "", Path()) == 1


# Pictures.


def plain(*dots: tuple[int, int], size: tuple[int, int] = (100, 60)) -> Image.Image:
    image = Image.new("RGB", size, "white")
    for dot in dots:
        image.putpixel(dot, (0, 0, 0))
    return image


@pytest.mark.parametrize(
    ("dots", "boxes"),
    [
        ([], []),
        ([(0, 0)], [(0, 0, 10, 10)]),
        ([(9, 9), (10, 10)], [(0, 0, 20, 20)]),
        ([(15, 5), (5, 15)], [(0, 0, 20, 20)]),
        ([(5, 25), (15, 15)], [(0, 10, 20, 20)]),
        ([(5, 5), (25, 5)], [(0, 0, 10, 10), (20, 0, 10, 10)]),
        ([(5, 5), (5, 25)], [(0, 0, 10, 10), (0, 20, 10, 10)]),
        ([(45, 25), (55, 35), (65, 45), (75, 45)], [(40, 20, 40, 30)]),
        ([(99, 59)], [(90, 50, 10, 10)]),
    ],
)
def test_what_touches_is_one_box(
    dots: list[tuple[int, int]], boxes: list[tuple[int, int, int, int]]
) -> None:
    assert sorted(_differences(plain(*dots), plain())) == boxes


def test_squares_hang_together_with_all_eight_around_them() -> None:
    for column in range(1, 6):
        for row in range(1, 6):
            marked = {(column, row)} - {(3, 3)}
            touching = set(marked) if 2 <= column <= 4 and 2 <= row <= 4 else set()
            left = marked - touching
            assert _spread((3, 3), marked) == {(3, 3), *touching}
            assert marked == left


def test_a_difference_that_nobody_sees_is_none() -> None:
    assert (CELL, changed_pieces.NOTICEABLE, SCREEN_DPI) == (10, 4, 110)
    faint, seen = plain(), plain()
    faint.putpixel((5, 5), (255, 252, 255))
    seen.putpixel((5, 5), (255, 251, 255))
    assert list(_differences(faint, plain())) == []
    assert list(_differences(seen, plain())) == [(0, 0, 10, 10)]
    assert list(_differences(plain(), plain(size=(60, 100)))) == [(0, 0, 100, 60)]


@pytest.mark.parametrize(
    ("box", "inside"),
    [
        ((20, 30, 40, 10), True),
        ((10, 20, 60, 30), True),
        ((9, 30, 20, 10), False),
        ((20, 19, 20, 10), False),
        ((20, 30, 51, 10), False),
        ((20, 30, 20, 21), False),
        ((20, 30, 50, 20), True),
    ],
)
def test_a_box_lies_in_another_give_or_take_a_cell(
    box: tuple[int, int, int, int], inside: bool
) -> None:
    assert _lies_in(box, (20, 30, 40, 10)) == inside


def test_where_only_the_stamp_differs_is_marked_quietly() -> None:
    image = face_image(plain((5, 5), (85, 45)), plain(), (80, 40, 15, 15))
    assert (image.boxes, image.quiet) == (((0, 0, 10, 10),), ((80, 40, 10, 10),))
    assert (image.width, image.height) == (100, 60)
    assert image.data_url.startswith("data:image/png;base64,iVBOR")
    alone = face_image(plain((5, 5)))
    assert (alone.boxes, alone.quiet) == ((), ())
    nowhere = face_image(plain((5, 5)), plain())
    assert (nowhere.boxes, nowhere.quiet) == (((0, 0, 10, 10),), ())


@pytest.mark.parametrize(
    ("dpi", "size"), [(110, (100, 60)), (220, (50, 30)), (55, (200, 120)), (300, (37, 22))]
)
def test_faces_are_brought_to_the_size_of_the_screen(dpi: int, size: tuple[int, int]) -> None:
    pixels: Any = SimpleNamespace(width=100, height=60, packed=zlib.compress(bytes(18_000)))
    assert _on_screen(pixels, dpi).size == size


def test_a_picture_that_is_no_longer_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pixels = SimpleNamespace(width=2, height=1, packed=zlib.compress(bytes(6)))
    monkeypatch.setattr(
        changed_pieces, "cached_pixels", lambda key, _: pixels if key == "a" else None
    )
    assert cached_image("b", 110) is None
    image = cached_image("a", 55)
    assert image
    assert image.size == (4, 2)
    from generator.pdf import pdf_reader

    monkeypatch.setattr(pdf_reader, "embedded_faces", lambda _, keys: dict.fromkeys(keys, pixels))
    pdf = tmp_path / "a.pdf"
    assert printed_images(pdf, {"a"}, 110) == {}
    pdf.write_bytes(b"%PDF")
    assert printed_images(pdf, set(), 110) == {}
    assert {key: image.size for key, image in printed_images(pdf, {"a"}, 55).items()} == {
        "a": (4, 2)
    }


class Pictures:
    """Draws every face as one colour, and notes what it draws at which resolution."""

    def __init__(self) -> None:
        self.drawn: list[tuple[str, int]] = []
        self.printed: list[tuple[str, str]] = []

    def drawer(self, _sources: Any, _pool: Any, dpi: int) -> Any:
        return SimpleNamespace(dpi=dpi, faces=lambda arts: self._faces(arts, dpi))

    def _faces(self, arts: dict[str, Artwork], dpi: int) -> Iterator[tuple[str, Any]]:
        for key, art in arts.items():
            self.drawn.append((art.svg, dpi))
            yield key, SimpleNamespace(width=20, height=20, packed=zlib.compress(bytes(1200)))

    def embedded(self, pdf: Path, keys: set[str], _dpi: int) -> dict[str, Any]:
        self.printed += [(pdf.name, key) for key in sorted(keys)]
        return {key: plain(size=(20, 20)) for key in keys if key.startswith("old")}


@pytest.fixture
def pictures(monkeypatch: pytest.MonkeyPatch) -> Pictures:
    store = Pictures()
    monkeypatch.setattr(changed_pieces, "PixelDrawer", store.drawer)
    monkeypatch.setattr(changed_pieces, "printed_images", store.embedded)
    monkeypatch.setattr(changed_pieces, "cached_image", lambda *_: None)
    return store


def key_of(name: str) -> str:
    return Artwork(f"<{name}/>", 50, 40).key


def entry_rows(one: Comparison) -> list[tuple[str, str, list[tuple[str, bool, bool]]]]:
    return [
        (entry.kind, entry.piece.id, [(n, bool(was), bool(now)) for n, was, now in entry.sides])
        for entry in entries(one, object())  # type: ignore[arg-type]
    ]


def test_without_cairo_faces_are_drawings_and_printed_ones_are_missing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(changed_pieces, "known_cairo_version", lambda: 0)
    monkeypatch.setattr(changed_pieces, "screen_svg", lambda _pool, _sources, art: art.svg.encode())
    now = state("a", face=key_of("a"))
    changes = replace(
        NOTHING,
        removed=(state("lost", face="lost"),),
        changed=(PieceChange(state("a", face="was"), now, ()),),
    )
    one = comparison(changes, old_faces={"was": Artwork("<was/>", 50, 40)})
    edited, lost = entries(one, object())  # type: ignore[arg-type]
    ((_, was, after),) = edited.sides
    assert was and after
    assert was.data_url == "data:image/svg+xml;base64,PHdhcy8+"
    assert (after.width, after.height, after.boxes) == (217, 173, ())
    assert lost.sides == (("front", None, None),)


def test_new_changed_and_gone_pieces_in_that_order(pictures: Pictures) -> None:
    now = state("a", face=key_of("a"))
    old = {"was": Artwork("<was/>", 50, 40), "gone": Artwork("<gone/>", 50, 40)}
    changes = replace(
        NOTHING,
        added=(state("b", face=key_of("b")),),
        removed=(state("gone", face="gone"), state("lost", face="lost")),
        changed=(PieceChange(state("a", face="was"), now, ()), changed("d", 1, 2)),
    )
    one = comparison(changes, old_faces=old)
    assert entry_rows(one) == [
        ("added", "b", [("front", False, True)]),
        ("changed", "a", [("front", True, True)]),
        ("removed", "gone", [("front", True, False)]),
        ("removed", "lost", [("front", False, False)]),
    ]
    assert sorted(pictures.drawn) == [(f"<{n}/>", 110) for n in ("a", "b", "gone", "was")]
    assert pictures.printed == []
    (_, edited, *_) = entries(one, object())  # type: ignore[arg-type]
    assert edited.change is changes.changed[0]


def test_only_the_side_that_changed_is_shown(pictures: Pictures) -> None:
    was = replace(state("a", face="same"), back="old")
    changes = replace(NOTHING, changed=(PieceChange(was, replace(was, back=key_of("b")), ()),))
    one = comparison(changes, old_faces={"old": Artwork("<old/>", 50, 40)})
    assert entry_rows(one) == [("changed", "a", [("back", True, True)])]


def test_faces_of_prints_come_at_their_own_resolution(pictures: Pictures) -> None:
    """The newest print of that resolution first; what one of them has is not asked of the next."""
    prints = box(
        record_of("fish/a", "fish/b", dpi=150),
        record_of("fish/b", decks=["tiles"], dpi=150, version="2"),
        record_of("fish/c", decks=["tiles"], dpi=72, version="3"),
    )
    a, b, c = (state(name, face=key_of(name)) for name in "abc")
    changes = replace(
        NOTHING,
        added=(state("d", face=key_of("d")),),
        changed=(
            PieceChange(replace(a, front="olda"), a, ()),
            PieceChange(replace(b, front="lostb"), b, ()),
            PieceChange(replace(c, front="oldc"), c, ()),
        ),
    )
    assert entry_rows(comparison(changes, box=prints)) == [
        ("added", "d", [("front", False, True)]),
        ("changed", "a", [("front", True, True)]),
        ("changed", "b", [("front", False, True)]),
        ("changed", "c", [("front", True, True)]),
    ]
    assert pictures.drawn == [("<c/>", 72), ("<d/>", 72), ("<a/>", 150), ("<b/>", 150)]
    assert pictures.printed == [
        ("p2.pdf", "oldc"),
        ("p1.pdf", "lostb"),
        ("p1.pdf", "olda"),
        ("p0.pdf", "lostb"),
    ]


def test_a_face_that_is_still_drawn_for_another_piece_is_not_lost(
    pictures: Pictures, monkeypatch: pytest.MonkeyPatch
) -> None:
    face = plain(size=(20, 20))
    monkeypatch.setattr(changed_pieces, "cached_image", lambda key, _: face if key == "k" else None)
    changes = replace(
        NOTHING,
        added=(state("b", face=key_of("b")),),
        removed=(state("x", face=key_of("b")), state("k", face="k"), state("z", face="z")),
    )
    assert [sides for _, _, sides in entry_rows(comparison(changes))] == [
        [("front", False, True)],
        [("front", True, False)],
        [("front", True, False)],
        [("front", False, False)],
    ]


def test_where_the_version_is_printed(pictures: Pictures) -> None:
    one = comparison(NOTHING)
    images = changed_pieces._FaceImages(one, object(), [])  # type: ignore[arg-type]
    deck = one.composed.game.decks["fish"]
    left, top, right, bottom = stamp_places(deck)["front"].box()
    x, y, width, height = images._stamp(state("a"), "front")
    pixel = 25.4 / 110
    assert (x * pixel, y * pixel) == pytest.approx((left, top), abs=pixel / 2)
    assert ((x + width) * pixel, (y + height) * pixel) == pytest.approx(
        (right, bottom), abs=pixel / 2
    )
    assert images._stamp(state("a"), "back") is None
    assert images._stamp(state("a", "tiles"), "front") is None
    assert images._stamp(None, "front") is None

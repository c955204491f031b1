"""The pieces of Kompensaatiopeli: cuts that forgive, numbers that follow, paper that is saved."""

from __future__ import annotations

import math
import re
import zlib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import cast

import pytest
from PIL import Image
from workshop import composer, draw

from cards_data import Findings, Game, Piece, load_game
from cards_data.documents import freeze
from cards_data.leaflet import Prose, Questions
from cards_data.models import Deck, Size
from generator.check.face_measures import letters_on
from generator.compose.artwork import Artwork
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Faces, compose_page
from generator.kit.kit_worker import PAGE, accent, words_of
from generator.sheets.grids import must_fit
from generator.sheets.papers import papers
from generator.svg.drawing import Shape

pytestmark = pytest.mark.slow

DPI = 100
TEMPLATES = Path(__file__).parents[2] / "templates" / "kompensaatiopeli"
BLEED_MM, INSIDE_MM, SAFE_MM = 3.0, 1.5, 3.0
KIT_SHEETS = 28
LEAFLET_SHEETS, HOWTO_SHEETS, SCORE_SHEETS, TOKEN_SHEETS = 2, 1, 1, 1
PIECE_SHEETS = KIT_SHEETS - LEAFLET_SHEETS - HOWTO_SHEETS - SCORE_SHEETS


@cache
def the_game() -> Game:
    return load_game("kompensaatiopeli")


def points(team: str) -> Mapping[str, int]:
    return cast(Mapping[str, int], the_game().scoring[team])


@cache
def composed(deck: str, piece: str) -> Faces:
    game, findings = the_game(), Findings()
    piece_data = next(one for one in game.decks[deck].pieces if one.id == piece)
    faces = composer(game).faces(game.decks[deck], piece_data, findings, Dependencies())
    findings.raise_any()
    assert faces
    return faces


def sides(deck: Deck, piece: Piece) -> Iterator[Artwork]:
    faces = composed(deck.name, piece.id)
    yield faces.front
    if faces.back:
        yield faces.back


def pixels(art: Artwork) -> Image.Image:
    image = draw(art, DPI)
    return Image.frombytes("RGB", (image.width, image.height), zlib.decompress(image.packed))


def strip_colours(image: Image.Image) -> set[object]:
    """The colours between the bleed's outer edge and a little inside the cut, on all sides."""
    deep = int((BLEED_MM + INSIDE_MM) / 25.4 * DPI)
    wide, high = image.size
    boxes = (
        (1, 1, wide - 1, deep),
        (1, high - deep, wide - 1, high - 1),
        (1, 1, deep, high - 1),
        (wide - deep, 1, wide - 1, high - 1),
    )
    return {colour for box in boxes for _, colour in image.crop(box).getcolors(1 << 16) or ()}


# Cards whose scenes run to the bleed: they lie apart, and a slipped cut shows more of the scene.
SCENES = ("hand_cards", "permits")


@pytest.mark.parametrize("deck", [name for name in the_game().decks if name not in SCENES])
def test_a_slipped_cut_shows_only_the_frame_that_all_pieces_share(deck: str) -> None:
    frame = tuple(bytes.fromhex(the_game().colours["birch"][1:]))
    game_deck = the_game().decks[deck]
    for piece in game_deck.pieces:
        for art in sides(game_deck, piece):
            assert strip_colours(pixels(art)) == {frame}, piece.id


@pytest.mark.parametrize("deck", SCENES)
def test_scenes_reach_the_end_of_the_bleed_and_no_neighbour(deck: str) -> None:
    game_deck = the_game().decks[deck]
    assert game_deck.gap_mm > 0
    for piece in game_deck.pieces:
        image = pixels(composed(deck, piece.id).front)
        wide, high = image.size
        corners = [(2, 2), (wide - 3, 2), (2, high - 3), (wide - 3, high - 3)]
        assert (255, 255, 255) not in {image.getpixel(corner) for corner in corners}, piece.id


def test_every_different_hand_card_has_a_picture_of_its_own() -> None:
    pieces = the_game().decks["hand_cards"].pieces
    text = (TEMPLATES / "scene_cards.svg.j2").read_text()
    drawn = re.findall(r'if id == "(\w+)"', text)
    assert sorted(drawn) == sorted(piece.id for piece in pieces if not piece.values["motif"])
    pictures = {
        re.sub(r"<text.*?</text>", "", composed("hand_cards", piece.id).front.svg)
        for piece in pieces
    }
    assert len(pictures) == len(pieces)


def test_money_is_as_much_as_in_the_box_whatever_the_notes_show() -> None:
    counts: Counter[tuple[object, object]] = Counter()
    motifs: dict[object, set[object]] = {}
    for piece in the_game().decks["hand_cards"].pieces:
        if piece.values["motif"]:
            counts[piece.values["kind"], piece.values["pile"]] += piece.copies
            motifs.setdefault(piece.values["kind"], set()).add(piece.values["motif"])
    assert counts == {
        ("resource", "funding"): 25,
        ("resource", "main"): 25,
        ("dirty_money", "funding"): 8,
        ("dirty_money", "main"): 2,
    }
    assert all(motif == {"spruce", "elk", "lake", "swan", "flower"} for motif in motifs.values())


def test_a_banknote_has_its_value_in_opposite_corners_and_no_sentence() -> None:
    for piece in the_game().decks["hand_cards"].pieces:
        if piece.values["motif"]:
            svg = composed("hand_cards", piece.id).front.svg
            words = re.findall(r">([^<]+)</text>", svg)
            assert words.count(str(piece.values["value"])) == 2, piece.id
            assert str(piece.values["effect"])[:20] not in " ".join(words)


def test_no_plate_of_a_nature_tile_covers_its_ratio() -> None:
    plate = re.compile(r'<rect x="3.2" y="3.2" width="8.4"')
    for piece in the_game().decks["nature_tiles"].pieces:
        svg = composed("nature_tiles", piece.id).front.svg
        assert plate.search(svg)
        for x, r in re.findall(r'<circle cx="([\d.]+)" cy="18" r="(13.9)"', svg):
            assert float(x) - float(r) > 3.2 + 8.4, piece.id


def test_every_species_has_its_finnish_name_and_ours_are_marked() -> None:
    tiles = the_game().decks["nature_tiles"].pieces
    assert all(tile.values["finnish"] for tile in tiles)
    ours = {tile.id for tile in tiles if tile.values["finnish_ours"]}
    assert ours == {"capricorn_beetle", "bechsteins_bat", "bee_orchid", "ocellated_lizard"}


@pytest.mark.parametrize("deck", the_game().decks)
def test_no_text_stands_within_the_safe_zone(deck: str) -> None:
    game_deck = the_game().decks[deck]
    inside = 1.5 if game_deck.size.width_mm < 30 else SAFE_MM
    for piece in game_deck.pieces:
        for art in sides(game_deck, piece):
            for x, y in re.findall(r'<text x="(-?[\d.]+)" y="(-?[\d.]+)"', art.svg):
                assert inside <= float(x) <= game_deck.size.width_mm - inside, piece.id
                assert inside <= float(y) <= game_deck.size.height_mm - inside, piece.id


def test_everything_is_cut_straight() -> None:
    assert {deck.size.shape for deck in the_game().decks.values()} == {"rect"}


def test_pieces_of_one_size_together_leave_room_for_rules_and_score_sheet() -> None:
    counts: Counter[Size] = Counter()
    for deck in the_game().decks.values():
        if deck.sheet != "tokens":
            counts[replace(deck.size, name="")] += deck.total
    paper = papers()["a4"]
    sheets = sum(
        math.ceil(count / len(must_fit(size, 0, paper, "").slots)) for size, count in counts.items()
    )
    assert sheets + TOKEN_SHEETS <= PIECE_SHEETS


@pytest.mark.parametrize("card", ["oops", "derogation", "corruption"])
def test_a_card_that_destroys_a_tile_says_what_it_costs(card: str) -> None:
    lost = -points("conservationists")["destroyed"]
    assert f"−{lost}." in composed("hand_cards", card).front.svg


@pytest.mark.parametrize(
    "role", ["burned_out_birder", "enthusiastic_planet_saver", "extinction_rebel"]
)
def test_every_conservationist_reads_where_the_team_starts(role: str) -> None:
    start = points("conservationists")["start"]
    words = " ".join(re.findall(r">([^<]+)</text>", composed("roles", role).front.svg))
    assert f"starts with {start} points" in words


def sheet(game: Game) -> str:
    """The score sheet without its worked example."""
    findings = Findings()
    subject = composer(game).page(PAGE, "score_sheet")
    extra = {
        "url": "",
        "example": None,
        "rule_name": str,
        "t": words_of(game, "en", Dependencies()),
        "accent": accent(game),
    }
    page = compose_page(
        subject, "kompensaatiopeli/score_sheet.svg.j2", extra, findings, Dependencies()
    )
    findings.raise_any()
    assert page
    return page.svg


@pytest.mark.parametrize(("rows", "columns"), [(5, 5), (4, 6), (6, 4)])
def test_the_score_sheets_boards_keep_clear_of_what_stands_below(rows: int, columns: int) -> None:
    board = {"rows": rows, "columns": columns}
    game = replace(the_game(), scoring=freeze({**the_game().scoring, "board": board}))
    svg = sheet(game)
    boxes = re.findall(r'<rect x="[\d.]+" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"', svg)
    cell = 54 / max(rows, columns)
    boards = [
        (float(y), float(high))
        for y, wide, high in boxes
        if (float(wide), float(high)) == pytest.approx((cell * columns, cell * rows))
    ]
    legends = [float(y) for y in re.findall(r'y="([\d.]+)"[^>]*>areas<', svg)][::2]
    assert len(boards) == len(legends) == 2
    assert all(top + high < legend for (top, high), legend in zip(boards, legends, strict=True))


def test_points_on_the_score_sheet_follow_the_rules() -> None:
    changed = {**points("conservationists"), "demonstration": 8}
    scoring = freeze({**the_game().scoring, "conservationists": changed})
    assert ">+8</text>" not in sheet(the_game())
    assert sheet(replace(the_game(), scoring=scoring)).count(">+8</text>") == 2


def test_the_leaflet_answers_a_dozen_questions_and_marks_our_readings() -> None:
    leaflet = the_game().leaflets["en"]
    blocks = [block for section in leaflet.sections for block in section.blocks]
    questions = [item for block in blocks if isinstance(block, Questions) for item in block.items]
    assert len(questions) >= 12
    assert any(item.reading for item in questions)
    assert any(isinstance(block, Prose) and block.tone == "reading" for block in blocks)


@pytest.mark.parametrize("lang", ["en", "fi", "sv"])
def test_texts_of_a_role_keep_clear_of_its_pills_and_have_one_size(lang: str) -> None:
    """A run of letters is inside a pill, or a line's width away from it."""
    sizes = set()
    deck, maker = the_game().decks["roles"], composer(the_game(), lang)
    for piece in deck.pieces:
        faces = maker.faces(deck, piece, Findings(), Dependencies())
        assert faces
        drawing = faces.front.drawing(maker.sources)
        boxes = [item.path.box for item in drawing.items if isinstance(item, Shape)]
        pills = [box for box in boxes if box[1] > 45 and 4 < box[3] < 5.5 and 5 < box[2] < 35]
        assert len(pills) >= 3
        for mark in letters_on(drawing):
            left, top, right, bottom = mark.box
            for x, y, width, height in pills:
                beside = right < x or left > x + width or bottom < y - 0.3 or top > y + height + 0.3
                inside = left > x and right < x + width
                assert beside or inside, (piece.id, mark.words)
            if 50 < top < 113 and left == pytest.approx(14.9) and mark.size_mm < 3:
                sizes.add(round(mark.size_mm, 2))
    assert len(sizes) == 1

"""Low ink: the same faces in lines, with at most two fifths of the ink and nothing unreadable."""

from __future__ import annotations

import io
import json
import math
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image
from pypdf import PdfReader
from thorough import spread
from workshop import Command, WorkLog, Workshop, compose, draw, print_game

from cards_data import Findings, Size, load_game
from cards_data.models import Deck, Game
from generator.check.face_measures import Gauge, Symbol, measure
from generator.compose.art import symbol, symbol_names
from generator.compose.artwork import Artwork, artwork
from generator.draw.face import drawing_of
from generator.geometry.colours import contrast, hex_colour
from generator.low_ink.line_drawing import hatching_lines, sketch_of
from generator.low_ink.stacking import PAPER
from generator.options import Edition, PrintOptions
from generator.raster import Pixels
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, Letters, Photo, Shape
from generator.svg.outlines import ellipse

pytestmark = pytest.mark.slow

GAMES = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
SIZE = Size("card", 63, 88)
WHOLE = '<rect x="-3" y="-3" width="69" height="94" fill="{}"/>'
WORDS = (
    '<text x="10" y="30" font-family="Source Sans Pro" font-weight="400" font-size="5" '
    'fill="{}">Pond</text>'
)


def low(body: str) -> Drawing:
    """A face in lines."""
    return drawing_of(replace(artwork(body, SIZE), ink="low"), Sources())


def shapes(drawing: Drawing) -> list[Shape]:
    return [item for item in drawing.items if isinstance(item, Shape)]


def darks(drawing: Drawing) -> list[Shape]:
    """What is filled with anything but white."""
    return [one for one in shapes(drawing) if one.fill and one.fill.paint != PAPER]


def test_a_ground_is_white_and_has_no_edge() -> None:
    (ground,) = shapes(low(WHOLE.format("#1d4f6b")))
    assert ground.fill and ground.fill.paint == PAPER
    assert ground.stroke is None


@pytest.mark.parametrize("ink", ["#ffffff", "#13293d", "#ffe680"])
def test_letters_are_dark_on_white_whatever_they_were(ink: str) -> None:
    drawing = low(WHOLE.format("#1d4f6b") + WORDS.format(ink))
    (letters,) = [item for item in drawing.items if isinstance(item, Letters)]
    assert letters.fill and not isinstance(letters.fill.paint[0], tuple)
    assert contrast(hex_colour(letters.fill.paint), "#ffffff") >= 4.5  # type: ignore[arg-type]
    assert not darks(drawing)


def test_an_area_is_an_outline_with_hatching() -> None:
    (_, white, lines, edge) = shapes(
        low(WHOLE.format("#ffffff") + '<rect x="5" y="5" width="50" height="40" fill="#1d4f6b"/>')
    )
    assert white.fill and white.fill.paint == PAPER
    assert lines.fill is None and len(lines.path.steps) > 40
    assert edge.stroke and edge.stroke.width < 0.3


def test_what_something_stands_on_is_not_hatched() -> None:
    panel = '<rect x="5" y="5" width="50" height="40" fill="#1d4f6b"/>'
    drawing = low(WHOLE.format("#ffffff") + panel + WORDS.format("#ffffff"))
    assert max(len(one.path.steps) for one in shapes(drawing)) < 10


def test_a_light_sign_on_a_dark_ground_is_a_dark_sign() -> None:
    disc = '<circle cx="30" cy="30" r="12" fill="#1d4f6b"/>'
    sign = '<path d="M27 27h6v6h-6z" fill="#ffffff"/>'
    (dark,) = darks(low(WHOLE.format("#ffffff") + disc + sign))
    assert dark.path.box == pytest.approx((27, 27, 6, 6))


def test_a_coin_is_white_and_its_sign_dark() -> None:
    coin = '<circle cx="30" cy="30" r="3" fill="#f6b93b"/><path d="M29 28h2v4h-2z" fill="#13293d"/>'
    (sign,) = darks(low(WHOLE.format("#ffffff") + coin))
    assert sign.path.box == pytest.approx((29, 28, 2, 4))


def test_what_was_never_seen_is_not_drawn() -> None:
    hardly = '<path d="M5 5h50" stroke="#fdfdfc" stroke-width="1"/>'
    assert len(shapes(low(WHOLE.format("#ffffff") + hardly))) == 1


@given(
    st.floats(0, 180), st.floats(0.3, 3), st.floats(-20, 20), st.floats(-20, 20), st.floats(1, 15)
)
def test_hatching_stays_inside_its_outline(
    degrees: float, pitch: float, x: float, y: float, r: float
) -> None:
    ends = [
        at for _, at in hatching_lines(ellipse(x, y, r, r).steps, degrees, pitch, evenodd=False)
    ]
    assert all(math.dist(end, (x, y)) <= r * 1.001 for end in ends)
    assert len(ends) >= 2 * (int(2 * r / pitch) - 1)


def test_a_hole_stays_free_of_hatching() -> None:
    ring = (*ellipse(0, 0, 9, 9).steps, *ellipse(0, 0, 4, 4).steps)
    lines = hatching_lines(ring, 45, 0.5, evenodd=True)
    middles = [
        ((one[0] + two[0]) / 2, (one[1] + two[1]) / 2)
        for (_, one), (_, two) in zip(lines[::2], lines[1::2], strict=True)
    ]
    assert all(3.9 < math.hypot(*middle) < 9 for middle in middles if math.hypot(*middle) < 6.5)


def photo() -> bytes:
    file = io.BytesIO()
    image = Image.linear_gradient("L").resize((200, 100)).convert("RGB")
    image.paste("#102030", (60, 30, 140, 70))
    image.save(file, "PNG")
    return file.getvalue()


def test_a_photograph_becomes_lines_of_the_same_size() -> None:
    with (
        Image.open(io.BytesIO(photo())) as before,
        Image.open(io.BytesIO(sketch_of(photo()))) as now,
    ):
        assert now.size == before.size
        dark = [sum(255 - value for value in one.convert("L").tobytes()) for one in (before, now)]
    assert 0 < dark[1] < 0.3 * dark[0]


def test_a_picture_on_a_face_is_sketched() -> None:
    import base64

    data = base64.b64encode(photo()).decode()
    picture = f'<image x="0" y="0" width="40" height="20" href="data:image/png;base64,{data}"/>'
    (picture_item,) = [item for item in low(picture).items if isinstance(item, Photo)]
    assert picture_item.data == sketch_of(photo())


def test_whatever_can_be_printed_can_be_turned_into_lines(
    pond: Workshop, ecotable: Command
) -> None:
    clip = '<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.5" height="1"/>'
    shape = '</clipPath><rect width="9" height="9" clip-path="url(#c)"/>'
    pond.template("plant.svg.j2", clip + shape)
    assert ecotable("print", "pond", "--ink", "low", "--jobs", "1").code == 0
    assert ecotable("print", "pond", "--dpi", "72", "--jobs", "1").code == 0
    pond.template("plant.svg.j2", '<rect width="9" height="9" filter="url(#c)"/>')
    for ink in ("low", "full"):
        answer = ecotable("print", "pond", "--ink", ink, "--jobs", "1")
        assert answer.code == 1
        assert 'attribute "filter" on <rect> is not supported' in answer.err


def test_the_page_offers_it() -> None:
    from generator.web.print_queue import choices

    assert choices(load_game("ecologic"))["ink"] == ["full", "low"]


# The real games.


def sampled(game: Game) -> Iterator[tuple[Deck, Artwork]]:
    """A piece of every deck, both sides."""
    for deck in game.decks.values():
        faces = compose(game, deck, deck.pieces[0], "en", Findings())
        assert faces
        yield from ((deck, art) for art in (faces.front, faces.back) if art)


def ink_share(drawn: Pixels) -> float:
    """How far the pixels are from white, on the average of all colours: every one of them."""
    rows = zlib.decompress(drawn.packed)
    share = 1 - sum(rows) / len(rows) / 255
    assert drawn.ink == pytest.approx(share, abs=0.001)
    return share


@pytest.mark.parametrize("slug", spread(GAMES, 4))
def test_a_game_takes_three_fifths_less_ink_and_stays_readable(slug: str) -> None:
    game, sources = load_game(slug), Sources()
    names = symbol_names(game, sources)
    signs = tuple(Symbol.read(name, symbol(game, sources, name)) for name in names)
    full = lines = 0.0
    seen: set[str] = set()
    for deck, art in sampled(game):
        if art.key in seen:
            continue
        seen.add(art.key)
        thrifty, area = replace(art, ink="low"), art.width_mm * art.height_mm
        full += area * draw(art, 30).ink
        lines += area * draw(thrifty, 30).ink
        assert measure(Gauge(sources, signs), (thrifty, deck.size)).faults == ()
    assert 1 - lines / full >= 0.6


def test_a_code_can_still_be_scanned() -> None:
    game = load_game("ecologic")
    deck = game.decks["references"]
    faces = compose(game, deck, deck.pieces[0], "en", Findings())
    assert faces and faces.back
    drawn = draw(replace(faces.back, ink="low"), 200)
    image = Image.frombytes("RGB", (drawn.width, drawn.height), zlib.decompress(drawn.packed))
    (code,) = zxingcpp.read_barcodes(image)
    assert code.text == game.link


# Whole prints of a small game.


def thrifty(pond: Workshop, **chosen: object) -> PrintOptions:
    return PrintOptions(edition=Edition("en", "low"), dpi=72, jobs=1, out=pond.out, **chosen)  # type: ignore[arg-type]


def test_full_and_low_never_mix(pond: Workshop, work_log: WorkLog) -> None:
    full = pond.print()
    before = full.pdf.read_bytes()
    work_log.forget()
    saving = print_game(pond.load(), thrifty(pond))
    assert work_log.drawn, "every face is drawn anew"
    assert (full.pdf.name, saving.pdf.name) == ("pond-en-a4.pdf", "pond-en-a4-low.pdf")
    faces = [json.loads(one.manifest.read_text(encoding="utf-8")) for one in (full, saving)]
    assert [record["ink"] for record in faces] == ["full", "low"]
    keys = [{piece["front"] for piece in record["pieces"]} for record in faces]
    assert not keys[0] & keys[1]
    work_log.forget()
    assert pond.print().pdf.read_bytes() == before
    print_game(pond.load(), thrifty(pond))
    assert not work_log.drawn and not work_log.composed


def test_the_same_lines_every_time(pond: Workshop, tmp_path: Path) -> None:
    first = print_game(pond.load(), thrifty(pond)).pdf.read_bytes()
    again = replace(thrifty(pond), out=tmp_path / "again")
    assert print_game(pond.load(), again).pdf.read_bytes() == first


def test_what_is_saved_is_said(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("print", "pond", "--ink", "low", "--render", "vector", "--jobs", "1")
    assert answer.code == 0, answer.err
    text = answer.out.rstrip().rpartition(", ")[2]
    percent = int(text.removesuffix("% less ink"))
    assert 60 <= percent < 100
    howto = PdfReader("output/pond-en-a4-low-vector.pdf").pages[0].extract_text()
    assert f"{percent}% less ink" in " ".join(howto.split())
    assert "less ink" not in ecotable("print", "pond", "--dpi", "72", "--jobs", "1").out
    assert ecotable("verify", "output/pond-en-a4-low-vector.pdf").code == 0


def test_check_measures_the_low_print(pond: Workshop, ecotable: Command) -> None:
    """White letters that nothing dark lies behind are lost in full ink and found in low."""
    pale = '{{ line("pale", 10, 30, size=9, fill="#f4f4f4") }}'
    pond.template("plant.svg.j2", pale)
    full = ecotable("check", "pond")
    assert "has a contrast of 1" in full.err
    assert "contrast" not in ecotable("check", "pond", "--ink", "low").err
    pond.template("plant.svg.j2", '{{ line("edge", 0.5, 12, size=7) }}')
    assert "(en, front, low ink)" in ecotable("check", "pond", "--ink", "low").err

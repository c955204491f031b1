"""The pages of a kit that are no pieces: score sheets and results, and numbers that stand once."""

from __future__ import annotations

import re
import shutil
import zlib
from html import unescape
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from pypdf import PdfReader
from workshop import Command, compose_all, draw, kit_of

import cards_data
from cards_data import load_game
from generator.compose.artwork import Artwork
from generator.kit.result_page import BOTTOM_MM, Ledger, _pages
from generator.leaflet.resolved import scored_example
from generator.store.sources import Source, Sources
from scorer.engine import scorer_for, scorer_of
from scorer.registry import slugs

pytestmark = pytest.mark.slow

PROJECT = Path(cards_data.__file__).parent.parent


def words_on(art: Artwork) -> str:
    """Everything that is written on a page, in the order it was written."""
    return " ".join(unescape(text) for text in re.findall(r"<text[^>]*>([^<]*)</text>", art.svg))


def score_sheet(slug: str, lang: str = "en", url: str = "") -> Artwork:
    sheet = kit_of(load_game(slug), lang, scorer_url=url).score_sheet()
    assert sheet
    return sheet


def without_own_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if no game drew a score sheet of its own."""
    find = Sources.find

    def shared_only(sources: Sources, *names: str) -> Source | None:
        own = names[-1] == "score_sheet.svg.j2" and names[0] != "_shared"
        return None if own else find(sources, *names)

    monkeypatch.setattr(Sources, "find", shared_only)


@pytest.mark.parametrize("slug", slugs())
def test_the_shared_score_sheet_asks_what_the_scorer_asks_and_in_its_order(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    without_own_sheets(monkeypatch)
    written = words_on(score_sheet(slug))
    place = -1
    for field in scorer_for(slug).form():
        following = written.find(field.label, place + 1)
        assert following > place, f"{field.label} is missing or out of order"
        place = following


@pytest.mark.parametrize("slug", [slug for slug in slugs() if load_game(slug).sheet_example])
def test_a_games_own_score_sheet_names_every_rule_of_its_example(slug: str) -> None:
    game = load_game(slug)
    scored = scored_example(game, game.sheet_example, "en")
    written = words_on(score_sheet(slug))
    for line in scored.result.sides[0].lines:
        assert scored.rule(line.rule) in written


def test_the_shared_score_sheet_speaks_the_language_of_the_print(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    without_own_sheets(monkeypatch)
    assert "Impact tiles" in words_on(score_sheet("ecosfera_baltica"))
    assert "Inverkansbrickor" in words_on(score_sheet("ecosfera_baltica", "sv"))


@pytest.mark.parametrize("slug", slugs())
def test_the_code_on_a_score_sheet_opens_the_scorer_for_that_game(slug: str) -> None:
    pixels = draw(score_sheet(slug, url="http://192.168.1.20:8000/"), 200)
    image = Image.frombytes("RGB", (pixels.width, pixels.height), zlib.decompress(pixels.packed))
    codes = [code.text for code in zxingcpp.read_barcodes(image)]
    assert codes == [f"http://192.168.1.20:8000/{slug}"]


@pytest.mark.parametrize("slug", slugs())
def test_no_border_of_a_score_sheet_is_cut_off_at_the_right(slug: str) -> None:
    sheet = score_sheet(slug)
    for rect in re.findall(r"<rect [^>]*stroke=[^>]*>", sheet.svg):
        x, width, stroke = (
            float(match[1]) if (match := re.search(rf'\b{name}="([\d.]+)"', rect)) else 0.0
            for name in ("x", "width", "stroke-width")
        )
        assert x + width + stroke / 2 <= sheet.width_mm + 0.01, rect


def test_a_wide_board_leaves_room_for_its_legend(own_variant_of_kompensaatiopeli: Path) -> None:
    numbers = own_variant_of_kompensaatiopeli / "scoring.yaml"
    text = numbers.read_text(encoding="utf-8")
    changed = re.sub(r"board: \{[^}]*\}", "board: {rows: 4, columns: 6}", text)
    assert changed != text
    numbers.write_text(changed, encoding="utf-8")
    sheet = score_sheet("kompensaatiopeli")
    cells = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="\2"/>', sheet.svg)
    assert len(cells) == 4 * 6
    edge = max(float(x) + float(width) for x, width in cells)
    legend = re.search(r'<text x="([\d.]+)"[^>]*>conservation area<', sheet.svg)
    assert legend
    assert float(legend[1]) > edge


OWN_SHEET = """
{{ line(t("score_sheet") ~ " " ~ t("points", n=3) ~ url, 0, 9) }}
{% for side in example.sides %}{{ line(side.name ~ " " ~ side.total, 0, 20) }}
{% for row in side.lines %}{{ line(rule_name(row.rule) ~ " " ~ row.points ~ " " ~ row.why, 0, 30) }}
{% endfor %}{% endfor %}
"""


def test_a_game_may_draw_its_own_score_sheet_with_a_scored_example(own_variant: Path) -> None:
    folder = own_variant.parent.parent / "templates" / "ecologic"
    folder.mkdir(parents=True)
    sheet = OWN_SHEET.replace('t("points", n=3)', '""')
    (folder / "score_sheet.svg.j2").write_text(sheet, encoding="utf-8")
    game = own_variant / "game.yaml"
    text = re.sub(r"sheet_example:.*\n", "", game.read_text(encoding="utf-8"))
    name = sorted((own_variant / "examples").glob("*.yaml"))[0].stem
    game.write_text(f"{text.rstrip()}\nsheet_example: {name}\n", encoding="utf-8")
    written = words_on(score_sheet("ecologic"))
    result = scored_example(load_game("ecologic"), name, "en").result
    for side in result.sides:
        assert f"{side.name} {side.total}" in written
        assert all(line.why in written for line in side.lines)


def test_every_set_has_its_score_sheet(own_variant: Path, ecotable: Command) -> None:
    common = ("print", "ecologic", "--deck", "board", "--dpi", 72, "--jobs", 1)
    pages = []
    for copies in (1, 3):
        out = own_variant.parent / f"out{copies}"
        assert ecotable(*common, "--copies", copies, "--out", out).code == 0
        (pdf,) = out.glob("*.pdf")
        pages.append(len(PdfReader(pdf).pages))
    board = pages[0] - 4
    assert pages == [2 + board + 2, 2 + 3 * board + 3 * 2]


def test_without_an_address_a_score_sheet_has_no_code() -> None:
    pixels = draw(score_sheet("ecologic"), 200)
    image = Image.frombytes("RGB", (pixels.width, pixels.height), zlib.decompress(pixels.packed))
    assert not zxingcpp.read_barcodes(image)


@pytest.fixture
def own_variant(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A group's own copy of Ecologic in the current folder."""
    shutil.copytree(PROJECT / "cards_data" / "ecologic", tmp_path / "cards_data" / "ecologic")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards_data" / "ecologic"


@pytest.fixture
def own_variant_of_kompensaatiopeli(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A group's own copy of Kompensaatiopeli, with the shared score sheet."""
    folder = tmp_path / "cards_data" / "kompensaatiopeli"
    shutil.copytree(PROJECT / "cards_data" / "kompensaatiopeli", folder)
    monkeypatch.chdir(tmp_path)
    without_own_sheets(monkeypatch)
    return folder


STATE = """
game: ecologic
players:
  - {name: Ada, profits: 9, enviros: 7, refineries: 5, eco_initiatives: 3, tads: 1}
"""


def test_a_scoring_number_changes_score_and_printed_reference_together(
    own_variant: Path, ecotable: Command
) -> None:
    table = own_variant.parent / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    before = ecotable("score", "ecologic", table, "--json")
    reference = compose_all(load_game("ecologic"), "en", ("references",)).decks[0][1][0][1]

    numbers = own_variant / "scoring.yaml"
    text = numbers.read_text(encoding="utf-8")
    assert "tad: 2" in text
    numbers.write_text(text.replace("tad: 2", "tad: 4"), encoding="utf-8")

    after = ecotable("score", "ecologic", table, "--json")
    changed = compose_all(load_game("ecologic"), "en", ("references",)).decks[0][1][0][1]
    assert ('"total": 22' in before.out, '"total": 24' in after.out) == (True, True)
    assert changed.version != reference.version


def test_the_balance_table_on_paper_is_the_scorers_own(own_variant: Path) -> None:
    game = load_game("ecologic")
    printed = scorer_of(game).to_print()
    table = printed["balance_table"]
    face = compose_all(game, "en", ("score_table",)).decks[0][1][0][1].front
    written = re.findall(r">(\d+)</text>", face.svg)
    # Every row of the table stands on the card as a run of neighbouring numbers.
    assert isinstance(table, list | tuple)
    assert sum(len(row) for row in table) <= len(written)
    joined = " ".join(written)
    for row in table:
        assert " ".join(str(number) for number in row) in joined


def test_a_result_can_be_kept_as_a_pdf(tmp_path: Path, ecotable: Command) -> None:
    table = tmp_path / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    answer = ecotable("score", "ecologic", table, "--pdf", tmp_path / "result.pdf")
    assert answer.code == 0
    reader = PdfReader(tmp_path / "result.pdf")
    assert len(reader.pages) == 1
    width, height = (float(side) for side in reader.pages[0].mediabox[2:])
    assert (round(width), round(height)) == (595, 842)


def test_tables_that_do_not_fit_any_more_begin_a_new_page() -> None:
    tables = [Ledger(f"side {number}", 0, 0.0, 90.0, ()) for number in range(5)]
    pages = _pages(tables)
    assert [len(page) for page in pages] == [2, 2, 1]
    assert all(table.y_mm + table.height_mm <= BOTTOM_MM for page in pages for table in page)
    assert [table.title for page in pages for table in page] == [item.title for item in tables]


def test_a_result_that_cannot_be_written_is_told_and_leaves_nothing(
    tmp_path: Path, ecotable: Command
) -> None:
    table = tmp_path / "table.yaml"
    table.write_text(STATE, encoding="utf-8")
    answer = ecotable("score", "ecologic", table, "--pdf", tmp_path / "table.yaml" / "x.pdf")
    assert answer.code == 1
    assert "cannot be written" in answer.err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["table.yaml"]

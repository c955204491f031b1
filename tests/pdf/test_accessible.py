"""PDFs for everyone: the rules of PDF/UA that a program can read back, and what is read aloud."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from matterhorn import elements, faults, kind, listed, tokens
from svg_features import face, words
from thorough import spread
from workshop import Here, print_game, print_options

from cards_data import load_game
from generator import pipeline
from generator.options import COPY_SHOP
from generator.store.sources import Sources
from generator.vector.operators import face_form

pytestmark = pytest.mark.slow

# A small deck of each game: all pieces are tagged alike.
DECKS = {
    "kompensaatiopeli": "legislation",
    "ecologic": "score_table",
    "better_life": "meters",
    "ecosfera_baltica": "centres",
}
KITS = [(slug, lang) for slug in DECKS for lang in load_game(slug).languages]


def printed(slug: str, lang: str, out: Path, **chosen: Any) -> Path:
    """The pages to read of a game and a sheet of pieces."""
    decks = ("rules", "score_sheet", DECKS[slug])
    options = print_options(lang, out=out, decks=decks, render="vector", **chosen)
    return pipeline.print_game(load_game(slug), options, Here(1)).pdf


@pytest.fixture(scope="module", params=["raster", "vector"])
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> pikepdf.Pdf:
    """A whole kit: Ecosfera Baltica in Swedish has leaflets, tables, lists and score sheets."""
    out = tmp_path_factory.mktemp("kit")
    options = print_options("sv", out=out, dpi=40, render=request.param)
    return pikepdf.open(print_game(load_game("ecosfera_baltica"), options).pdf)


@pytest.fixture(scope="module")
def english(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return printed("better_life", "en", tmp_path_factory.mktemp("english"))


def test_a_whole_kit_is_accessible(kit: pikepdf.Pdf) -> None:
    assert kit.pdf_version >= "1.7"
    assert str(kit.Root.Lang) == "sv"
    assert str(kit.docinfo["/Title"]) == "Ecosfera Baltica – skriv ut och spela"
    assert str(kit.docinfo["/Author"]) not in ("", "anonymous")
    assert faults(kit) == []


def test_every_content_has_its_parent_and_every_parent_its_content(kit: pikepdf.Pdf) -> None:
    tree = kit.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(tree[place]): tree[place + 1] for place in range(0, len(tree), 2)}
    owned = 0
    for page in kit.pages:
        forms = list(page.get("/Resources", {}).get("/XObject", {}).values())
        for content in (page, *(form for form in forms if "/StructParents" in form)):
            numbers = marked(content)
            assert numbers == list(range(len(numbers)))
            parents_of_page = parents[int(content.StructParents)] if numbers else []
            assert len(parents_of_page) == len(numbers)
            assert all(number in contents_of(owner) for number, owner in enumerate(parents_of_page))
            owned += len(numbers)
    assert owned == sum(len(contents_of(one)) for one in elements(kit))


def marked(content: Any) -> list[int]:
    lists = (token["list"] for token in tokens(content) if token["mark"])
    return [int(match[1]) for one in lists if (match := re.search(rb"/MCID (\d+)", one or b""))]


def contents_of(element: Any) -> list[int]:
    return [
        int(kid) if not isinstance(kid, pikepdf.Dictionary) else int(kid.MCID)
        for kid in listed(element.get("/K", []))
        if not isinstance(kid, pikepdf.Dictionary) or "/MCID" in kid
    ]


def test_a_picture_names_its_pieces_and_leaves_the_caption_to_its_text(kit: pikepdf.Pdf) -> None:
    alts = [str(one.Alt) for one in elements(kit) if kind(one) == "Figure"]
    setup = next(alt for alt in alts if "Bilden visar: Konsumenter: Strandskata, " in alt)
    assert "Habitatbrickor: Is, Lera, Flod, Sten, Öppet vatten och Kust" in setup
    caption = "3 spelare: samma marknad"
    assert sum(caption in text for text in pages_of(Path(kit.filename))) == 1
    assert not any(caption in alt for alt in alts)


def test_pieces_can_be_found(kit: pikepdf.Pdf) -> None:
    texts = pages_of(Path(kit.filename))
    assert any("Havsörn" in text for text in texts[6:]), "on the sheets, not in the rules alone"


@pytest.mark.parametrize(("slug", "lang"), spread(KITS, 12))
def test_every_game_is_accessible_in_every_language(slug: str, lang: str, tmp_path: Path) -> None:
    assert faults(pikepdf.open(printed(slug, lang, tmp_path))) == []


def test_symbols_and_spaces_are_in_the_text(english: Path) -> None:
    text = " ".join(" ".join(pages_of(english)).split())
    assert "Each player takes 5 influence points, 2 action cards and 1 target. Keep" in text
    assert "at 100 % (actual size)" in text.replace("100%", "100 %")
    assert "plain paper in sleeves is fine" in text
    assert "If the Biodiversity Loss Meter ever reaches 5, the game ends" in text


def pages_of(path: Path) -> list[str]:
    """The text that Chrome finds and copies."""
    document = pypdfium2.PdfDocument(path)
    texts = [page.get_textpage().get_text_range() for page in document]
    document.close()
    return texts


def test_small_pictures_of_cards_are_not_text(english: Path) -> None:
    rules = " ".join(pages_of(english)[2:6])
    assert "5 role actions" in rules, "a caption"
    assert "Once per round: turn it over" not in rules, "a card"


def test_the_first_page_is_read_downwards(english: Path) -> None:
    first = pages_of(english)[0]
    places = [first.index(words) for words in ("You also need", "Print one sheet", "was made by")]
    assert places == sorted(places)


def test_roles_become_tags() -> None:
    page = face(
        f'<g role="presentation">{words("1 / 4")}</g>'
        f'<g role="row"><g role="columnheader" aria-colspan="2">{words("A")}</g></g>'
        f'<g role="row"><g role="rowheader">{words("B")}</g><g role="cell"></g></g>'
        f"{words('C')}"
        '<g role="text" aria-label="sun"><rect width="3" height="3"/></g>'
        f'<g aria-hidden="true">{words("D")}</g>'
    )
    form = face_form(page.drawing(Sources()), page=True)
    assert [node.tag.role for node in form.tags] == ["row", "row", "paragraph"]
    assert [[one.tag.span for one in node.inside] for node in form.tags] == [[2], [1, 1], []]
    used = "".join(text for glyphs in form.glyphs.values() for text in glyphs.values())
    assert set(used) == set("1/4 ABC")


def test_what_is_not_accessible_does_not_claim_to_be(tmp_path: Path) -> None:
    path = printed("better_life", "en", tmp_path, made_for=COPY_SHOP)
    with pikepdf.open(path) as pdf, pdf.open_metadata() as metadata:
        assert "pdfuaid:part" not in metadata

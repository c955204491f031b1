"""PDFs for everyone: the rules of PDF/UA that a program can read back.

Every painted thing is tagged or decoration, every tag has its parent, headings do not jump, tables
have heads, pictures alternatives, and the letters of pieces can be found in pixels, too.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from workshop import print_game, print_options

from cards_data import load_game

GAMES = ("kompensaatiopeli", "ecologic", "better_life", "ecosfera_baltica")
PAINTING = frozenset("f F f* B B* b b* S s sh Do Tj TJ ' \" BI EI".split())


@pytest.fixture(scope="module", params=["raster", "vector"])
def kit(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> pikepdf.Pdf:
    """A whole kit: Ecosfera Baltica in Swedish has leaflets, tables, lists and score sheets."""
    out = tmp_path_factory.mktemp("kit")
    options = print_options("sv", out=out, dpi=40, render=request.param)
    return pikepdf.open(print_game(load_game("ecosfera_baltica"), options).pdf)


@cache
def elements(pdf: pikepdf.Pdf) -> tuple[Any, ...]:
    """All structure elements in the order in which they are read."""

    def walk(element: Any) -> Iterator[Any]:
        yield element
        kids = element.get("/K", [])
        for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield from walk(kid)

    return tuple(one for top in pdf.Root.StructTreeRoot.K for one in walk(top))


def kinds(pdf: pikepdf.Pdf) -> list[str]:
    return [str(element.S)[1:] for element in elements(pdf)]


def test_the_file_says_what_it_is(kit: pikepdf.Pdf) -> None:
    assert kit.pdf_version >= "1.7"
    assert str(kit.Root.Lang) == "sv"
    assert bool(kit.Root.MarkInfo.Marked)
    assert bool(kit.Root.ViewerPreferences.DisplayDocTitle)
    assert str(kit.docinfo["/Title"]) == "Ecosfera Baltica – skriv ut och spela"
    assert str(kit.docinfo["/Author"]) not in ("", "anonymous")
    with kit.open_metadata() as metadata:
        # Symbols and rows of several lengths keep it from being PDF/UA, so it does not claim to be.
        assert "pdfuaid:part" not in metadata
        assert metadata["dc:title"] == str(kit.docinfo["/Title"])


def test_all_that_is_painted_is_tagged_or_decoration(kit: pikepdf.Pdf) -> None:
    read = 0
    for page in kit.pages:
        for name in unmarked(page):
            form = page.Resources.XObject[name]
            assert form.Subtype == "/Form", "a page that is read has tags of its own"
            assert "/StructParents" in form
            assert list(unmarked(form)) == []
            read += 1
    assert read >= 6, "how-to, rules and score sheet"


def unmarked(content: Any) -> Iterator[str]:
    """What is painted outside of all marked content, by the name of the object."""
    depth = 0
    for operands, operator in pikepdf.parse_content_stream(content):
        word = str(operator)
        depth += {"BMC": 1, "BDC": 1, "EMC": -1}.get(word, 0)
        assert depth in (0, 1), "marked content in marked content"
        if word in PAINTING and not depth:
            yield str(operands[0]) if operands else word
    assert depth == 0


def test_every_content_has_its_parent_and_every_parent_its_content(kit: pikepdf.Pdf) -> None:
    tree = kit.Root.StructTreeRoot.ParentTree.Nums
    parents = {int(tree[place]): tree[place + 1] for place in range(0, len(tree), 2)}
    owned = 0
    for page in kit.pages:
        assert page.Tabs == "/S"
        forms = list(page.get("/Resources", {}).get("/XObject", {}).values())
        for content in (page, *(form for form in forms if "/StructParents" in form)):
            numbers = list(marked(content))
            assert numbers == list(range(len(numbers)))
            if not numbers:
                continue
            held = parents[int(content.StructParents)]
            assert len(held) == len(numbers)
            for number, owner in zip(numbers, held, strict=True):
                assert number in contents_of(owner)
                owned += 1
    assert owned == sum(len(contents_of(one)) for one in elements(kit))


def marked(content: Any) -> Iterator[int]:
    for operands, operator in pikepdf.parse_content_stream(content):
        if str(operator) == "BDC" and "/MCID" in operands[1]:
            yield int(operands[1].MCID)


def contents_of(element: Any) -> list[int]:
    kids = element.get("/K", [])
    kids = kids if isinstance(kids, pikepdf.Array) else [kids]
    return [
        int(kid) if not isinstance(kid, pikepdf.Dictionary) else int(kid.MCID)
        for kid in kids
        if not isinstance(kid, pikepdf.Dictionary) or "/MCID" in kid
    ]


def test_headings_do_not_jump(kit: pikepdf.Pdf) -> None:
    levels = [int(kind[1:]) for kind in kinds(kit) if kind[0] == "H" and kind[1:].isdigit()]
    assert levels[0] == 1
    assert levels.count(1) == 3, "how-to, rules, score sheet"
    assert all(after <= before + 1 for before, after in itertools.pairwise(levels))


def test_tables_have_heads_and_lists_items(kit: pikepdf.Pdf) -> None:
    tables = [one for one in elements(kit) if one.S == "/Table"]
    lists = [one for one in elements(kit) if one.S == "/L"]
    assert tables and lists
    for table in tables:
        rows = list(table.K)
        assert all(row.S == "/TR" for row in rows)
        assert any(cell.S == "/TH" for row in rows for cell in row.K)
        assert all(cell.S in ("/TH", "/TD") for row in rows for cell in row.K)
    assert all(item.S == "/LI" and item.K[0].S == "/LBody" for one in lists for item in one.K)


def test_pictures_have_alternatives(kit: pikepdf.Pdf) -> None:
    figures = [one for one in elements(kit) if one.S == "/Figure"]
    assert len(figures) > 200
    told = [str(figure.Alt) for figure in figures]
    assert all(told)
    assert any("Havsörn" in alt for alt in told), "a species by its name"


def test_pieces_can_be_found(kit: pikepdf.Pdf) -> None:
    import pypdf

    texts = [page.extract_text() for page in pypdf.PdfReader(kit.filename).pages]
    assert any("Havsörn" in text for text in texts[6:]), "on the sheets, not in the rules alone"


@pytest.mark.slow
@pytest.mark.parametrize("slug", GAMES)
def test_every_game_is_tagged_whole(slug: str, tmp_path: Path) -> None:
    game = load_game(slug)
    options = print_options(out=tmp_path, dpi=40, render="vector")
    pdf = pikepdf.open(print_game(game, options).pdf)
    test_all_that_is_painted_is_tagged_or_decoration(pdf)
    test_every_content_has_its_parent_and_every_parent_its_content(pdf)
    test_headings_do_not_jump(pdf)
    test_tables_have_heads_and_lists_items(pdf)

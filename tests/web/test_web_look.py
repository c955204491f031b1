"""One look for all pages: fonts that are light and keep their licence, measures from one file."""

from __future__ import annotations

import io
import re
from pathlib import Path

import httpx
import pytest
from fontTools.ttLib import TTFont

from generator.text.page_fonts import FONTS, page_font
from generator.workbench.bench_routes import PAGE as WORKBENCH
from scorer.web.live.live_routes import PAGE as LIVE
from scorer.web.static_files import PAGE, plain_content

MOST_BYTES = 60_000
TOKENS = PAGE / "tokens.css"
SHEETS = [path for folder in (PAGE, LIVE, WORKBENCH) for path in sorted(folder.glob("*.css"))]
# Letters of the four languages, and what stands beside them on our pages.
LETTERS = "aäöåßéÄÖÅ–—’“”„…×−→←✓ \u00a0"
COLOUR = re.compile(r"(?<!&)#[0-9a-f]{3,8}\b")
SIZE = re.compile(r"font(?:-size)?: (?:\d{3} )?[\d.]+rem")
USED = re.compile(r"var\(--([a-z0-9-]+)\)")


def screen_rules(path: Path) -> str:
    """Paper has measures of its own: black ink, sizes in points."""
    return plain_content(path).decode().partition("@media print")[0]


@pytest.mark.slow
def test_the_fonts_of_a_page_are_light() -> None:
    assert sum(len(page_font(name)) for name in FONTS) <= MOST_BYTES
    files = re.findall(r'url\("fonts/([\w.-]+)"\)', TOKENS.read_text(encoding="utf-8"))
    assert sorted(files) == sorted(FONTS)


@pytest.mark.parametrize("name", FONTS)
def test_a_font_has_our_letters_and_keeps_its_licence(name: str) -> None:
    font = TTFont(io.BytesIO(page_font(name)))
    assert {ord(letter) for letter in LETTERS} <= set(font.getBestCmap())
    names = {record.nameID: record.toUnicode() for record in font["name"].names}
    assert "Adobe" in names[0] and "SIL Open Font License" in names[13] and "OFL" in names[14]
    # The licence reserves the name of the family for whole fonts.
    assert set(names) == {0, 7, 13, 14}


@pytest.mark.slow
def test_browsers_keep_fonts_and_ask_for_all_else_again(delivery: str) -> None:
    for name in FONTS:
        answer = httpx.get(f"{delivery}fonts/{name}")
        assert answer.content == page_font(name)
        assert answer.headers.get_list("cache-control") == ["max-age=86400"]
        assert answer.headers["content-type"] == "font/woff2"
    assert httpx.get(f"{delivery}tokens.css").headers.get_list("cache-control") == ["no-store"]


@pytest.mark.parametrize("path", [one for one in SHEETS if one != TOKENS], ids=lambda one: one.name)
def test_colours_and_sizes_of_type_come_from_the_tokens(path: Path) -> None:
    text = screen_rules(path)
    assert not COLOUR.findall(text) and not SIZE.findall(text)


def test_every_token_is_there_and_used() -> None:
    text = "\n".join(plain_content(path).decode() for path in SHEETS)
    tokens = set(re.findall(r"--([a-z0-9-]+):", TOKENS.read_text(encoding="utf-8")))
    assert tokens <= set(USED.findall(text))

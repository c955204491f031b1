"""How a report looks: on a terminal, in a pipe, as a page."""

from __future__ import annotations

import io
from html.parser import HTMLParser
from pathlib import Path
from shutil import copytree
from xml.etree import ElementTree

import pytest
from rich.console import Console
from stats_asking import chart
from workshop import Command, Workshop

from cards_data import list_games, load_game
from cards_data.checks import read_game
from generator.report.html_page import page
from generator.report.terminal import show
from generator.report.values import change, number_text
from generator.stats.report import report

VOID = {"meta"}


class Strict(HTMLParser):
    """Every element is closed; nothing leads outside the page."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        assert tag != "script" and not any(name.startswith("on") for name in attributes)
        assert not {"src", "srcset", "action"} & set(attributes)
        self.links |= {attributes["href"] or ""} if "href" in attributes else set()
        self.ids |= {attributes["id"] or ""} if "id" in attributes else set()
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def strict(html: str) -> Strict:
    parser = Strict()
    parser.feed(html)
    assert not parser.open
    assert {link.removeprefix("#") for link in parser.links} <= parser.ids
    return parser


def drawings(html: str) -> list[ElementTree.Element]:
    parts = html.split('<svg viewBox="0 0 360')[1:]
    return [
        ElementTree.fromstring('<svg viewBox="0 0 360' + p.split("</svg>")[0] + "</svg>")
        for p in parts
    ]


@pytest.mark.parametrize("slug", list_games())
def test_the_page_is_whole_and_stands_alone(slug: str) -> None:
    stats = report(load_game(slug))
    html = page(stats)
    parser = strict(html)
    assert {plot.id for plot in stats.plots} <= parser.ids
    assert len(drawings(html)) == len(stats.plots)
    assert "http:" not in html and "https:" not in html


@pytest.mark.parametrize("slug", list_games())
def test_nothing_is_drawn_beside_the_paper(slug: str) -> None:
    for drawing in drawings(page(report(load_game(slug)))):
        _, _, width, height = map(float, drawing.attrib["viewBox"].split())
        for rect in drawing.iter("rect"):
            x, y, w, h = (float(rect.attrib[name]) for name in ("x", "y", "width", "height"))
            assert x >= 0 and x + w <= width + 2 and y >= 0 and y + h <= height


def test_both_readings_are_drawn_and_written(pond: Workshop) -> None:
    parameters = "measure: counts\ndeck: fish\ncolumn: zones\n"
    pond.write("stats.yaml", chart("zones", parameters))
    before = read_game(copytree(pond.data, pond.root / "then" / "pond"))
    pond.change("fish.csv", "reed|open", "open")
    html = page(report(pond.load(), before, "the <first> print"))
    (drawing,) = drawings(html)
    texts = [text.text for text in drawing.iter("text")]
    assert texts[:4] == ["Reed", "before 3", "now 2 (−1)", "Mud"]
    classes = [rect.attrib["class"] for rect in drawing.iter("rect")]
    assert classes == ["before s0", "fill s0", "fill s0", "fill s0"]
    assert "the &lt;first&gt; print" in html
    assert "<li>Reed: Pieces 3 → 2 (−1)</li>" in html


def test_text_from_data_is_never_code(pond: Workshop, ecotable: Command) -> None:
    evil = "<script>x</script>[red]{{ 7 * 7 }}"
    pond.change("fish.csv", "Pike,", f"{evil},")
    pond.write("stats.yaml", chart("fish", "measure: scatter\ndeck: fish\nx: cost\ny: cost\n"))
    html = page(report(pond.load()))
    strict(html)
    assert "&lt;script&gt;x&lt;/script&gt;[red]{{ 7 * 7 }}" in html
    assert "[red]{{ 7 * 7 }}" in "".join(ecotable("stats", "pond").out.split("\n"))


def test_the_command_writes_a_page(pond: Workshop, ecotable: Command) -> None:
    answer = ecotable("stats", "pond", "--html", "deep/stats.html")
    assert answer.code == 0 and answer.out.startswith("deep/stats.html  5 charts")
    strict(Path("deep/stats.html").read_text(encoding="utf-8"))
    both = ecotable("stats", "pond", "--html", "stats.html", "--json")
    assert both.out.startswith("{") and both.err.startswith("stats.html")


def test_the_terminal_shows_numbers_and_bars(pond: Workshop, ecotable: Command) -> None:
    pond.write("stats.yaml", chart("zones", "measure: counts\ndeck: fish\ncolumn: zones\n"))
    lines = ecotable("stats", "pond").out.splitlines()
    (reed,) = [line for line in lines if line.startswith("Reed")]
    assert reed.split() == ["Reed", "3", "█" * 24]
    (opened,) = [line for line in lines if line.startswith("Open")]
    assert opened.split() == ["Open", "1", "█" * 8]


def test_a_pipe_without_blocks_gets_letters(pond: Workshop) -> None:
    raw = io.BytesIO()
    pipe = io.TextIOWrapper(raw, encoding="ascii", errors="replace")
    show(report(pond.load(), chart_ids=("fish_zones",)), Console(file=pipe, width=80))
    pipe.flush()
    assert "#" * 24 in raw.getvalue().decode("ascii")


def test_numbers_as_they_are_written() -> None:
    assert [number_text(12, "count"), number_text(-3, "count"), number_text(None, "ratio")] == [
        "12",
        "−3",
        "–",
    ]
    assert number_text(0.3310, "share") == "33.1\N{NO-BREAK SPACE}%"
    assert [number_text(0.3310, "share", lang) for lang in ("fi", "sv", "de")] == [
        "33,1\N{NO-BREAK SPACE}%"
    ] * 3
    assert number_text(-2.5, "ratio", "fi") == "−2,50"
    assert number_text(0.002, "error", "de") == "±\N{NO-BREAK SPACE}0,2\N{NO-BREAK SPACE}%"
    assert change(0.2, 0.25, "share", "sv") == "−5,0"
    assert (change(5, 3, "count"), change(0.2, 0.25, "share")) == ("+2", "−5.0")
    assert change(0.30001, 0.3, "share") == change(None, 3, "count") == change(2, 2, "ratio") == ""

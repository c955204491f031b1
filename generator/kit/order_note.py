"""What to tell a copy shop, in words to send along with the file.

Comes in: a print as it was planned. Goes out: a note that says paper, weight, sides, size and how
many sheets, in the language of the print.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from generator.options import PrintOptions
from generator.sheets.papers import Paper
from generator.words import say_in

from .front_pages import sheets_of_paper
from .parts import page_span

CARD_G, PAPER_G = 300, 120
# Two layers of it, folded and glued, make a card.
FOLDED_G = 160


@dataclass(frozen=True)
class Order:
    """A file and its pages: those before the sheets, the sheets, and those behind them."""

    file: str
    title: str
    paper: Paper
    before: int
    inner: int
    behind: int


def order_note(order: Order, options: PrintOptions) -> str:
    """The note as plain text."""
    return "\n".join(_lines(order, options)) + "\n"


def _lines(order: Order, options: PrintOptions) -> Iterator[str]:
    t, paper = say_in(options.lang), order.paper
    yield t("order_title", title=order.title)
    yield ""
    pages = order.before + order.inner + order.behind
    yield t("order_file", file=order.file, n=pages)
    sides = f"order_{options.flip}" if options.duplex else "order_one_side"
    yield t("order_sides", sides=t(sides))
    size = t.decimal(f"{paper.width_mm:g} × {paper.height_mm:g} mm")
    name = paper.name.upper() if len(paper.name) < 3 else paper.name.capitalize()
    yield t("order_size", paper=name, size=size)
    yield from _papers(order, options)
    yield t("order_total", n=sheets_of_paper(pages, options))
    yield t("order_once")
    yield ""
    yield t("order_cut")
    yield t("order_file_facts")


def _papers(order: Order, options: PrintOptions) -> Iterator[str]:
    """Which sheets are of card, and which of paper: pieces on card, texts on paper."""
    t, start = say_in(options.lang), 0
    for count, key, weight in (
        (order.before, "order_paper", PAPER_G),
        (order.inner, "order_card", FOLDED_G if options.layout == "gutterfold" else CARD_G),
        (order.behind, "order_paper", PAPER_G),
    ):
        if count:
            span = page_span(range(start + 1, start + count + 1))
            yield t(key, pages=span, n=sheets_of_paper(count, options), weight=weight)
        start += count

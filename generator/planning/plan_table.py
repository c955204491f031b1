"""A plan in words, as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from generator.words import counted

from .plan import Cutting, DeckPlan, Plan

HEAD = ("deck", "pieces", "sheets", "pages", "cuts", "ink")
MOST_NAMED = 4


def plan_text(plan: Plan) -> str:
    """What a print takes, by deck and in all."""
    options = plan.options
    head = f"{plan.game.slug} in {options.lang} on {options.paper}, {options.layout}: "
    rows = [HEAD, *(_row(deck) for deck in plan.decks if deck.pieces)]
    return "\n".join(
        [
            head + f"{counted(plan.pages, 'page')} on {counted(plan.sheets, 'sheet')} of paper",
            *(_table(rows) if len(rows) > 1 else ()),
            *_below(plan),
            "nothing was made",
        ]
    )


def _row(deck: DeckPlan) -> tuple[str, ...]:
    """Sheets that a deck shares count with the first deck on them."""
    if not deck.pages:
        return deck.title, str(deck.pieces), deck.letters, "", "", ""
    cuts = deck.cutting.stacked
    return (
        deck.title,
        str(deck.pieces),
        deck.letters,
        str(deck.pages),
        str(cuts) if cuts else "outline",
        _share(deck.ink),
    )


def _share(ink: float | None) -> str:
    return "?" if ink is None else f"{100 * ink:.2g} %"


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"  {row[0].ljust(widths[0])}  {'  '.join(cells)}".rstrip()


def _below(plan: Plan) -> Iterator[str]:
    if not plan.rules_counted:
        yield "without the rules leaflet: its pages are known once it was printed"
    if plan.cutting.single:
        yield f"straight cuts: {_cuts(plan.cutting)}"
    if plan.cutting.outlined:
        yield f"along their outline: {counted(plan.cutting.outlined, 'piece')}"
    if plan.decks:
        yield f"ink: {_ink(plan)}"


def _cuts(cutting: Cutting) -> str:
    if cutting.stacked == cutting.single:
        return str(cutting.single)
    return f"{cutting.stacked} with sheets of the same cuts in a stack, {cutting.single} one by one"


def _ink(plan: Plan) -> str:
    """How much, or of what it is not known."""
    if plan.ink is not None:
        return f"{_share(plan.ink)} of the sheets with pieces, as drawn before"
    unknown = [deck.title for deck in plan.decks if deck.pages and deck.ink is None]
    more = " and others" if len(unknown) > MOST_NAMED else ""
    names = ", ".join(unknown[:MOST_NAMED])
    dpi = plan.options.dpi
    return f"not known before they are drawn at {dpi} dpi: {names}{more}"

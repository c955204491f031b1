"""A plan in words, as a table for the terminal."""

from __future__ import annotations

from collections.abc import Iterator

from cards_data.words import Say
from generator.words import say_in

from .plan import Cutting, DeckPlan, Plan

HEAD = ("deck", "pieces", "sheets", "pages", "cuts", "ink")  # cmd_plan_deck …
MOST_NAMED = 4


def plan_text(plan: Plan) -> str:
    """What a print takes, by deck and in all."""
    options = plan.options
    say = say_in(options.lang)
    head = say(
        "cmd_plan",
        game=plan.game.slug,
        lang=options.lang,
        paper=options.paper,
        layout=options.layout,
        pages=say("cmd_pages", n=plan.pages),
        sheets=say("cmd_sheets", n=plan.sheets),
    )
    titles = tuple(say(f"cmd_plan_{name}") for name in HEAD)
    rows = [titles, *(_row(deck, say) for deck in plan.decks if deck.pieces)]
    return "\n".join(
        [head, *(_table(rows) if len(rows) > 1 else ()), *_below(plan, say), say("cmd_plan_made")]
    )


def _row(deck: DeckPlan, say: Say) -> tuple[str, ...]:
    """Sheets that a deck shares count with the first deck on them."""
    if not deck.pages:
        return deck.title, str(deck.pieces), deck.letters, "", "", ""
    cuts = deck.cutting.stacked
    return (
        deck.title,
        str(deck.pieces),
        deck.letters,
        str(deck.pages),
        str(cuts) if cuts else say("cmd_plan_outline"),
        _share(deck.ink, say),
    )


def _share(ink: float | None, say: Say) -> str:
    return "?" if ink is None else say.decimal(f"{100 * ink:.2g} %")


def _table(rows: list[tuple[str, ...]]) -> Iterator[str]:
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEAD))]
    for row in rows:
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True))
        yield f"  {row[0].ljust(widths[0])}  {'  '.join(cells)}".rstrip()


def _below(plan: Plan, say: Say) -> Iterator[str]:
    if not plan.rules_counted:
        yield say("cmd_plan_no_rules")
    if plan.cutting.single:
        yield say("cmd_plan_straight", what=_cuts(plan.cutting, say))
    if plan.cutting.outlined:
        yield say("cmd_plan_outlined", what=say("cmd_pieces", n=plan.cutting.outlined))
    if plan.decks:
        yield say("cmd_plan_ink_line", what=_ink(plan, say))


def _cuts(cutting: Cutting, say: Say) -> str:
    if cutting.stacked == cutting.single:
        return str(cutting.single)
    return say("cmd_plan_stacked", n=cutting.stacked, single=cutting.single)


def _ink(plan: Plan, say: Say) -> str:
    """How much, or of what it is not known."""
    if plan.ink is not None:
        return say("cmd_plan_ink_known", share=say.decimal(_share(plan.ink, say)))
    unknown = [deck.title for deck in plan.decks if deck.pages and deck.ink is None]
    names = ", ".join(unknown[:MOST_NAMED])
    if len(unknown) > MOST_NAMED:
        names = say("cmd_plan_others", names=names)
    return say("cmd_plan_ink_unknown", dpi=plan.options.dpi, names=names)

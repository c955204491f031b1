"""Print only what changed: the new faces on as few sheets as possible, and a swap list."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from cards_data.models import Deck, Game
from generator.compose.artwork import Artwork
from generator.compose.composed_game import (
    SCORE_SHEET,
    ComposedGame,
    Pieces,
    compose_with_placeholders,
)
from generator.kit.front_pages import ReadPages, front_matter
from generator.kit.kit_pages import Kit
from generator.kit.kit_worker import Swap
from generator.kit.parts import contents, ink_saved, rules_wanted
from generator.kit.print_files import PlannedPrint, PrintReport, write_print
from generator.options import Edition, PrintOptions
from generator.pdf.manifest import BoxContents
from generator.sheets.marks import in_order, sheet_pages
from generator.sheets.papers import Paper, papers
from generator.sheets.shared_sheets import pieces_to_place, sheets_of
from generator.sheets.sheet_pages import Sheet, layout_of
from generator.words import say_in
from generator.workers import WorkerPool
from generator.workers.pool import Progress

from .compare import Comparison, compare, read_pages_of
from .diff import Changes, PieceState
from .earlier_state import earlier_prints
from .print_history import box_of


def print_changed(
    game: Game, options: PrintOptions, ref: str, pool: WorkerPool, progress: Progress | None = None
) -> PrintReport | None:
    """Print what changed, or return nothing if no face changed and no copy is missing."""
    comparison = _narrow(options, pool, compare(game, options.edition, ref, options.out, pool))
    options = _with_url(comparison, options)
    changed = _to_print(comparison)
    swaps = list(swap_list(comparison, options))
    if not swaps:
        return None
    paper = papers()[options.paper]
    sheets = tuple(sheet_pages(game, _sheets(changed, paper, options), paper, options))
    pages = in_order(sheets, options)
    read = _read_pages(comparison, options, pool)
    saved = ink_saved(changed, pages, read.pages, pool)
    kit = Kit(comparison.composer, options, paper, pool, saved)
    howto = kit.opening((), contents(game, pages), swaps, comparison.since)
    opening = front_matter(kit, howto, read.leaflet or (), pages)
    box = _box_after(comparison)
    planned = PlannedPrint(changed, options, opening, pages, read, box, saved)
    return write_print(planned, pool, progress)


def sets_before(game: Game, edition: Edition, ref: str, out: Path) -> int:
    """Return how many sets were printed before: a reprint must cover them all."""
    prints = earlier_prints(game.slug, edition, ref, out, game.origin)
    return box_of(prints).sets if prints else 1


def _box_after(comparison: Comparison) -> BoxContents:
    """Return what is known to be in the box after the swap."""
    box, composed = comparison.box, comparison.composed
    whole = {(deck.name, piece.id) for deck, piece, _ in composed.pieces()}
    decks = tuple(deck.name for deck, _ in composed.decks)
    if box is None or box.decks is None:
        every = len(decks) == len(composed.game.decks)
        return BoxContents(composed, frozenset(whole), None if every else decks)
    printed = {piece.key for piece in box.snapshot.pieces}
    keys = frozenset(key for key in whole if key in printed or key[0] in box.decks)
    return BoxContents(composed, keys, tuple(deck for deck in decks if deck in box.decks))


def _sheets(
    changed: ComposedGame, paper: Paper, options: PrintOptions
) -> Iterator[tuple[str, Sheet]]:
    """Yield each sheet with its title: boards separately, all other pieces together."""
    layout = layout_of(paper, options)
    boards = [item for item in changed.decks if item[0].split]
    others = [item for item in changed.decks if not item[0].split]
    for group in [[item] for item in boards] + ([others] if others else []):
        title = ", ".join(deck.title(options.lang) for deck, _ in group)
        owned = (pieces_to_place(changed.game, *item, options) for item in group)
        for sheet in sheets_of(list(chain.from_iterable(owned)), layout):
            yield title, sheet


def _narrow(options: PrintOptions, pool: WorkerPool, comparison: Comparison) -> Comparison:
    """Limit the sheets and the swap list to the wanted decks; a wrong name is a problem."""
    if not options.decks:
        return comparison
    composed = compose_with_placeholders(comparison.composer, pool, options.decks)
    changes = comparison.changes.in_decks({deck.name for deck, _ in composed.decks})
    changes = replace(
        changes,
        leaflet=changes.leaflet and rules_wanted(options),
        score_sheet=changes.score_sheet and SCORE_SHEET in options.decks,
    )
    return replace(comparison, composed=composed, changes=changes)


def _with_url(comparison: Comparison, options: PrintOptions) -> PrintOptions:
    """Keep the address on the score sheet unless a new one is given."""
    url = options.scorer_url or comparison.read_before.scorer_url
    return replace(options, scorer_url=url)


def _read_pages(comparison: Comparison, options: PrintOptions, pool: WorkerPool) -> ReadPages:
    """Return those of the rules and the score sheet that changed."""
    changes, read = comparison.changes, comparison.read
    sheet: Sequence[Artwork] | None = None
    if changes.score_sheet:
        sheet = read_pages_of(comparison.composed, pool, options.scorer_url).score_sheet
    return ReadPages(read.leaflet if changes.leaflet else None, sheet)


def _to_print(comparison: Comparison) -> ComposedGame:
    """Select new pieces, pieces with new faces, and copies that are now missing."""
    copies_by_key = dict(_copies(comparison.changes))

    def pieces_to_print(deck: Deck, pieces: Pieces) -> Pieces:
        return tuple(
            (replace(piece, copies=copies), faces)
            for piece, faces in pieces
            if (copies := copies_by_key.get((deck.name, piece.id)))
        )

    decks = ((deck, pieces_to_print(deck, pieces)) for deck, pieces in comparison.composed.decks)
    return replace(comparison.composed, decks=tuple(item for item in decks if item[1]))


def _copies(changes: Changes) -> Iterator[tuple[tuple[str, str], int]]:
    for piece in changes.added:
        yield piece.key, piece.copies
    for change in changes.changed:
        piece = change.after
        if change.face_changed:
            yield piece.key, piece.copies
        elif piece.copies > change.before.copies:
            yield piece.key, piece.copies - change.before.copies


def swap_list(comparison: Comparison, options: PrintOptions) -> Iterator[Swap]:
    """Yield what to take out and put in, by deck, in the order of the data."""
    changes, sets = comparison.changes, options.copies
    bare = {piece.key for piece in comparison.missing}
    decks = comparison.composed.game.decks

    def swap(piece: PieceState, counts: tuple[int, int], versions: tuple[str, str]) -> Swap:
        out, into = (count * sets for count in counts)
        deck, name = piece.deck, piece.name(options.lang)
        deck = decks[deck].title(options.lang) if deck in decks else deck
        if piece.key in bare:
            name = say_in(options.lang)("picture_missing", name=name)
        return Swap(deck, piece.id, out, into, *versions, name=name, stamp=piece.stamp)

    yield from _page_swaps(comparison, options)
    for old in changes.removed:
        yield swap(old, (old.copies, 0), (old.version, ""))
    for change in changes.changed:
        was, now = change.before, change.after
        if change.face_changed:
            yield swap(now, (was.copies, now.copies), (was.version, now.version))
        elif was.copies != now.copies:
            more, fewer = max(0, now.copies - was.copies), max(0, was.copies - now.copies)
            yield swap(now, (fewer, more), (was.version, now.version))
    for new in changes.added:
        yield swap(new, (0, new.copies), ("", new.version))


def _page_swaps(comparison: Comparison, options: PrintOptions) -> Iterator[Swap]:
    """Yield swaps of rules and score sheet; a first edition does not replace anything."""
    changes, before, now = comparison.changes, comparison.read_before, comparison.read
    for word, changed, was, pages in (
        ("rules_leaflet", changes.leaflet, before.leaflet, now.leaflet),
        ("score_sheet", changes.score_sheet, before.score_sheet, now.score_sheet),
    ):
        if changed:
            out, into = (options.copies if exists else 0 for exists in (was, pages))
            yield Swap("", "", out, into, "", "", name=say_in(options.lang)(word))

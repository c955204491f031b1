"""Read ``rules/<lang>.yaml`` into a leaflet, checked against its game's decks and examples."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from .declarations import ID, read_document
from .documents import Document
from .leaflet import (
    SECTIONS,
    DeclaredLeaflet,
    Example,
    Leaflet,
    LeafletBlock,
    LeafletTable,
    Pieces,
    ShownPiece,
)
from .models import Deck, Game
from .problems import Findings, Message, Place, Problem, Problems, did_you_mean, quote
from .reader import examples, leaflet_files, read_yaml
from .schema import construct, not_known


def read_leaflets(game: Game, findings: Findings) -> dict[str, Leaflet]:
    """Return the leaflets by language; a game without a ``rules`` folder has none."""
    leaflets, languages = {}, (*game.languages, *game.unfinished)
    for path in leaflet_files(game.folder):
        try:
            document = read_yaml(path)
        except Problems as problems:
            findings.extend(problems.problems)
            continue
        if path.stem not in languages:
            fault = Message("leaflet.no_language", value=quote(path.stem))
            findings.add(document.at(), fault, ", ".join(languages))
        says = read_document(DeclaredLeaflet, document, findings)
        own = {"lang": path.stem, "place": document.at()}
        leaflets[path.stem] = construct(Leaflet, {**vars(says), **own})
        _check_order(document, [section.id for section in says.sections], findings)
        for block in (block for section in says.sections for block in section.blocks):
            _check_block(block, document, game, findings)
    return leaflets


def _check_order(document: Document, ids: list[str], findings: Findings) -> None:
    """Check that each section occurs once, and the standard ones are in order."""
    fixed = [name for name in ids if name in SECTIONS]
    if fixed != sorted(fixed, key=SECTIONS.index):
        fault = Message("leaflet.order", names=", ".join(fixed))
        findings.add(document.at("sections"), fault, ", ".join(SECTIONS))
    for index, name in enumerate(ids):
        where = document.at("sections", index, "id")
        if name in ids[:index]:
            fault = Message("leaflet.section_twice", name=quote(name))
            findings.add(where, fault, Message("leaflet.each_section"))
        if not ID.fullmatch(name):
            fault = Message("value.no_id", value=quote(name))
            findings.add(where, fault, Message("allowed.slug"))


def _check_block(block: LeafletBlock, document: Document, game: Game, findings: Findings) -> None:
    """Check what the game must have for a block, and that rows are equally long."""
    at = partial(document.at, *block.place.path)
    if isinstance(block, LeafletTable):
        width = len(block.head or next(iter(block.rows), ()))
        for index, row in enumerate(block.rows):
            if len(row) != width:
                allowed = Message("leaflet.as_first", n=width)
                findings.add(at("rows", index), Message("leaflet.cells", n=len(row)), allowed)
    elif isinstance(block, Example) and block.name not in (names := examples(game.folder)):
        findings.extend([not_known(at("example"), block.name, names)])
    elif isinstance(block, Pieces):
        for item in block.items:
            findings.extend(_misfits(item, partial(document.at, *item.place.path), game.decks))


def _misfits(
    item: ShownPiece, at: Callable[..., Place], decks: Mapping[str, Deck]
) -> Iterator[Problem]:
    """Yield what a leaflet shows but a deck lacks."""
    deck = decks.get(item.deck)
    if not deck:
        yield not_known(at("deck"), item.deck, decks)
        return
    ids = [one.id for one in deck.pieces]
    if item.id not in ids:
        fault = Message("value.no_piece_of", value=quote(item.id), deck=deck.name)
        yield Problem(at("id"), fault, ", ".join(ids), did_you_mean(item.id, ids))
    if item.side == "back" and not deck.back:
        yield Problem(at("side"), Message("leaflet.no_back", deck=deck.name), "front")

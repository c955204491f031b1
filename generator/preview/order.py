"""Which pieces to compose first after files were saved.

Comes in: the game before and now, the saved files, and the cards that somebody has on the screen.
Goes out: all its pieces in tiers: those that surely changed, those on the screen, those that
probably changed, and the rest. Everything is composed in the end, so a wrong guess costs a moment
and never leaves an old card.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from cards_data import list_games, shelves
from cards_data.models import Deck, Game, Piece
from generator import resources

from .gallery import Name

SHARED = "_shared"
Tiers = tuple[tuple[Name, ...], ...]
TIERS = 5
# By rank (surely changed, probably, hardly) and whether it is on the screen.
_TIER = {(0, True): 0, (0, False): 0, (1, True): 1, (2, True): 2, (1, False): 3, (2, False): 4}
# How much of unfinished work is still urgent when the next save comes.
URGENT = 2


def games_touched(paths: Iterable[Path]) -> set[str]:
    """The games that the saved files belong to; what is shared belongs to all."""
    roots = [root.resolve() for root in (*shelves(), *resources.template_folders())]
    owners = {owner for path in paths for root in roots if (owner := _owner(path, root))}
    return set(list_games()) | owners - {SHARED} if SHARED in owners else owners


def _owner(path: Path, root: Path) -> str:
    """The first folder below the root; a file in the root itself belongs to no game."""
    whole = path.resolve()
    parts = whole.relative_to(root).parts if whole.is_relative_to(root) else ()
    return parts[0] if len(parts) > 1 else ""


def tiers(
    old: Game | None, new: Game, paths: Collection[Path], looked_at: Collection[Name] = ()
) -> Tiers:
    """All pieces of the game, the most urgent first."""
    pieces = [piece for deck in new.decks.values() for piece in deck.pieces]
    words = _mentions(old, new, paths)
    templates = _templates_with(new.slug, words)
    decks = {deck.name for deck in new.decks.values() if _deck_touched(old, deck, paths, templates)}
    ranks = {(piece.deck, piece.id): _rank(old, piece, words, decks) for piece in pieces}
    places = {name: _TIER[rank, name in looked_at] for name, rank in ranks.items()}
    return tuple(tuple(name for name in places if places[name] == tier) for tier in range(TIERS))


def _rank(old: Game | None, piece: Piece, words: set[str], decks: set[str]) -> int:
    if _row_changed(old, piece) or piece.id in words or _has_symbol(piece, words):
        return 0
    return 1 if piece.deck in decks else 2


def _row_changed(old: Game | None, piece: Piece) -> bool:
    if old is None or piece.deck not in old.decks:
        return False
    known = next((one for one in old.decks[piece.deck].pieces if one.id == piece.id), None)
    return known is None or _row(known) != _row(piece)


def _row(piece: Piece) -> tuple[object, ...]:
    return piece.values, piece.translations, piece.copies


def _has_symbol(piece: Piece, words: set[str]) -> bool:
    cells = " ".join(str(cell) for cell in (*piece.values.values(), *piece.translations.values()))
    return any(f"{{{word}}}" in cells for word in words)


def _deck_touched(
    old: Game | None, deck: Deck, paths: Collection[Path], templates: set[str]
) -> bool:
    known = old.decks.get(deck.name) if old else None
    moved = known is not None and (known.options, known.size) != (deck.options, deck.size)
    own = {f"{deck.name}.csv"} & {path.name for path in paths}
    return bool(own or moved or {deck.front, deck.back or ""} & templates)


def _mentions(old: Game | None, new: Game, paths: Iterable[Path]) -> set[str]:
    """What other files call the saved ones: a template's name, a symbol, a picture, a word."""
    names = {path.name for path in paths if path.suffix == ".j2"}
    pictures = {path.stem for path in paths if path.suffix in (".svg", ".png", ".jpg", ".jpeg")}
    before = old.words if old else {}
    return names | pictures | {key for key, word in new.words.items() if before.get(key) != word}


def _templates_with(slug: str, words: set[str]) -> set[str]:
    """The templates that mention one of the words, or a template that does."""
    sources = dict(_sources(slug))
    found = {name for name in sources if name in words}
    while more := {
        name for name in sources.keys() - found if _any_in(sources[name], words | found)
    }:
        found |= more
    return found


def _any_in(source: str, words: set[str]) -> bool:
    return any(word in source for word in words)


def _sources(slug: str) -> Iterator[tuple[str, str]]:
    for folder in resources.template_folders():
        for path in (*folder.glob(f"{slug}/*.j2"), *folder.glob(f"{SHARED}/*.j2")):
            yield path.name, path.read_text(encoding="utf-8", errors="replace")

"""Compares an earlier state with the current data.

Comes in: a game, a language, what to compare with. Goes out: the changes, and both moments'
artwork where it can be had.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from cards_data.models import Game
from generator.compose.composed_game import ComposedGame, compose_all
from generator.compose.piece import Artwork, Composer
from generator.kit.kit_pages import Kit
from generator.options import Edition, PrintOptions
from generator.pdf.manifest import leaflet_key
from generator.sheets.papers import papers
from generator.store.sources import Sources
from generator.workers import WorkerPool

from .diff import Changes, diff
from .earlier_state import earlier_prints, old_game
from .last_printed import PrintedBox, box_of
from .snapshot import snapshot_of


@dataclass(frozen=True)
class Comparison:
    """The changes, the current game and rules, and the old faces by key or their prints."""

    changes: Changes
    composed: ComposedGame
    old_faces: Mapping[str, Artwork] = field(default_factory=dict)
    box: PrintedBox | None = None
    leaflet: Sequence[Artwork] = ()
    # What it is compared with, as the user knows it.
    since: str = ""

    @property
    def composer(self) -> Composer:
        return Composer(self.composed.game, self.composed.edition, self.composed.sources)


def compare(game: Game, edition: Edition, ref: str, out: Path, pool: WorkerPool) -> Comparison:
    """What changed since; without a reference, or "last", since the last print."""
    composed = compose_all(Composer(game, edition, Sources()), pool)
    prints = earlier_prints(game.slug, edition, ref, out)
    leaflet = leaflet_of(composed, pool)
    if not prints:
        return _with_old_game(ref, composed, leaflet, pool)
    box = box_of(prints)
    changes = box.without_unprinted(diff(box.snapshot, snapshot_of(composed)))
    changed = box.leaflet is not None and box.leaflet != leaflet_key(leaflet)
    since = ", ".join(one.path.name for one in box.made_of)
    changes = replace(changes, leaflet=changed)
    return Comparison(changes, composed, box=box, leaflet=leaflet, since=since)


def leaflet_of(composed: ComposedGame, pool: WorkerPool) -> list[Artwork]:
    """The rules as they are printed for a game in its edition."""
    composer = Composer(composed.game, composed.edition, composed.sources)
    options = PrintOptions(edition=composed.edition)
    return Kit(composer, options, papers()[options.paper], pool).rules()


def _with_old_game(
    ref: str, composed: ComposedGame, leaflet: Sequence[Artwork], pool: WorkerPool
) -> Comparison:
    edition = composed.edition
    with old_game(composed.game.slug, ref) as earlier:
        known = edition.lang in earlier.game.languages
        then = edition if known else replace(edition, lang="en")
        before = compose_all(Composer(earlier.game, then, earlier.sources), pool)
        changes = diff(snapshot_of(before), snapshot_of(composed))
        faces = {art.key: art for art in before.artworks()}
        rules = leaflet_of(before, pool)
    changes = replace(changes, leaflet=leaflet_key(rules) != leaflet_key(leaflet))
    return Comparison(changes, composed, faces, leaflet=leaflet, since=ref)

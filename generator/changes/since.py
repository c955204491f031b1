"""A reference and the data at hand into a report.

Comes in: a game, a language, what to compare with. Goes out: the changes, and both moments'
artwork where it can be had.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from cards_data.models import Game
from cards_data.problems import Problem, Problems
from generator.compose.game import Composed, compose_all
from generator.compose.piece import Artwork, Composer
from generator.crew import Crew
from generator.options import Edition
from generator.store.sources import Sources

from .diff import Changes, diff
from .reference import LAST, last_print, manifest_at, old_game
from .snapshot import Snapshot, of_composed, of_manifest


@dataclass(frozen=True)
class Comparison:
    """The report, the data at hand, and the old faces by key (or where to look for them)."""

    changes: Changes
    composed: Composed
    old_faces: Mapping[str, Artwork] = field(default_factory=dict)
    old_manifest: Path | None = None
    old_dpi: int = 300

    @property
    def composer(self) -> Composer:
        return Composer(self.composed.game, self.composed.edition, self.composed.sources)


def compare(game: Game, edition: Edition, ref: str, out: Path, crew: Crew) -> Comparison:
    """What changed since; without a reference, or "last", since the last print."""
    composed = compose_all(Composer(game, edition, Sources()), crew)
    lang = edition.lang
    new = of_composed(composed)
    name = str(last_print(game.slug, lang, out)) if ref in ("", LAST) else ref
    record = manifest_at(name)
    if record is None:
        return _with_old_game(name, composed, new, crew)
    old = of_manifest(record)
    _check_same(game, lang, old, name)
    dpi = int(record.get("dpi", 300))
    changes = diff(old, new)
    if "decks" in record:
        # A print of some decks says nothing of the others.
        changes = changes.only(set(record["decks"]))
    return Comparison(changes, composed, old_manifest=Path(name), old_dpi=dpi)


def _with_old_game(ref: str, composed: Composed, new: Snapshot, crew: Crew) -> Comparison:
    edition = composed.edition
    with old_game(composed.game.slug, ref) as earlier:
        known = edition.lang in earlier.game.languages
        then = edition if known else replace(edition, lang="en")
        before = compose_all(Composer(earlier.game, then, earlier.sources), crew)
        old = of_composed(before)
        faces = {art.key: art for art in before.artworks()}
    return Comparison(diff(old, new), composed, faces)


def _check_same(game: Game, lang: str, old: Snapshot, name: str) -> None:
    if old.game != game.slug or old.lang != lang:
        found = f"is a print of {old.game} in {old.lang}"
        raise Problems([Problem(name, found, f"{game.slug} in {lang}")])

"""What an export is given and what it gives back.

Comes in: what was asked for. Goes out: a job with the composed game, the worker pool and a folder
to write to; and the list of what was made.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

from cards_data.models import Game
from generator.compose.composed_game import ComposedGame, compose_all
from generator.compose.piece import Composer
from generator.draw.drawers import PixelDrawer
from generator.options import Edition
from generator.sheets.papers import Paper, papers
from generator.store.atomic_files import written_whole
from generator.store.sources import Sources
from generator.workers import WorkerPool
from generator.workers.pool import Progress


@dataclass(frozen=True)
class ExportOptions:
    """The options of ``ecotable export``; docs/exporting.md explains them."""

    edition: Edition = field(default_factory=Edition)
    decks: tuple[str, ...] = ()
    out: Path = Path("output")
    dpi: int = 300
    bleed: bool = False
    url: str = ""
    paper: str = "a4"
    rounded: bool = False
    paper_weight: int = 300
    shop: str | None = None


@dataclass(frozen=True)
class ExportResult:
    """What an export made: the file or folder to look at, all its files, and a line about them."""

    place: Path
    files: tuple[Path, ...]
    summary: str


@dataclass(frozen=True)
class ExportJob:
    """One export of one game."""

    name: str
    options: ExportOptions
    composer: Composer
    composed: ComposedGame
    pool: WorkerPool
    progress: Progress | None = None

    @property
    def game(self) -> Game:
        return self.composed.game

    @property
    def lang(self) -> str:
        return self.options.edition.lang

    @property
    def paper(self) -> Paper:
        return papers()[self.options.paper]

    @property
    def title(self) -> str:
        """The name of the file or folder, with every option that makes it different."""
        paper = () if self.options.paper == ExportOptions.paper else (self.options.paper,)
        return "-".join((self.game.slug, self.lang, self.name, *paper, *self.options.decks))

    @property
    def folder(self) -> Path:
        return self.options.out / self.title

    def drawer(self, dpi: int | None = None) -> PixelDrawer:
        return PixelDrawer(self.composed.sources, self.pool, dpi or self.options.dpi)


def start_export(
    game: Game,
    name: str,
    options: ExportOptions,
    pool: WorkerPool,
    progress: Progress | None = None,
) -> ExportJob:
    """The job with every wanted face composed, or all problems of all of them."""
    composer = Composer(game, options.edition, Sources())
    composed = compose_all(composer, pool, options.decks)
    wanted = replace(options, decks=tuple(deck.name for deck, _ in composed.decks))
    options = wanted if options.decks else options
    return ExportJob(name, options, composer, composed, pool, progress)


def write_bytes_whole(path: Path, content: bytes) -> Path:
    with written_whole(path) as beside:
        beside.write_bytes(content)
    return path


def remove_stale_files(folder: Path, made: Iterable[Path]) -> tuple[Path, ...]:
    """Removes what an earlier export left in its own folder: a card that is gone must not be
    uploaded or ordered once more. Files of a kind that the export does not write stay."""
    files = tuple(made)
    kinds = {path.suffix for path in files}
    for path in sorted(folder.rglob("*")):
        if path.is_file() and path.suffix in kinds and path not in files:
            path.unlink()
            with suppress(OSError):
                path.parent.rmdir()
    return files

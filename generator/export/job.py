"""The input and the result of an export, and what a piece is on a virtual table."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any, Literal

from cards_data.models import Deck, Game, Piece
from cards_data.problems import Place, Problems
from cards_data.words import Say
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame, compose_all
from generator.compose.piece import Composer
from generator.draw.drawers import PixelDrawer
from generator.edit.csv_text import csv_of
from generator.options import Edition
from generator.pdf.build import Build, write_build
from generator.pdf.document import About, Page
from generator.pdf.manifest import game_version
from generator.raster import Pixels
from generator.sheets.papers import Paper, papers
from generator.store.atomic_files import write_whole
from generator.store.sources import Sources
from generator.text.speech import name_of
from generator.words import say_in
from generator.workers import Failure, WorkerPool
from generator.workers.pool import Progress


@dataclass(frozen=True)
class ExportOptions:
    """The options of ``ecotable export``; docs/print/exporting.md explains them."""

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
    """The result of an export: the file or folder to open, all its files, and a summary line."""

    place: Path
    files: tuple[Path, ...]
    summary: str


@dataclass(frozen=True)
class ExportJob:
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

    @property
    def say(self) -> Say:
        return say_in(self.lang)

    @cached_property
    def texts(self) -> Mapping[Place, tuple[str, str]]:
        """What is said of the front and of the back of each piece."""
        return {
            piece.place: faces.speech(self.game, deck, piece, self.lang)
            for deck, piece, faces in self.composed.pieces()
        }

    def name_of(self, piece: Piece) -> str:
        """Return the name on a piece; if it has none, how its text begins in its language."""
        if piece.values.get("name"):
            return name_of(self.game, piece, self.lang)
        return self.texts[piece.place][0].split(". ")[0].removesuffix(".")

    def write(self, name: str, content: bytes) -> Path:
        """Write a file of the export, completely or not at all."""
        write_whole(self.folder / name, content)
        return self.folder / name

    def write_json(self, name: str, record: Any) -> Path:
        text = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
        return self.write(name, text.encode())

    def write_table(self, name: str, rows: Iterable[Sequence[object]]) -> Path:
        # Spreadsheet programs recognise UTF-8 only by a byte order mark.
        return self.write(name, csv_of(rows, "\r\n").encode("utf-8-sig"))

    def write_pdf(
        self,
        name: str,
        pages: Iterable[Page],
        arts: Iterable[Artwork],
        manifest: str,
        duplex: bool = False,
    ) -> list[Path]:
        version = game_version(self.game, self.composed.sources)
        build = Build(
            path=self.folder / name,
            paper=self.paper,
            pages=tuple(pages),
            arts={art.key: art for art in arts},
            about=About(self.game.title(self.lang), version, "long", duplex, lang=self.lang),
            manifest=manifest,
        )
        write_build(build, self.drawer(), self.progress)
        return [build.path, build.manifest_path]

    def result(
        self, paths: Iterable[Path], summary: str, place: Path | None = None
    ) -> ExportResult:
        """Return the result, and remove files that an earlier export left in the folder.

        A removed card must not be uploaded or ordered again. Files of other kinds stay.
        """
        files = tuple(paths)
        kinds = {path.suffix for path in files}
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.suffix in kinds and path not in files:
                path.unlink()
                with suppress(OSError):
                    path.parent.rmdir()
        return ExportResult(place or self.folder, files, summary)

    def in_workers(self, work: str, items: Sequence[Any], shared: Any = None) -> Iterator[Any]:
        """Run the work on every item in workers; a failure is a problem."""
        for result in self.pool.map(work, shared, items):
            if isinstance(result, Failure):
                raise Problems.of(f"{self.game.slug} --to {self.name}", result.words)
            yield result

    def drawn_faces(self, arts: Mapping[str, Artwork], dpi: int) -> dict[str, Pixels]:
        return dict(self.drawer(dpi).faces(arts, self.progress))

    def drawer(self, dpi: int | None = None) -> PixelDrawer:
        return PixelDrawer(self.composed.sources, self.pool, dpi or self.options.dpi)


def start_export(
    game: Game,
    name: str,
    options: ExportOptions,
    pool: WorkerPool,
    progress: Progress | None = None,
) -> ExportJob:
    """Create the job with every wanted face composed, or raise all problems together."""
    composer = Composer(game, options.edition, Sources())
    composed = compose_all(composer, pool, options.decks)
    narrowed = replace(options, decks=tuple(deck.name for deck, _ in composed.decks))
    options = narrowed if options.decks else options
    return ExportJob(name, options, composer, composed, pool, progress)


Form = Literal["card", "tile", "token", "board"]

# Longer pieces are not held in the hand.
LONGEST_CARD_MM = 135.0
SHORTEST_CARD_MM = 40.0
# Cards are clearly longer than wide; a square is a tile.
CARD_RATIO = 1.2


def form(deck: Deck) -> Form:
    """Return whether it has cards, tiles, tokens or boards on a virtual table."""
    size = deck.size
    short, long = sorted((size.width_mm, size.height_mm))
    if deck.split or long > LONGEST_CARD_MM:
        return "board"
    if size.shape != "rect":
        # A token is cut along its picture, but has the same picture on both sides.
        return "tile" if deck.back or size.shape == "circle" else "token"
    is_card = deck.back and short >= SHORTEST_CARD_MM and long >= CARD_RATIO * short
    return "card" if is_card else "tile"

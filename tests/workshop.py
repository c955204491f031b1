"""The made-up game in a folder of its own, for tests that print, break and mend it."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, ClassVar

import pytest
from pond import SLUG, Pond

from cards_data import Deck, Findings, Game, Piece, Problems, load_game
from generator import pipeline
from generator.changes import compare as since
from generator.changes import reprint
from generator.changes.compare import Comparison
from generator.compose import composed_game as whole_game
from generator.compose.artwork import Artwork
from generator.compose.composed_game import WORK as COMPOSING
from generator.compose.composed_game import ComposedGame
from generator.compose.dependencies import Dependencies
from generator.compose.piece import Composer, Faces
from generator.draw import face
from generator.draw.drawers import Drawer
from generator.kit.kit_pages import Kit
from generator.kit.print_files import PrintReport
from generator.options import Edition, PrintOptions
from generator.raster import Pixels
from generator.sheets.papers import papers
from generator.store.sources import Sources
from generator.workers import WorkerPool


@dataclass(frozen=True)
class Answer:
    """What a call of the command gave back."""

    code: int
    out: str
    err: str


Command = Callable[..., Answer]


def composer(game: Game, lang: str = "en", sources: Sources | None = None) -> Composer:
    """Composes from the files as they are now."""
    return Composer(game, Edition(lang), sources or Sources())


def compose(game: Game, deck: Deck, piece: Piece, lang: str, findings: Findings) -> Faces | None:
    """Both faces of a piece, in this process and without the cache."""
    return composer(game, lang).faces(deck, piece, findings, Dependencies())


class Here(WorkerPool):
    """A pool without processes: the work is done in this one, where a test can look into it."""

    def map(
        self, work: str, shared: Any, items: Sequence[Any], *_: Any, **__: Any
    ) -> Iterator[Any]:
        module, name = work.split(":")
        function = getattr(import_module(module), name)
        return (function(shared, item) for item in items)


class MadeKit(Kit):
    """A kit whose pages are made when they are asked for."""

    def rules(self) -> list[Artwork]:
        return self.start_rules()()

    def score_sheet(self) -> Artwork | None:
        return next(iter(self.start_score_sheet()()), None)


def kit_of(game: Game, lang: str = "en", **chosen: Any) -> MadeKit:
    options = print_options(lang, **chosen)
    return MadeKit(composer(game, lang), options, papers()[options.paper], Here(1))


def compose_all(game: Game, lang: str = "en", decks: tuple[str, ...] = ()) -> ComposedGame:
    return composed_by(composer(game, lang), decks)


def composed_by(one: Composer, decks: tuple[str, ...] = ()) -> ComposedGame:
    with WorkerPool(2) as pool:
        return whole_game.compose_all(one, pool, decks)


@dataclass(frozen=True)
class WorkLog:
    """What was made and not taken from the cache: the pieces composed and the faces drawn."""

    composed: list[str]
    drawn: list[str]

    def forget(self) -> None:
        self.composed.clear()
        self.drawn.clear()

    def map_here(self) -> Callable[..., Iterator[Any]]:
        """``WorkerPool.map`` without processes, which notes what is composed."""

        def noted(
            pool: WorkerPool, work: str, shared: Any, items: Any, *_: Any, **__: Any
        ) -> Iterator[Any]:
            if work == COMPOSING:
                self.composed.extend("/".join(name) for name in items)
            return Here(1).map(work, shared, items)

        return noted

    def noting(self, finished: Callable[..., Any]) -> Callable[..., Any]:
        """Notes every face that a drawer finishes, whether drawn ahead or in its turn."""

        def noted(drawer: Drawer[Any], art: Artwork, result: Any) -> Any:
            self.drawn.append(art.where)
            return finished(drawer, art, result)

        return noted


def print_options(lang: str = "en", **chosen: Any) -> PrintOptions:
    return PrintOptions(edition=Edition(lang), **chosen)


def print_game(game: Game, options: PrintOptions) -> PrintReport:
    with WorkerPool(options.jobs) as pool:
        return pipeline.print_game(game, options, pool)


def print_changed(game: Game, options: PrintOptions, ref: str) -> PrintReport | None:
    with WorkerPool(options.jobs) as pool:
        return reprint.print_changed(game, options, ref, pool)


def compare(game: Game, lang: str, ref: str, out: Path) -> Comparison:
    with WorkerPool(2) as pool:
        return since.compare(game, Edition(lang), ref, out, pool)


def draw(art: Artwork, dpi: int) -> Pixels:
    return face.draw(art, dpi, Sources())


def until(holds: Callable[[], object], otherwise: str, seconds: float = 60) -> None:
    """Waits for something that must come; how long it takes is no part of a test."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, otherwise
        time.sleep(0.02)


# Ctrl-C must reach the command also where whoever runs the tests ignores it.
_CALL = (
    "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
    "from generator.cli import main; main()"
)


def started(root: Path, *words: object) -> subprocess.Popen[str]:
    """The command in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-W", "error", "-c", _CALL, *map(str, words)],
        cwd=root,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@dataclass(frozen=True)
class Workshop:
    """The folder of the made-up game, with what tests do to it."""

    root: Path
    slug: ClassVar[str] = SLUG

    @property
    def data(self) -> Path:
        return self.root / "cards_data" / self.slug

    @property
    def templates(self) -> Path:
        return self.root / "templates" / self.slug

    @property
    def out(self) -> Path:
        return self.root / "output"

    def build(self) -> Workshop:
        Pond().write(self.root)
        return self

    def write(self, name: str, content: str | bytes) -> Path:
        path = self.data / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def template(self, name: str, text: str) -> Path:
        path = self.templates / name
        path.write_text(text, encoding="utf-8")
        return path

    def change(self, name: str, old: str, new: str) -> None:
        """A change in a data file, which must really be one."""
        text = (self.data / name).read_text(encoding="utf-8")
        assert old in text, f"{old!r} is not in {name}"
        self.write(name, text.replace(old, new))

    def load(self) -> Game:
        return load_game(self.slug)

    def piece(self, piece_id: str) -> Piece:
        decks = self.load().decks.values()
        return next(one for deck in decks for one in deck.pieces if one.id == piece_id)

    def problems(self) -> list[str]:
        """What reading the game complains about; nothing wrong is a failure of the test."""
        with pytest.raises(Problems) as caught:
            self.load()
        return [str(problem) for problem in caught.value.problems]

    def compose(self, piece_id: str = "pike", lang: str = "en") -> tuple[Faces | None, list[str]]:
        """The faces of a piece, and what is wrong with them."""
        game, findings, piece = self.load(), Findings(), self.piece(piece_id)
        faces = compose(game, game.decks[piece.deck], piece, lang, findings)
        return faces, [str(problem) for problem in findings]

    def front(self, template: str, piece_id: str = "pike", lang: str = "en") -> str:
        """The SVG of a front made from that template, which must be sound."""
        faces, problems = self.tried(template, piece_id, lang)
        assert not problems, problems
        assert faces
        return faces.front.svg

    def tried(
        self, template: str, piece_id: str = "pike", lang: str = "en"
    ) -> tuple[Faces | None, list[str]]:
        self.template("fish.svg.j2", template)
        return self.compose(piece_id, lang)

    def print(self, **options: Any) -> PrintReport:
        """The game printed in this process, as small as can be."""
        chosen = {"dpi": 72, "jobs": 1, "out": self.out, **options}
        return print_game(self.load(), print_options(**chosen))

"""Pages of the kit that are no pieces: the how-to page in front, the score sheet behind.

Comes in: a game, the options and the sheets of its decks. Goes out: artwork the size of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from cards_data.models import Game, Size
from cards_data.problems import Findings
from cards_data.words import read_words

from .options import PrintOptions
from .render.compose import Artwork, compose_page
from .render.variables import Subject, filled
from .sheets.papers import Paper

# Fits on A4 and on Letter with its margins.
PAGE = Size("page", 186, 258)
LANGUAGES = ("en", "sv")


@dataclass(frozen=True)
class DeckLine:
    """A row of the parts list."""

    title: str
    pieces: int
    size: str
    sheets: int
    letters: str


@cache
def kit_words() -> dict[str, dict[str, str]]:
    findings = Findings()
    words = read_words(Path(__file__).parent / "words.csv", LANGUAGES, findings)
    findings.raise_any()
    return words


def word(lang: str) -> Callable[..., str]:
    """A look-up of the kit's own words; a language it lacks falls back to English."""

    def t(key: str, **gaps: object) -> str:
        texts = kit_words()[key]
        return filled(texts.get(lang) or texts["en"], gaps)

    return t


def accent(game: Game) -> str:
    """The colour of the kit's own pages."""
    return game.colours.get("accent") or game.colours.get("ink", "#14202b")


def howto(
    game: Game,
    options: PrintOptions,
    paper: Paper,
    parts: Sequence[DeckLine],
    version: str,
    findings: Findings,
) -> Artwork | None:
    """What to print, how to turn the paper, a ruler, the parts list."""
    subject = Subject(game, options.lang, PAGE, "front", "how-to page", "how-to")
    turn = f"howto_turn_{options.flip if options.duplex else 'fronts'}"
    extra: dict[str, object] = {
        "t": word(options.lang),
        "parts": parts,
        "turn": turn,
        "flip": options.flip if options.duplex else "none",
        "paper": paper,
        "version": version,
        "bring": game.bring.get(options.lang, game.bring.get("en", ())),
        "makers": game.makers,
        "accent": accent(game),
    }
    return compose_page(subject, "howto.svg.j2", extra, findings)

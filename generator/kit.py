"""Pages of the kit that are no pieces: the how-to page in front, the score sheet behind.

Comes in: a game, the options and the sheets of its decks. Goes out: artwork the size of a page.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path

from cards_data.models import Game, Size
from cards_data.problems import Findings
from cards_data.words import read_words
from scorer.forms import Field
from scorer.registry import rules, slugs
from scorer.speech import Speech, speech

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


@dataclass(frozen=True)
class Block:
    """A part of the score sheet: a table of players, numbers, ticks, the board or the result."""

    kind: str
    label: str = ""
    columns: int = 0
    points: bool = False
    field: Field | None = None
    fields: tuple[Field, ...] = ()
    letters: Field | None = None
    sides: tuple[str, ...] = ()


def score_sheet(game: Game, options: PrintOptions, findings: Findings) -> Artwork | None:
    """The blank sheet for the table, with exactly the fields that the scorer asks for."""
    if game.slug not in slugs():
        return None
    say = speech(game, options.lang)
    fields = rules(game.slug).form(game, say)
    subject = Subject(game, options.lang, PAGE, "front", "score sheet", "score sheet")
    url = f"{options.scorer_url.rstrip('/')}/{game.slug}" if options.scorer_url else ""
    extra: dict[str, object] = {
        "t": word(options.lang),
        "blocks": _blocks(fields, _sides(say, word(options.lang))),
        "url": url,
        "accent": accent(game),
    }
    return compose_page(subject, "score_sheet.svg.j2", extra, findings)


def _sides(say: Speech, t: Callable[..., str]) -> tuple[str, ...]:
    """Who gets a box for points where points are not the players' own."""
    sides = tuple(text for key, text in say.words.items() if key.startswith("side."))
    return sides or (t("score_sheet_result"),)


def _blocks(fields: Sequence[Field], sides: tuple[str, ...]) -> list[Block]:
    """Fields that belong together stand together; their order stays."""
    blocks: list[Block] = []
    for field in fields:
        last = blocks[-1] if blocks else Block("")
        if field.group and last.kind == "table" and last.label == field.group.label:
            blocks[-1] = replace(last, fields=(*last.fields, field))
        elif field.group:
            points = field.group.key == "players"
            blocks.append(
                Block("table", field.group.label, field.group.most, points, fields=(field,))
            )
        elif field.kind == "int" and last.kind == "numbers":
            blocks[-1] = replace(last, fields=(*last.fields, field))
        elif field.kind == "letters" and last.kind == "board":
            blocks[-1] = replace(last, letters=field)
        else:
            kind = {"int": "numbers", "board": "board"}.get(field.kind, "ticks")
            blocks.append(Block(kind, field=field, fields=(field,)))
    if not any(block.points and len(block.fields) > 1 for block in blocks):
        blocks = [replace(block, points=False) for block in blocks]
        blocks.append(Block("result", sides=sides))
    return blocks

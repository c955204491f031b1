"""What commands share: options, parsing of their values, reports and progress bars."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cards_data.problems import Findings, Message, WrongArgument, did_you_mean, quote
from generator.options import CHOICES

from .terminal_language import language_code, speech

if TYPE_CHECKING:
    from cards_data.models import Game
    from generator.report.values import Writable
    from generator.workers import pool

Option = Callable[[Any], Any]
USUAL_PAPER = "a4"


def _trust(ctx: click.Context, parameter: click.Parameter, yes: bool) -> None:
    if yes and not ctx.resilient_parsing:
        from scorer.registry import trust_here

        trust_here()


class PaperChoice(click.Choice[str]):
    """One of the papers; their file is read only if a paper other than the default is given."""

    def __init__(self) -> None:
        self.case_sensitive = False

    @property
    def choices(self) -> tuple[str, ...]:  # type: ignore[override]
        from generator.sheets.papers import papers

        return tuple(papers())

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        return USUAL_PAPER if value == USUAL_PAPER else super().convert(value, param, ctx)


trusting: Option = click.option("--trust", is_flag=True, expose_value=False, callback=_trust)
paper: Option = click.option("--paper", type=PaperChoice(), default=USUAL_PAPER, show_default=True)
html_file: Option = click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE"
)
out_folder: Option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    metavar="DIR",
)


def choice_option(flag: str, name: str = "") -> Option:
    """Return an option with the values in ``CHOICES``; the first one is the default."""
    name = name or flag.removeprefix("--")
    words = CHOICES[name]
    return click.option(flag, name, type=click.Choice(words), default=words[0], show_default=True)


def valid_games(names: Iterable[str]) -> list[Game]:
    """Load the named games, or all; report the problems of all together."""
    from cards_data.registry import load_games

    findings = Findings()
    games = load_games(names, findings)
    findings.raise_any()
    return games


def own_first(games: Iterable[Game]) -> list[Game]:
    from cards_data.registry import is_own

    return sorted(games, key=lambda game: not is_own(game))


def with_headings(games: Sequence[Game]) -> Iterator[tuple[tuple[str, ...], Game]]:
    """Yield every game, with a heading before each kind if there are several kinds."""
    from cards_data.registry import is_own

    kinds = [(own, list(alike)) for own, alike in groupby(games, is_own)]
    for own, (first, *others) in kinds:
        heading = speech()("cmd_own_games" if own else "cmd_games_along")
        yield ((heading,) if len(kinds) > 1 else ()), first
        yield from (((), game) for game in others)


_DASH = re.compile("[-–]")


def any_code(ctx: click.Context, parameter: click.Parameter, word: str) -> str:
    return language_code(word)


language: Option = click.option("--lang", default="", metavar="CODE", callback=any_code)


def find_decks(game: Game, words: tuple[str, ...]) -> tuple[str, ...]:
    """Find the decks by id, or by title in any of the game's languages."""
    by_title = {_normalise(title): name for name, title in _titles(game)}
    by_title |= {_normalise(name): name for name in game.decks}
    return tuple(dict.fromkeys(by_title.get(_normalise(word), word) for word in words))


def parse_words(
    ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    return split_words(*words)


def split_words(*texts: str) -> tuple[str, ...]:
    words = (word.strip() for text in texts for word in text.split(","))
    return tuple(dict.fromkeys(word for word in words if word))


def parse_letters(
    ctx: click.Context, parameter: click.Parameter, words: tuple[str, ...]
) -> tuple[str, ...]:
    """Parse the letters of sheets: single letters and ranges."""
    if not words:
        return ()
    from generator.sheets.marks import sheet_letters

    order = list(sheet_letters())
    letters: list[str] = []
    findings = Findings()
    for word in parse_words(ctx, parameter, words):
        ends = [end.strip().upper() for end in _DASH.split(word)]
        if len(ends) > 2 or not all(end in order for end in ends):
            fault = Message("value.found", value=quote(word))
            findings.extend([WrongArgument("--sheets", fault, Message("command.sheets"))])
            continue
        first, last = sorted((order.index(ends[0]), order.index(ends[-1])))
        letters += order[first : last + 1]
    findings.raise_any()
    return tuple(dict.fromkeys(letters))


def find_pieces(game: Game, words: tuple[str, ...], decks: tuple[str, ...]) -> tuple[str, ...]:
    """Find pieces by id, or by deck and id; report values that match no piece or several."""
    findings = Findings()
    names = []
    for word in words:
        deck, _, name = word.rpartition("/")
        among = find_decks(game, (deck,)) if deck else decks or tuple(game.decks)
        keys = [key for key in _pieces(game, among) if _is_meant(key, name)]
        if len(keys) != 1:
            findings.extend([_no_piece(game, word, keys)])
            continue
        alone = sum(key[1] == keys[0][1] for key in _pieces(game, tuple(game.decks))) == 1
        names.append(keys[0][1] if alone else "/".join(keys[0]))
    findings.raise_any()
    return tuple(dict.fromkeys(names))


def _is_meant(key: tuple[str, str], word: str) -> bool:
    """Return whether a value is the id of a piece or the stamp printed on it."""
    from generator.compose.stamps import short_stamp

    return _normalise(key[1]) == _normalise(word) or short_stamp(*key) == word.upper()


def _pieces(game: Game, decks: tuple[str, ...]) -> list[tuple[str, str]]:
    wanted_decks = (deck for name, deck in game.decks.items() if name in decks)
    return [(deck.name, piece.id) for deck in wanted_decks for piece in deck.pieces]


def _no_piece(game: Game, word: str, keys: list[tuple[str, str]]) -> WrongArgument:
    where = f"{game.slug} --only"
    if keys:
        allowed = ", ".join("/".join(key) for key in keys)
        return WrongArgument(where, Message("command.several", value=quote(word)), allowed)
    every = _pieces(game, tuple(game.decks))
    name = _normalise(word.rpartition("/")[2])
    elsewhere = ["/".join(key) for key in every if _normalise(key[1]) == name]
    names = elsewhere or sorted({"/".join(key) if "/" in word else key[1] for key in every})
    near = elsewhere[0] if elsewhere else word.replace("-", "_").replace(" ", "_")
    fault, hint = Message("command.no_piece", name=quote(word)), did_you_mean(near, names)
    return WrongArgument(where, fault, Message("command.piece"), hint)


def _titles(game: Game) -> list[tuple[str, str]]:
    # Imported here: other values do not need the composing code.
    from generator.compose.composed_game import RULES, pages_to_read
    from generator.words import own_words

    words = own_words()
    pages = {
        name: words["rules_leaflet" if name == RULES else name] for name in pages_to_read(game)
    }
    titled = [*pages.items(), *((deck.name, deck.titles) for deck in game.decks.values())]
    return [(name, title) for name, titles in titled for title in titles.values()]


def _normalise(word: str) -> str:
    return " ".join(word.casefold().replace("_", " ").replace("-", " ").split())


def deliver(
    report: Writable, html: Path | None = None, as_json: bool = False, written: str = ""
) -> None:
    """Write the report as a page, print it as JSON, or show it on the terminal."""
    if html:
        from generator.report.html_page import page
        from generator.store.atomic_files import write_text_whole

        write_text_whole(html, page(report))
        click.echo(written, err=as_json)
    if as_json:
        from generator.report import values

        click.echo(values.as_json(report))
    elif not html:
        from generator.report.terminal import screen, show

        show(report, screen())


@contextmanager
def shown_progress(title: str) -> Iterator[pool.Progress | None]:
    """Show a progress bar with the time left on a terminal, and nothing in a pipe."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    # Its usual columns: title, bar, share and time left.
    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)

"""``ecotable site``: write the web app as static files for any web host."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from cards_data import Game, Problems
from cards_data.problems import Message, WrongArgument, quote
from cards_data.words import Say

from .choices import shown_progress, split_words, trusting, valid_games
from .terminal_language import speech, terminal_option

if TYPE_CHECKING:
    from generator.options import PrintOptions
    from generator.site.build_site import SiteReport


@click.command(name="site")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--url", default="", metavar="URL")
@click.option("--games", default="", metavar="GAME,GAME")
@click.option("--langs", default="", metavar="CODE,CODE")
@click.option("--variants", default="", metavar="WORD,WORD")
@click.option("--scorer/--no-scorer", default=True)
@trusting
@terminal_option
def command(folder: Path, url: str, games: str, langs: str, variants: str, scorer: bool) -> None:
    """\b
    ecotable site public --url https://example.org/games
    ecotable site public --games ecologic --langs en,sv
    ecotable site public --variants low-ink,gutterfold
    """
    from generator.site.build_site import SiteContents, SitePlan, build_site
    from generator.workers import WorkerPool

    from .docs import COMMANDS_PAGE, commands_page

    address, chosen = _address(url), tuple(valid_games(split_words(games)))
    kinds = _variants(variants)
    contents = SiteContents(chosen, _languages(langs, chosen), scorer)
    documents = {COMMANDS_PAGE: commands_page()}
    plan = SitePlan(contents, url=address, variants=kinds, documents=documents)
    with WorkerPool() as pool, shown_progress("site") as progress:
        report = build_site(plan, folder, pool, progress or (lambda done, total: None))
    click.echo(_report_text(folder, report))


def _address(url: str) -> str:
    """Return the site's address without its trailing slash."""
    parts = urlsplit(url)
    if (url and not (parts.scheme in ("http", "https") and parts.netloc)) or parts.query:
        fault = Message("command.no_address", value=quote(url))
        raise Problems([WrongArgument("--url", fault, "https://example.org/games")])
    return url.rstrip("/")


def _languages(text: str, games: tuple[Game, ...]) -> tuple[str, ...]:
    """Return the wanted languages, or those of all the games."""
    available = tuple(dict.fromkeys(lang for game in games for lang in game.languages))
    words = split_words(text.lower())
    for lang in words:
        if lang not in available:
            fault = Message("command.no_game_in", lang=quote(lang))
            raise Problems([WrongArgument.unknown("--langs", fault, lang, available)])
    return words or available


def _variants(text: str) -> tuple[PrintOptions, ...]:
    from generator.site.build_site import VARIANTS

    words = split_words(text.lower())
    faults = {word: Message("value.found", value=quote(word)) for word in words}
    if unknown := [word for word in words if word not in VARIANTS]:
        raise Problems(
            WrongArgument.unknown("--variants", faults[word], word, VARIANTS) for word in unknown
        )
    return tuple(VARIANTS[word] for word in words)


def _report_text(folder: Path, report: SiteReport) -> str:
    say = speech()
    lines = [
        say("cmd_site", folder=folder, size=_mb(report.whole, say), **vars(report.moved)),
        say("cmd_site_first", n=f"{report.first_page / 1000:.0f}"),
        say("cmd_site_pdfs", n=report.prints, size=_mb(report.pdfs, say)),
    ]
    if report.engine:
        lines.append(say("cmd_site_scorer", size=_mb(report.engine, say)))
        lines.append(say("cmd_site_app", size=_mb(report.app, say)))
    return "\n".join(lines)


def _mb(size: int, say: Say) -> str:
    return say("cmd_megabytes", n=say.decimal(f"{size / 1e6:.1f}"))

"""``ecotable site``: the page as plain files for any web space."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import click

from cards_data import Findings, Game, Problems, load_games
from cards_data.problems import Text, WrongArgument, did_you_mean, quoted

from .choices import split_words
from .print import shown_progress
from .shared_options import trusting

if TYPE_CHECKING:
    from generator.site.build_site import SiteReport
    from generator.site.site_prints import Variant


@click.command(name="site")
@click.argument("folder", type=click.Path(path_type=Path), metavar="DIR")
@click.option("--url", default="", metavar="URL", help="Where the site will stand.")
@click.option("--games", default="", metavar="GAME,GAME", help="Only these.")
@click.option("--langs", default="", metavar="CODE,CODE", help="Only these languages.")
@click.option(
    "--variants",
    default="",
    metavar="WORD,WORD",
    help="PDFs of these kinds, too: low-ink, gutterfold, manual, fronts.",
)
@click.option("--scorer/--no-scorer", default=True, help="With score pages, or without.")
@trusting
def command(
    folder: Path, url: str, games: str, langs: str, variants: str, scorer: bool, trust: bool
) -> None:
    """Make the page as plain files: ready PDFs, rules, and a scorer that runs in the browser.

    Everything works under any path of any web space, and without a network after one visit.
    Python for browsers is fetched once; --no-scorer does without. With --url the codes on the
    score sheets lead to the site's own score pages. --variants adds PDFs that save ink, are folded,
    printed by hand on both sides, or have fronts only.

    \b
    ecotable site public --url https://example.org/games
    ecotable site public --games ecologic --langs en,sv
    ecotable site public --variants low-ink,gutterfold
    """
    from generator.site.build_site import SitePlan, build_site
    from generator.workers import WorkerPool
    from scorer.trust import trust_here

    trust_here(trust)
    address = _address(url)
    chosen = _games(games)
    kinds = _variants(variants)
    languages = _languages(langs, chosen)
    plan = SitePlan(chosen, languages, url=address, scorer=scorer, variants=kinds)
    with WorkerPool(os.cpu_count() or 1) as pool, shown_progress("site") as progress:
        report = build_site(plan, folder, pool, progress or _no_progress)
    click.echo(_report_text(folder, report))


def _no_progress(done: int, total: int) -> None:
    """In a pipe no progress is shown."""


def _address(url: str) -> str:
    """The site's address without its last slash."""
    parts = urlsplit(url)
    if (url and not (parts.scheme in ("http", "https") and parts.netloc)) or parts.query:
        allowed = "https://example.org/games"
        raise Problems(
            [WrongArgument("--url", Text("command.no_address", value=quoted(url)), allowed)]
        )
    return url.rstrip("/")


def _games(text: str) -> tuple[Game, ...]:
    findings = Findings()
    games = load_games(split_words(text), findings)
    findings.raise_any()
    return tuple(games)


def _languages(text: str, games: tuple[Game, ...]) -> tuple[str, ...]:
    """The wanted languages, or all that any of the games speaks."""
    known = tuple(dict.fromkeys(lang for game in games for lang in game.languages))
    wanted = split_words(text.lower())
    for lang in wanted:
        if lang not in known:
            found, hint = Text("command.no_game_in", lang=quoted(lang)), did_you_mean(lang, known)
            raise Problems([WrongArgument("--langs", found, ", ".join(known), hint)])
    return wanted or known


def _variants(text: str) -> tuple[Variant, ...]:
    from generator.site.site_prints import VARIANTS

    wanted, known = split_words(text.lower()), ", ".join(VARIANTS)
    findings = Findings()
    for word in wanted:
        if word not in VARIANTS:
            found, hint = Text("command.none", value=quoted(word)), did_you_mean(word, VARIANTS)
            findings.extend([WrongArgument("--variants", found, known, hint)])
    findings.raise_any()
    return tuple(VARIANTS[word] for word in wanted)


def _report_text(folder: Path, report: SiteReport) -> str:
    moved = report.moved
    lines = [
        f"{folder}  {_mb(report.whole)}: {moved.written} files written, "
        f"{moved.unchanged} unchanged, {moved.removed} removed",
        f"first page  {report.first_page / 1000:.0f} kB compressed",
        f"pdf  {report.prints} files, {_mb(report.pdfs)}",
    ]
    if report.engine:
        lines.append(f"scorer  {_mb(report.engine)} compressed, fetched once by each browser")
    return "\n".join(lines)


def _mb(size: int) -> str:
    return f"{size / 1e6:.1f} MB"

"""``ecotable games``: what there is to print."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cards_data import Findings, Game, Problems, load_games, quoted
from cards_data.problems import WrongWord

from .words import any_case

if TYPE_CHECKING:
    from generator.crew import Crew


@click.command(name="games", short_help="The games, their decks, pieces, sheets, languages.")
@click.option("--unsure", is_flag=True, help="List the facts that no source gives, with reasons.")
@click.option(
    "--lang",
    default="en",
    show_default=True,
    metavar="CODE",
    callback=any_case,
    help="Language of the titles.",
)
def command(unsure: bool, lang: str) -> None:
    """List the games, or what in them is a reconstruction.

    \b
    ecotable games
    ecotable games --lang sv
    ecotable games --unsure
    """
    from generator.crew import Crew

    findings = Findings()
    games = load_games((), findings)
    spoken = [game for game in games if lang in game.languages]
    if games and not spoken:
        allowed = ", ".join(sorted({code for game in games for code in game.languages}))
        raise Problems([WrongWord("--lang", f"no game is there in {quoted(lang)}", allowed)])
    with Crew(1) as crew:
        for game in spoken:
            click.echo("\n".join(_unsure(game) if unsure else _listing(game, lang, crew)))
    findings.raise_any()


def _listing(game: Game, lang: str, crew: Crew) -> list[str]:
    from generator.sheets.counting import sheets_needed
    from generator.sheets.papers import papers

    rows = []
    pages, sheets = _pages(game, lang, crew)
    for decks, needed in sheets_needed(game, papers()["a4"]):
        sheets += needed
        for deck in decks:
            size = f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g} mm"
            count = f"{needed:>2} sheets" if deck is decks[0] else "  with it"
            named = (
                f"{deck.name:<20} {deck.total:>4} pieces  {count}  {size:<16} {deck.title(lang)}"
            )
            rows.append(f"  {named}")
    head = (
        f"{game.slug}: {game.title(lang)}, {game.total} pieces, {sheets} sheets of A4, "
        f"{', '.join(game.languages)}"
    )
    return [head, *rows, *pages, ""]


def _pages(game: Game, lang: str, crew: Crew) -> tuple[list[str], int]:
    """The pages of a kit that are no pieces, and the sheets they take on both sides."""
    from generator.compose.piece import Composer
    from generator.kit.front import front_lines, leaflets, score_line
    from generator.kit.pages import Kit
    from generator.options import Edition, PrintOptions
    from generator.sheets.papers import papers
    from generator.store.sources import Sources

    options = PrintOptions(edition=Edition(lang))
    composer = Composer(game, options.edition, Sources())
    kit = Kit(composer, options, papers()[options.paper], crew)
    lines = front_lines(leaflets(kit.rules(), 1, options), options)
    if kit.score_sheet():
        lines.append(score_line(options))
    rows = [f"  {line.title:<32}  {line.sheets:>2} sheets" for line in lines]
    return rows, sum(line.sheets for line in lines)


def _unsure(game: Game) -> list[str]:
    lines = [f"  {fact.where}: {fact.reason}" for fact in game.unsure]
    return [f"{game.slug}: {len(lines)} facts that no source gives", *lines, ""]

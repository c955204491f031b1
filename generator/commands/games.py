"""``ecotable games``: list the games."""

from __future__ import annotations

import click

from cards_data import Findings, Game, Problems, load_games, quote
from cards_data.languages.locales import own_name
from cards_data.problems import Message, WrongArgument
from cards_data.reader import leaflet_files, shown_path
from cards_data.words import Say

from .choices import language, own_first, with_headings
from .terminal_language import speech


@click.command(name="games")
@click.option("--unsure", is_flag=True)
@language
def command(unsure: bool, lang: str) -> None:
    """\b
    ecotable games
    ecotable games --lang sv
    ecotable games --unsure
    """
    findings = Findings()
    games = load_games((), findings, leaflets=False)
    languages = sorted({code for game in games for code in game.languages})
    if lang and games and lang not in languages:
        fault = Message("command.no_game_in", lang=quote(lang))
        raise Problems([WrongArgument("--lang", fault, ", ".join(languages))])
    games_out = own_first(game for game in games if not lang or lang in game.languages)
    lines: list[str] = []
    for heading, game in with_headings(games_out):
        lines += (*heading, "") if heading else ()
        lines += _unsure(game) if unsure else _listing(game, lang or game.languages[0])
    if lines:
        click.echo("\n".join(lines))
    findings.raise_any()


def _listing(game: Game, lang: str) -> list[str]:
    from generator.sheets.papers import papers
    from generator.sheets.shared_sheets import sheets_needed

    say = speech()
    rows = []
    sheets = 0
    for decks, needed in sheets_needed(game, papers()["a4"]):
        sheets += needed
        for deck in decks:
            size = say.decimal(f"{deck.size.width_mm:.4g} × {deck.size.height_mm:.4g}\u00a0mm")
            count = say("cmd_sheets", n=needed) if deck is decks[0] else say("cmd_with_it")
            pieces = f"{say('cmd_pieces', n=deck.total):>11}"
            rows.append(f"  {deck.name:<20} {pieces}  {count:>9}  {size:<16} {deck.title(lang)}")
    counts = {"pieces": say("cmd_pieces", n=game.total), "sheets": say("cmd_sheets", n=sheets)}
    title, langs = game.title(lang), ", ".join(game.languages)
    head = say("cmd_game_head", game=game.slug, title=title, langs=langs, **counts)
    return [head, *rows, f"  {say('cmd_beside_them', what=_kit_pages(game, say))}", ""]


def _kit_pages(game: Game, say: Say) -> str:
    """List the pages printed besides the pieces; their number is not known before typesetting."""
    from generator.resources import has_rules

    pages = [say("cmd_howto")]
    pages += [say("cmd_rules")] if leaflet_files(game.folder) else []
    pages += [say("cmd_score_sheet")] if has_rules(game) else []
    return ", ".join(pages)


def _unsure(game: Game) -> list[str]:
    say = speech()
    lines = [f"  {fact.where}: {fact.reason}" for fact in game.unsure]
    head = say("cmd_unsure", game=game.slug, n=len(lines))
    if game.unread:
        head += f", {say('cmd_unread', n=len(game.unread))}"
        place = shown_path(game.folder / "game.yaml")
        names = (f"{own_name(lang)} ({lang})" for lang in game.unread)
        lines += [f"  {say('cmd_unread_line', place=place, what=name)}" for name in names]
    return [head, *lines, ""]

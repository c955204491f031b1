"""``ecotable preview``: show a live gallery in the browser."""

from __future__ import annotations

import sys
import webbrowser
from collections.abc import Collection
from contextlib import suppress
from urllib.parse import urlencode

import click

from cards_data import Problems, find_game, list_games, load_game
from cards_data.languages.locales import PSEUDO
from cards_data.problems import Message, WrongArgument, quote

from .choices import trusting
from .terminal_language import note_without_cairo, speech


@click.command(name="preview")
@click.argument("game", required=False)
@click.option("--deck", metavar="NAME")
@click.option("--lang", metavar="CODE")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N")
@click.option("--lan", is_flag=True)
@click.option("--open/--no-open", "opens", default=None)
@trusting
def command(
    game: str | None,
    deck: str | None,
    lang: str | None,
    port: int | None,
    lan: bool,
    opens: bool | None,
) -> None:
    """\b
    ecotable preview ecologic
    ecotable preview ecosfera-baltica --deck producers --lang sv
    """
    from generator.web.app import lan_names, open_socket, serve_preview
    from scorer.web.server import HERE

    note_without_cairo("cmd_pictures_no_cairo")
    query = _page_query(game, deck, lang)
    with open_socket("0.0.0.0" if lan else HERE[0], port) as listening:
        chosen = listening.getsockname()[1]
        names = lan_names() if lan else ()
        address = f"http://{names[0] if names else HERE[0]}:{chosen}/?{urlencode(query)}"
        click.echo(speech()("cmd_ends", address=address))
        if lan:
            click.echo(speech()("cmd_all_look"), err=True)
        if sys.stdout.isatty() if opens is None else opens:
            webbrowser.open(address)
        serve_preview(listening, (*HERE, *names))


def _page_query(game: str | None, deck: str | None, lang: str | None) -> dict[str, str]:
    """Return what the page shows first; an unknown name is a problem."""
    slug = find_game(game or list_games()[0]).name
    choices: dict[str, tuple[str | None, Collection[str]]] = {}
    # The page shows the problems of a game that has any.
    with suppress(Problems):
        loaded = load_game(slug)
        languages = (*loaded.languages, *loaded.unfinished, PSEUDO)
        choices = {"deck": (deck, loaded.decks), "lang": (lang, languages)}
    for what, (word, allowed) in choices.items():
        if word and allowed and word not in allowed:
            fault = Message("value.unknown", value=quote(word))
            raise Problems([WrongArgument.unknown(f"{slug}, --{what}", fault, word, allowed)])
    chosen = {"game": slug, "lang": lang, "deck": deck}
    return {name: word for name, word in chosen.items() if word}

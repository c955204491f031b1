"""``ecotable serve``: start the web app on this computer: print, rules, score, edit."""

from __future__ import annotations

import sys
import webbrowser
from pathlib import Path

import click

from cards_data import find_game
from cards_data.problems import Message, Problems, WrongArgument

from .choices import trusting
from .terminal_language import note_without_cairo, speech, terminal_option


def _class_name(ctx: click.Context, parameter: click.Parameter, word: str | None) -> str | None:
    name = None if word is None else " ".join(word.split())
    if name == "":
        fault, allowed = Message("command.no_class_name"), Message("command.class_name", name="7B")
        raise Problems([WrongArgument("--class", fault, allowed)])
    return name


@click.command(name="serve")
@click.argument("game", required=False)
@click.option("--port", type=click.IntRange(1, 65535), metavar="N")
@click.option("--lan", is_flag=True)
@click.option("--class", "class_name", metavar="NAME", callback=_class_name)
@click.option("--keep", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--open/--no-open", "opens", default=None)
@trusting
@terminal_option
def command(
    game: str | None,
    port: int | None,
    lan: bool,
    class_name: str | None,
    keep: Path | None,
    opens: bool | None,
) -> None:
    """\b
    ecotable serve
    ecotable serve ecologic --lan
    ecotable serve --class 7B
    """
    from generator.web.app import lan_names, open_usual_port, serve
    from scorer.web.live.live_routes import LiveServer
    from scorer.web.live.live_tables import class_file
    from scorer.web.server import HERE

    note_without_cairo("cmd_pictures_no_cairo")
    lan = lan or bool(class_name)
    live = LiveServer(class_name or "", keep or (class_file(class_name) if class_name else None))
    page = f"score.html?game={find_game(game).name}" if game else "class.html" if class_name else ""
    with open_usual_port("0.0.0.0" if lan else HERE[0], port) as listening:
        chosen = listening.getsockname()[1]
        names = lan_names() if lan else ()
        here = f"http://{HERE[0]}:{chosen}/{page}"
        click.echo(speech()("cmd_ends", address=here))
        if names:
            from generator.compose.figure_functions import qr_text

            address = f"http://{names[0]}:{chosen}/{'join' if class_name else page}"
            click.echo(speech()("cmd_phones", address=address))
            click.echo(qr_text(address))
            click.echo(speech()("cmd_all_score"), err=True)
        if live.classroom:
            secret = f"http://{names[0]}:{chosen}/class.html#secret={live.classroom.key}"
            click.echo(speech()("cmd_teacher", address=secret))
            if saved := len(live.tables.tables):
                click.echo(speech()("cmd_tables_back", n=saved))
        if sys.stdout.isatty() if opens is None else opens:
            webbrowser.open(here)
        serve(listening, (*HERE, *names), live)

"""``ecotable serve``: the page on this computer: print, rules, score, change."""

from __future__ import annotations

import sys
import webbrowser

import click

from cards_data import find_game

from .shared_options import trusting


@click.command(name="serve")
@click.argument("game", required=False)
@click.option(
    "--port", type=click.IntRange(1, 65535), metavar="N", help="Default: 8420, or a free one."
)
@click.option("--lan", is_flag=True, help="Let phones in this network in, too.")
@click.option("--open/--no-open", "opens", default=None, help="Open the browser, or do not.")
@trusting
def command(game: str | None, port: int | None, lan: bool, opens: bool | None, trust: bool) -> None:
    """Print, read, score and change the games in a browser.

    Only this computer can reach the page unless --lan is given; cards can be changed on this
    computer only. No table is stored here: browsers keep their own. Ctrl-C ends it.

    \b
    ecotable serve
    ecotable serve ecologic --lan
    """
    from generator.raster.cairo_library import cairo_version
    from generator.web.addresses import lan_names, open_usual_port
    from generator.web.app import HERE, serve
    from scorer.trust import trust_here

    trust_here(trust)
    cairo_version()  # without cairo this is an error now, not at the first card
    page = f"score.html?game={find_game(game).name}" if game else ""
    with open_usual_port("0.0.0.0" if lan else HERE[0], port) as listening:
        chosen = listening.getsockname()[1]
        names = lan_names() if lan else ()
        here = f"http://{HERE[0]}:{chosen}/{page}"
        click.echo(f"{here}  (Ctrl-C ends it)")
        if names:
            _tell_phones(f"http://{names[0]}:{chosen}/{page}")
        if sys.stdout.isatty() if opens is None else opens:
            webbrowser.open(here)
        serve(listening, (*HERE, *names))


def _tell_phones(address: str) -> None:
    """The address for others, also as a code to scan."""
    from generator.compose.qr import qr_text

    click.echo(f"{address}  (phones in this network)")
    click.echo(qr_text(address))
    click.echo("Everyone in this network can now print and score here.", err=True)

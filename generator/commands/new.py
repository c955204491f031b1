"""``ecotable new``: a starter game of one's own in the current folder."""

from __future__ import annotations

from pathlib import Path

import click

from cards_data.reader import shown_path
from generator.store.atomic_files import write_text_whole

STARTER = Path(__file__).parent.parent / "starter"
# Where each file of the starter goes.
PLACES = {
    "game.yaml": "cards_data/{slug}/game.yaml",
    "cards.csv": "cards_data/{slug}/cards.csv",
    "scoring.yaml": "cards_data/{slug}/scoring.yaml",
    "rules.yaml": "cards_data/{slug}/rules/en.yaml",
    "card.svg.j2": "templates/{slug}/card.svg.j2",
    "card_back.svg.j2": "templates/{slug}/card_back.svg.j2",
    "leaf.svg": "templates/{slug}/symbols/leaf.svg",
}
# These name the game; the others hold braces of their own.
NAMING = ("game.yaml", "rules.yaml")


@click.command(name="new")
@click.argument("slug")
@click.option("--from", "source", metavar="GAME", help="Begin as a copy of a game on the shelf.")
def command(slug: str, source: str | None) -> None:
    """Begin a game of one's own.

    Three cards, a front and a back, a symbol, a page of rules and a scorer, ready to be printed
    and played; or a copy of a game that is there, to change it. Nothing that is there already is
    ever overwritten.

    \b
    ecotable new my-game
    ecotable preview my-game
    ecotable new petro --from ecologic
    ecotable changes petro
    """
    from generator.edit.copy_game import checked_name, copy_game

    name = slug.replace("-", "_").lower()
    if source is not None:
        for folder in copy_game(source, slug):
            click.echo(f"{shown_path(folder)}/")
        click.echo(f"What you changed: ecotable changes {name}")
    else:
        _begin(checked_name(slug))
    click.echo(f"Look at it while you change it: ecotable preview {name}")


def _begin(name: str) -> None:
    for file, place in PLACES.items():
        path = Path(place.format(slug=name))
        write_text_whole(path, _filled(file, name))
        click.echo(shown_path(path))


def _filled(file: str, name: str) -> str:
    text = (STARTER / file).read_text(encoding="utf-8")
    title = name.replace("_", " ").title()
    return text.format(slug=name, title=title) if file in NAMING else text

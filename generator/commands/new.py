"""``ecotable new``: a starter game of one's own in the current folder."""

from __future__ import annotations

import re
from pathlib import Path

import click

from cards_data import Problem, Problems
from cards_data.problems import WrongArgument, quoted
from cards_data.reader import shown_path
from generator.store.atomic_files import write_text_whole

STARTER = Path(__file__).parent.parent / "starter"
SLUG = re.compile(r"[a-z][a-z0-9_]{0,39}")
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
def command(slug: str) -> None:
    """Begin a game of one's own.

    Three cards, a front and a back, a symbol, a page of rules and a scorer, ready to be printed
    and played. Nothing that is there already is ever overwritten.

    \b
    ecotable new my-game
    ecotable preview my-game
    ecotable score my-game
    """
    name = slug.replace("-", "_").lower()
    if not SLUG.fullmatch(name):
        allowed = "a-z, 0-9, - and _, a letter first, up to 40"
        raise Problems([WrongArgument("new", f"{quoted(slug)} is no name for a game", allowed)])
    places = {file: Path(place.format(slug=name)) for file, place in PLACES.items()}
    _check_free(name)
    for file, path in places.items():
        write_text_whole(path, _filled(file, name))
        click.echo(shown_path(path))
    click.echo(f"Look at it while you change it: ecotable preview {name}")


def _check_free(name: str) -> None:
    taken = [
        place for place in (Path("cards_data", name), Path("templates", name)) if place.exists()
    ]
    if taken:
        hint = "choose another name, or remove it first"
        raise Problems(Problem(place.as_posix(), "is there already", "", hint) for place in taken)


def _filled(file: str, name: str) -> str:
    text = (STARTER / file).read_text(encoding="utf-8")
    title = name.replace("_", " ").title()
    return text.format(slug=name, title=title) if file in NAMING else text

"""``ecotable new``: create a starter game in the current folder."""

from __future__ import annotations

from pathlib import Path

import click

from cards_data.problems import Message, Problems, WrongArgument
from cards_data.reader import shown_path
from cards_data.words import in_language
from generator.layout.presets import (
    checked_layouts,
    fill_starter,
    new_files,
    ready,
    ready_names,
    starter_title,
)
from generator.store.atomic_files import write_text_whole

from .choices import split_words
from .terminal_language import speech, terminal_option

# Files for people who work on the game together; existing ones stay as they are.
TEAM = {
    "gitignore": ".gitignore",
    "README.md": "README.md",
    "game.yml": ".github/workflows/game.yml",
}


@click.command(name="new")
@click.argument("slug", required=False)
@click.option("--from", "source", metavar="GAME")
@click.option("--layout", "layouts", metavar="NAME[,NAME]")
@click.option("--layouts", "listed", is_flag=True)
@terminal_option
def command(slug: str | None, source: str | None, layouts: str | None, listed: bool) -> None:
    """\b
    ecotable new my-game
    ecotable new petro --from ecologic
    ecotable new --from my-game.zip
    ecotable new reef --layout creature,hex_tile,score_track
    ecotable new --layouts
    """
    from generator.edit.copy_game import checked_name

    if listed:
        for one in ready_names():
            click.echo(f"{one:<20}{in_language(ready(one).about, speech().lang)}")
        return
    if source is not None and layouts is not None:
        fault = Message("command.both_given")
        raise Problems([WrongArgument("new", fault, Message("face.one_of_them"))])
    name = (slug or "").replace("-", "_").lower()
    if source is not None:
        name = _copy_source(source, slug or "")
    else:
        words = split_words((layouts or "").replace("-", "_"))
        # An empty list is a mistake.
        chosen = checked_layouts(words if words or layouts is None else (layouts,))
        checked_name(slug or "")
        for place, text in new_files(name, starter_title(name), chosen).items():
            write_text_whole(Path(place), text)
            click.echo(shown_path(Path(place)))
    for file, place_beside in TEAM.items():
        path = Path(place_beside)
        if not path.exists():
            write_text_whole(path, fill_starter(file, name, starter_title(name)))
            click.echo(shown_path(path))
    click.echo(speech()("cmd_look_at_it", game=name))


def _copy_source(source: str, word: str) -> str:
    """Copy a game, or add the one in a ``.zip``; return its name."""
    from generator.edit.copy_game import copy_game, free_name, places
    from generator.edit.game_archive import SUFFIX, read_archive_file

    if source.endswith(SUFFIX):
        archive = read_archive_file(Path(source))
        folders = places(archive.write(free_name(word or archive.slug)))
    else:
        folders = copy_game(source, word)
    for folder in folders:
        click.echo(f"{shown_path(folder)}/")
    name = folders[0].name
    if not source.endswith(SUFFIX):
        click.echo(speech()("cmd_what_you_changed", game=name))
    return name

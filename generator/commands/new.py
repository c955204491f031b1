"""``ecotable new``: create a starter game in the current folder."""

from __future__ import annotations

from pathlib import Path

import click

from cards_data.problems import Message, Problems, WrongArgument, quoted
from cards_data.reader import shown_path
from cards_data.words import in_language
from generator.layout.presets import STARTER, new_game, ready, ready_names
from generator.store.atomic_files import write_text_whole

from .choices import split_words
from .terminal_language import spoken, terminal_option

# Where each starter file goes.
PLACES = {
    "game.yaml": "cards_data/{slug}/game.yaml",
    "cards.csv": "cards_data/{slug}/cards.csv",
    "scoring.yaml": "cards_data/{slug}/scoring.yaml",
    "example.yaml": "cards_data/{slug}/examples/first_table.yaml",
    "rules.yaml": "cards_data/{slug}/rules/en.yaml",
    "card.svg.j2": "templates/{slug}/card.svg.j2",
    "card_back.svg.j2": "templates/{slug}/card_back.svg.j2",
    "symbols/leaf.svg": "templates/{slug}/symbols/leaf.svg",
}
# Files for people who work on the game together.
TEAM = {
    "gitignore": ".gitignore",
    "README.md": "README.md",
    "game.yml": ".github/workflows/game.yml",
}
# These contain the game's name; the others use braces for something else.
NAMING = ("game.yaml", "rules.yaml", "README.md")


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
    ecotable new reef --layout creature,hex_tile,score_track
    ecotable new --layouts
    """
    from generator.edit.copy_game import checked_name, copy_game

    if listed:
        for one in ready_names():
            click.echo(f"{one:<20}{in_language(ready(one).about, spoken().lang)}")
        return
    if source is not None and layouts is not None:
        found = Message("command.both_given")
        raise Problems([WrongArgument("new", found, Message("face.one_of_them"))])
    name = (slug or "").replace("-", "_").lower()
    if source is not None:
        for folder in copy_game(source, slug or ""):
            click.echo(f"{shown_path(folder)}/")
        click.echo(spoken()("cmd_what_you_changed", game=name))
    else:
        chosen = _chosen(layouts)
        for place, text in _files(checked_name(slug or ""), chosen).items():
            write_text_whole(Path(place), text)
            click.echo(shown_path(Path(place)))
    _add_for_a_team(name)
    click.echo(spoken()("cmd_look_at_it", game=name))


def _add_for_a_team(name: str) -> None:
    """Add the files that a shared project needs; existing files stay as they are."""
    for file, place in TEAM.items():
        path = Path(place)
        if not path.exists():
            write_text_whole(path, _filled(file, name))
            click.echo(shown_path(path))


def _chosen(layouts: str | None) -> tuple[str, ...]:
    """Return the chosen layouts, each once; report all unknown ones."""
    named = split_words((layouts or "").replace("-", "_"))
    known = ready_names()
    strange = [word for word in named if word not in known]
    if strange or (layouts is not None and not named):
        raise Problems(
            WrongArgument.unknown(
                "new --layout", Message("command.no_ready", value=quoted(word)), word, known
            )
            for word in strange or [layouts or ""]
        )
    return named


def _files(name: str, layouts: tuple[str, ...]) -> dict[str, str]:
    title = name.replace("_", " ").title()
    if not layouts:
        return {place.format(slug=name): _filled(file, name) for file, place in PLACES.items()}
    made = new_game(name, title, [ready(one) for one in layouts])
    return made | {
        PLACES[file].format(slug=name): _filled(file, name, layouts[0])
        for file in ("rules.yaml", "scoring.yaml", "example.yaml")
    }


def _filled(file: str, name: str, deck: str = "cards") -> str:
    text = (STARTER / file).read_text(encoding="utf-8")
    title = name.replace("_", " ").title()
    return text.format(slug=name, title=title, deck=deck) if file in NAMING else text

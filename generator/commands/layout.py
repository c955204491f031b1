"""``ecotable layout``: show the boxes of a layout, or write the layout as a template."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from cards_data import load_game
from cards_data.models import Deck, Game, Piece
from cards_data.problems import Findings, Message, Place, Problems, WrongArgument, quoted

from .choices import language
from .terminal_language import spoken

if TYPE_CHECKING:
    from generator.compose.piece import Composer
    from generator.layout.box_geometry import Rect
    from generator.layout.box_kinds import Box


@click.command(name="layout")
@click.argument("game")
@click.argument("deck")
@click.option("--as-template", is_flag=True)
@click.option("--side", type=click.Choice(["front", "back"]), default="front")
@click.option("--piece", default="", metavar="ID")
@language
def command(game: str, deck: str, as_template: bool, side: str, piece: str, lang: str) -> None:
    """\b
    ecotable layout reef creature --piece fox
    ecotable layout reef creature --as-template
    """
    from generator.compose.piece import Composer
    from generator.options import Edition
    from generator.store.sources import Sources

    loaded = load_game(game, counted=False)
    found = _deck(loaded, deck)
    composer = Composer(loaded, Edition(loaded.spoken(lang)), Sources())
    layout = _layout_of(loaded, found, side)
    shown = _piece(found, piece)
    if as_template:
        _write(composer, found, layout)
    else:
        _show(composer, found, shown, (side, layout))


def _deck(game: Game, name: str) -> Deck:
    if name not in game.decks:
        found = Message("command.no_deck_of", value=quoted(name), game=game.slug)
        raise Problems([WrongArgument.unknown("layout", found, name, game.decks)])
    return game.decks[name]


def _piece(deck: Deck, wanted: str) -> Piece:
    known = {piece.id: piece for piece in deck.pieces}
    if not known:
        raise Problems.of(
            Message("problem.deck", deck=deck.name), Message("command.nothing_to_show")
        )
    if wanted and wanted not in known:
        found = Message("value.no_piece_of", value=quoted(wanted), deck=deck.name)
        raise Problems([WrongArgument.unknown("layout --piece", found, wanted, known)])
    return known[wanted] if wanted else deck.pieces[0]


def _layout_of(game: Game, deck: Deck, side: str) -> str:
    """Return the layout file of a side, relative to the template folders."""
    from generator.compose.layouts import is_layout

    template = deck.front if side == "front" else deck.back
    if template and is_layout(template):
        return f"{game.slug}/{template}"
    found = (
        Message("command.side_is", side=side, deck=deck.name, template=quoted(template))
        if template
        else Message("command.no_side", side=side)
    )
    where = deck.places.get(side) or Message("problem.deck", deck=deck.name)
    raise Problems.of(where, found, Message("command.layout_file"))


def _show(composer: Composer, deck: Deck, piece: Piece, shown: tuple[str, str]) -> None:
    (side, layout), findings = shown, Findings()
    places = composer.box_places(deck, piece, side, layout, findings)
    size, say = deck.size, spoken()
    click.echo(f"templates/{layout}: {piece.id}, {size.width_mm:g} × {size.height_mm:g}\u00a0mm")
    sides = ("x", "y", say("cmd_width"), say("cmd_height"))
    click.echo(_row(say("cmd_box"), say("cmd_line"), sides))
    for box, room in places:
        if box.name or box.kind not in ("column", "space"):
            click.echo(_place(box, room))
    findings.raise_any()


def _place(box: Box, room: Rect) -> str:
    named = f"{box.kind} {box.name}".strip()
    sides = (room.x, room.y, room.width, room.height)
    return _row(named, str(box.where.line), tuple(f"{side:.1f}" for side in sides))


def _row(name: str, line: str, sides: tuple[str, ...]) -> str:
    return f"{name:<24}{line:>5}" + "".join(f"{side:>9}" for side in sides)


def _write(composer: Composer, deck: Deck, layout: str) -> None:
    from generator.compose.layouts import SUFFIX
    from generator.compose.layouts.declared_face import documents, layout_in, template_of
    from generator.store.atomic_files import write_text_whole

    game, sources = composer.game, composer.sources
    # Report mistakes in the file before anything is written.
    layout_in(game, deck.name, sources, layout)
    own, base, _ = documents(game, sources, layout)
    source = sources.template(layout)
    assert source  # it has just been read
    name = layout.removesuffix(SUFFIX).rpartition("/")[2] + ".svg.j2"
    path = source.path.with_name(name)
    shown = f"templates/{game.slug}/{name}"
    if path.exists():
        hint = Message("command.rename")
        raise Problems.of(Place(shown), Message("is.there"), hint=hint)
    write_text_whole(path, template_of(own, base))
    click.echo(shown)
    click.echo(spoken()("cmd_draw_with", name=name, layout=layout.rpartition("/")[2]))

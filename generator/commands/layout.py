"""``ecotable layout``: show the boxes of a layout, or write the layout as a template."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from cards_data import load_game
from cards_data.models import Deck, Game, Piece, Size
from cards_data.problems import Findings, Message, Place, Problems, WrongArgument, quote

from .choices import language
from .terminal_language import speech

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
    chosen_deck = _deck(loaded, deck)
    composer = Composer(loaded, Edition(loaded.choose_lang(lang)), Sources())
    layout = _layout_of(loaded, chosen_deck, side)
    chosen_piece = _piece(chosen_deck, piece)
    if as_template:
        _write(composer, chosen_deck, layout)
        return
    findings = Findings()
    places = composer.box_places(chosen_deck, chosen_piece, side, layout, findings)
    _show(chosen_deck.size, f"templates/{layout}: {chosen_piece.id}", places)
    findings.raise_any()


def _deck(game: Game, name: str) -> Deck:
    if name not in game.decks:
        fault = Message("command.no_deck_of", value=quote(name), game=game.slug)
        raise Problems([WrongArgument.unknown("layout", fault, name, game.decks)])
    return game.decks[name]


def _piece(deck: Deck, piece_id: str) -> Piece:
    if not deck.pieces:
        place = Message("problem.deck", deck=deck.name)
        raise Problems.of(place, Message("command.nothing_to_show"))
    if piece_id and piece_id not in deck.by_id:
        fault = Message("value.no_piece_of", value=quote(piece_id), deck=deck.name)
        raise Problems([WrongArgument.unknown("layout --piece", fault, piece_id, deck.by_id)])
    return deck.by_id[piece_id] if piece_id else deck.pieces[0]


def _layout_of(game: Game, deck: Deck, side: str) -> str:
    """Return the layout file of a side, relative to the template folders."""
    from generator.compose.layouts import is_layout

    template = deck.front if side == "front" else deck.back
    if template and is_layout(template):
        return f"{game.slug}/{template}"
    fault = Message("command.no_side", side=side)
    if template:
        fault = Message("command.side_is", side=side, deck=deck.name, template=quote(template))
    where = deck.places.get(side) or Message("problem.deck", deck=deck.name)
    raise Problems.of(where, fault, Message("command.layout_file"))


def _show(size: Size, title: str, places: Iterable[tuple[Box, Rect]]) -> None:
    say = speech()
    click.echo(f"{title}, {size.width_mm:g} × {size.height_mm:g}\u00a0mm")
    head = ("x", "y", say("cmd_width"), say("cmd_height"))
    rows: list[tuple[str, str, tuple[str, ...]]] = [(say("cmd_box"), say("cmd_line"), head)]
    for box, room in places:
        if box.name or box.kind not in ("column", "space"):
            sides = tuple(f"{side:.1f}" for side in (room.x, room.y, room.width, room.height))
            rows.append((f"{box.kind} {box.name}".strip(), str(box.where.line), sides))
    for name, line, cells in rows:
        click.echo(f"{name:<24}{line:>5}" + "".join(f"{cell:>9}" for cell in cells))


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
    path_shown = f"templates/{game.slug}/{name}"
    if path.exists():
        hint = Message("command.rename")
        raise Problems.of(Place(path_shown), Message("is.there"), hint=hint)
    write_text_whole(path, template_of(own, base))
    click.echo(path_shown)
    click.echo(speech()("cmd_draw_with", name=name, layout=layout.rpartition("/")[2]))

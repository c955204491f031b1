"""``ecotable export``: export the game for other programs, machines and print shops."""

from __future__ import annotations

from typing import Any

import click
from click.core import ParameterSource

from cards_data import Problems, load_game
from cards_data.problems import Message, WrongArgument
from generator.export.kinds import Export, export_kind, names
from generator.export.kinds.pod import print_shops
from generator.options import Edition

from .choices import language, out_folder, paper, shown_progress

# Options that only some exports use; each export lists its own in USES.
PARTICULAR = ("dpi", "bleed", "url", "paper", "rounded", "paper_weight", "shop")


@click.command(name="export")
@click.argument("game")
@click.option("--to", "kind", type=click.Choice(names()), required=True)
@click.option("--deck", "decks", multiple=True, metavar="NAME")
@language
@out_folder
@click.option("--dpi", type=click.IntRange(72, 1200), default=None, metavar="N")
@click.option("--bleed/--no-bleed", default=False)
@click.option("--url", default="", metavar="URL")
@paper
@click.option("--rounded", is_flag=True)
@click.option(
    "--paper-weight", type=click.IntRange(60, 600), default=300, show_default=True, metavar="G"
)
@click.option("--shop", type=click.Choice(list(print_shops()), case_sensitive=False), default=None)
def command(game: str, kind: str, lang: str, dpi: int | None, **chosen: Any) -> None:
    """\b
    ecotable export ecologic --to png --no-bleed
    ecotable export ecosfera-baltica --to tts --lang sv --url https://example.org/baltica
    ecotable export kompensaatiopeli --to cut --rounded
    ecotable export ecologic --to pod --shop thegamecrafter
    ecotable export ecologic --to gallery
    """
    from generator.export.job import ExportOptions, start_export
    from generator.workers import WorkerPool

    export = export_kind(kind)
    _refuse_foreign(kind, export)
    loaded = load_game(game)
    lang = loaded.choose_lang(lang)
    options = ExportOptions(edition=Edition(lang), dpi=dpi or export.DPI, **chosen)
    with WorkerPool() as pool, shown_progress(loaded.title(lang)) as progress:
        result = export.export(start_export(loaded, kind, options, pool, progress))
    click.echo(f"{result.place}  {result.summary}")


def _refuse_foreign(kind: str, export: Export) -> None:
    """Refuse an option that this export does not use."""
    ctx = click.get_current_context()
    for name in PARTICULAR:
        typed = ctx.get_parameter_source(name) is ParameterSource.COMMANDLINE
        if typed and name not in export.USES:
            users = ", ".join(one for one in names() if name in export_kind(one).USES)
            fault = Message("usage.for_other", users=users, kind=kind)
            raise Problems([WrongArgument(f"--{name.replace('_', '-')}", fault)])

"""``ecotable docs``: open the documentation in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cards_data.problems import Message, Problems, WrongArgument, quoted

from .terminal_language import terminal_option


@click.command(name="docs")
@click.argument("name", default="tutorial")
@click.option("--open/--no-open", "opens", default=True)
@click.option(
    "--out", type=click.Path(file_okay=False, path_type=Path), default=None, metavar="DIR"
)
@terminal_option
def command(name: str, opens: bool, out: Path | None) -> None:
    """\b
    ecotable docs
    ecotable docs layouts
    """
    from generator.site.doc_pages import names_of_docs, write_docs
    from generator.store.cache import cache_folder

    known = names_of_docs()
    wanted = name.lower().removesuffix(".md").removeprefix("docs/")
    if wanted not in known:
        found = Message("command.no_document", value=quoted(name))
        raise Problems([WrongArgument.unknown("docs", found, wanted, known)])
    # Next to the cache and not in it: the cache folder contains only cache entries.
    folder = out or cache_folder().with_name("ecotable-docs")
    write_docs(folder)
    page = (folder / f"{wanted}.html").resolve()
    click.echo(page)
    if opens:
        webbrowser.open(page.as_uri())

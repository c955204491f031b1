"""``ecotable docs``: open the documentation in the browser."""

from __future__ import annotations

import webbrowser
from pathlib import Path

import click

from cards_data.problems import Message, Problems, WrongArgument, quote

from .terminal_language import terminal_option


@click.command(name="docs")
@click.argument("name", default="index")
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
    from generator.resources import docs_folder
    from generator.site.doc_pages import doc_names, is_built

    from .help_pages import COMMANDS_PAGE, commands_page

    pages = doc_names([COMMANDS_PAGE])
    target = Path(name.lower()).stem
    if target not in pages:
        fault = Message("command.no_document", value=quote(name))
        raise Problems([WrongArgument.unknown("docs", fault, target, pages)])
    if is_built() and out is None:
        folder = docs_folder()
    else:
        folder = _write_docs(out, {COMMANDS_PAGE: commands_page()})
    page = (folder / pages[target]).resolve()
    click.echo(page)
    if opens:
        webbrowser.open(page.as_uri())


def _write_docs(out: Path | None, generated: dict[str, str]) -> Path:
    from generator.site.doc_pages import doc_files
    from generator.store.atomic_files import write_whole
    from generator.store.cache import cache_folder

    # Next to the cache and not in it: that folder holds nothing but entries.
    folder = out or cache_folder().with_name("ecotable-docs")
    for place, content in doc_files(generated).items():
        write_whole(folder / place, content)
    return folder

"""``ecotable docs``: open the documentation, with a page of all commands from their help."""

from __future__ import annotations

import webbrowser
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click

from cards_data.problems import Message, Problems, WrongArgument, quote

from .help_text import HelpTexts, help_words, option_lines, placeholders
from .root import COMMANDS, SpokenContext, cli
from .terminal_language import ENGLISH, terminal_option

COMMANDS_PAGE = "reference/commands.md"
HEAD = """# Commands

`ecotable --help` lists the commands, `ecotable print --help` shows the options of one.
"""


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
    from generator.site.doc_pages import doc_files, doc_names, is_built
    from generator.store.atomic_files import write_whole
    from generator.store.cache import cache_folder

    pages = doc_names([COMMANDS_PAGE])
    target = Path(name.lower()).stem
    if target not in pages:
        fault = Message("command.no_document", value=quote(name))
        raise Problems([WrongArgument.unknown("docs", fault, target, pages)])
    if is_built() and out is None:
        folder = docs_folder()
    else:
        # Next to the cache and not in it: that folder holds nothing but entries.
        folder = out or cache_folder().with_name("ecotable-docs")
        for place, content in doc_files({COMMANDS_PAGE: commands_page()}).items():
            write_whole(folder / place, content)
    page = (folder / pages[target]).resolve()
    click.echo(page)
    if opens:
        webbrowser.open(page.as_uri())


def commands_page() -> str:
    """Return the help of every command as one Markdown page."""
    root = SpokenContext(cli, info_name="ecotable")
    return "\n".join([HEAD, *(_section(root, name) for name in COMMANDS)])


def _section(root: click.Context, name: str) -> str:
    command = cli.get_command(root, name)
    assert command
    return "\n\n".join(_parts(SpokenContext(command, root, name))) + "\n"


def _parts(context: click.Context) -> Iterator[str]:
    say, name = HelpTexts(ENGLISH), str(context.info_name)
    usage = placeholders(" ".join(context.command.collect_usage_pieces(context)), ENGLISH)
    yield f"## ecotable {name}"
    yield from (say(key) for key in (f"{name}.about", f"{name}.more") if key in help_words())
    yield f"```text\necotable {name} {usage}\n```"
    # Click marks lines that it must not join.
    examples = cleandoc(context.command.help or "").replace("\b", "").strip()
    yield f"```sh\n{examples}\n```"
    rows = (
        f"| `{_cell(option)}` | {_cell(about)} |" for option, about in option_lines(context, say)
    )
    yield "\n".join(["| option | what it does |", "|---|---|", *rows])


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", r"\|")

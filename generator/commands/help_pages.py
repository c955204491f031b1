"""The reference page of all commands, written from their help."""

from __future__ import annotations

from collections.abc import Iterator
from inspect import cleandoc

import click

from .help_text import HelpTexts, help_words, option_lines, placeholders
from .root import COMMANDS, SpokenContext, cli
from .terminal_language import ENGLISH

COMMANDS_PAGE = "reference/commands.md"
HEAD = """# Commands

`ecotable --help` lists the commands, `ecotable print --help` shows the options of one.
"""


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

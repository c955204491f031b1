"""Options that several commands have, spelt once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from cards_data.words import PLAIN, Say
from generator.options import CHOICES

from .choices import any_code

Option = Callable[[Any], Any]

# Where the language of a run is kept: what is told at the terminal follows it.
_CHOSEN = "ecotable.lang"


def _told_language(context: click.Context, option: click.Parameter, value: str) -> str:
    """A language's code; the terminal speaks that language from now on."""
    code = any_code(context, option, value)
    context.meta[_CHOSEN] = code
    return code


def spoken() -> Say:
    """What is said at the terminal: in the language of ``--lang``, where the program speaks it."""
    from generator.words import say_in

    context = click.get_current_context(silent=True)
    return say_in(chosen_language(context) or PLAIN if context else PLAIN)


def chosen_language(context: click.Context) -> str:
    """The language of ``--lang``, or none."""
    return str(context.meta.get(_CHOSEN, ""))


language: Option = click.option(
    "--lang",
    default="",
    metavar="CODE",
    callback=_told_language,
    help="Language of the cards.  [default: en, or the game's own]",
)
trusting: Option = click.option(
    "--trust", is_flag=True, help="Rules that lie in this folder may run, from now on."
)


def chosen(flag: str, help_text: str | None = None, name: str = "") -> Option:
    """One of the words of ``CHOICES``; the first of them where none is typed."""
    name = name or flag.removeprefix("--")
    words = CHOICES[name]
    kind = click.Choice(words)
    return click.option(flag, name, type=kind, default=words[0], show_default=True, help=help_text)


def html_file(help_text: str) -> Option:
    return click.option(
        "--html",
        type=click.Path(dir_okay=False, path_type=Path),
        metavar="FILE",
        help=help_text,
    )


def out_folder(help_text: str | None = None) -> Option:
    return click.option(
        "--out",
        type=click.Path(file_okay=False, path_type=Path),
        default=Path("output"),
        show_default=True,
        metavar="DIR",
        help=help_text,
    )

"""Options that several commands have, spelt once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from generator.options import CHOICES

from .choices import any_case

Option = Callable[[Any], Any]

language: Option = click.option(
    "--lang",
    default="",
    metavar="CODE",
    callback=any_case,
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

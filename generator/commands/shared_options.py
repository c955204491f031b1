"""Options that several commands have, spelt once."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from generator.options import CHOICES

from .choices import any_code

Option = Callable[[Any], Any]

language: Option = click.option("--lang", default="", metavar="CODE", callback=any_code)
trusting: Option = click.option("--trust", is_flag=True)
html_file: Option = click.option(
    "--html", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE"
)
out_folder: Option = click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("output"),
    show_default=True,
    metavar="DIR",
)


def chosen(flag: str, name: str = "") -> Option:
    """One of the words of ``CHOICES``; the first of them where none is typed."""
    name = name or flag.removeprefix("--")
    words = CHOICES[name]
    kind = click.Choice(words)
    return click.option(flag, name, type=kind, default=words[0], show_default=True)

"""docs/play/score.md tells what is there."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from generator.commands.serve import command
from generator.web.app import USUAL
from generator.web.print_queue import PRINT_SECONDS
from scorer.core.forms import Part, Widget

DOCS = Path(__file__).parents[2] / "docs"
TEXT = (DOCS / "play" / "score.md").read_text(encoding="utf-8")
RULES = (DOCS / "reference" / "scoring.md").read_text(encoding="utf-8")


def test_every_option_is_documented() -> None:
    for option in command.params:
        names = [*option.opts, *option.secondary_opts] if isinstance(option, click.Option) else ()
        for name in names:
            assert f"`{name}" in TEXT, name


def test_ports_and_queue_are_as_told() -> None:
    assert f"{USUAL[0]} or the next free one" in TEXT
    assert f"longer than {PRINT_SECONDS / 60:.0f} minutes" in TEXT


def test_parts_and_widgets_are_named() -> None:
    for word in (*get_args(Part), *(name for name in get_args(Widget) if name)):
        assert f"`{word}`" in RULES

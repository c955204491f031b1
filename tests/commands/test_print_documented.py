"""The page about printing speaks of everything that can be asked of a print."""

from __future__ import annotations

from pathlib import Path

import pytest
from texts import text_of
from workshop import Command, Workshop

from generator.commands.print import command
from generator.options import CHOICES
from generator.sheets.papers import papers

DOCS = Path(__file__).parents[2] / "docs"
PRINTING = (DOCS / "print" / "printing.md").read_text(encoding="utf-8")
OPTIONS = [
    name
    for option in command.params
    for name in option.opts
    if name.startswith("--") and not getattr(option, "hidden", False)
]


@pytest.mark.parametrize("name", OPTIONS)
def test_every_option_is_explained(name: str) -> None:
    assert f"`{name}" in PRINTING


@pytest.mark.parametrize("word", [*papers(), *CHOICES["layout"], *CHOICES["marks"]])
def test_every_choice_is_named(word: str) -> None:
    assert word in PRINTING


def test_the_earlier_name_of_since_works_and_is_not_listed(
    ecotable: Command, pond: Workshop
) -> None:
    answers = [
        ecotable("print", pond.slug, name, "nowhere") for name in ("--since", "--changed-since")
    ]
    assert answers[0] == answers[1]
    assert text_of("value.unknown", value='"nowhere"') in answers[0].err
    listed = ecotable("print", "--help").out
    assert "--since REF" in listed
    assert "--changed-since" not in listed

"""docs/print/publishing.md tells what is there."""

from __future__ import annotations

from pathlib import Path

import click

from generator.commands.site import command
from generator.site import browser_engine as site_runtime
from generator.site.site_folder import MARK

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "docs" / "print" / "publishing.md").read_text(encoding="utf-8")


def test_every_option_is_documented() -> None:
    for option in command.params:
        names = [*option.opts, *option.secondary_opts] if isinstance(option, click.Option) else ()
        for name in names:
            assert f"`{name}" in TEXT, name


def test_files_and_names_are_as_told() -> None:
    assert f"`{MARK}` lists the files" in TEXT
    for name in ("VERSION", "SHA512"):
        assert f"`{name}`" in TEXT and hasattr(site_runtime, name)
    assert (ROOT / "benchmarks" / "engines.py").is_file()

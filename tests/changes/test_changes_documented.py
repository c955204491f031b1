"""What docs/design/changing-a-game.md says of changes, reprints, verifying and the cache is so."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import pytest
from comparing import POND, RUFFE, changes, composing, read
from workshop import composed_by

from generator.changes.compare import with_causes
from generator.changes.report import as_data
from generator.store.cache import LIMIT_MB

pytestmark = pytest.mark.usefixtures("cold_cache")

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "design" / "changing-a-game.md"
SECTIONS = ("See what changed", "Print only what changed", "Verify a PDF", "Clear the cache")


def section(title: str) -> str:
    text = PAGE.read_text(encoding="utf-8")
    assert text.count(f"\n## {title}\n") == 1
    return text.split(f"\n## {title}\n")[1].split("\n## ")[0]


def calls() -> list[list[str]]:
    """The words of every call of the command, without what is said about it behind."""
    lines = "\n".join(section(title) for title in SECTIONS).splitlines()
    return [re.split(r"\s{2,}", line)[0].split()[1:] for line in lines if line.startswith("ecot")]


@pytest.mark.parametrize("words", calls(), ids=" ".join)
def test_every_call_is_understood(words: list[str], tmp_path: Path) -> None:
    name, *rest = words
    command: click.Command = import_module(f"generator.commands.{name}").command
    arguments = [
        str(_existing(tmp_path, word)) if word.startswith("output/") else word for word in rest
    ]
    command.make_context(name, arguments)


def _existing(folder: Path, word: str) -> Path:
    path = folder / Path(word).name
    path.touch()
    return path


def test_every_option_that_is_named_exists() -> None:
    options = {
        option
        for name in ("changes", "print", "verify", "cache")
        for parameter in import_module(f"generator.commands.{name}").command.params
        for option in parameter.opts
    }
    documented = set(re.findall(r"--[a-z-]+", "".join(section(title) for title in SECTIONS)))
    assert documented <= options


def shape(value: Any) -> Any:
    """Which keys stand where, whatever the values are."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items() if key not in ("row", "order")}
    return [shape(value[0])] if isinstance(value, list) and value else None


def test_the_json_has_the_documented_shape(tmp_path: Path) -> None:
    new = replace(POND.with_fish("pike", cost="5"), points=4)
    new = replace(new, fish=(RUFFE, *new.fish))
    old, now = POND.write(tmp_path / "old"), new.write(tmp_path / "new")
    report = with_causes(changes(old, now), composed_by(composing(now)), read(old).scoring)
    files = (DOCS / "reference" / "files.md").read_text(encoding="utf-8")
    part = files.split("\n### ecotable changes --json\n")[1]
    written = re.search(r"```json\n(.*?)```", part, re.DOTALL)
    assert written
    documented, record = json.loads(written[1]), as_data(report)
    assert shape(documented) == shape(record)
    assert record["order"]["fish"][0] == "ruffe"


def test_the_numbers_of_the_cache_are_the_real_ones() -> None:
    assert f"{LIMIT_MB} MB" in section("Clear the cache")

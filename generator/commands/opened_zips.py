"""Let commands that only read a game take a ``.zip``: it is unpacked for this run.

The command runs in the temporary folder, so that nothing in the current folder, such as trusted
Python rules or other games, is available to a game from somewhere else.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click

from cards_data.problems import Message, Problems, WrongArgument, quote
from generator.edit.game_archive import SUFFIX, read_archive_file

# Commands that write nothing to the files of a game.
READING = ("print", "check", "score", "stats", "changes", "export", "preview", "play")


@contextmanager
def open_zips(context: click.Context, values: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the values of a command line with each ``.zip`` replaced by the game in it."""
    if context.info_name not in READING:
        file, fault = str(values["game"]), Message("archive.reads_only")
        hint = Message("archive.add_first", command=f"ecotable new --from {file}")
        raise Problems([WrongArgument(quote(file), fault, "", hint)])
    one = "game" in values
    words = (values["game"],) if one else values["games"]
    archives = {word: read_archive_file(Path(word)) for word in words if word.endswith(SUFFIX)}
    absolute = {name: _absolute(value) for name, value in values.items()}
    here = Path.cwd()
    with TemporaryDirectory(prefix="ecotable-") as folder:
        os.chdir(folder)
        try:
            slugs = {word: archive.write(archive.slug) for word, archive in archives.items()}
            slugs_out = tuple(slugs.get(word, word) for word in words)
            yield {**absolute, **({"game": slugs_out[0]} if one else {"games": slugs_out})}
        finally:
            os.chdir(here)


def _absolute(value: Any) -> Any:
    """Return where a path leads from the folder that the command was called in."""
    is_file = isinstance(value, str) and value and Path(value).is_file()
    return type(value)(Path(value).absolute()) if is_file or isinstance(value, Path) else value

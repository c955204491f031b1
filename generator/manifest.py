"""The manifest beside a PDF: every piece, the hash of its faces and where it lies."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cards_data.models import Game

from . import resources


def game_version(game: Game) -> str:
    """A short hash of everything that makes the game: data, pictures and templates."""
    digest = hashlib.sha256()
    for path in sorted(_sources(game)):
        digest.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:8]


def _sources(game: Game) -> Iterable[Path]:
    data = game.folder
    yield from (path for path in data.glob("*") if path.suffix in (".csv", ".yaml"))
    yield from (path for path in (data / "art").glob("*") if path.is_file())
    for folder in resources.template_folders():
        for name in (game.slug, "_shared"):
            yield from (path for path in (folder / name).rglob("*") if path.is_file())


def manifest_text(manifest: dict[str, Any]) -> str:
    """One piece a line: readable, and small differences stay small."""
    head = {key: value for key, value in manifest.items() if key != "pieces"}
    lines = [json.dumps(piece, ensure_ascii=False) for piece in manifest["pieces"]]
    body = json.dumps(head, ensure_ascii=False)[:-1]
    joined = ",\n  ".join(lines)
    return f'{body}, "pieces": [\n  {joined}\n]}}\n'

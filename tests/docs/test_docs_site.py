"""The documentation site lists every page, and finds them from a file."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml

from cards_data import list_games
from generator.commands.docs import COMMANDS_PAGE

ROOT = Path(__file__).parents[2]
SITE: dict[str, Any] = yaml.safe_load((ROOT / "mkdocs.yml").read_text(encoding="utf-8"))
sys.path.append(str(ROOT / "docs_site"))

from gallery import FOLDER, GAMES  # noqa: E402


def listed(nav: Any) -> Iterator[str]:
    """Return the files of a navigation, whatever its depth."""
    if isinstance(nav, str):
        yield nav
    for one in nav.values() if isinstance(nav, dict) else nav if isinstance(nav, list) else ():
        yield from listed(one)


def test_the_navigation_lists_every_page_once() -> None:
    written = [path.relative_to(ROOT / "docs").as_posix() for path in ROOT.glob("docs/**/*.md")]
    generated = [COMMANDS_PAGE, *(f"{FOLDER}/{name}.md" for name in ("index", *GAMES))]
    assert sorted(listed(SITE["nav"])) == sorted([*written, *generated])


def test_the_gallery_has_every_included_game() -> None:
    assert sorted(GAMES) == sorted(list_games())


def test_nothing_is_loaded_from_outside() -> None:
    assert SITE["theme"]["font"] is False
    assert set(SITE["plugins"]) == {"search", "offline"}
    # The plugin would load its own from another site.
    (script,) = SITE["extra"]["polyfills"]
    assert "iframe-worker" in script and (ROOT / "docs_site" / Path(script).name).is_file()

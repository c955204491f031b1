"""The scripts of a page as it is delivered: one with all that it begins with, one for later.

Comes in: a page, how it is delivered, and the languages it speaks. Goes out: scripts by name. They
are joined again only when a module or a word is another than before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from ..speech import LANGUAGES
from .api import WORDS, delivery_script
from .joining import joined
from .ready import stamp

PAGE = Path(__file__).parent / "page"
ENTRY = re.compile(r'<script type="module" src="([\w-]+\.js)">')
MADE = "delivery.js"


def pages() -> list[Path]:
    return sorted(PAGE.glob("*.html"))


def page_scripts(page: Path, kind: str, languages: tuple[str, ...] = LANGUAGES) -> dict[str, str]:
    """The scripts that a page loads, at once and later."""
    return _joined(page, kind, languages, (stamp(PAGE), stamp(WORDS)))


@lru_cache(maxsize=16)
def _joined(
    page: Path, kind: str, languages: tuple[str, ...], state: tuple[object, ...]
) -> dict[str, str]:
    modules = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}
    modules[MADE] = delivery_script(kind, languages)
    (entry,) = ENTRY.findall(page.read_text(encoding="utf-8"))
    return joined(modules, entry)

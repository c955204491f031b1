"""The scripts of a page as it is delivered: one with all that it begins with, one for later.

Comes in: a page, how it is delivered, and the languages it speaks. Goes out: scripts by name,
joined from the modules that lie beside the page and those that all pages share. They are joined
again only when a module or a word is another than before.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache
from pathlib import Path

from .api.records import WORDS, delivery_script, page_languages
from .api.scorer_cache import stamp
from .bundle import bundle

# The pages of the scorer, and the modules that pages in other folders share with them.
PAGE = Path(__file__).parent / "page"
ENTRY = re.compile(r'<script type="module" src="([\w-]+\.js)">')
SHARES = re.compile(r'<meta name="shares-modules-of" content="([\w./-]+)">')
DELIVERY = "delivery.js"


def pages(folder: Path = PAGE) -> list[Path]:
    return sorted(folder.glob("*.html"))


def page_scripts(page: Path, kind: str, languages: tuple[str, ...] = ()) -> dict[str, str]:
    """The scripts that a page loads, at once and later; in all languages where none is named."""
    languages = languages or page_languages()
    return _bundled(page, kind, languages, (*map(stamp, _folders(page)), stamp(WORDS)))


def _folders(page: Path) -> list[Path]:
    """Where modules lie: beside the page, where all pages share them, where the page names another
    one whose modules it shares, and below all of them."""
    named = SHARES.findall(page.read_text(encoding="utf-8"))
    homes = dict.fromkeys((PAGE, page.parent, *((page.parent / way).resolve() for way in named)))
    return [path for home in homes for path in (home, *home.rglob("*")) if path.is_dir()]


@lru_cache(maxsize=16)
def _bundled(
    page: Path, kind: str, languages: tuple[str, ...], state: tuple[object, ...]
) -> dict[str, str]:
    paths = [path for folder in _folders(page) for path in folder.glob("*.js")]
    modules = {_name(path, page): path.read_text(encoding="utf-8") for path in paths}
    modules[_name(PAGE / DELIVERY, page)] = delivery_script(kind, languages)
    (entry,) = ENTRY.findall(page.read_text(encoding="utf-8"))
    return bundle(modules, entry)


def _name(path: Path, page: Path) -> str:
    """A module by the way to it from the folder of the page."""
    return Path(os.path.relpath(path, page.parent)).as_posix()

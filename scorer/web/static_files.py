"""The files of a page as they are served: pages with records in them, scripts joined.

Comes in: the files of a folder such as ``page/``. Goes out: a road for each. Nothing else of the
disk can be reached, because only files that lie in the folder are ever looked for by name. What is
saved shows at the next visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

from cards_data import Problems

from ..core.translation import LANGUAGES
from .api.records import WORDS, form_record, words_record
from .api.scorer_cache import has_game, has_own_rules, has_rules, scorer_stamps
from .inline_json import with_records
from .routing import Answer, Asked, Road, as_text
from .scripts import PAGE, page_scripts, pages

KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
# Delivered as they lie there.
PLAIN = (".css", ".svg")
# The page that forms come along with.
FORMS = "score.html"
SERVED = "served"
# What comes along inside a page that somebody asks for.
Records = Callable[[Path, Asked], Mapping[str, str]]


def file_roads() -> Iterator[Road]:
    return folder_roads(PAGE, _records)


def folder_roads(folder: Path, records: Records) -> Iterator[Road]:
    """A road for each page of a folder, the first one at ``/`` too, and for all that they load."""
    yield Road("/", _page_answer(folder / "index.html", records))
    for path in plain_files(folder):
        yield Road(f"/{path.name}", file_answer(path))
    for page in pages(folder):
        yield Road(f"/{page.name}", _page_answer(page, records))
        for name in page_scripts(page, SERVED):
            yield Road(f"/{name}", _script_answer(page, name))


def plain_files(folder: Path = PAGE) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in PLAIN)


def file_answer(path: Path) -> Callable[[Asked], Answer]:
    def answer(_: Asked) -> Answer:
        return Answer(path.read_bytes(), KINDS[path.suffix])

    return answer


def _script_answer(page: Path, name: str) -> Callable[[Asked], Answer]:
    def answer(_: Asked) -> Answer:
        return Answer(page_scripts(page, SERVED)[name].encode(), KINDS[".js"])

    return answer


def _page_answer(page: Path, records: Records) -> Callable[[Asked], Answer]:
    def answer(asked: Asked) -> Answer:
        text = page.read_text(encoding="utf-8")
        return Answer(with_records(text, records(page, asked)).encode(), KINDS[".html"])

    return answer


def _records(page: Path, asked: Asked) -> dict[str, str]:
    """The words, and the form where the address asks for a game's."""
    return {**word_records(WORDS), **(_forms(asked) if page.name == FORMS else {})}


def word_records(path: Path) -> dict[str, str]:
    """The words of a page in every language."""
    return {f"words.{lang}": as_text(words_record(lang, path)) for lang in LANGUAGES}


def _forms(asked: Asked) -> dict[str, str]:
    """The form of the game in the address.

    Where it has problems the page asks by itself and is told; rules of the current folder may do
    anything, and no page waits for that.
    """
    slug = asked.word("game").replace("-", "_")
    if has_game(slug) and has_rules(slug) and not has_own_rules(slug):
        with suppress(Problems):
            return {f"form/{slug}.{lang}": form_text(slug, lang) for lang in LANGUAGES}
    return {}


def form_text(slug: str, lang: str) -> str:
    """The form as JSON, made again only when something that it is made from is another."""
    return _form_text(slug, lang, scorer_stamps(slug))


@lru_cache(maxsize=32)
def _form_text(slug: str, lang: str, state: tuple[object, ...]) -> str:
    return as_text(form_record(slug, lang))

"""The files of a page as they are served: pages with records in them, scripts joined.

Comes in: the files of a folder such as ``page/``. Goes out: a route for each. Nothing else of the
disk can be reached, because only files that lie in the folder are ever looked for by name. What is
saved shows at the next visit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from html import escape
from pathlib import Path

from cards_data import Problems

from ..core.translation import own_languages
from .api.records import form_record, page_languages, words_record
from .api.scorer_cache import has_game, has_own_rules, has_rules, scorer_stamps
from .inline_json import with_records
from .page_words import page_words
from .routing import Request, Response, Route, json_text
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
# The records that are sent inside a page.
Records = Callable[[Path, Request], Mapping[str, str]]


def file_routes() -> Iterator[Route]:
    return folder_routes(PAGE, _records)


def folder_routes(folder: Path, records: Records) -> Iterator[Route]:
    """A route for each page of a folder, the first one at ``/`` too, and for all that they load."""
    yield Route("/", _page_handler(folder / "index.html", records))
    yield from page_routes(folder, records)


def page_routes(folder: Path, records: Records) -> Iterator[Route]:
    """A route for each page of a folder, and for all that they load."""
    for path in plain_files(folder):
        yield Route(f"/{path.name}", file_handler(path))
    for page in pages(folder):
        yield Route(f"/{page.name}", _page_handler(page, records))
        for name in page_scripts(page, SERVED):
            yield Route(f"/{name}", _script_handler(page, name))


def plain_files(folder: Path = PAGE) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix in PLAIN)


def file_handler(path: Path) -> Callable[[Request], Response]:
    def handler(_: Request) -> Response:
        return Response(path.read_bytes(), KINDS[path.suffix])

    return handler


def _script_handler(page: Path, name: str) -> Callable[[Request], Response]:
    def handler(_: Request) -> Response:
        return Response(page_scripts(page, SERVED)[name].encode(), KINDS[".js"])

    return handler


def _page_handler(page: Path, records: Records) -> Callable[[Request], Response]:
    def handler(request: Request) -> Response:
        text = with_records(page_text(page), records(page, request))
        return Response(text.encode(), KINDS[".html"])

    return handler


def page_text(page: Path, languages: Iterable[str] = ()) -> str:
    """A page, which says in every language what it needs where no script can choose one."""
    needed = {lang: words_record(lang)["needs_scripts"] for lang in languages or own_languages()}
    told = (f'<p lang="{lang}">{escape(text)}</p>' for lang, text in needed.items())
    text = page.read_text(encoding="utf-8")
    return text.replace("<noscript></noscript>", f"<noscript>{''.join(told)}</noscript>", 1)


def _records(page: Path, request: Request) -> dict[str, str]:
    """The words; where the address asks for a game, its form and the address to share tables by."""
    words = {f"words.{lang}": json_text(page_words(page, lang)) for lang in page_languages()}
    if page.name != FORMS:
        return words
    shared = {"shared_address": json_text(request.shared_address)}
    return {**words, **shared, **_forms(request)}


def word_records(path: Path) -> dict[str, str]:
    """The words of a page in every language."""
    return {f"words.{lang}": json_text(words_record(lang, path)) for lang in page_languages()}


def _forms(request: Request) -> dict[str, str]:
    """The form of the game in the address.

    Where it has problems the page asks for it by itself and shows them; rules of the current
    folder may run for long, and no page waits for that.
    """
    slug = request.query_param("game").replace("-", "_")
    if has_game(slug) and has_rules(slug) and not has_own_rules(slug):
        with suppress(Problems):
            return {f"form/{slug}.{lang}": form_text(slug, lang) for lang in page_languages()}
    return {}


def form_text(slug: str, lang: str) -> str:
    """The form as JSON, made again only when something that it is made from is another."""
    return _form_text(slug, lang, scorer_stamps(slug))


@lru_cache(maxsize=32)
def _form_text(slug: str, lang: str, state: tuple[object, ...]) -> str:
    return json_text(form_record(slug, lang))

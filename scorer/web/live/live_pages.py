"""The pages for joining a table or a class, and the teacher's page: their files as routes.

Comes in: the files of ``page/``. Goes out: routes, with the words of these pages and those that
every page has.
"""

from __future__ import annotations

from pathlib import Path

from ..api.records import WORDS, page_languages, words_record
from ..routing import Request, Route, json_text, redirect
from ..static_files import page_routes

PAGE = Path(__file__).parent / "page"
LIVE_WORDS = Path(__file__).parent / "words.csv"


def live_page_routes() -> list[Route]:
    short = Route("/join", lambda _: redirect("/join.html"))
    return [short, Route("/class", lambda _: redirect("/class.html")), *page_routes(PAGE, _records)]


def _records(page: Path, request: Request) -> dict[str, str]:
    words = {
        f"words.{lang}": json_text({**words_record(lang, WORDS), **words_record(lang, LIVE_WORDS)})
        for lang in page_languages()
    }
    return {**words, "shared_address": json_text(request.shared_address)}

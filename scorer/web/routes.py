"""The page's own roads: its files, the forms, and the rules.

Comes in: questions from the page. Goes out: files of ``page/`` and records as JSON. Nothing else
of the disk can be reached, because only files that lie in the folder are ever looked for by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from cards_data import Problems

from ..speech import LANGUAGES
from .api import (
    answers_record,
    form_record,
    score_record,
    shelf_record,
    what_if_record,
    words_record,
)
from .bodies import BODY_LIMIT, read_body
from .given import with_records
from .ready import as_it_stands, has_game, has_own_rules, has_rules
from .roads import JSON, Answer, Asked, Refused, Road, as_json, as_text, go_on
from .scripts import PAGE, page_scripts, pages

SERVED = "served"
# Pages get records and scripts are joined when they are delivered.
MADE = {".html", ".js"}
FORMS = "score.html"
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
# A score takes milliseconds; whoever needs longer has found something to slow us down with.
SECONDS = 3.0


def page_roads() -> list[Road]:
    """Every road of the page itself."""
    return [
        Road("/", page_answer(PAGE / "index.html")),
        *(Road(f"/{path.name}", file_answer(path)) for path in page_files()),
        *(road for page in pages() for road in _roads_of(page)),
        Road("/api/shelf", _shelf),
        Road("/api/form/{slug}", _form),
        Road("/api/score/{slug}", _ruled(score_record), "POST", seconds=SECONDS, quick=_bounded),
        Road("/api/what-if/{slug}", _ruled(what_if_record), "POST", seconds=SECONDS),
        Road("/api/answers/{slug}", _ruled(answers_record), "POST", seconds=SECONDS),
    ]


def short_roads() -> list[Road]:
    """Where the codes on score sheets lead; the last roads, since any one word would fit them."""
    return [Road("/{slug}", _short)]


def page_files() -> list[Path]:
    """The files that are delivered as they lie there."""
    return sorted(
        path for path in PAGE.iterdir() if path.suffix in KINDS and path.suffix not in MADE
    )


def file_answer(path: Path) -> Callable[[Asked], Answer]:
    """A file as it is now: a saved change shows at the next visit."""

    def answer(_: Asked) -> Answer:
        return Answer(path.read_bytes(), KINDS[path.suffix])

    return answer


def language(asked: Asked) -> str:
    """The wanted language where the page has it."""
    lang = asked.word("lang", "en").lower()
    return lang if lang in LANGUAGES else "en"


def game_slug(asked: Asked) -> str:
    """A game that is there."""
    slug = asked.gaps["slug"].replace("-", "_").lower()
    if not has_game(slug):
        raise Refused(404, "no such game")
    return slug


def _scored_slug(asked: Asked) -> str:
    slug = game_slug(asked)
    if not has_rules(slug):
        raise Refused(404, "this game has no rules for scoring")
    return slug


def _bounded(asked: Asked) -> bool:
    """The rules that came along are tested to end soon; those of this folder may do anything."""
    return not has_own_rules(asked.gaps["slug"].replace("-", "_").lower())


def page_answer(page: Path) -> Callable[[Asked], Answer]:
    """A page with its words in it, and the form where its address asks for a game's."""

    def answer(asked: Asked) -> Answer:
        text = page.read_text(encoding="utf-8")
        records = {**_words(), **(_forms(asked) if page.name == FORMS else {})}
        return Answer(with_records(text, records).encode(), KINDS[".html"])

    return answer


def _words() -> dict[str, str]:
    return {f"words.{lang}": as_text(words_record(lang)) for lang in LANGUAGES}


def _forms(asked: Asked) -> dict[str, str]:
    """The form of the game in the address; where there is none the page asks and is told why."""
    slug = asked.word("game").replace("-", "_")
    if not (has_game(slug) and has_rules(slug)):
        return {}
    with suppress(Problems):
        return {f"form/{slug}.{lang}": _form_text(slug, lang) for lang in LANGUAGES}
    return {}


def _roads_of(page: Path) -> Iterator[Road]:
    """A page and its scripts; what is saved shows at the next visit."""
    yield Road(f"/{page.name}", page_answer(page))
    for name in page_scripts(page, SERVED):
        yield Road(f"/{name}", _script_answer(page, name))


def _script_answer(page: Path, name: str) -> Callable[[Asked], Answer]:
    def answer(_: Asked) -> Answer:
        return Answer(page_scripts(page, SERVED)[name].encode(), KINDS[".js"])

    return answer


def _shelf(asked: Asked) -> Answer:
    return as_json({**shelf_record(language(asked)), "here": asked.here})


def _short(asked: Asked) -> Answer:
    return go_on(f"/score.html?game={_scored_slug(asked)}")


def _form(asked: Asked) -> Answer:
    slug, lang = _scored_slug(asked), language(asked)
    try:
        return Answer(_form_text(slug, lang).encode(), JSON)
    except Problems as problems:
        return as_json({"problems": [str(one) for one in problems.problems]}, 409)


def _form_text(slug: str, lang: str) -> str:
    return _form_as_it_stands(slug, lang, as_it_stands(slug))


@lru_cache(maxsize=32)
def _form_as_it_stands(slug: str, lang: str, state: tuple[object, ...]) -> str:
    return as_text(form_record(slug, lang))


def _ruled(record: Callable[[str, Any, str], Any]) -> Callable[[Asked], Answer]:
    """A table in, a record out; a body that cannot be read is one line."""

    def answer(asked: Asked) -> Answer:
        slug = _scored_slug(asked)
        try:
            raw = read_body(asked.body)
        except Problems as problems:
            status = 413 if len(asked.body) > BODY_LIMIT else 400
            raise Refused(status, str(problems)) from None
        return as_json(record(slug, raw, language(asked)))

    return answer

"""The page's own roads: its files, the forms, and the rules.

Comes in: questions from the page. Goes out: its files, and records as JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cards_data import Problems

from ..core.translation import LANGUAGES
from .api.records import answers_record, score_record, shelf_record, what_if_record
from .api.request_json import BODY_LIMIT, read_body
from .api.scorer_cache import has_game, has_own_rules, has_rules
from .routing import JSON, Answer, Asked, Pace, Refused, Road, as_json, go_on
from .static_files import file_roads, form_text

# A score takes milliseconds; whoever needs longer has found something to slow us down with.
SECONDS = 3.0
# Who runs rules of the current folder has to start, and may be busy with another question; a form
# may have a whole game to read first.
PATIENCE_SECONDS = 4 * SECONDS
# A question to rules: what is asked, of which game, about which table, in which language.
Ask = Callable[[str, str, Any, str], Any]


def page_roads(aside: Ask) -> list[Road]:
    """Every road of the page itself; ``aside`` runs the rules of the current folder."""

    def ruled(call: str, record: Callable[[str, Any, str], Any]) -> Road:
        answer, path = _ruled(call, record, aside), f"/api/{call}/{{slug}}"
        return Road(path, answer, "POST", pace=_judging(at_once=call == "score"))

    return [
        *file_roads(),
        Road("/api/shelf", _shelf),
        Road("/api/form/{slug}", _form(aside), pace=lambda _: Pace(PATIENCE_SECONDS)),
        ruled("score", score_record),
        ruled("what-if", what_if_record),
        ruled("answers", answers_record),
    ]


def short_roads() -> list[Road]:
    """Where the codes on score sheets lead; the last roads, since any one word would fit them."""
    return [Road("/{slug}", _short)]


def language(asked: Asked) -> str:
    """The wanted language where the page has it."""
    lang = asked.word("lang", "en").lower()
    return lang if lang in LANGUAGES else "en"


def game_slug(asked: Asked) -> str:
    """A game that is there."""
    slug = _slug(asked)
    if not has_game(slug):
        raise Refused(404, "no such game")
    return slug


def _slug(asked: Asked) -> str:
    return asked.gaps["slug"].replace("-", "_").lower()


def _scored_slug(asked: Asked) -> str:
    slug = game_slug(asked)
    if not has_rules(slug):
        raise Refused(404, "this game has no rules for scoring")
    return slug


def _judging(*, at_once: bool) -> Callable[[Asked], Pace]:
    """The rules that came along are tested to end soon; those of this folder may do anything."""

    def pace(asked: Asked) -> Pace:
        return Pace(PATIENCE_SECONDS) if has_own_rules(_slug(asked)) else Pace(SECONDS, at_once)

    return pace


def _shelf(asked: Asked) -> Answer:
    return as_json({**shelf_record(language(asked)), "here": asked.here})


def _short(asked: Asked) -> Answer:
    return go_on(f"/score.html?game={_scored_slug(asked)}")


def _form(aside: Ask) -> Callable[[Asked], Answer]:
    def answer(asked: Asked) -> Answer:
        slug, lang = _scored_slug(asked), language(asked)
        try:
            if has_own_rules(slug):
                return as_json(aside("form", slug, None, lang))
            return Answer(form_text(slug, lang).encode(), JSON)
        except Problems as problems:
            return as_json({"problems": [str(one) for one in problems.problems]}, 409)

    return answer


def _ruled(
    call: str, record: Callable[[str, Any, str], Any], aside: Ask
) -> Callable[[Asked], Answer]:
    """A table in, a record out; a body that cannot be read is one line."""

    def answer(asked: Asked) -> Answer:
        slug, lang = _scored_slug(asked), language(asked)
        try:
            raw = read_body(asked.body)
        except Problems as problems:
            status = 413 if len(asked.body) > BODY_LIMIT else 400
            raise Refused(status, str(problems)) from None
        own = has_own_rules(slug)
        return as_json(aside(call, slug, raw, lang) if own else record(slug, raw, lang))

    return answer

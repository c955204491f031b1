"""The page's own routes besides its files: the games, the forms, and the rules."""

from __future__ import annotations

from cards_data.problems import Message
from cards_data.words import PLAIN

from ..core.translation import own_languages
from .api.records import CALLS, RulesCall, Summary, form_text, games_record, page_languages
from .api.scorer_cache import has_game, has_own_rules, has_rules
from .routing import JSON, HttpError, Request, Response, Route, Timeout, json_response, redirect

# A score takes milliseconds; a table that needs longer was made to slow the server down.
SECONDS = 3.0
# A worker for rules of the current folder has to start, and may be busy with another request. For a
# form, a whole game may have to be read first.
PATIENCE_SECONDS = 4 * SECONDS


def games_route(summary: Summary = lambda game, lang: None) -> Route:
    """Return the route of the list of games."""

    def games(request: Request) -> Response:
        record = games_record(language(request), summary=summary)
        return json_response({**record, "here": request.from_loopback})

    return Route("/api/games", games)


def rules_routes(sandbox: RulesCall) -> list[Route]:
    """Return the routes of the rules; ``sandbox`` runs those of the current folder."""

    def form(request: Request) -> Response:
        slug, lang = _scored_slug(request), language(request)
        if has_own_rules(slug):
            return json_response(sandbox("form", slug, None, lang))
        return Response(form_text(slug, lang).encode(), JSON)

    return [
        Route("/api/form/{slug}", form, timeout=lambda _: Timeout(PATIENCE_SECONDS)),
        *(_rules_route(call, sandbox) for call in CALLS),
    ]


def _rules_route(call: str, sandbox: RulesCall) -> Route:
    """Return a route from a table to a record; an unreadable body is an error of one line."""

    def handler(request: Request) -> Response:
        slug, lang, raw = _scored_slug(request), language(request), request.json()
        if has_own_rules(slug):
            return json_response(sandbox(call, slug, raw, lang))
        return json_response(CALLS[call](slug, raw, lang))

    def timeout(request: Request) -> Timeout:
        """Return the timeout: rules of the package end soon, others may not."""
        if has_own_rules(_slug(request)):
            return Timeout(PATIENCE_SECONDS)
        return Timeout(SECONDS, inline=call == "score")

    return Route(f"/api/{call}/{{slug}}", handler, "POST", timeout=timeout)


def short_link_routes() -> list[Route]:
    """Return the routes of codes on score sheets; they are last, as any one word matches them."""

    def short(request: Request) -> Response:
        return redirect(f"/score.html?game={_scored_slug(request)}")

    return [Route("/{slug}", short), Route("/{slug}/", short)]


def language(request: Request) -> str:
    """Return the wanted language if the page has it."""
    lang = request.query_param("lang", PLAIN)
    return lang if lang in own_languages() or lang in page_languages(lang) else PLAIN


def game_slug(request: Request) -> str:
    """Return the game in the path; an unknown one is an error."""
    slug = _slug(request)
    if not has_game(slug):
        raise HttpError(404, Message("web.no_game"))
    return slug


def _slug(request: Request) -> str:
    return request.path_params["slug"].replace("-", "_").lower()


def _scored_slug(request: Request) -> str:
    slug = game_slug(request)
    if not has_rules(slug):
        raise HttpError(404, Message("web.no_rules"))
    return slug

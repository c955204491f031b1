"""Python in a browser: a worker hands over each request of a page, and gets its response.

``answer`` answers for the rules alone; the whole app has its own module ``browser_app``.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from functools import partial
from pathlib import Path

from .api.records import CALLS, call_rules, form_record
from .routes import rules_routes
from .routing import Request, Response, Route, answer_now


def answer_script(
    routes: Iterable[Route], method: str, path: str, query: Iterable[Sequence[str]], body: bytes
) -> Response:
    """Answer a request of a script: ``query`` holds pairs of a name and a value."""
    pairs = [(name, value) for name, value in query]
    return answer_now(routes, Request(query=pairs, body=bytes(body), method=method, path=path))


ROUTES = rules_routes(call_rules)
answer = partial(answer_script, ROUTES)


def content(response: Response) -> bytes | None:
    """Return the body of a response; None for a stream."""
    if isinstance(response.body, Path):
        return response.body.read_bytes()
    return response.body if isinstance(response.body, bytes) else None


def follow(response: Response, send: Callable[[str], None]) -> Callable[[], object]:
    """Send the lines of a stream as they come; return how to end it."""
    lines = response.body
    assert isinstance(lines, AsyncIterator)

    async def send_all() -> None:
        try:
            async for line in lines:
                send(line)
        finally:
            response.on_close()

    return asyncio.ensure_future(send_all()).cancel


def exercise_rules(slugs: Iterable[str], languages: Iterable[str]) -> None:
    """Make every call once: the modules then loaded are those to compile for browsers."""
    for lang in languages:
        query = [("lang", lang)]
        for slug in slugs:
            assert answer("GET", f"/api/form/{slug}", query, b"").status == 200
            examples = form_record(slug, lang)["examples"]
            tables = [{"answers": example["answers"]} for example in examples]
            for table in (*tables, {"answers": {}}, {"game": slug, "nonsense": 1}, []):
                for call in CALLS:
                    body = json.dumps(table).encode()
                    assert answer("POST", f"/api/{call}/{slug}", query, body).status == 200

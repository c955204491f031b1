"""The rules inside a browser's own Python, with text as input and output."""

from __future__ import annotations

import json
from collections.abc import Iterable

from cards_data import Problems

from .records import CALLS, form_record
from .request_json import read_body


def answer(call: str, slug: str, table: str, lang: str) -> str:
    """Return a record, or ``{"fault": …}`` for text that the server would refuse to read."""
    try:
        record = CALLS[call](slug, read_body(table.encode("utf-8", "surrogatepass")), lang)
    except Problems as problems:
        record = {"fault": problems.problems[0].text_in(lang)}
    return json.dumps(record, ensure_ascii=False)


def rehearse(slugs: Iterable[str], languages: Iterable[str]) -> None:
    """Make every call once: the modules then loaded are those to compile for browsers."""
    for lang in languages:
        for slug in slugs:
            examples = form_record(slug, lang)["examples"]
            tables = [{"answers": example["answers"]} for example in examples]
            for table in (*tables, {"answers": {}}, {"game": slug, "nonsense": 1}, []):
                for call in CALLS:
                    answer(call, slug, json.dumps(table), lang)

"""Records that come along inside a page, so that it does not have to ask for them first.

Comes in: a page and records as JSON, by name. Goes out: the page with the records in its head, as
data that no browser runs; nothing in them can end the element that they lie in.
"""

from __future__ import annotations

from collections.abc import Mapping
from html import escape


def with_records(page: str, records: Mapping[str, str]) -> str:
    held = "".join(_element(name, record) for name, record in records.items())
    return page.replace("</head>", f"{held}</head>", 1)


def _element(name: str, record: str) -> str:
    data = record.replace("<", "\\u003c")
    return f'  <script type="application/json" data-record="{escape(name)}">{data}</script>\n'

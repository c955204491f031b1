"""Render the documentation as offline web pages. The one importer of markdown-it."""

from __future__ import annotations

import re
import shutil
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import Any

from generator.resources import docs_folder
from generator.store.atomic_files import write_text_whole

# In the order in which people need them; others follow.
FIRST = ("tutorial", "printing", "scoring", "adding-a-game", "layouts", "changing-a-game")
_OTHER_PAGE = re.compile(r"([\w-]+)\.md(#.*)?")
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
STYLE = Path(__file__).with_name("docs.css")


def names_of_docs() -> tuple[str, ...]:
    there = {path.stem for path in docs_folder().glob("*.md")}
    return (*(name for name in FIRST if name in there), *sorted(there - set(FIRST)))


def write_docs(folder: Path) -> None:
    source, names = docs_folder(), names_of_docs()
    texts = {name: (source / f"{name}.md").read_text(encoding="utf-8") for name in names}
    found = {name: _TITLE.search(text) for name, text in texts.items()}
    titles = {name: one[1].strip() if one else name for name, one in found.items()}
    for name, text in texts.items():
        write_text_whole(folder / f"{name}.html", _page(name, text, titles))
    shutil.copytree(source / "images", folder / "images", dirs_exist_ok=True)


def _page(name: str, text: str, titles: dict[str, str]) -> str:
    style = STYLE.read_text(encoding="utf-8")
    rows = "".join(
        f'<li><a href="{one}.html"{" aria-current=page" if one == name else ""}>'
        f"{escape(title)}</a></li>"
        for one, title in titles.items()
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(titles[name])} – ecotable</title><style>\n{style}</style></head><body>"
        f'<nav aria-label="Documents"><ul>{rows}</ul></nav><main>{_html(text, titles)}</main>'
        "</body></html>\n"
    )


def _html(text: str, titles: dict[str, str]) -> str:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    _name_headings(tokens)
    for token in tokens:
        _link_pages(token.children or (), titles)
    return str(reader.renderer.render(tokens, reader.options, {}))


def _name_headings(tokens: Sequence[Any]) -> None:
    """Give headings the anchors that code hosts use."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            plain = re.sub(r"[^\w\- ]", "", inside.content.lower())
            token.attrSet("id", plain.replace(" ", "-"))


def _link_pages(tokens: Sequence[Any], titles: dict[str, str]) -> None:
    """Point links between documents at their pages; leave out targets missing from the wheel."""
    dead = False
    for token in tokens:
        if token.type == "link_open":
            where = str(token.attrGet("href"))
            page = _OTHER_PAGE.fullmatch(where)
            if page and page[1] in titles:
                token.attrSet("href", f"{page[1]}.html{page[2] or ''}")
            dead = not (page or where.startswith(("http", "#", "images/")))
            if dead:
                token.tag, token.attrs = "span", {}
        elif token.type == "link_close" and dead:
            token.tag, dead = "span", False

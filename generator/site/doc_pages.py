"""The documentation as pages for a browser that need no network. The one importer of markdown-it.

These are the pages that ``make docs`` built, with their search. Where they were not built, plain
pages are written from the same Markdown.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import pairwise
from pathlib import Path, PurePosixPath
from typing import Any

from generator.resources import docs_folder

SECTIONS = {
    "": "Ecotable",
    "play": "Play and teach",
    "print": "Print",
    "design": "Design a game",
    "translate": "Translate",
    "reference": "Reference",
    "contribute": "Contribute",
}
IMAGES = "images"
_TITLE = re.compile(r"^# (.+)$", re.MULTILINE)
STYLE = Path(__file__).with_name("docs.css")


def is_built() -> bool:
    return (docs_folder() / "index.html").is_file()


def doc_names(generated: Iterable[str]) -> dict[str, str]:
    """Return the page of each document by its short name: ``layouts`` is design/layouts.html."""
    there = (path.relative_to(docs_folder()) for path in docs_folder().rglob("*"))
    known = {PurePosixPath(path.as_posix()) for path in there} | set(map(PurePosixPath, generated))
    pages = sorted(path for path in known if path.suffix in (".html", ".md"))
    # The first page of all is ``index``, not that of a folder.
    shortest_last = sorted(pages, key=lambda page: -len(page.parts))
    return {page.stem: f"{page.with_suffix('.html')}" for page in shortest_last}


def doc_files(generated: Mapping[str, str]) -> dict[str, bytes]:
    """Return every file by its path; ``generated`` are Markdown pages that no file holds."""
    folder = docs_folder()
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.*"))}
    if is_built():
        return {name: path.read_bytes() for name, path in files.items()}
    read = {name: path.read_text(encoding="utf-8") for name, path in _markdown(files)}
    pictures = {name: path.read_bytes() for name, path in files.items() if name.startswith(IMAGES)}
    return {**dict(_plain_pages({**read, **generated}, set(pictures))), **pictures}


def _markdown(files: Mapping[str, Path]) -> Iterator[tuple[str, Path]]:
    return ((name, path) for name, path in files.items() if path.suffix == ".md")


def _plain_pages(texts: Mapping[str, str], pictures: set[str]) -> Iterator[tuple[str, bytes]]:
    titles = {name: _title(name, text) for name, text in texts.items()}
    for name, text in texts.items():
        yield _page_name(name), _page(name, text, titles, pictures).encode()


def _title(name: str, text: str) -> str:
    found = _TITLE.search(text)
    return found[1].strip() if found else PurePosixPath(name).stem


def _page_name(name: str) -> str:
    return f"{name.removesuffix('.md')}.html"


def _page(name: str, text: str, titles: Mapping[str, str], pictures: set[str]) -> str:
    style = STYLE.read_text(encoding="utf-8")
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(titles[name])} – Ecotable</title><style>\n{style}</style></head><body>"
        f'<nav aria-label="Documentation">{_contents(name, titles)}</nav>'
        f"<main>{_html(name, text, {*titles, *pictures})}</main></body></html>\n"
    )


def _contents(name: str, titles: Mapping[str, str]) -> str:
    """Return the list of all pages, sorted by reader."""
    parts = []
    for folder, heading in SECTIONS.items():
        rows = "".join(
            f'<li><a href="{escape(_way(name, _page_name(one)))}"'
            f"{' aria-current=page' if one == name else ''}>{escape(title)}</a></li>"
            for one, title in titles.items()
            if one.rpartition("/")[0] == folder
        )
        parts.append(f"<p>{heading}</p><ul>{rows}</ul>" if rows else "")
    return "".join(parts)


def _way(page: str, target: str) -> str:
    return posixpath.relpath(target, posixpath.dirname(page) or ".")


def _html(name: str, text: str, known: set[str]) -> str:
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark").enable("table")
    tokens = reader.parse(text)
    _name_headings(tokens)
    for token in tokens:
        _link_pages(name, token.children or (), known)
    return str(reader.renderer.render(tokens, reader.options, {}))


def _name_headings(tokens: Sequence[Any]) -> None:
    """Give headings the ids that MkDocs gives them, so that they can be linked to."""
    for token, inside in pairwise(tokens):
        if token.type == "heading_open":
            plain = re.sub(r"[^\w\s-]", "", inside.content.lower()).strip()
            token.attrSet("id", re.sub(r"[-\s]+", "-", plain))


def _link_pages(name: str, tokens: Sequence[Any], known: set[str]) -> None:
    """Link to the pages of other documents; drop links to files that are not included."""
    dead = False
    for token in tokens:
        if token.type == "link_open":
            file, mark, part = str(token.attrGet("href")).partition("#")
            target = posixpath.normpath(posixpath.join(posixpath.dirname(name), file))
            if file and target in known and file.endswith(".md"):
                token.attrSet("href", f"{_page_name(file)}{mark}{part}")
            dead = bool(file) and target not in known and not file.startswith("http")
            if dead:
                token.tag, token.attrs = "span", {}
        elif token.type == "link_close" and dead:
            token.tag, dead = "span", False

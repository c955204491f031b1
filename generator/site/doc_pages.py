"""The pages that ``make docs`` built, which need no network, or else their Markdown as written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from pathlib import PurePosixPath

from generator.resources import docs_folder

IMAGES = "images"


def is_built() -> bool:
    return (docs_folder() / "index.html").is_file()


def doc_names(generated: Iterable[str]) -> dict[str, str]:
    """Return the page of each document by its short name: ``layouts`` is design/layouts.html."""
    files = (path.relative_to(docs_folder()) for path in docs_folder().rglob("*"))
    paths_known = {PurePosixPath(path.as_posix()) for path in files} | set(
        map(PurePosixPath, generated)
    )
    pages = sorted(path for path in paths_known if path.suffix in (".html", ".md"))
    # The first page of all is ``index``, not that of a folder.
    shortest_last = sorted(pages, key=lambda page: -len(page.parts))
    return {page.stem: f"{page.with_suffix('.html')}" for page in shortest_last}


def doc_files(generated: Mapping[str, str]) -> dict[str, bytes]:
    """Return every file by its path; ``generated`` are Markdown pages that no file holds."""
    folder = docs_folder()
    files = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*.*"))}
    if is_built():
        return {name: path.read_bytes() for name, path in files.items()}
    read = {
        name: path.read_text(encoding="utf-8")
        for name, path in files.items()
        if path.suffix == ".md"
    }
    pages = {
        f"{name.removesuffix('.md')}.html": _page(text)
        for name, text in {**read, **generated}.items()
    }
    pictures = {name: path.read_bytes() for name, path in files.items() if name.startswith(IMAGES)}
    return {**pages, **pictures}


def _page(text: str) -> bytes:
    """Return a page that shows Markdown as it is written."""
    style = "pre { white-space: pre-wrap; max-width: 100ch; margin: auto }"
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{style}</style>'
    return f"{head}<title>Ecotable</title><pre>{escape(text)}</pre></html>\n".encode()

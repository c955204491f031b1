"""The documents in the browser: every page, every link and every picture is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from workshop import Command

from generator.site.doc_pages import names_of_docs, write_docs

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("docs")
    write_docs(folder)
    return folder


def test_every_document_is_a_page_that_lists_all(pages: Path) -> None:
    assert set(names_of_docs()) == {path.stem for path in (ROOT / "docs").glob("*.md")}
    for name in names_of_docs():
        text = (pages / f"{name}.html").read_text(encoding="utf-8")
        assert text.count("aria-current=page") == 1
        assert all(f'href="{other}.html"' in text for other in names_of_docs())


def test_what_a_page_links_to_is_there(pages: Path) -> None:
    for path in pages.glob("*.html"):
        text = path.read_text(encoding="utf-8")
        for where in re.findall(r'(?:href|src)="([^"]+)"', text):
            if where.startswith("http"):
                continue
            file, _, part = where.partition("#")
            target = pages / file if file else path
            assert target.is_file(), f"{path.name}: {where}"
            assert not part or f'id="{part}"' in target.read_text(encoding="utf-8"), where


def test_the_command_writes_and_tells_where(tmp_path: Path, ecotable: Command) -> None:
    answer = ecotable("docs", "docs/layouts.md", "--no-open", "--out", tmp_path)
    assert answer.code == 0
    assert Path(answer.out.strip()) == (tmp_path / "layouts.html").resolve()
    assert (tmp_path / "images" / "layouts").is_dir()


def test_a_document_that_is_not_there_is_told_with_the_nearest(ecotable: Command) -> None:
    answer = ecotable("docs", "layout", "--no-open")
    assert answer.code == 2
    assert (
        'docs: "layout" is not a page of the docs' in answer.err
        and "did you mean layouts" in answer.err
    )

"""The documents in the browser: every page, every link and every picture is there."""

from __future__ import annotations

import re
from html import escape
from importlib import import_module
from pathlib import Path

import click
import pytest
from texts import text_of
from workshop import Command

from generator.commands.docs import COMMANDS_PAGE, commands_page
from generator.commands.root import COMMANDS
from generator.site import doc_pages

ROOT = Path(__file__).parent.parent.parent
GENERATED = {COMMANDS_PAGE: commands_page()}


@pytest.fixture(autouse=True)
def markdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The Markdown pages, whether or not the site was built in this checkout."""
    monkeypatch.setattr(doc_pages, "docs_folder", lambda: ROOT / "docs")


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    for name, content in doc_pages.doc_files(GENERATED).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(content)
    return tmp_path


def test_every_document_can_be_read_where_the_site_was_not_built(pages: Path) -> None:
    for path in (ROOT / "docs").rglob("*.md"):
        page = pages / path.relative_to(ROOT / "docs").with_suffix(".html")
        assert escape(path.read_text(encoding="utf-8")) in page.read_text(encoding="utf-8")


def test_a_site_that_was_built_is_used_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "design").mkdir()
    for name in ("index.html", "design/layouts.html"):
        (tmp_path / name).write_text(name)
    monkeypatch.setattr(doc_pages, "docs_folder", lambda: tmp_path)
    assert doc_pages.doc_files(GENERATED) == {
        "index.html": b"index.html",
        "design/layouts.html": b"design/layouts.html",
    }
    assert doc_pages.doc_names(())["layouts"] == "design/layouts.html"


def test_the_reference_shows_every_command_with_every_option() -> None:
    page = commands_page()
    assert re.findall(r"^## ecotable (\w+)$", page, re.MULTILINE) == list(COMMANDS)
    for name in COMMANDS:
        _, _, after = page.partition(f"\n## ecotable {name}\n")
        section = after.partition("\n## ")[0]
        for option in command_of(name).params:
            if isinstance(option, click.Option) and not option.hidden:
                words = (max(option.opts, key=len), *option.secondary_opts)
                assert all(re.search(rf"[` ]{word}\b", section) for word in words), option.opts


def command_of(name: str) -> click.Command:
    command: click.Command = import_module(COMMANDS[name]).command
    return command


def test_the_command_writes_and_tells_where(tmp_path: Path, ecotable: Command) -> None:
    answer = ecotable("docs", "docs/design/layouts.md", "--no-open", "--out", tmp_path)
    assert answer.code == 0
    (page,) = tmp_path.rglob("layouts.html")
    assert Path(answer.out.strip()) == page.resolve()
    assert (tmp_path / "images" / "layouts").is_dir()


def test_a_document_that_is_not_there_is_told_with_the_nearest(ecotable: Command) -> None:
    answer = ecotable("docs", "layout", "--no-open")
    assert answer.code == 2
    assert (
        text_of("command.no_document", value='docs: "layout"') in answer.err
        and "did you mean layouts" in answer.err
    )

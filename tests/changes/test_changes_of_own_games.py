"""The starter of ``ecotable new``, outside the checkout, against every kind of earlier state."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from comparing import Command
from test_changes_since import packed, repository

TABLE = Path("cards_data/reef/cards.csv")
REPORT = "~ cards/forest: cost 5 → 6"


def _printed(project: Path, ecotable: Command, suffix: str) -> str:
    answer = ecotable("print", "reef", "--dpi", 72, "--jobs", 1, "--out", project.parent / "kept")
    assert answer.code == 0, answer.err
    return str(project.parent / "kept" / f"reef-en-a4{suffix}")


def _copied(project: Path, inside: str) -> str:
    return str(shutil.copytree(project, project.parent / "old") / inside)


def _committed(project: Path) -> str:
    repository(project)
    return "HEAD"


EARLIER: dict[str, Callable[[Path, Command], str]] = {
    "manifest": lambda project, ecotable: _printed(project, ecotable, ".json"),
    "PDF": lambda project, ecotable: _printed(project, ecotable, ".pdf"),
    "git": lambda project, _: _committed(project),
    "project folder": lambda project, _: _copied(project, ""),
    "data folder": lambda project, _: _copied(project, "cards_data"),
    "game folder": lambda project, _: _copied(project, "cards_data/reef"),
    "zip": lambda project, _: str(packed(project, project.parent / "old.zip")),
    "zip of a download page": lambda project, _: str(
        packed(project, project.parent / "old.zip", "reef-main/")
    ),
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    assert ecotable("new", "reef").code == 0
    return root


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


@pytest.mark.parametrize("kind", list(EARLIER))
def test_an_own_game_is_compared_and_reprinted(project: Path, ecotable: Command, kind: str) -> None:
    """Its leaflet and score sheet are made with templates of ours, which no project holds."""
    ref = EARLIER[kind](project, ecotable)
    unchanged = ecotable("changes", "reef", "--since", ref)
    assert unchanged.code == 0, unchanged.err
    assert unchanged.out.startswith("nothing changed")
    edit(project / TABLE, '",5', '",6')
    found = ecotable("changes", "reef", "--since", ref)
    assert found.code == 0, found.err
    assert found.out.splitlines()[0] == REPORT
    assert ecotable("stats", "reef", "--since", ref, "--json").code == 0
    again = ecotable("print", "reef", "--changed-since", ref, "--dpi", 72, "--jobs", 1)
    assert again.code == 0, again.err
    assert "1 piece," in again.out

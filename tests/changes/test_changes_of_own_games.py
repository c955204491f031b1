"""The starter of ``ecotable new``, outside the checkout, against every kind of earlier state."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from comparing import Command, manifest
from test_changes_since import packed, repository
from texts import text_of
from thorough import spread
from workshop import kit_of

from cards_data import load_game
from generator.edit.copy_game import copy_game
from generator.pdf.manifest import pages_key

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

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
    answer = ecotable("changes", "reef", "--since", ref)
    assert answer.code == 0, answer.err
    assert answer.out.splitlines()[0] == REPORT
    assert ecotable("stats", "reef", "--since", ref, "--json").code == 0
    again = ecotable("print", "reef", "--since", ref, "--dpi", 72, "--jobs", 1)
    assert again.code == 0, again.err
    assert "1 piece," in again.out


SCORING = Path("cards_data/reef/scoring.yaml")
AGAIN = ("--dpi", 72, "--jobs", 1)


@pytest.mark.parametrize("kind", spread(["manifest", "PDF", "git", "project folder", "zip"], 3))
def test_a_score_sheet_is_told_and_reprinted(project: Path, ecotable: Command, kind: str) -> None:
    ref = EARLIER[kind](project, ecotable)
    edit(project / SCORING, "each: 2", "each: 3")
    assert text_of("changes_score_sheet") in ecotable("changes", "reef", "--since", ref).out
    again = ecotable("print", "reef", "--since", ref, *AGAIN)
    assert again.code == 0, again.err
    assert "0 pieces" in again.out
    assert "score_sheet" in manifest(project / "output/reef-en-a4-changed.json")


def test_a_reprinted_score_sheet_is_in_the_box(project: Path, ecotable: Command) -> None:
    """And it leads where the first one led: its address is no change."""
    url = "https://example.org"
    assert ecotable("print", "reef", "--scorer-url", url, *AGAIN).code == 0
    assert "nothing changed" in ecotable("changes", "reef").out
    edit(project / SCORING, "each: 2", "each: 3")
    assert ecotable("verify", "output/reef-en-a4.pdf").code == 1
    assert ecotable("print", "reef", "--since", "last", *AGAIN).code == 0
    assert manifest(project / "output/reef-en-a4-changed.json")["scorer_url"] == url
    assert "The score sheet changed" not in ecotable("changes", "reef").out


@pytest.mark.parametrize(
    ("deck", "pages"), [("score_sheet", 2), ("Score sheet", 2), ("rules", 2), ("cards", 4)]
)
def test_pages_are_printed_alone_like_a_deck(
    project: Path, ecotable: Command, deck: str, pages: int
) -> None:
    plan = ecotable("print", "reef", "--deck", deck, "--plan")
    assert plan.code == 0, plan.err
    answer = ecotable("print", "reef", "--deck", deck, *AGAIN)
    assert answer.code == 0, answer.err
    name = deck.lower().replace(" ", "_")
    record = manifest(project / f"output/reef-en-a4-{name}.json")
    assert record["pages"] == pages
    assert ("score_sheet" in record, "leaflet" in record) == (
        name == "score_sheet",
        name == "rules",
    )


def test_one_page_is_reprinted_without_the_other(project: Path, ecotable: Command) -> None:
    ref = EARLIER["manifest"](project, ecotable)
    edit(project / SCORING, "each: 2", "each: 3")
    edit(project / TABLE, '",5', '",6')
    for deck, is_there in (("score_sheet", True), ("cards", False)):
        again = ecotable("print", "reef", "--since", ref, "--deck", deck, *AGAIN)
        assert again.code == 0, again.err
        record = manifest(project / f"output/reef-en-a4-{deck}-changed.json")
        assert ("score_sheet" in record, bool(record["pieces"])) == (is_there, not is_there)


def test_verify_looks_at_the_rules(project: Path, ecotable: Command) -> None:
    assert ecotable("print", "reef", *AGAIN).code == 0
    assert ecotable("verify", "output/reef-en-a4.pdf").code == 0
    rules = project / "cards_data/reef/rules/en.yaml"
    edit(rules, "One sentence that makes", "Two sentences that make")
    assert text_of("changes_leaflet") in ecotable("verify", "output/reef-en-a4.pdf").out


TEMPLATE = Path("templates/reef/card.svg.j2")


def shows(project: Path, number: str) -> None:
    """The seed alone shows a scoring number."""
    line = "{% if piece.id == 'seed' %}{{ line(NUMBER, 20, 80) }}{% endif %}"
    line = line.replace("NUMBER", f"scoring.score.count.{number}.each")
    path = project / TEMPLATE
    path.write_text(path.read_text(encoding="utf-8") + line, encoding="utf-8")


@pytest.mark.parametrize("kind", ["manifest", "git"])
def test_only_what_a_face_read_is_said_to_have_changed_it(
    project: Path, ecotable: Command, kind: str
) -> None:
    shows(project, "meadows")
    ref = EARLIER[kind](project, ecotable)
    edit(project / SCORING, "{ask: Meadows, each: 2}", "{ask: Meadows, each: 3}")
    lines = ecotable("changes", "reef", "--since", ref).out.splitlines()
    assert lines[0] == "~ cards/seed: changed by scoring.yaml score.count.meadows.each"
    assert "  shown on the score sheet and on cards/seed" in lines
    edit(project / SCORING, "{ask: Meadows, each: 3}", "{ask: Meadows, each: 2}")
    edit(project / SCORING, "each: 1", "each: 5")
    edit(project / TEMPLATE, "11.5", "11.4")
    answer = ecotable("changes", "reef", "--since", ref)
    template = f"templates/{TEMPLATE.parent.name}/{TEMPLATE.name}"
    cause = (
        "the card changed through its template" if kind == "manifest" else f"changed by {template}"
    )
    assert f"~ cards/seed, cards/meadow, cards/forest: {cause}" in answer.out
    assert "  shown on the score sheet\n" in answer.out


@pytest.mark.parametrize("wrong", ["now", "then"])
def test_a_wrong_number_of_pieces_stops_no_comparison(
    project: Path, ecotable: Command, wrong: str
) -> None:
    """It is a problem of check and print; what changed can be looked at all the same."""
    game = project / "cards_data/reef/game.yaml"
    counts = ("pieces: 7", "pieces: 8") if wrong == "now" else ("pieces: 8", "pieces: 7")
    edit(game, "size: poker", f"size: poker\n    {counts[0]}")
    ref = EARLIER["git"](project, ecotable)
    edit(game, *counts)
    edit(project / TABLE, '",5', '",6')
    assert ecotable("changes", "reef", "--since", ref).out.startswith(REPORT)
    assert ecotable("stats", "reef", "--since", ref, "--json").code == 0
    checked = ecotable("check", "reef")
    assert ("3 rows with 7 copies" in checked.err) is (wrong == "now")


def test_a_copy_that_nobody_edited_has_the_same_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    copy_game("better_life", "better_town")
    keys = {pages_key(kit_of(load_game(name)).rules()) for name in ("better_town", "better_life")}
    assert len(keys) == 1

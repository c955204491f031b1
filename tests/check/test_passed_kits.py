"""A kit that was checked and found without fault is checked again when something has changed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from pond import FISH_ART, FRONT
from workshop import Here, Workshop

from cards_data import Findings
from generator.check import check_game
from generator.check.check_game import check_games
from generator.options import Edition
from scorer.registry import trust_here

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

Counted = list[str]


@pytest.fixture
def composed(monkeypatch: pytest.MonkeyPatch) -> Counted:
    """The languages of the kits that were really looked at."""
    looked_at: Counted = []
    compose_all = check_game.compose_all

    def noted(composer, *args, **options):  # type: ignore[no-untyped-def]
        looked_at.append(composer.edition.lang)
        return compose_all(composer, *args, **options)

    monkeypatch.setattr(check_game, "compose_all", noted)
    return looked_at


def check(pond: Workshop, edition: Edition | None = None) -> tuple[int, list[str]]:
    findings = Findings()
    counts = check_games([pond.load()], Here(1), findings, edition or Edition(""))
    return counts[pond.slug], [str(problem) for problem in findings]


def test_nothing_is_composed_again(pond: Workshop, composed: Counted) -> None:
    first = check(pond)
    assert composed == ["en", "sv"]
    assert check(pond) == first
    assert composed == ["en", "sv"]


def test_ink_and_language_are_kits_of_their_own(pond: Workshop, composed: Counted) -> None:
    check(pond, Edition("sv"))
    check(pond, Edition("sv", "low"))
    check(pond)
    assert composed == ["sv", "sv", "en"]


def art(pond: Workshop) -> None:
    pond.write("art/pike.svg", FISH_ART.replace("#36607c", "#36607d"))


CHANGES: dict[str, Callable[[Workshop], object]] = {
    "a row": lambda pond: pond.change("fish.csv", "Rest.", "Rest a while."),
    "a word": lambda pond: pond.change("words.csv", "{n} points", "{n} points!"),
    "the game": lambda pond: pond.change("game.yaml", "#4c8a3f", "#4c8a3e"),
    "a template": lambda pond: pond.template("fish.svg.j2", f"{FRONT} "),
    "a shared template": lambda pond: pond.template("more.svg.j2", "<g/>"),
    "a picture": art,
}


@pytest.mark.parametrize("what", CHANGES)
def test_it_is_checked_again_after_a_change(pond: Workshop, composed: Counted, what: str) -> None:
    check(pond)
    CHANGES[what](pond)
    composed.clear()
    check(pond)
    assert composed == ["en", "sv"]


def test_what_was_found_is_found_again(pond: Workshop, composed: Counted) -> None:
    pond.template("fish.svg.j2", FRONT + '{{ line("Edge", 1, 40) }}')
    first = check(pond)
    assert any("Edge" in line for line in first[1])
    assert check(pond) == first
    assert composed == ["en", "sv"] * 2


def test_a_file_saved_meanwhile_is_not_taken_for_checked(
    pond: Workshop, composed: Counted, monkeypatch: pytest.MonkeyPatch
) -> None:
    check_paper = check_game.check_paper

    def saving(*args: object) -> None:
        pond.template("fish.svg.j2", f"{FRONT}<!-- saved -->")
        check_paper(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(check_game, "check_paper", saving)
    check(pond, Edition("en"))
    monkeypatch.undo()
    assert not list(Path().rglob("passed/*/*"))


def test_a_game_that_is_not_trusted_has_one_budget(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It is stopped when it is spent; what was found until then is reported."""
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.setattr(check_game, "STRANGER_SECONDS", 0.0)
    monkeypatch.setattr(check_game, "PIECE_SECONDS", 0.0)
    findings = Findings()
    assert check_game.check_all([pond.load()], findings, Edition("en")) == {}
    assert "it took more than 0 seconds of processor time" in str(list(findings)[-1])
    trust_here()
    findings = Findings()
    assert check_game.check_all([pond.load()], findings, Edition("en"))[pond.slug] > 0
    assert not list(findings)

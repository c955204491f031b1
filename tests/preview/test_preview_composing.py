"""Cards are composed in steps, those on the screen first; a fault at one leaves the others."""

from __future__ import annotations

import pytest
from onlooker import Onlooker, looking_at, names
from pond import FISH, FRONT
from texts import text_of
from workshop import Workshop, composer

from cards_data.problems import Findings, Problem
from generator.check.check_game import check_games
from generator.options import Edition
from generator.workbench.galleries import CachedFaces, CardMaker, Galleries, Pictures, by_urgency
from generator.workers import Limits, WorkerPool

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

PIKE, PERCH, TENCH = ("fish", "pike"), ("fish", "perch"), ("fish", "tench")


def test_what_is_on_the_screen_comes_first(pond: Workshop) -> None:
    first, *others = by_urgency(pond.load(), None, {TENCH})
    assert first == TENCH and len(others) == 4


def test_saves_in_quick_succession_end_with_the_last(pond: Workshop, onlooker: Onlooker) -> None:
    for number in range(12):
        pond.write("fish.csv", FISH.replace("Rest.", f"Rest {number}."))
        onlooker.galleries.reload()
    pond.template("fish.svg.j2", FRONT.replace("#e4efe0", "#ffeecc"))
    onlooker.after(pond.templates / "fish.svg.j2")
    while onlooker.open()[1]:
        onlooker.until_complete()
    cards = onlooker.view.cards
    with WorkerPool(1) as pool:
        faces = CachedFaces(composer(pond.load()), pool)
        maker = CardMaker(pool, Pictures(pool))
        fresh = list(maker.cards(faces, (PIKE, PERCH, TENCH)))
        assert [cards[card.name] for card in fresh] == fresh


def test_a_template_without_end_costs_its_cards_and_is_mended(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    endless = "{% for a in range(9999) %}{% for b in range(9999) %}{% endfor %}{% endfor %}"
    with WorkerPool(2, Limits(seconds=1)) as pool:
        pictures = Pictures(pool)
        galleries = Galleries(pool, pictures)
        galleries.start()
        onlooker = Onlooker(galleries, pictures, (pond.slug, "en"))
        pond.template("fish.svg.j2", endless)
        onlooker.after()
        problems = onlooker.view.cards[PIKE].problems
        assert text_of("worker.deadline", n=1) in str(problems[0].found)
        assert "fish.svg.j2" in str(problems[0].where)
        pond.template("fish.svg.j2", FRONT)
        onlooker.after()
        assert not onlooker.view.cards[PIKE].problems
        galleries.stop()


def test_a_fault_of_ours_at_one_card_leaves_the_others(pond: Workshop) -> None:
    with looking_at((pond.slug, "en")) as onlooker:
        pond.template("fish.svg.j2", "{{ text(piece.rule, 1, 2, 'wide', 3) }}")
        onlooker.after()
        assert onlooker.view.cards[PIKE].front is None
        assert onlooker.view.cards[PIKE].problems
        assert onlooker.view.cards["plants", "reed"].front


def test_what_check_measures_is_told_once_the_cards_are_shown(pond: Workshop) -> None:
    pale = FRONT.replace("size=11, floor=9", 'size=11, floor=9, fill="#d8e4d4"')
    with looking_at((pond.slug, "en")) as onlooker:
        path = pond.template("fish.svg.j2", pale)
        onlooker.after(path)
        onlooker.until_complete()
        messages = onlooker.view.cards[PIKE].problems
        assert {str(problem) for problem in messages} == {
            str(problem) for problem in _checked(pond) if "fish/pike (en, " in str(problem.where)
        }
        assert any("contrast" in str(problem.found) for problem in messages)


def test_a_card_keeps_its_faults_when_another_row_is_saved(pond: Workshop) -> None:
    pale = FRONT.replace("size=11, floor=9", 'size=11, floor=9, fill="#d8e4d4"')
    with looking_at((pond.slug, "en")) as onlooker:
        onlooker.after(pond.template("fish.svg.j2", pale))
        onlooker.until_complete()
        pond.change("fish.csv", "Rest.", "Rest well.")
        records = onlooker.after(pond.data / "fish.csv")
        assert names(records) == ["fish/tench"]
        assert onlooker.view.cards[PIKE].problems


def _checked(pond: Workshop) -> list[Problem]:
    findings = Findings()
    with WorkerPool(1) as pool:
        check_games([pond.load()], pool, findings, Edition(""))
    return list(findings)

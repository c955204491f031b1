"""Cards are composed in steps, those on the screen first; a fault at one leaves the others."""

from __future__ import annotations

import pytest
from onlooker import Onlooker, looking_at
from pond import FISH, FRONT
from workshop import Workshop, composer

from generator.preview.compose_cards import cards, ordered
from generator.preview.face_pictures import Pictures
from generator.preview.galleries import CachedFaces, Galleries
from generator.workers import Limits, WorkerPool

PIKE, PERCH, TENCH = ("fish", "pike"), ("fish", "perch"), ("fish", "tench")


def test_what_is_on_the_screen_comes_first(pond: Workshop) -> None:
    assert ordered(pond.load(), {TENCH})[0] == TENCH
    assert len(ordered(pond.load(), {TENCH})) == 5


def test_saves_in_quick_succession_end_with_the_last(pond: Workshop, onlooker: Onlooker) -> None:
    for number in range(12):
        pond.write("fish.csv", FISH.replace("Rest.", f"Rest {number}."))
        onlooker.galleries.saved()
    pond.template("fish.svg.j2", FRONT.replace("#e4efe0", "#ffeecc"))
    onlooker.after(pond.templates / "fish.svg.j2")
    while onlooker.open()[1]:
        onlooker.until_complete()
    shown = onlooker.view.cards
    with WorkerPool(1) as pool:
        fresh = cards(
            CachedFaces(composer(pond.load()), pool), (PIKE, PERCH, TENCH), Pictures(pool)
        )
        assert [shown[card.name] for card in fresh] == list(
            cards(CachedFaces(composer(pond.load()), pool), (PIKE, PERCH, TENCH), Pictures(pool))
        )


@pytest.mark.slow
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
        assert "took longer than 1 seconds" in str(problems[0].found)
        assert "fish.svg.j2" in problems[0].where
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

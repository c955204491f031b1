"""Work that was interrupted by the next save is not lost, and what is gone is not composed."""

from __future__ import annotations

import pytest
from onlooker import Onlooker
from workshop import FISH, FRONT, Workshop

from generator.preview.composing import Due, composed
from generator.preview.easel import Easel
from generator.render.compose import Composer

PIKE, PERCH, TENCH = ("fish", "pike"), ("fish", "perch"), ("fish", "tench")


def due(pond: Workshop, *tiers: tuple[tuple[str, str], ...]) -> Due:
    return Due(Composer(pond.load(), "en"), tiers)


def test_the_urgent_part_of_unfinished_work_stays_urgent(pond: Workshop) -> None:
    earlier = due(pond, (), (PIKE,), (PERCH, TENCH))
    later = due(pond, (TENCH,), (), (PIKE, PERCH))
    assert later.after(earlier).tiers == ((TENCH, PIKE), (), (PERCH,))


def test_a_piece_that_is_gone_is_not_composed(pond: Workshop) -> None:
    earlier = due(pond, (PIKE, ("fish", "eel")), (), ())
    assert due(pond, (), (), (PIKE,)).after(earlier).names() == [PIKE]


def test_saves_in_quick_succession_end_with_the_last(pond: Workshop, onlooker: Onlooker) -> None:
    for number in range(12):
        pond.write("fish.csv", FISH.replace("Rest.", f"Rest {number}."))
        onlooker.studio.saved([pond.data / "fish.csv"])
    pond.template("fish.svg.j2", FRONT.replace("#e4efe0", "#ffeecc"))
    onlooker.after(pond.templates / "fish.svg.j2")
    while onlooker.open()[1]:
        onlooker.until_complete()
    cards = onlooker.view.cards
    game = pond.load()
    for name in (PIKE, PERCH, TENCH):
        assert cards[name] == composed(Composer(game, "en"), name, Easel())


def test_a_fault_at_one_card_leaves_the_others(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    composer = Composer(pond.load(), "en")

    def broken(*_: object) -> None:
        raise KeyError("points")

    monkeypatch.setattr(composer, "faces", broken)
    card = composed(composer, PIKE, Easel())
    assert card.front is None
    assert card.problems[0].where == "cards_data/pond/fish.csv:2"
    assert "KeyError: 'points'" in card.problems[0].found
    assert "Traceback" in capsys.readouterr().err

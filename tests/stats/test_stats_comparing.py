"""Two readings of a game: what was, what is, and the difference."""

from __future__ import annotations

import json
from shutil import copytree

import pytest
from stats_asking import chart
from texts import text_of
from workshop import Command, Workshop

from cards_data import Game, Problems
from cards_data.checks import read_game
from generator.stats.report import Plot, report

COSTS = chart("costs", "measure: histogram\ndeck: fish\ncolumns: [cost]\n")


def earlier(pond: Workshop) -> Game:
    """The pond as it is now, kept beside it."""
    return read_game(copytree(pond.data, pond.root / "then" / "cards_data" / "pond"))


def compared(pond: Workshop, before: Game) -> Plot:
    (plot,) = report(pond.load(), before, "then").plots
    return plot


def test_numbers_before_and_after(pond: Workshop) -> None:
    pond.write("stats.yaml", COSTS)
    before = earlier(pond)
    pond.change("fish.csv", "3,4,reed|open", "3,3,reed|open")
    plot = compared(pond, before)
    assert [(line.key, line.before, line.now) for line in plot.changed_lines] == [
        ("3", (0,), (1,)),
        ("4", (1,), (0,)),
    ]
    mean = plot.facts[0]
    assert (mean.before, mean.now) == (pytest.approx(1.6), pytest.approx(1.4))


def test_nothing_changed(pond: Workshop) -> None:
    pond.write("stats.yaml", COSTS)
    plot = compared(pond, earlier(pond))
    assert plot.compared and not plot.changed_lines


def test_pieces_that_are_new_or_gone(pond: Workshop) -> None:
    pond.write("stats.yaml", chart("fish", "measure: scatter\ndeck: fish\nx: cost\ny: cost\n"))
    before = earlier(pond)
    pond.change("fish.csv", "pike,1,Pike", "zander,1,Zander")
    lines = {line.key: (line.label, line.now, line.before) for line in compared(pond, before).lines}
    assert lines["zander"] == ("Zander", (4, 4, 1.0, 1), None)
    assert lines["pike"] == ("Pike", None, (4, 4, 1.0, 1))


def test_a_column_that_was_not_there_is_not_compared(pond: Workshop) -> None:
    before = earlier(pond)
    pond.change("game.yaml", "cost:  {", "price: {")
    pond.change("fish.csv", "level,cost", "level,price")
    pond.write("stats.yaml", COSTS.replace("[cost]", "[price]"))
    plot = compared(pond, before)
    assert not plot.compared
    assert plot.note == (text_of("lacking", what='no column of type int or list in fish: "price"'))


def test_other_values_are_not_compared(pond: Workshop) -> None:
    pond.write("stats.yaml", chart("by", "measure: counts\ndeck: fish\ncolumn: rare\nby: level\n"))
    before = earlier(pond)
    pond.change("game.yaml", '"1", "2", "3"', '"1", "2", "3", "4"')
    assert text_of("not_comparable") in compared(pond, before).note


def test_the_record_has_both_readings_and_the_change(pond: Workshop) -> None:
    pond.write("stats.yaml", COSTS)
    before = earlier(pond)
    pond.change("fish.csv", "3,4,reed|open", "3,3,reed|open")
    record = report(pond.load(), before, "then").data()
    row = record["charts"][0]["rows"][3]
    assert row == {
        "key": "3",
        "label": "3",
        "now": {"pieces": 1},
        "before": {"pieces": 0},
        "change": {"pieces": 1},
    }
    assert record["charts"][0]["facts"][0]["change"] == pytest.approx(-0.2)


def test_the_command_compares_with_a_folder(pond: Workshop, ecotable: Command) -> None:
    pond.write("stats.yaml", COSTS)
    earlier(pond)
    pond.change("fish.csv", "3,4,reed|open", "3,3,reed|open")
    answer = ecotable("stats", "pond", "--since", "then")
    assert answer.code == 0, answer.err
    assert text_of("changed_charts", n=1, all=1) in answer.out
    assert "1 → 0 (−1)" in answer.out and "1.60 → 1.40 (−0.20)" in answer.out
    record = json.loads(ecotable("stats", "pond", "--since", "then", "--json").out)
    assert (record["since"], record["charts"][0]["compared"]) == ("then", True)


def test_an_unknown_reference_is_a_problem(pond: Workshop, ecotable: Command) -> None:
    assert ecotable("stats", "pond", "--since", "no-such-thing").code == 1


def test_a_chart_or_language_that_is_not_there(pond: Workshop) -> None:
    pond.write("stats.yaml", COSTS)
    with pytest.raises(Problems, match='unknown chart "cost"; allowed: costs; did you mean costs'):
        report(pond.load(), chart_ids=("cost",))
    with pytest.raises(Problems, match='"fi" is not a language of pond'):
        report(pond.load(), lang="fi")


def test_a_change_too_small_to_be_written_is_none(pond: Workshop) -> None:
    """One card less among five hundred moves the chance by less than a tenth of a percent."""
    pond.change("fish.csv", "perch,2,", "perch,500,")
    pond.change("game.yaml", "pieces: 5", "pieces: 503")
    parameters = "measure: draw_chance\ndeck: fish\ncolumn: rare\ndraw: 1\n"
    pond.write("stats.yaml", chart("rare", parameters))
    before = earlier(pond)
    pond.change("fish.csv", "perch,500,", "perch,499,")
    pond.change("game.yaml", "pieces: 503", "pieces: 502")
    assert not compared(pond, before).changed_lines

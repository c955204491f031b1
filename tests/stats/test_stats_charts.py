"""stats.yaml: what may stand in it, and what happens without it."""

from __future__ import annotations

import pytest
from stats_asking import chart
from texts import fault, text_of
from workshop import Workshop

from cards_data import Problems
from generator.stats.report import report


def complaints(pond: Workshop) -> str:
    with pytest.raises(Problems) as caught:
        report(pond.load())
    return str(caught.value)


def test_a_game_without_charts_of_its_own_gets_the_usual_ones(pond: Workshop) -> None:
    plots = {plot.id: plot for plot in report(pond.load(), lang="sv").plots}
    assert list(plots) == ["fish_level", "fish_cost", "fish_zones", "fish_rare", "fish_food"]
    assert plots["fish_cost"].measure == "histogram"
    assert plots["fish_food"].lines[0].label == "Vass"
    assert plots["fish_rare"].title == "Fiskar: rare"


def test_problems_of_all_charts_come_at_once(pond: Workshop) -> None:
    first = chart("Costs", "measure: histogram\ndeck: fish\ncolumns: [kost]\nshape: round\n")
    second = "  other:\n    measure: histogramm\n"
    pond.write("stats.yaml", first + second)
    messages = complaints(pond)
    assert "cards_data/pond/stats.yaml:7 charts.Costs.columns: no column" in messages
    assert text_of("problem.did_you_mean", words="cost") in messages
    assert (
        fault("stats.yaml:8 charts.Costs.shape", text_of("wrong.no_key", given='"shape"'))
        in messages
    )
    assert text_of("stats.no_chart_name", value='"Costs"') in messages
    assert (
        'no measure "histogramm"' in messages
        and text_of("problem.did_you_mean", words="histogram") in messages
    )


def test_titles_and_labels_in_every_language(pond: Workshop) -> None:
    text = chart("rare", "measure: counts\ndeck: fish\ncolumn: rare\n", languages=("en",))
    pond.write("stats.yaml", text + "    labels: {yes: {en: Seldom}}\n")
    messages = complaints(pond)
    assert (
        fault("charts.rare.title", text_of("print.none_in", game="text", folder="the language sv"))
        in messages
    )
    assert (
        fault(
            "charts.rare.meaning", text_of("print.none_in", game="text", folder="the language sv")
        )
        in messages
    )
    assert "no text in the language sv" in messages.split("labels", 1)[1]


def test_names_that_do_not_exist(pond: Workshop) -> None:
    text = chart("rare", "measure: counts\ndeck: fish\ncolumn: rare\n")
    pond.write("stats.yaml", text + "    names: {deck: plant, words: rare_}\n")
    messages = complaints(pond)
    assert 'names.deck: no deck "plant"' in messages
    assert fault("names.words", text_of("stats.no_word", prefix="rare_")) in messages


def test_names_come_from_labels_words_pieces_and_decks(pond: Workshop) -> None:
    pond.write("words.csv", "id,text,text:sv\nzone_mud,Muddy,Dyig\n")
    labels = "names: {words: zone_, deck: plants}\nlabels: {open: {en: Deep, sv: Djup}}\n"
    parameters = f"measure: counts\ndeck: fish\ncolumn: zones\n{labels}"
    pond.write("stats.yaml", chart("zones", parameters))
    (plot,) = report(pond.load(), lang="sv").plots
    assert [line.label for line in plot.lines] == ["Vass", "Dyig", "Djup"]

"""Each measure on a deck so small that its numbers can be worked out by hand.

The pond: one pike (cost 4, reed and open), two perches (cost 2, reed), two tenches (cost 0, mud);
one reed and two lilies.
"""

from __future__ import annotations

import pytest
from stats_asking import column, facts, figure, problems, rows
from texts import fault, text_of
from workshop import Workshop


def test_a_histogram_counts_copies_and_shows_gaps(pond: Workshop) -> None:
    result = figure(pond.load(), "histogram", "{deck: fish, columns: [cost]}")
    assert rows(result) == {"0": (2,), "1": (0,), "2": (2,), "3": (0,), "4": (1,)}
    assert facts(result) == {"mean": pytest.approx(8 / 5), "in_all": 5}


def test_a_histogram_adds_columns_and_counts_the_words_of_a_list(pond: Workshop) -> None:
    result = figure(pond.load(), "histogram", "{deck: fish, columns: [cost, zones]}")
    assert {key: n for key, (n,) in rows(result).items() if n} == {"1": 2, "3": 2, "6": 1}


def test_a_histogram_with_numbers_far_apart_shows_only_those_that_occur(pond: Workshop) -> None:
    pond.change("game.yaml", "min: 0, max: 9", "min: 0, max: 9000")
    pond.change("fish.csv", "3,4,reed|open", "3,9000,reed|open")
    result = figure(pond.load(), "histogram", "{deck: fish, columns: [cost]}")
    assert list(rows(result)) == ["0", "2", "9000"]


def test_counts_of_a_list(pond: Workshop) -> None:
    result = figure(pond.load(), "counts", "{deck: fish, column: zones}")
    assert rows(result) == {"reed": (3,), "mud": (2,), "open": (1,)}
    assert facts(result) == {"in_all": 5}


def test_counts_tell_how_many_bear_nothing(pond: Workshop) -> None:
    pond.change("fish.csv", "1,0,mud,", "1,0,,")
    result = figure(pond.load(), "counts", "{deck: fish, column: zones}")
    assert facts(result) == {"in_all": 5, "without_any": 2}


def test_counts_of_a_value_that_stands_twice(pond: Workshop) -> None:
    pond.change("fish.csv", "reed|open", "reed|open|reed")
    once = figure(pond.load(), "counts", "{deck: fish, column: zones}")
    twice = figure(pond.load(), "counts", "{deck: fish, column: zones, repeats: true}")
    assert (rows(once)["reed"], rows(twice)["reed"]) == ((3,), (4,))
    assert (facts(once)["in_all"], facts(twice)["in_all"]) == (5, 7)


def test_counts_split_by_another_column(pond: Workshop) -> None:
    result = figure(pond.load(), "counts", "{deck: fish, column: level, by: rare}")
    assert [series.key for series in result.series] == ["yes", "no"]
    assert rows(result) == {"1": (0, 2), "2": (0, 2), "3": (1, 0)}
    assert result.form == "stacked"


def test_counts_of_a_reference_come_in_the_order_of_its_deck(pond: Workshop) -> None:
    result = figure(pond.load(), "counts", "{deck: fish, column: food}")
    assert rows(result) == {"reed": (1,), "lily": (4,)}
    assert result.deck == "plants"


def test_counts_of_some_pieces_only(pond: Workshop) -> None:
    parameters = "{deck: fish, column: zones, where: {level: ['2', '3']}, without: [perch]}"
    result = figure(pond.load(), "counts", parameters)
    assert rows(result) == {"reed": (1,), "mud": (0,), "open": (1,)}


def test_demand_against_supply(pond: Workshop) -> None:
    parameters = "{demand: {deck: fish, columns: [food]}, supply: {deck: plants}}"
    result = figure(pond.load(), "demand_supply", parameters)
    assert rows(result) == {"reed": (1, 1, 1.0), "lily": (4, 2, 2.0)}
    assert facts(result) == {"demand": 5, "supply": 3, "ratio": pytest.approx(5 / 3)}


def test_demand_sums_int_columns_under_their_names(pond: Workshop) -> None:
    parameters = "{demand: {deck: fish, columns: [cost]}, supply: {deck: plants}}"
    result = figure(pond.load(), "demand_supply", parameters)
    assert rows(result) == {"reed": (0, 1, 0.0), "lily": (0, 2, 0.0), "cost": (8, 0, None)}


def test_totals_of_columns_copies_lists_and_scoring(pond: Workshop) -> None:
    pond.write("scoring.yaml", "points: {fish: 3}\nodds: {win: [1, 2]}\n")
    parameters = """\
    sums:
      cost:  {deck: fish, column: cost}
      once:  {deck: fish, column: cost, once: true}
      fish:  {deck: fish, where: {rare: no}}
      score: {scoring: points.fish}
    """
    result = figure(pond.load(), "totals", parameters)
    assert rows(result) == {"cost": (8,), "once": (6,), "fish": (4,), "score": (3,)}


def test_a_scatter_gives_a_point_for_each_piece(pond: Workshop) -> None:
    pond.change("game.yaml", "      rare:", "      gain: {type: int}\n      rare:")
    rows_with_gain = pond.data.joinpath("fish.csv").read_text(encoding="utf-8").splitlines()
    gains = ("gain", "8", "1", "0")
    lines = [f"{line},{gain}" for line, gain in zip(rows_with_gain, gains, strict=True)]
    pond.write("fish.csv", "\n".join(lines) + "\n")
    result = figure(pond.load(), "scatter", "{deck: fish, x: cost, y: gain}")
    assert rows(result) == {
        "pike": (4, 8, 0.5, 1),
        "perch": (2, 1, 2.0, 2),
        "tench": (0, 0, None, 2),
    }
    # Costs 4 + 2 · 2, gains 8 + 2 · 1.
    assert facts(result) == {"per": pytest.approx(8 / 10)}


def test_pairs_that_share_a_zone(pond: Workshop) -> None:
    """Of ten pairs: pike and either perch, the two perches, the two tenches."""
    parameters = "{deck: fish, column: zones, also_without: [pike]}"
    result = figure(pond.load(), "shared_pairs", parameters)
    assert rows(result) == {
        "any": (4, 10, 0.4),
        "also_without": (2, 6, pytest.approx(1 / 3)),
        "reed": (3, 10, 0.3),
        "mud": (1, 10, 0.1),
        "open": (0, 10, 0.0),
    }


def test_a_pair_that_finds_its_card_in_the_market(pond: Workshop) -> None:
    """Three reed pairs find reed in 3 of 5 cards, the mud pair finds mud in 2 of 5."""
    parameters = "{deck: fish, column: zones, market: {deck: fish, column: zones, cards: 1}}"
    chances = column(figure(pond.load(), "pair_buys", parameters), "cards_1")
    assert chances["any"] == pytest.approx((3 * 0.6 + 0.4) / 10)
    assert (chances["reed"], chances["mud"], chances["open"]) == (pytest.approx(0.6), 0.4, None)


def test_the_chance_of_a_value_among_cards_drawn(pond: Workshop) -> None:
    result = figure(pond.load(), "draw_chance", "{deck: fish, column: level, draw: [1, 2]}")
    assert rows(result)["3"] == (pytest.approx(1 / 5), pytest.approx(1 - 6 / 10))
    assert rows(result)["1"] == (pytest.approx(2 / 5), pytest.approx(1 - 3 / 10))


def test_every_wrong_parameter_is_named_with_its_line(pond: Workshop) -> None:
    parameters = """\
    deck: fish
    column: [zone, cost]
    by: rares
    where: {level: 7, lvl: 1}
    without: [pyke]
    """
    messages = problems(pond.load(), "counts", parameters)
    assert 'stats.yaml:5 without: no piece of fish: "pyke"' in messages[0]
    assert any(
        fault(
            "stats.yaml:4 where.lvl", text_of("print.none_in", game="column", folder='fish: "lvl"')
        )
        in line
        for line in messages
    )
    assert any(
        'stats.yaml:4 where.level: no value "7"; allowed: 1, 2, 3' in line for line in messages
    )
    zone = next(line for line in messages if '"zone"' in line)
    assert zone.startswith("stats.yaml:2 column: no column of type choice, list, bool or ref")
    assert zone.endswith(text_of("problem.did_you_mean", words="zones"))
    assert any('"cost"' in line for line in messages)


@pytest.mark.parametrize(
    ("measure", "parameters", "expected"),
    [
        ("histogram", "{deck: fishes, columns: [cost]}", 'no deck "fishes"'),
        ("histogram", "{deck: fish}", "columns: missing"),
        ("draw_chance", "{deck: fish, column: level, draw: 0}", text_of("stats.from", n=1)),
        ("draw_chance", "{deck: fish, column: level, draw: []}", text_of("stats.from", n=1)),
        (
            "totals",
            "{sums: {a: {scoring: points.fisch}}}",
            text_of("problem.did_you_mean", words="fish"),
        ),
        ("totals", "{sums: {a: {scoring: points}}}", "not a number"),
        (
            "totals",
            "{sums: {a: {deck: fish, column: zones}}}",
            text_of("cell.no_whole_number", value='"reed"'),
        ),
        ("shared_pairs", "{deck: fish, column: zones, also_without: [x]}", 'fish: "x"'),
        ("counts", "{deck: [fish, plants], column: name}", 'plants: "name"'),
        ("counts", "{deck: fish, column: [level, zones], by: rare}", text_of("stats.one_each")),
        ("demand_supply", "{demand: {deck: fish, colums: x}, supply: {deck: plants}}", "colums"),
    ],
)
def test_wrong_parameters(pond: Workshop, measure: str, parameters: str, expected: str) -> None:
    assert expected in "\n".join(problems(pond.load(), measure, parameters))

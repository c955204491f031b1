"""The four games: known numbers of their boxes, and charts that hold in every language."""

from __future__ import annotations

import pytest

from cards_data import Game, list_games, load_game
from generator.stats.report import Plot, report

REAL = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")


def plot(slug: str, name: str) -> Plot:
    (only_plot,) = report(load_game(slug), chart_ids=(name,)).plots
    return only_plot


def numbers(slug: str, name: str, head: str) -> dict[str, float | None]:
    chart = plot(slug, name)
    index = [h.key for h in chart.heads].index(head)
    return {line.key: line.now[index] for line in chart.lines if line.now}


def test_element_demand_of_the_producers() -> None:
    assert numbers("ecosfera_baltica", "elements", "demand") == {
        "sun": 28,
        "oxygen": 12,
        "salinity": 12,
        "nutrients": 23,
        "temperature": 18,
    }
    assert set(numbers("ecosfera_baltica", "elements", "supply").values()) == {12}


def test_costs_habitats_and_abilities_of_the_species() -> None:
    assert numbers("ecosfera_baltica", "producer_costs", "pieces") == {"2": 1, "3": 25, "4": 4}
    habitats = ("ice", "mud", "rivers", "rock", "pelagic", "coast")
    for deck, counted in (
        ("producers", (6, 8, 6, 8, 10, 7)),
        ("consumers", (7, 10, 8, 10, 15, 11)),
    ):
        expected = dict(zip(habitats, counted, strict=True))
        assert numbers("ecosfera_baltica", "habitats", deck) == expected
    abilities = numbers("ecosfera_baltica", "abilities", "consumers")
    assert abilities == {"pass": 10, "plus": 9, "refresh": 10}


def test_pairs_that_share_a_habitat() -> None:
    producers = numbers("ecosfera_baltica", "producer_pairs", "pairs")
    consumers = numbers("ecosfera_baltica", "consumer_pairs", "pairs")
    assert producers["any"] == 144
    assert (consumers["any"], consumers["also_without"]) == (237, 208)
    of = numbers("ecosfera_baltica", "consumer_pairs", "of")
    assert (of["any"], of["also_without"]) == (435, 406)


def test_permits_and_hand_cards_of_the_offsetting_game() -> None:
    chart = plot("kompensaatiopeli", "permits")
    assert {line.key: sum(n or 0 for n in line.now or ()) for line in chart.lines} == {
        "granted": 10,
        "denied": 7,
    }
    assert numbers("kompensaatiopeli", "hand_cards", "main")["knowledge"] == 22


def test_every_event_stands_in_one_level() -> None:
    chart = plot("ecologic", "event_signs")
    assert [sum(n or 0 for n in line.now or ()) for line in chart.lines] == [10, 10, 10]


@pytest.mark.parametrize("slug", list_games())
def test_charts_are_filled_and_named_in_every_language(slug: str) -> None:
    game: Game = load_game(slug)
    for lang in game.languages:
        for chart in report(game, lang=lang).plots:
            assert chart.title and chart.meaning.endswith(".")
            assert chart.lines, chart.id
            assert any(any(line.now or ()) for line in chart.lines), chart.id
            assert not any("_" in line.label for line in chart.lines), chart.id


def test_names_follow_the_language() -> None:
    game = load_game("ecosfera_baltica")
    (chart,) = report(game, lang="sv", chart_ids=("elements",)).plots
    assert (chart.lines[0].label, chart.heads[0].label) == ("Solljus", "Efterfrågan")


def test_the_four_games_declare_their_charts() -> None:
    for slug in REAL:
        assert (load_game(slug).folder / "stats.yaml").is_file()


def test_the_first_purchase_counts_elements_not_their_pictures() -> None:
    """The start deck holds each of five elements once, though each has six pictures."""
    chances = numbers("ecosfera_baltica", "first_purchase", "missing_1")
    assert chances["usual"] == pytest.approx(0.82047, abs=0.0001)

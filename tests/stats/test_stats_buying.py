"""The chance to buy: by hand, by brute force, by simulation."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stats_asking import column, facts, figure, problems
from workshop import Workshop

from generator.stats import chances
from generator.stats.chances import Market, Start, chance_to_buy, different_hands, hands

KINDS = "abc"
DECK = st.dictionaries(st.sampled_from(KINDS), st.integers(0, 3), min_size=1)
PRICE = st.lists(st.sampled_from(KINDS), max_size=3).map(Counter)
MARKET = """\
draw: 2
market: {deck: fish, columns: [zones], cards: 1}
missing: [0, 1]
starts:
  usual: {each: {plants: 1}, any: {fish: 1}}
"""


def test_by_hand(pond: Workshop) -> None:
    """Two of reed, lily and a fish. Two hands of three hold the reed: it buys a perch (2 of 5
    cards) at once, and anything with one missing; the third hand then still buys 4 of 5."""
    result = figure(pond.load(), "can_buy", MARKET)
    assert column(result, "missing_0")["usual"] == pytest.approx(2 / 3 * 2 / 5)
    assert column(result, "missing_1")["usual"] == pytest.approx((1 + 1 + 4 / 5) / 3)
    assert facts(result) == {"error": 0}


def test_hands_that_are_drawn_again_do_not_count(pond: Workshop) -> None:
    again = MARKET.replace("any: {fish: 1}", "any: {fish: 1}, redraw: {fish: 1}")
    result = figure(pond.load(), "can_buy", again)
    assert column(result, "missing_0")["usual"] == pytest.approx(2 / 5)


def test_three_alike_end_the_turn() -> None:
    start = Start({"a": 3, "b": 1}, {})
    prices = ((Counter("a"), 1),)
    assert chance_to_buy(start, 3, Market(prices, 1, 0))[0] == 1
    # One hand in four is aaa.
    assert chance_to_buy(start, 3, Market(prices, 1, 0, alike_ends=3))[0] == 0.75


@given(DECK, st.integers(1, 4), st.lists(PRICE, min_size=1, max_size=4), st.integers(0, 1))
def test_exact_is_what_brute_force_finds(
    deck: dict[str, int], draw: int, prices: list[Counter[str]], missing: int
) -> None:
    cards = list(Counter(deck).elements())
    drawn = list(combinations(cards, draw))
    markets = list(combinations(prices, min(2, len(prices))))
    bought = sum(
        any((price - Counter(hand)).total() <= missing for price in market)
        for hand in drawn
        for market in markets
    )
    market = Market(tuple((price, 1) for price in prices), 2, missing)
    expected = bought / (len(drawn) * len(markets)) if drawn else 0
    assert chance_to_buy(Start(deck, {}), draw, market)[0] == pytest.approx(expected)


@given(DECK, st.integers(0, 5))
def test_hands_are_counted_without_making_them(deck: dict[str, int], draw: int) -> None:
    all_hands = list(hands(deck, draw))
    assert len(all_hands) == different_hands(deck, draw)
    assert len({frozenset(hand.items()) for hand, _ in all_hands}) == len(all_hands)


def test_a_simulation_lies_near_the_exact_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Start({"a": 3, "b": 2, "c": 4}, {"c": 3})
    prices = ((Counter("ab"), 2), (Counter("aab"), 3))
    exact = chance_to_buy(start, 4, Market(prices, 2, 0))
    monkeypatch.setattr(chances, "EXACT_LIMIT", 0)
    drawn = chance_to_buy(start, 4, Market(prices, 2, 0))
    assert exact[1] == 0 < drawn[1] < 0.02
    assert drawn[0] == pytest.approx(exact[0], abs=4 * drawn[1])
    assert chance_to_buy(start, 4, Market(prices, 2, 0)) == drawn


def test_wrong_names_and_numbers(pond: Workshop) -> None:
    wrong = """\
    draw: 0
    market: {deck: fish, columns: [zones], cards: many}
    missing: [-1]
    starts:
      usual: {each: {plant: 1}, any: {fish: few}, more: {lily: 1}}
    """
    messages = problems(pond.load(), "can_buy", wrong)
    for part in (
        'stats.yaml:1 draw: "0" is not valid; allowed: whole numbers, 1 or more',
        'market.cards: "many" is not valid',
        'missing: "[-1]" is not valid',
        'starts.usual.each.plant: no deck "plant"',
        'starts.usual.any.fish: "few" is not a whole number; allowed: a whole number',
        'starts.usual.more.lily: no card "lily"',
    ):
        assert any(part in line for line in messages), part


def test_kinds_of_cards_may_stand_in_a_column(pond: Workshop) -> None:
    start = "usual: {each: {fish: 1}, kinds: {fish: COLUMN}, redraw: {VALUE: 1}}"
    parameters = MARKET.replace("usual: {each: {plants: 1}, any: {fish: 1}}", start)
    by_level = parameters.replace("COLUMN", "level")
    assert figure(pond.load(), "can_buy", by_level.replace("VALUE", '"1"'))
    (unknown,) = problems(pond.load(), "can_buy", by_level.replace("VALUE", "pike"))
    assert 'no card "pike"; allowed: 1, 2, 3' in unknown
    wrong = problems(
        pond.load(), "can_buy", parameters.replace("COLUMN", "zone").replace("VALUE", "1")
    )
    assert 'starts.usual.kinds.fish: no column of type choice in fish: "zone"' in wrong[0]

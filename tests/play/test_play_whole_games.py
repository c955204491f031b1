"""Whole games: nothing is lost or made, states go to JSON and back, chance stays where it was."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from table import counted, the_game
from thorough import often

from cards_data.documents import Document
from generator.stats.report import report
from scorer.games.ecosfera_baltica import play
from scorer.games.ecosfera_baltica.play.state import State
from scorer.play.stream import Stream

RULES = (
    "2.1 2.2 2.3a 2.3b 2.3c 2.3d 2.4 3.0a 3.0b 3.0c 3.0d 3.2a 3.2b 3.2c 3.3a 3.3b 3.3c 3.4a 3.4b "
    "3.4c 3.5a 3.5b 3.5c 3.5d 3.5e 3.5f 3.6a 3.6b 3.6c 3.6d 3.6e 3.6f 3.6g 3.6h 3.6i 3.7 3.8a 3.8b "
    "3.8c 3.8d 3.8e 3.8f 3.8g 3.8h 3.8i"
).split()


def test_every_rule_is_named_by_a_test() -> None:
    here = Path(__file__).parent
    text = "".join(path.read_text() for path in here.glob("test_play_[rp]*.py"))
    docstrings = " ".join(re.findall(r'"""(.*?)"""', text))
    assert [rule for rule in RULES if not re.search(rf"R{re.escape(rule)}\b", docstrings)] == []


def play_on(state: State, stream: Stream) -> list[State]:
    """A game of random moves, every state of it."""
    states = [state]
    while moves := play.legal(states[-1]):
        move = moves[stream.roll(len(moves), "choice", len(states))]
        states.append(play.apply(states[-1], move, stream))
    return states


@pytest.mark.sampled
@pytest.mark.parametrize(("level", "players"), [(1, 2), (1, 4), (2, 2), (2, 3), (2, 4)])
def test_no_card_is_lost_or_made(level: int, players: int) -> None:
    conserved(level, players, range(often(60, trust=60)))


@pytest.mark.thorough
@pytest.mark.slow
@pytest.mark.parametrize(("level", "games"), [(1, 2_000), (2, 1_334)])
def test_no_card_is_lost_or_made_in_ten_thousand_games(level: int, games: int) -> None:
    """All ten thousand with ``make trust``."""
    for players in (2, 3, 4):
        conserved(level, players, range(1_000, 1_000 + often(games // 10, trust=games)))


def conserved(level: int, players: int, seeds: range) -> None:
    for seed in seeds:
        stream = Stream(seed)
        state = play.setup(the_game(), {"players": players, "level": level}, stream)
        whole = counted(state)
        for later in play_on(state, stream):
            assert counted(later) == whole, f"seed {seed}"
            check(later)


def check(state: State) -> None:
    """What holds on every table."""
    box = state.box
    assert 0 <= state.impacts <= 6
    assert min(state.stacks) >= 0 and state.pressures >= 0
    assert all(0 <= tokens <= 7 for tokens in state.tokens)
    assert (state.over == "lost") == (state.impacts == 6)
    assert state.over or play.legal(state)
    if not state.over and not state.ending and not (state.politics and state.politics.asked):
        row = Counter(state.row)
        assert row[box.pressure] < 3
        assert all(row[element] < 3 for element in box.element_codes)


@pytest.mark.slow
@pytest.mark.parametrize("level", [1, 2])
def test_states_go_to_json_and_back(level: int) -> None:
    for seed in range(25):
        stream = Stream(seed)
        for state in play_on(
            play.setup(the_game(), {"players": 3, "level": level}, stream), stream
        )[:-1]:
            text = json.loads(json.dumps(play.shown(state)))
            assert play.position(the_game(), Document("state", text), stream) == state


@pytest.mark.slow
def test_moves_are_told_apart() -> None:
    for seed in range(25):
        stream = Stream(seed)
        for state in play_on(play.setup(the_game(), {"players": 3, "level": 2}, stream), stream):
            texts = [str(play.shown_move(state, move)["move"]) for move in play.legal(state)]
            assert len(set(texts)) == len(texts)
            for lang in ("en", "sv"):
                for move in play.legal(state):
                    assert play.tell(the_game(), state, move, lang)


def test_a_state_is_never_changed_once_handed_out() -> None:
    stream = Stream(4)
    states = play_on(play.setup(the_game(), {"players": 2, "level": 2}, stream), stream)
    before = [play.shown(state) for state in states]
    again = play_on(play.setup(the_game(), {"players": 2, "level": 2}, stream), stream)
    assert before == [play.shown(state) for state in states]
    assert again == states


def test_hiding_keeps_what_is_seen() -> None:
    stream = Stream(9)
    state = play_on(play.setup(the_game(), {"players": 2, "level": 2}, stream), stream)[12]
    other = play.hide(state, 0, Stream(77))
    assert counted(other) == counted(state)
    assert other.rows == state.rows and other.discards == state.discards
    assert (
        other.producers.shown == state.producers.shown
        and other.consumers.shown == state.consumers.shown
    )
    under = state.producers.under
    assert other.producers.deck[:under] == state.producers.deck[:under]
    assert other.producers.deck != state.producers.deck


def test_a_card_left_out_moves_no_other() -> None:
    """Common random numbers: each deck keeps its order but for the one card."""
    with_it = play.setup(the_game(), {"players": 2}, Stream(3))
    without = play.setup(the_game(), {"players": 2, "without": ("calanoida",)}, Stream(3))
    calanoida = with_it.box.code("calanoida")
    before = [c for c in with_it.consumers.deck + with_it.consumers.shown[::-1] if c != calanoida]
    assert list(without.consumers.deck + without.consumers.shown[::-1]) == before
    assert without.rows == with_it.rows and without.producers.deck == with_it.producers.deck


def test_shuffles_are_fair() -> None:
    """Every card on every place about as often, and copies apart."""
    games = 6_000
    places: Counter[tuple[str, int]] = Counter()
    together = 0
    for seed in range(games):
        order = Stream(seed).shuffled("aabcdefg", "deck", 2)
        places.update((card, place) for place, card in enumerate(order))
        together += abs(order.index("a") - (len(order) - 1 - order[::-1].index("a"))) == 1
    for card in "bcdefg":
        for place in range(8):
            assert abs(places[card, place] - games / 8) < 5 * (games / 8) ** 0.5
    # Two of eight cards lie together in a quarter of all orders.
    assert abs(together - games / 4) < 5 * (games * 3 / 16) ** 0.5


@pytest.mark.slow
def test_the_first_purchase_is_as_likely_as_statistics_say() -> None:
    """The exact chance of ``stats`` is an oracle for deal, market and payment together."""
    chart = report(the_game(), chart_ids=("first_purchase",)).plots[0]
    exact = next(line.now for line in chart.lines if line.key == "usual")
    assert exact is not None
    games, bought = 4_000, [0, 0]
    for seed in range(games):
        state = play.setup(the_game(), {"players": 2}, Stream(seed))
        offers = [play.shown_move(state, m) for m in play.legal(state) if m[0] == "producer"]
        bought[0] += any(offer["market"] is None for offer in offers)
        bought[1] += bool(offers)
    for number, chance in zip(bought, exact, strict=True):
        assert chance is not None
        assert abs(number / games - chance) < 4 * (chance * (1 - chance) / games) ** 0.5

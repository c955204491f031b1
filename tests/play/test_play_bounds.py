"""Bounds of playing out: games that do not end, bots without advice, cards under their decks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest
from table import the_game

from cards_data import Problems
from cards_data.documents import Document
from scorer.games.ecosfera_baltica import play
from scorer.games.ecosfera_baltica.play import box as boxes
from scorer.games.ecosfera_baltica.play import supply
from scorer.games.ecosfera_baltica.play.state import State
from scorer.play.contract import Outcome, Playable
from scorer.play.match import PlayTable, play_game, steps
from scorer.play.stream import Stream


class Counter(NamedTuple):
    """A game of two players who add numbers."""

    turn: int = 0
    total: int = 0


def counting(most: int, **more: Any) -> Playable:
    """Ends at so much, won by the first player where the total is even."""
    return Playable(
        "counting",
        setup=lambda game, options, stream: Counter(),
        legal=lambda state: (1, 2, 3),
        apply=lambda state, move, stream: Counter(1 - state.turn, state.total + move),
        outcome=lambda state: (
            Outcome((1.0, 0.0) if state.total % 2 == 0 else (0.0, 1.0), "counted")
            if state.total >= most
            else None
        ),
        hide=lambda state, player, stream: state,
        **more,
    )


def played(playable: Playable, bot: str = "greedy") -> list[Any]:
    return [step.move for step in steps(PlayTable(the_game(), playable, {}), bot, 1)]


@pytest.mark.slow
def test_a_game_that_does_not_end_is_broken_off_after_4000_moves() -> None:
    result = play_game(PlayTable(the_game(), counting(10**6), {}), "random", 1)
    assert (result.moves, result.turns, result.how) == (4_000, 4_000, "unfinished")
    still = replace(
        counting(10**6), apply=lambda state, move, stream: Counter(0, state.total + move)
    )
    assert play_game(PlayTable(the_game(), still, {}), "random", 1).turns == 1


def test_a_bot_without_advice_goes_by_the_value_of_what_follows() -> None:
    assert played(counting(6, value=lambda state, player: state.total)) == [3, 3]
    assert played(counting(4, value=lambda state, player: -state.total)) == [1, 1, 1, 1]


def test_and_without_a_value_by_the_end_that_it_sees() -> None:
    """The first player wins by an even total, the second by an odd one."""
    assert played(counting(1)) == [2]
    odd = replace(counting(1), setup=lambda game, options, stream: Counter(turn=1, total=0))
    assert played(odd)[0] in (1, 3)


def dealt() -> State:
    return play.setup(the_game(), {"players": 2, "level": 1}, Stream(1))


@pytest.mark.parametrize("which", [supply.PRODUCERS, supply.CONSUMERS])
def test_cards_that_went_under_their_deck_are_counted(which: str) -> None:
    state = dealt()
    offer = supply.offer_of(state, which)
    size, first = len(offer.deck), offer.shown[0]
    supply.put_under(state, which, lambda card: card == first)
    offer = supply.offer_of(state, which)
    assert offer.under == 1
    assert offer.deck[0] == first
    supply.put_under(state, which, lambda card: True)
    offer = supply.offer_of(state, which)
    assert offer.under == 1 + len(offer.shown)
    for _ in range(size):
        supply.put_under(state, which, lambda card: True)
    assert supply.offer_of(state, which).under == size


@pytest.mark.parametrize("which", [supply.PRODUCERS, supply.CONSUMERS])
@pytest.mark.parametrize(("at", "left"), [(0, 1), (1, 1), (2, 2), (3, 2)])
def test_of_a_deck_whose_lowest_cards_are_known_one_may_leave_the_game(
    which: str, at: int, left: int
) -> None:
    state = dealt()
    offer = supply.offer_of(state, which)
    setattr(state, which, offer._replace(under=2))
    card = offer.deck[at]
    supply.remove_everywhere(state, card)
    assert supply.offer_of(state, which).under == left
    assert card not in supply.offer_of(state, which).deck
    assert state.gone == (card,)


def test_an_element_is_taken_where_there_is_one() -> None:
    state = dealt()
    element, number = state.box.nutrients, state.stacks[state.box.nutrients]
    rows = len(state.rows[1])
    for _ in range(number + 2):
        supply.take_element(state, element, 1)
    assert state.stacks[element] == 0
    assert len(state.rows[1]) == rows + number


def test_every_card_of_the_box_has_its_name() -> None:
    box = dealt().box
    assert [box.names[code] for code in (box.nutrients, box.pressure, box.litter)] == [
        boxes.NUTRIENTS,
        boxes.PRESSURE,
        boxes.LITTER,
    ]
    (piece, *_) = the_game().decks["consumers"].pieces
    assert list(boxes._copies([piece] * 3)) == [piece.id, f"{piece.id}#2", f"{piece.id}#3"]


def test_facts_that_are_missing_are_told_all_at_once() -> None:
    with pytest.raises(Problems) as caught:
        boxes._facts(replace(the_game(), facts={}))
    assert len(caught.value.problems) == len(boxes.Facts._fields) > 1


@pytest.mark.parametrize("rows", [0, 1])
def test_a_position_without_rows_has_no_second_player(rows: int) -> None:
    document = Document("test", {"rows": [["sun"]] * rows, "turn": 2})
    with pytest.raises(Problems) as caught:
        play.position(the_game(), document, Stream(1))
    assert [str(one) for one in caught.value.problems if "turn" in str(one.where)]


def test_of_the_same_move_by_several_sources_the_first_card_is_thought_about() -> None:
    state = dealt()
    token, first, second = (("pass", source, "sun") for source in (-1, 0, 12))
    assert play.prune(state, [token, first, second]) == [first]
    assert play.prune(state, [second, token, first]) == [second]
    assert play.prune(state, [token]) == [token]
    others = [("end",), ("buy", 3, -1), ("buy", 4, -1)]
    assert play.prune(state, others) == others


def test_a_position_may_hold_every_card_of_the_box_and_no_more() -> None:
    box = dealt().box

    def position(name: str, number: int) -> State:
        piles = {"rows": [["oxygen"], ["salinity"]], "discards": [[name] * number, []]}
        return play.position(the_game(), Document("test", piles), Stream(1))

    for name in ("sun", "pressure"):
        most = box.copies[name]
        assert position(name, most).discards[0] == (box.code(name),) * most
        with pytest.raises(Problems) as caught:
            position(name, most + 1)
        assert f"{most} at most" in str(caught.value) or f"at most {most}" in str(caught.value)
    assert position("pressure", box.copies["pressure"]).pressures == 0
    assert position("pressure", box.copies["pressure"] - 1).pressures == 1


def test_cards_that_nobody_knows_are_told_in_order() -> None:
    names = tuple(f"nothing_{letter}" for letter in "hgfedcba")
    options = {"players": 2, "level": 1, "without": names}
    with pytest.raises(Problems) as caught:
        play.setup(the_game(), options, Stream(1))
    quoted = [str(one.found) for one in caught.value.problems]
    assert quoted == sorted(quoted) and len(quoted) == len(names)


def test_the_places_of_a_pair_are_what_both_cards_have() -> None:
    seen = 0
    lived = {
        piece.id: set(map(str, piece.values["habitats"]))
        for name in ("producers", "consumers")
        for piece in the_game().decks[name].pieces
    }
    for seed in range(40):
        state, stream, number = (
            play.setup(the_game(), {"players": 2}, Stream(seed)),
            Stream(seed),
            0,
        )
        while moves := play.legal(state):
            for move in moves:
                if move[0] == "habitat":
                    one, other = (state.box.names[int(card)].split("#")[0] for card in move[1:3])
                    common = lived[one] & lived[other]
                    restored = {
                        name
                        for place, name in enumerate(state.box.habitat_names)
                        if state.habitats >> place & 1
                    }
                    assert set(play.shown_move(state, move)["places"]) == common - restored
                    seen += lived[one] != lived[other]
            number += 1
            state = play.apply(state, moves[stream.roll(len(moves), "choice", number)], stream)
    assert seen

"""Ecosfera Baltica, level 1: every rule by its number in the facts, tried on a table."""

from __future__ import annotations

from collections import Counter

import pytest
from table import discard, do, moves, names, placed, row, table, the_game

from cards_data import Problems
from scorer.games.ecosfera_baltica import play
from scorer.games.ecosfera_baltica.play.state import State
from scorer.play.stream import Stream

MARKET = {
    "producers": ["bacteria", "zostera_marina", "vertebrata_lanosa", "ulva_lactuca"],
    "consumers": ["mergus_merganser", "pusa_hispida", "idotea_baltica", "perca_fluviatilis"],
}

CONSUMERS = {"consumers": MARKET["consumers"]}


def begin(seed: int = 5, **options: object) -> State:
    return play.setup(the_game(), {"players": 2, **options}, Stream(seed))


def offered(state: State, kind: str) -> set[str]:
    """The cards that a kind of move takes."""
    return {text.split()[1] for text in moves(state) if text.split()[0] == kind}


def test_the_market_at_the_start() -> None:
    """R2.1: four producers, four consumers, five equal stacks."""
    state = begin(stacks=6)
    assert len(state.producers.shown) == len(state.consumers.shown) == 4
    assert len(state.producers.deck) == len(state.consumers.deck) == 26
    assert state.stacks == (6,) * 5


def test_a_start_deck_and_row() -> None:
    """R2.2: one of each element and two pressures, four of them in the row, three tokens."""
    state = begin()
    for player in range(2):
        cards = names(state, state.rows[player] + state.decks[player])
        assert Counter(cards) == Counter(
            ["sun", "oxygen", "salinity", "nutrients", "temperature", "pressure", "pressure"]
        )
        assert len(state.rows[player]) == 4
    assert state.tokens == (7, 7)


@pytest.mark.parametrize("size", range(3, 9))
def test_stacks_from_three_to_eight(size: int) -> None:
    """R2.3a: any whole number from 3 to 8, and no other."""
    assert begin(stacks=size).stacks == (size,) * 5
    with pytest.raises(Problems, match="8, 7, 6, 5, 4, 3"):
        begin(stacks=size + 6)


def test_high_pressure_and_its_first_row() -> None:
    """R2.3b: three pressures in every start deck; a first row of all three is drawn again."""
    for seed in range(200):
        state = begin(seed, high_pressure=True)
        for player in range(2):
            cards = names(state, state.rows[player] + state.decks[player])
            assert cards.count("pressure") == 3
            assert row(state, player + 1).count("pressure") < 3
    assert any(begin(seed, high_pressure=True).shuffles != (1, 1) for seed in range(200))


def test_eutrophication_and_its_supply() -> None:
    """R2.3c: three nutrients in every start deck; too small a supply is told."""
    state = begin(eutrophication=True, stacks=6)
    cards = names(state, state.rows[1] + state.decks[1])
    assert cards.count("nutrients") == 3
    with pytest.raises(
        Problems, match="only 6 nutrients cards are left; allowed: stacks of 3 to 6"
    ):
        begin(eutrophication=True, stacks=7)
    with pytest.raises(Problems, match="fewer players"):
        begin(eutrophication=True, players=4, stacks=3)


def test_loss_of_biodiversity() -> None:
    """R2.3d: Calanoida is out of the game."""
    state = begin(loss_of_biodiversity=True)
    assert names(state, state.gone) == ["calanoida"]
    assert len(state.consumers.shown + state.consumers.deck) == 29


def test_levels() -> None:
    """R2.4: policy cards on level 2 alone."""
    assert begin().politics is None
    politics = begin(level=2).politics
    assert politics is not None
    assert len(politics.deck) == 30


def test_turns_go_round() -> None:
    """R3.0a: two to four players, one after the other."""
    state = table("sun oxygen", "sun salinity", "sun temperature")
    order = [state.turn]
    for _ in range(3):
        state = do(state, "end")
        order.append(state.turn)
    assert order == [0, 1, 2, 0]


def test_any_number_of_actions_but_each_card_once() -> None:
    """R3.0b: paid elements serve no second action; new cards may go on acting."""
    state = table("nutrients temperature temperature salinity", market=MARKET)
    assert offered(state, "producer") == {"bacteria", "vertebrata_lanosa"}
    state = do(state, "producer bacteria")
    assert row(state) == ["salinity", "bacteria"]
    assert offered(state, "producer") == {"vertebrata_lanosa"}
    bought = do(
        table("nutrients sun salinity temperature", market=MARKET), "producer vertebrata_lanosa"
    )
    assert row(bought) == ["nutrients", "sun", "vertebrata_lanosa"]
    assert "ulva_lactuca" in offered(bought, "producer")


def test_the_sixth_habitat_wins_at_once() -> None:
    """R3.0c: with the sixth different habitat the game is won, in the middle of a turn."""
    tiles = {"habitats": ["ice", "mud", "rivers", "rock", "coast"], "impacts": 5}
    state = do(
        table("alca_torda phocoena_phocoena sun", tiles=tiles),
        "habitat alca_torda phocoena_phocoena",
    )
    assert state.over == "won"
    assert moves(state) == []


def test_the_sixth_impact_loses_at_once() -> None:
    """R3.0c: with the sixth impact tile the game is lost."""
    state = do(table("sun pressure pressure", tiles={"impacts": 5}), "end")
    assert (state.over, state.impacts) == ("lost", 6)
    assert play.outcome(state) == ((0.0, 0.0), "lost")


def test_alone_with_two_rows() -> None:
    """R3.0d: one person runs two rows."""
    assert len(begin(players=1).rows) == 2


def test_a_producer_is_paid_and_the_market_refilled() -> None:
    """R3.2a: exactly the cost is paid, the card goes into the row, its slot is refilled."""
    state = table("salinity temperature sun", market=MARKET)
    after = do(state, "producer vertebrata_lanosa")
    assert row(after) == ["sun", "vertebrata_lanosa"]
    assert names(after, after.used) == ["salinity", "temperature"]
    assert len(after.producers.shown) == 4
    assert after.producers.shown[2] == state.producers.deck[-1]
    assert after.stacks == state.stacks


def test_one_missing_element_comes_from_the_market() -> None:
    """R3.2b and S10: sun, nutrients, temperature pay for Bacteria with a market temperature."""
    state = table("sun nutrients temperature", market=MARKET)
    offer = next(
        m
        for m in (play.shown_move(state, move) for move in play.legal(state))
        if m.get("card") == "bacteria"
    )
    assert (offer["pay"], offer["market"]) == (["nutrients", "temperature"], "temperature")
    after = do(state, "producer bacteria")
    assert after.stacks[4] == state.stacks[4] - 1
    assert row(after) == ["sun", "bacteria"]
    assert "temperature" in discard(do(after, "end"))
    empty = table("sun nutrients temperature", market=MARKET, stacks={"temperature": 0})
    assert "bacteria" not in offered(empty, "producer")


@pytest.mark.parametrize(
    ("cards", "yes"),
    [("sun salinity", True), ("sun temperature", False), ("sun", False), ("sun sun", True)],
)
def test_zostera_with_one_missing(cards: str, yes: bool) -> None:
    """R3.2b and S14: two suns and salinity, of which one may be missing and no more."""
    assert ("zostera_marina" in offered(table(cards, market=MARKET), "producer")) == yes


def test_what_was_bought_is_active_at_once() -> None:
    """R3.2c: the new producer serves at once; the elements paid for it count as used."""
    state = table("nutrients temperature temperature nodularia_spumigena", market=MARKET)
    state = do(state, "producer bacteria")
    assert offered(state, "consumer") == {"mergus_merganser", "pusa_hispida"}
    assert row(state) == ["nodularia_spumigena", "bacteria"]


def test_consumers_of_bacteria_and_nodularia() -> None:
    """R3.3a and S20: Mergus and Pusa, which show pelagic, and not Idotea."""
    state = table("bacteria nodularia_spumigena", market=CONSUMERS)
    assert offered(state, "consumer") == {"mergus_merganser", "pusa_hispida"}


def test_one_common_habitat_is_needed() -> None:
    """R3.3b and S22: rock and river each match the perch, but are not common."""
    state = table("ceramium_tenuicorne zannichellia_palustris", market=MARKET)
    assert offered(state, "consumer") == set()
    oystercatcher = {**MARKET, "consumers": ["haematopus_ostralegus"]}
    state = table("planothidium_spp phragmites_australis", market=oystercatcher)
    assert offered(state, "consumer") == {"haematopus_ostralegus"}


def test_producers_are_used_and_the_consumer_slot_refilled() -> None:
    """R3.3c: both producers are used, the consumer is active, its slot refilled."""
    state = table("bacteria nodularia_spumigena alca_torda", market=CONSUMERS)
    after = do(state, "consumer mergus_merganser bacteria nodularia_spumigena")
    assert names(after, after.used) == ["bacteria", "nodularia_spumigena"]
    assert after.consumers.shown[0] == state.consumers.deck[-1]
    assert "habitat alca_torda mergus_merganser" in moves(after)


def test_three_producers_selected_for_one_consumer() -> None:
    """R3.3a, X8: only pairs that share the consumer's habitat may be used."""
    state = table(
        "phragmites_australis ruppia_spp chara_spp", market={**MARKET, "consumers": ["lutra_lutra"]}
    )
    assert [text for text in moves(state) if text.startswith("consumer")] == [
        "consumer lutra_lutra phragmites_australis chara_spp"
    ]


def test_all_common_habitats_are_placed() -> None:
    """R3.4a: every habitat that both show, each once."""
    state = do(table("calanoida lutra_lutra"), "habitat calanoida lutra_lutra")
    assert placed(state) == {"ice", "rivers", "coast"}
    again = table("calanoida alca_torda", tiles={"habitats": ["pelagic"]})
    assert offered(again, "habitat") == set()


def test_porpoise_and_mussel() -> None:
    """R3.4a, R3.4b and S30: pelagic alone, and both are used."""
    state = do(
        table("phocoena_phocoena mytilus_edulis"), "habitat phocoena_phocoena mytilus_edulis"
    )
    assert placed(state) == {"pelagic"}
    assert names(state, state.used) == ["phocoena_phocoena", "mytilus_edulis"]
    assert row(state) == []


def test_three_consumers_leave_a_choice() -> None:
    """R3.4b: with three that match the player picks which two."""
    state = table("alca_torda phocoena_phocoena clupea_harengus")
    assert len([text for text in moves(state) if text.startswith("habitat")]) == 3


def test_tiles_lie_on_the_table() -> None:
    """R3.4c: placed tiles stay placed when the row is gone."""
    state = do(table("alca_torda phocoena_phocoena"), "habitat alca_torda phocoena_phocoena", "end")
    assert placed(state) == {"pelagic"}


def test_whoever_gains_nothing_takes_a_pressure() -> None:
    """R3.5a: one pressure card before discarding; with two in the row that makes one impact."""
    state = do(table("sun pressure"), "end")
    assert discard(state).count("pressure") == 2
    assert state.impacts == 0
    state = do(table("sun pressure pressure"), "end")
    assert discard(state).count("pressure") == 3
    assert state.impacts == 1
    gained = do(
        table("salinity temperature pressure", market=MARKET), "producer vertebrata_lanosa", "end"
    )
    assert discard(gained).count("pressure") == 1


def test_a_third_pressure_in_a_turn_ends_it() -> None:
    """R3.5b: drawn by plus, the third pressure makes one impact and the turn is over."""
    state = table(
        "sun pressure pressure", decks=[["pressure", "sun", "oxygen", "sun", "sun"], ["sun"]]
    )
    state = do(state, "plus token")
    assert (state.impacts, state.turn) == (1, 1)
    assert discard(state).count("pressure") == 3


def test_three_equal_elements_make_a_pressure() -> None:
    """R3.5c: one pressure, the turn is over; used cards count too."""
    state = table("sun sun sun")
    assert (state.turn, state.impacts) == (1, 0)
    assert discard(state).count("pressure") == 1
    used = table("sun salinity", used=["sun", "sun"])
    assert used.turn == 1
    assert discard(used).count("pressure") == 1


def test_three_equal_elements_with_two_pressures() -> None:
    """R3.5c, X1: the pressure is the third, so one impact follows."""
    state = table("sun sun sun pressure pressure")
    assert (state.turn, state.impacts) == (1, 1)
    assert discard(state).count("pressure") == 3


def test_a_market_element_can_be_the_third() -> None:
    """R3.5c: an element taken for a purchase counts at once."""
    state = table("nutrients temperature", used=["salinity"], market=MARKET)
    state = do(state, "producer bacteria")
    assert state.turn == 0
    state = table("nutrients temperature", used=["temperature", "salinity"], market=MARKET)
    state = do(state, "producer bacteria")
    assert state.turn == 1
    assert {"bacteria", "pressure"} <= set(discard(state))


def test_three_pressures_at_the_start() -> None:
    """R3.5d: no fourth is taken, the turn is over, one impact."""
    state = table("pressure pressure pressure sun")
    assert (state.turn, state.impacts) == (1, 1)
    assert discard(state).count("pressure") == 3


@pytest.mark.parametrize("number", [4, 5])
def test_four_pressures_at_the_start(number: int) -> None:
    """R3.5e: three impacts instead of one."""
    state = table(" ".join(["pressure"] * number))
    assert (state.turn, state.impacts) == (1, 3)
    assert discard(state).count("pressure") == number


def test_pressures_come_back_with_the_deck() -> None:
    """R3.5f: impact tiles lie beside; pressures go to the discard and are shuffled again."""
    state = table("pressure pressure pressure", "sun", decks=[[], ["sun", "oxygen"]])
    assert state.impacts == 1
    assert row(state, 1).count("pressure") == 3
    assert discard(state) == []


def test_passing() -> None:
    """R3.6a: an unused card to another row, or an unused element to the market."""
    state = table("sun pressure bacteria", "oxygen", used=["salinity"])
    passes = [text for text in moves(state) if text.startswith("pass")]
    assert passes == [
        "pass token sun 2",
        "pass token sun market",
        "pass token pressure 2",
        "pass token bacteria 2",
    ]
    after = do(state, "pass token pressure 2")
    assert row(after, 2) == ["oxygen", "pressure"]
    after = do(state, "pass token sun market")
    assert after.stacks[0] == state.stacks[0] + 1


def test_a_card_does_not_pass_itself() -> None:
    """R3.6a: by its own symbol a card passes others only."""
    state = table("larus_fuscus sun", tokens=[[], []])
    assert [text for text in moves(state) if text.startswith("pass")] == [
        "pass larus_fuscus sun 2",
        "pass larus_fuscus sun market",
    ]


def test_plus_draws_the_top_card() -> None:
    """R3.6b: the top card of the own deck; the rules on pressure apply at once."""
    state = table("sun sun", decks=[["sun", "oxygen", "salinity", "oxygen", "sun"], ["oxygen"]])
    state = do(state, "plus token")
    assert state.turn == 1
    assert discard(state).count("sun") == 3
    empty = table("sun", decks=[[], ["oxygen"]], discards=[["salinity"], []])
    assert row(do(empty, "plus token")) == ["sun", "salinity"]
    nothing = table("sun", decks=[[], ["oxygen"]])
    assert "plus token" not in moves(nothing)


def test_refresh_changes_one_side_of_the_market() -> None:
    """R3.6c: face-up cards go under their deck, new ones come from its top, nothing is shuffled."""
    state = table("sun oxygen")
    after = do(state, "refresh token consumers")
    assert after.consumers.shown == state.consumers.deck[:-5:-1]
    assert set(after.consumers.deck[:4]) == set(state.consumers.shown)
    assert after.consumers.deck[4:] == state.consumers.deck[:-4]
    assert after.producers.shown == state.producers.shown


def test_a_token_serves_once() -> None:
    """R3.6d: one use, then it is inactive."""
    state = do(table("sun oxygen"), "refresh token consumers")
    assert state.tokens[0] == 3
    assert not [text for text in moves(state) if text.startswith("refresh")]


def test_two_consumers_at_the_start_turn_a_token_back() -> None:
    """R3.6e, X5: one token, at the start alone; the consumers stay unused."""
    state = table("alca_torda phocoena_phocoena sun", tokens=[[], []])
    reactivations = [text for text in moves(state) if text.startswith("reactivate")]
    assert reactivations == ["reactivate pass", "reactivate plus", "reactivate refresh"]
    after = do(state, "reactivate plus")
    assert after.tokens[0] == 2
    assert not [text for text in moves(after) if text.startswith("reactivate")]
    assert "habitat alca_torda phocoena_phocoena" in moves(after)
    later = do(state, "habitat alca_torda phocoena_phocoena")
    assert not [text for text in moves(later) if text.startswith("reactivate")]
    apart = table("rotifera alca_torda", tokens=[[], []])
    assert not [text for text in moves(apart) if text.startswith("reactivate")]


def test_a_symbol_works_like_a_token() -> None:
    """R3.6f: even on a used card; of several symbols one a turn."""
    state = table("sun oxygen", used=["gadus_morhua"], tokens=[[], []])
    assert "plus gadus_morhua" in moves(state)
    after = do(state, "refresh gadus_morhua consumers")
    assert not [text for text in moves(after) if "gadus_morhua" in text]


def test_symbols_are_fresh_in_a_new_row() -> None:
    """R3.6g: a card that enters another row has its symbols again."""
    state = table("larus_fuscus sun oxygen", "salinity", tokens=[["pass"], []])
    state = do(state, "pass larus_fuscus sun market", "pass token larus_fuscus 2", "end")
    assert state.turn == 1
    assert "pass larus_fuscus salinity market" in moves(state)


def test_abilities_do_not_avert_the_pressure() -> None:
    """R3.6h: any number of abilities, and the pressure card comes all the same."""
    state = table("sun oxygen", decks=[["salinity", "nutrients"], ["sun"]])
    state = do(state, "plus token", "refresh token producers", "pass token sun market", "end")
    assert "pressure" in discard(state) + row(state)


def test_stars_mean_nothing_on_level_one() -> None:
    """R3.6i: the star is no ability, and serves level 2 only."""
    assert not [
        text
        for text in moves(table("clupea_harengus sun"))
        if "clupea" in text and "pass" not in text
    ]


def test_the_end_of_a_turn() -> None:
    """R3.7: the whole row is discarded, four are drawn, the rest of the deck before the shuffle."""
    state = table(
        "sun oxygen", decks=[["salinity", "nutrients"], ["sun"]], discards=[["temperature"], []]
    )
    after = do(state, "end")
    assert row(after)[:2] == ["salinity", "nutrients"]
    assert len(row(after)) == 4
    assert after.turn == 1
    assert after.shuffles[0] == 1


def test_one_habitat_draws_no_policy_on_level_one() -> None:
    """P1: one tile, no policy card without level 2."""
    state = do(table("alca_torda phocoena_phocoena"), "habitat alca_torda phocoena_phocoena")
    assert state.politics is None


def test_a_full_deck_gives_four_cards_and_keeps_the_rest() -> None:
    """R3.7: no card more, in the order of the deck; the turn is counted."""
    cards = ["salinity", "nutrients", "sun", "temperature", "oxygen", "sun"]
    state = table("sun oxygen", decks=[cards, ["sun"]])
    after = do(state, "end")
    assert row(after) == cards[:4]
    assert names(after, after.decks[0][::-1]) == cards[4:]
    assert after.turns == state.turns + 1


def test_a_new_turn_begins_afresh() -> None:
    """R3.5a, R3.6g: what one player gained or used does not count for the next."""
    state = table("alca_torda phocoena_phocoena", "sun oxygen")
    state = do(state, "habitat alca_torda phocoena_phocoena")
    assert state.acted
    after = do(state, "end")
    assert (after.acted, after.tapped, after.ending) == (False, 0, False)
    left = after.pressures
    idle = do(after, "end")
    assert "pressure" in discard(idle, 2) + row(idle, 2)
    assert idle.pressures == left - 1


def test_two_pairs_are_not_three_alike() -> None:
    """R3.5c: three cards of one element; two and two end no turn."""
    state = table("sun sun oxygen oxygen", "salinity")
    assert (state.turn, state.impacts) == (0, 0)
    assert "end" in moves(state)


def test_each_impact_has_its_cause_once() -> None:
    """R3.5b: tiles that lay there before have had theirs."""
    state = table("pressure pressure", "sun", tiles={"habitats": [], "impacts": 2})
    after = do(state, "end")
    assert (after.impacts, after.struck) == (3, ("idle",))


def test_a_pair_is_two_consumers_that_share_a_habitat() -> None:
    """R3.6e: one consumer alone is no pair, whichever it is; any two that share one are."""
    box = table("sun").box
    for card in box.consumers:
        alone = table(f"{box.names[card]} sun", tokens=[[], []])
        assert not alone.may_reactivate
        other = next(c for c in box.consumers if c != card and box.habitats[c] & box.habitats[card])
        pair = table(f"{box.names[card]} {box.names[other]}", tokens=[[], []])
        assert pair.may_reactivate

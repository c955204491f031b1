"""Ecosfera Baltica, level 2: the rules of policy cards, and what each of them does."""

from __future__ import annotations

from typing import Any

import pytest
from table import counted, discard, do, moves, names, placed, row, table, the_game

from cards_data.documents import Document
from scorer.games.ecosfera_baltica import play
from scorer.games.ecosfera_baltica.play.state import Politics, State
from scorer.games.ecosfera_baltica.play.supply import receive
from scorer.play.stream import Stream


def policy(*rows: str, **more: Any) -> State:
    """A table on level 2; ``top`` is the next policy card, others follow in the box's order."""
    policies = dict(more.pop("policies", {}))
    if top := more.pop("top", ""):
        policies["deck"] = top.split()
    return table(*rows, level=2, policies=policies, **more)


def politics(state: State) -> Politics:
    assert state.politics is not None
    return state.politics


def drawn(name: str, *rows: str, **more: Any) -> State:
    """A card drawn by a star."""
    first, *others = rows or ("",)
    state = policy(f"clupea_harengus {first}".strip(), *others, top=name, **more)
    return do(state, "star clupea_harengus")


def paid(name: str, *rows: str, **more: Any) -> State:
    """A table with one measure and one funding card."""
    policies = {"measures": [name], "funding": 1, **more.pop("policies", {})}
    return policy(*rows, policies=policies, **more)


def test_setup_and_play_are_otherwise_unchanged() -> None:
    """R3.8a: on level 2 the same moves, and those of policy cards."""
    assert set(moves(table("sun oxygen"))) <= set(moves(policy("sun oxygen")))


def test_categories() -> None:
    """R3.8b: ten negative, five dual, ten measures, five funding."""
    pieces = the_game().decks["policies"].pieces
    count = {
        kind: sum(p.copies for p in pieces if p.values["category"] == kind)
        for kind in ("negative", "dual", "positive", "funding")
    }
    assert count == {"negative": 10, "dual": 5, "positive": 10, "funding": 5}


def test_negative_and_dual_act_at_once() -> None:
    """R3.8c: a negative card needs nobody's consent."""
    assert politics(drawn("underwater_noise")).quiet == 1


def test_a_measure_needs_funding() -> None:
    """R3.8d: no funding, no measure; each funding card works once."""
    state = policy("sun", policies={"measures": ["bubble_curtains", "strict_protection"]})
    assert not [text for text in moves(state) if text.startswith("measure")]
    state = paid(
        "bubble_curtains", "sun", policies={"measures": ["bubble_curtains", "strict_protection"]}
    )
    state = do(state, "measure bubble_curtains")
    assert politics(state).funding == 0
    assert not [text for text in moves(state) if text.startswith("measure")]


def test_duration() -> None:
    """R3.8e and R3.8h: cards for the whole game stay face up, others are put away."""
    state = drawn("climate_change")
    assert politics(state).in_force == ("climate_change",)
    assert politics(state).discard == ()
    assert politics(drawn("warm_summer")).discard == ("warm_summer",)


def test_a_star_draws_by_choice() -> None:
    """R3.8f, X4: once a turn, and the same card's ability may still be used."""
    state = policy("haliaeetus_albicilla sun", top="funding funding", tokens=[[], []])
    state = do(state, "star haliaeetus_albicilla")
    assert politics(state).funding == 1
    assert "refresh haliaeetus_albicilla consumers" in moves(state)
    assert "star haliaeetus_albicilla" not in moves(state)


def test_every_tile_draws_a_policy() -> None:
    """R3.8g, P1, X2, X3: one policy card for each habitat and each impact tile."""
    pair = "habitat alca_torda phocoena_phocoena"
    one = do(policy("alca_torda phocoena_phocoena", top="funding " * 4), pair)
    assert politics(one).funding == 1
    three = do(policy("calanoida lutra_lutra", top="funding " * 4), "habitat calanoida lutra_lutra")
    assert politics(three).funding == 3
    impacts = policy("pressure pressure pressure pressure", top="funding " * 4)
    assert (impacts.impacts, politics(impacts).funding) == (3, 3)


def test_what_acts_at_once_comes_before_all_else() -> None:
    """R3.8h: a card drawn for an impact acts on the row before it is discarded."""
    state = policy(
        "pressure pressure pressure nutrients", "nutrients", top="waste_water_treatment_failure"
    )
    assert discard(state).count("pressure") == 4
    assert row(state, 2).count("pressure") == 1


def test_measures_are_common() -> None:
    """R3.8i: whoever drew them, on any player's turn."""
    state = policy("clupea_harengus sun", top="bubble_curtains", policies={"funding": 1})
    state = do(state, "star clupea_harengus", "end")
    assert state.turn == 1
    assert "measure bubble_curtains" in moves(state)


def test_waste_water_treatment_failure() -> None:
    state = drawn(
        "waste_water_treatment_failure", "nutrients", "nutrients pressure pressure", "sun"
    )
    assert [row(state, player).count("pressure") for player in (1, 2, 3)] == [1, 3, 0]
    assert (state.turn, state.impacts) == (0, 0)


def test_climate_change_adds_one_tile_each_time() -> None:
    """X11, as the card says: one more each time, never more than one."""
    force = {"in_force": ["climate_change"], "deck": []}
    assert table("pressure pressure pressure", level=2, policies=force).impacts == 2
    assert table("pressure pressure pressure pressure", level=2, policies=force).impacts == 4


@pytest.mark.parametrize(
    ("name", "gone", "stays"),
    [
        ("oil_spill", "alca_torda", "gadus_morhua"),
        ("overfishing", "gadus_morhua", "alca_torda"),
        ("hazardous_substances_from_industry", "bacteria", "alca_torda"),
    ],
)
def test_cards_that_discard_a_group(name: str, gone: str, stays: str) -> None:
    market = {
        "producers": ["viruses"],
        "consumers": ["larus_fuscus", "salmo_salar", "idotea_baltica"],
    }
    rows = ("bacteria alca_torda gadus_morhua", "")
    state = policy(f"zannichellia_palustris {rows[0]}", "sun", top=name, market=market)
    after = do(state, "star zannichellia_palustris")
    assert gone in discard(after)
    assert stays in row(after)
    market_names = names(after, after.producers.shown + after.consumers.shown)
    assert len(market_names) == 4
    assert {"oil_spill": "larus_fuscus", "overfishing": "salmo_salar"}.get(
        name, "viruses"
    ) not in market_names


BIRDS = ["larus_fuscus", "somateria_mollissima", "mergus_merganser"]
MARKET = [*BIRDS, "salmo_salar", "idotea_baltica"]


@pytest.mark.parametrize("left", [0, 1, 2, 3, 4])
def test_slots_are_refilled_before_cards_go_under_a_short_deck(left: int) -> None:
    """Birds do not come straight back: where the deck is short, slots stay empty."""
    deck = ["calanoida", "rotifera", "gadus_morhua", "perca_fluviatilis"][:left]
    market = {"consumers": MARKET, "consumer_deck": deck}
    state = drawn("oil_spill", "sun", market=market)
    market_names, below = (
        names(state, pile) for pile in (state.consumers.shown, state.consumers.deck)
    )
    assert market_names == [*deck[:3], "salmo_salar", "idotea_baltica"]
    assert below == [*BIRDS, *deck[3:]]
    assert state.consumers.empty == 3 - len(deck[:3])
    assert counted(state)["larus_fuscus"] == 1


def test_slots_that_stayed_empty_are_filled_with_the_next_one() -> None:
    """When a card is taken, or the market is refreshed; an empty deck still brings nothing."""
    market = {"consumers": MARKET, "consumer_deck": []}
    policies = {"measures": ["migratory_barrier_removal"], "funding": 1}
    state = drawn("oil_spill", "sun", market=market, policies=policies)
    assert names(state, state.consumers.shown) == ["salmo_salar", "idotea_baltica"]
    after = do(state, "measure migratory_barrier_removal salmo_salar 1")
    first, *others = BIRDS[::-1]
    assert names(after, after.consumers.shown) == [first, "idotea_baltica", *others]
    assert (after.consumers.deck, after.consumers.empty) == ((), 1)
    again = do(state, "refresh token consumers")
    assert names(again, again.consumers.shown) == BIRDS[::-1]
    assert names(again, again.consumers.deck) == ["salmo_salar", "idotea_baltica"]
    assert play.position(the_game(), Document("", play.shown(state)), Stream(1)) == state


def test_strict_protection_stops_them() -> None:
    """In force, or played with funding in answer; hunting is not stopped."""
    force = {"in_force": ["strict_protection"]}
    state = drawn("oil_spill", "alca_torda", policies=force)
    assert "alca_torda" in row(state)
    hunted = drawn("hunting", "alca_torda", policies=force)
    assert names(hunted, hunted.gone) == ["alca_torda"]
    answer = drawn(
        "oil_spill", "alca_torda", policies={"measures": ["strict_protection"], "funding": 1}
    )
    assert moves(answer) == ["answer yes", "answer no"]
    yes = do(answer, "answer yes")
    assert "alca_torda" in row(yes)
    assert (politics(yes).in_force, politics(yes).funding) == (("strict_protection",), 0)
    no = do(answer, "answer no")
    assert "alca_torda" in discard(no)
    assert politics(no).measures == ("strict_protection",)


def test_hunting_takes_mammals_and_birds_for_good() -> None:
    state = drawn("hunting", "alca_torda phocoena_phocoena gadus_morhua", "larus_fuscus")
    assert set(names(state, state.gone)) == {"alca_torda", "phocoena_phocoena"}
    assert row(state, 2) == ["larus_fuscus"]


@pytest.mark.parametrize("where", ["row", "deck", "market", "discard"])
def test_deposition_finds_calanoida_wherever_it_lies(where: str) -> None:
    more: dict[str, Any] = {}
    if where == "market":
        more["market"] = {"consumers": ["calanoida", "alca_torda"]}
    if where == "discard":
        more["discards"] = [[], ["calanoida"]]
    if where == "deck":
        more["decks"] = [["calanoida", "sun"], []]
    state = drawn(
        "atmospheric_deposition_of_hazardous_substances",
        "calanoida" * (where == "row"),
        "sun",
        **more,
    )
    assert names(state, state.gone) == ["calanoida"]
    assert counted(state)["calanoida"] == 1


def test_excessive_fertiliser_use() -> None:
    state = drawn("excessive_fertiliser_use", "oxygen", "oxygen sun")
    assert row(state).count("nutrients") == 2
    assert "oxygen" not in row(state) + row(state, 2)
    assert state.stacks[1] == 10
    one = drawn("excessive_fertiliser_use", "sun", stacks={"nutrients": 1})
    assert row(one) == ["clupea_harengus", "sun", "pressure"]


def test_underwater_noise_lasts_one_turn_and_stops_no_star() -> None:
    """X12: abilities alone."""
    state = do(drawn("underwater_noise", "sun", "haliaeetus_albicilla oxygen"), "end")
    assert state.turn == 1
    assert not [text for text in moves(state) if text.split()[0] in ("pass", "plus", "refresh")]
    policy_deck = politics(state)._replace(deck=("funding",))
    state.politics = policy_deck
    assert "star haliaeetus_albicilla" in moves(state)
    assert politics(do(state, "end")).quiet == -1


def test_beach_litter() -> None:
    state = do(drawn("beach_litter", "sun", "oxygen", "salinity"), "end")
    assert state.turn == 2
    assert "beach_litter" in discard(state)
    assert row(state, 2) == ["oxygen"]
    assert counted(state)["beach_litter"] == 1


def test_warm_summer_asks_for_measures_alone() -> None:
    """X10: a negative card that acted is no measure."""
    assert drawn("warm_summer", policies={"discard": ["oil_spill"]}).tokens == (0, 0)
    state = drawn("warm_summer", tokens=[[], []], policies={"carried_out": 1})
    assert state.tokens == (7, 7)


def test_nutrient_upwelling() -> None:
    state = drawn("nutrient_upwelling", "sun", "sun", stacks={"nutrients": 3})
    assert [row(state, player).count("nutrients") for player in (1, 2)] == [2, 1]


def test_green_energy_restores_or_harms() -> None:
    """X9: a tile placed in the turn averts the pressure card."""
    state = drawn("green_energy funding", "sun")
    assert moves(state) == ["answer mud", "answer rock", "answer coast"]
    state = do(state, "answer rock")
    assert placed(state) == {"rock"}
    assert "pressure" not in discard(do(state, "end"))
    harmed = drawn("green_energy funding", "sun", tiles={"habitats": ["mud"]})
    assert harmed.impacts == 1


def test_salt_water_inflow_and_ice_winter() -> None:
    state = drawn("salt_water_inflow", "sun", "sun")
    assert row(state, 2) == ["sun", "salinity", "oxygen"]
    dark = drawn("ice_winter", "sun", "sun oxygen")
    assert "sun" not in row(dark) + row(dark, 2)
    ice = drawn("ice_winter", "sun", "sun", tiles={"habitats": ["ice"]}, tokens=[["pass"], []])
    ice = do(ice, "answer plus", "answer refresh")
    assert ice.tokens == (3, 4)


def test_hazardous_substance_regulation() -> None:
    """X15: the two cards stay unused."""
    state = paid("hazardous_substance_regulation", "bacteria pusa_hispida")
    measures = [text for text in moves(state) if text.startswith("measure")]
    assert [text.split()[-1] for text in measures] == ["ice", "pelagic"]
    state = do(state, measures[0])
    assert placed(state) == {"ice"}
    assert row(state) == ["bacteria", "pusa_hispida"]
    assert state.acted


def test_habitat_restoration() -> None:
    assert not [t for t in moves(paid("habitat_restoration", "sun")) if t.startswith("measure")]
    state = paid("habitat_restoration", "sun", tiles={"impacts": 2})
    assert do(state, "measure habitat_restoration").impacts == 1


def test_upgraded_waste_water_treatment() -> None:
    name = "upgraded_waste_water_treatment"
    assert row(do(paid(name, "sun"), f"measure {name}")) == ["sun", "nutrients"]
    state = paid(name, "nutrients nutrients nutrients")
    assert moves(state) == ["answer yes", "answer no"]
    yes = do(state, "answer yes")
    assert (yes.turn, row(yes)) == (0, ["nutrients", "nutrients"])
    no = do(state, "answer no")
    assert no.turn == 1
    assert "pressure" in discard(no)


def test_improved_nutrient_retention() -> None:
    market = {"producers": ["planothidium_spp", "vertebrata_lanosa"]}
    state = paid("improved_nutrient_retention", "nutrients", market=market)
    assert "producer planothidium_spp" not in moves(state)
    state = do(state, "measure improved_nutrient_retention")
    assert "producer planothidium_spp" in moves(state)
    assert "producer vertebrata_lanosa" not in moves(state)


def test_migratory_barrier_removal_and_fishing_gear() -> None:
    market = {"producers": ["viruses"], "consumers": ["salmo_salar", "cygnus_olor", "pusa_hispida"]}
    state = paid("migratory_barrier_removal", "sun", market=market)
    cards = {text.split()[2] for text in moves(state) if text.startswith("measure")}
    assert cards == {"salmo_salar", "cygnus_olor"}
    assert row(do(state, "measure migratory_barrier_removal salmo_salar 2"), 2)[-1] == "salmo_salar"
    mud = do(
        paid("fishing_gear_regulation", "sun", market=market), "measure fishing_gear_regulation 1"
    )
    assert row(mud) == ["sun", "cygnus_olor"]
    assert "pressure" not in discard(do(mud, "end"))


def test_recycling_removes_pressures_for_good() -> None:
    state = paid("recycling_and_waste_disposal", "pressure sun", "pressure pressure")
    measures = [text.split(" ", 2)[2] for text in moves(state) if text.startswith("measure")]
    assert measures == ["1", "2", "1 2", "2 2"]
    state = do(state, "measure recycling_and_waste_disposal 1 2")
    assert row(state) == ["sun", "salinity"]
    assert names(state, state.gone) == ["pressure", "pressure"]


def test_maritime_spatial_planning() -> None:
    state = paid("maritime_spatial_planning", "sun")
    top = state.consumers.deck[:-6:-1]
    state = do(state, "measure maritime_spatial_planning consumers")
    assert len(moves(state)) == 10
    chosen = names(state, top)[2]
    state = do(state, f"answer {chosen} 1")
    assert row(state) == ["sun", chosen]
    assert set(state.consumers.deck[:4]) == set(top) - {top[2]}


def test_an_empty_policy_deck_is_shuffled_anew() -> None:
    state = policy("clupea_harengus sun", policies={"deck": [], "discard": ["funding", "funding"]})
    state = do(state, "star clupea_harengus")
    assert politics(state).funding == 1
    assert politics(state).deck == ("funding",)


def test_noise_ends_with_the_turn_that_a_player_misses() -> None:
    """Beach litter and underwater noise for the same player: the turn is gone, and so is noise."""
    state = policy("sun oxygen", "sun", policies={"quiet": 2, "skips": 2})
    after = do(state, "end")
    assert after.turn == 0
    assert (politics(after).quiet, politics(after).skips) == (-1, -1)
    assert [text for text in moves(do(after, "end")) if text.startswith("refresh")]


def test_noise_for_another_player_outlasts_a_missed_turn() -> None:
    state = policy("sun oxygen", "sun", "salinity sun", policies={"quiet": 3, "skips": 2})
    after = do(state, "end")
    assert (after.turn, politics(after).quiet) == (2, 2)
    assert not [text for text in moves(after) if text.split()[0] in ("pass", "plus", "refresh")]
    assert politics(do(after, "end")).quiet == -1


def test_a_star_is_fresh_in_the_next_turn() -> None:
    state = drawn("funding", "sun", "clangula_hyemalis sun")
    assert politics(state).starred
    assert politics(do(state, "end")).starred == 0


def test_used_elements_go_back_to_the_market_too() -> None:
    state = drawn("excessive_fertiliser_use", "sun oxygen", "oxygen", used=["oxygen"])
    assert "oxygen" not in row(state) + row(state, 2) + names(state, state.used)
    before = policy("sun oxygen", "oxygen", used=["oxygen"])
    oxygen = state.box.code("oxygen")
    assert state.stacks[oxygen] == before.stacks[oxygen] + 3


def test_one_tile_draws_one_policy_card() -> None:
    """R3.8g: tiles that lay there before draw none again."""
    policies = {"deck": ["funding", "funding", "funding"]}
    tiles = {"habitats": [], "impacts": 2}
    state = policy("pressure pressure", "sun", tiles=tiles, policies=policies)
    after = do(state, "end")
    assert (after.impacts, politics(after).funding) == (3, 1)


def test_treatment_answers_nutrients_alone() -> None:
    state = paid("upgraded_waste_water_treatment", "sun sun sun", "oxygen")
    assert (state.turn, politics(state).asked) == (1, ())


def test_symbols_of_a_card_that_is_received_are_fresh_and_no_others() -> None:
    state = policy("sun", "sun")
    every = (1 << len(state.box.names)) - 1
    for card in state.consumers.shown:
        state.tapped = every
        receive(state, card, 1)
        assert state.tapped == every & ~(1 << card)

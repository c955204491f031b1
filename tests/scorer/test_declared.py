"""A scorer that scoring.yaml declares: no code, and everything that other games have."""

from __future__ import annotations

import json
from typing import Any

import pytest
from texts import fault, text_of
from workshop import Command, Workshop, kit_of, print_options

from cards_data import Problems
from generator.planning.plan import make_plan
from scorer.core.result import as_data
from scorer.engine import scorer_for
from scorer.registry import check_rules, is_scored
from scorer.terminal.saved_tables import saved_tables
from scorer.web.api.records import form_record, games_record, score_record
from scorer.web.api.scorer_cache import has_rules
from scorer.whatif import what_if

DECLARED = """\
points: {fish: 3}
score:
  players: {least: 1, most: 3}
  count:
    fish:  {ask: {en: Fish caught, sv: Fångade fiskar}, each: 3, deck: fish}
    reeds: {ask: Reeds, each: 1, every: 4, help: Count every reed}
    holes: {ask: Holes, each: -2, most: 9}
    nests: {ask: Nests, steps: [0, 1, 3, 6]}
  awards:
    angler: {ask: Best angler, most_of: fish, points: 5}
    nester: {ask: Most nests, most_of: nests, points: 2, ties: none}
"""
ADA = {"name": "Ada", "fish": 3, "reeds": 9, "holes": 1, "nests": 5}
BO = {"name": "Bo", "fish": 2, "reeds": 0, "holes": 0, "nests": 5}


@pytest.fixture
def declared(pond: Workshop) -> Workshop:
    pond.write("scoring.yaml", DECLARED)
    return pond


def scored(*players: dict[str, Any], lang: str = "en") -> dict[str, Any]:
    scorer = scorer_for("pond", lang)
    return as_data(scorer.score(scorer.read({"players": list(players)})))


def lines(side: dict[str, Any]) -> dict[str, int]:
    return {line["rule"]: line["points"] for line in side["lines"]}


def test_every_way_to_count_counts(declared: Workshop) -> None:
    result = scored(ADA, BO)
    ada, bo = result["sides"]
    assert lines(ada) == {"fish": 9, "reeds": 2, "holes": -2, "nests": 6, "angler": 5, "nester": 0}
    assert lines(bo) == {"fish": 6, "reeds": 0, "holes": 0, "nests": 6, "angler": 0, "nester": 0}
    assert (ada["total"], bo["total"]) == (20, 12)
    assert (result["outcome"], result["winners"]) == ("ranked", ["Ada"])


def test_reasons_are_sentences(declared: Workshop) -> None:
    whys = [line["why"] for line in scored(ADA, BO)["sides"][0]["lines"]]
    assert whys == [
        text_of("declared.each", n=3, each=3),
        text_of("declared.every", n=9, each=1, every=4),
        text_of("declared.each_part", n=1, each="-2"),
        "5 counted: 6 points.",
        text_of("declared.most", n=3),
        text_of("declared.tied", names="Ada and Bo", n=5),
    ]
    other = [line["why"] for line in scored(ADA, BO, lang="sv")["sides"][1]["lines"]]
    assert other[4] == text_of("declared.not_most", "sv", names="Ada", n=3)


def test_an_award_of_many_goes_to_all_of_them(declared: Workshop) -> None:
    ada, bo = scored({**ADA, "fish": 2}, BO)["sides"]
    assert lines(ada)["angler"] == lines(bo)["angler"] == 5
    none = scored({**ADA, "fish": 0}, {**BO, "fish": 0})["sides"]
    assert [lines(side)["angler"] for side in none] == [0, 0]


@pytest.mark.parametrize(("nests", "points"), list(enumerate([0, 1, 3, 6, 6, 6])))
def test_steps_are_for_none_one_two_and_so_on(declared: Workshop, nests: int, points: int) -> None:
    (side,) = scored({**ADA, "nests": nests})["sides"]
    assert lines(side)["nests"] == points


@pytest.mark.parametrize(("reeds", "points"), [(3, 0), (4, 5), (6, 5), (7, 5), (8, 10), (11, 10)])
def test_points_for_every_few_are_for_whole_groups(
    declared: Workshop, reeds: int, points: int
) -> None:
    declared.change("scoring.yaml", "each: 1, every: 4", "each: 5, every: 4")
    (side,) = scored({**ADA, "reeds": reeds})["sides"]
    assert lines(side)["reeds"] == points


def test_as_many_as_allowed_are_allowed(declared: Workshop) -> None:
    scorer = scorer_for("pond")
    assert scorer.check({"players": [{**ADA, "holes": 9, "fish": 5}]})[1] == []
    assert scorer.check({"players": [{**ADA, "fish": 3}, {**BO, "fish": 2}]})[1] == []
    assert len(scorer.check({"players": [{**ADA, "holes": 10, "fish": 6}]})[1]) == 2


def test_what_is_counted_of_one_deck_is_counted_together(declared: Workshop) -> None:
    declared.change("scoring.yaml", "ask: Nests,", "ask: Nests, deck: fish,")
    scorer = scorer_for("pond")
    assert scorer.check({"players": [{**ADA, "fish": 2, "nests": 3}]})[1] == []
    (one,) = scorer.check({"players": [{**ADA, "fish": 2, "nests": 1}, {**BO, "nests": 1}]})[1]
    assert one.found.text_in("en", scorer.say.words) == text_of(
        "wrong.supply", what="fish and nests", n=6, most=5
    )
    assert [(limit.most, limit.counts) for limit in scorer.limits()] == [
        (5, (("fish", ""), ("nests", "")))
    ]


@pytest.mark.parametrize(
    ("players", "message"),
    [
        (
            [{**ADA, "holes": 10}],
            fault("players\\[1\\].holes", text_of("wrong.count_large", n=10), "up to 9"),
        ),
        ([{**ADA, "fish": 6}], text_of("wrong.supply", what="fish", n=6, most=5)),
        ([ADA, ADA], "each name once"),
        ([], "0 players; allowed: 1 to 3"),
        ([{**ADA, "fisch": 1}], text_of("wrong.no_key", given='"fisch".*did you mean fish')),
        ([{"name": "Ada"}], r"players\[1\].fish: missing"),
    ],
)
def test_what_cannot_be_is_refused(declared: Workshop, players: Any, message: str) -> None:
    with pytest.raises(Problems, match=message):
        scorer_for("pond").read({"players": players})


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("each: -2, most: 9", "most: 9", text_of("wrong.each_or_steps")),
        (
            "most_of: fish",
            "most_of: fisch",
            'scoring.yaml:10 score.awards.angler.most_of: "angler": nothing counts "fisch"; '
            "allowed: fish, reeds, holes, nests; did you mean fish?",
        ),
        (
            "deck: fish",
            "deck: fisch",
            fault(
                "scoring.yaml:5 score.count.fish.deck",
                text_of("wrong.no_deck", line='"fish"', given='"fisch"'),
                "fish",
            ),
        ),
        (
            "steps: [0, 1",
            "every: 2, steps: [0, 1",
            text_of("score.apart", option='score.count.nests: "every"', others='"steps"'),
        ),
        (
            "  angler:",
            "  reeds:",
            fault(
                "scoring.yaml:10 score.awards.reeds", text_of("wrong.counted_too", given='"reeds"')
            ),
        ),
        ("least: 1, most: 3", "least: 4, most: 3", "from 4 to 3"),
        ("ask: Reeds", "ask: '{n} Reeds'", 'scoring.yaml:6 score.count.reeds.ask: "{n} Reeds"'),
        (
            "every: 4",
            "every: 0",
            fault("scoring.yaml:6 score.count.reeds.every", text_of("wrong.small", given='"0"')),
        ),
        ("ties: none", "ties: some", "scoring.yaml:11 score.awards.nester.ties"),
        ("each: 1, every", "ich: 1, every", 'unknown key "ich"'),
        ("nests: {", "Nests: {", "scoring.yaml:8 score.count.Nests"),
        ("  players: {least: 1, most: 3}\n", "", "score.players: missing"),
    ],
)
def test_a_slip_is_a_problem_with_its_line(
    declared: Workshop, old: str, new: str, message: str
) -> None:
    declared.change("scoring.yaml", old, new)
    messages = "\n".join(str(problem) for problem in check_rules(declared.load()))
    assert message in messages


def test_what_would_have_changed_it_is_told(declared: Workshop) -> None:
    scorer = scorer_for("pond")
    state = scorer.read({"players": [{**ADA, "fish": 2, "holes": 0}, {**BO, "fish": 2}]})
    texts = [turn.text for turn in what_if(scorer, state)]
    assert text_of("declared.more", name="Bo", n=1, what="Fish caught") in texts


@pytest.mark.slow
def test_the_page_asks_and_answers(declared: Workshop) -> None:
    assert has_rules("pond")
    scored_by = {game["slug"]: game["scored"] for game in games_record("en")["games"]}
    assert scored_by["pond"]
    form = form_record("pond", "sv")
    assert [field["label"] for field in form["fields"]][:2] == ["Namn", "Fångade fiskar"]
    assert [field["help"] for field in form_record("pond", "en")["fields"]][1:] == [
        "3 points each, most of all: +5",
        "Count every reed (1 point for every 4)",
        "-2 points each",
        "0, 1, 3, 6 points, most of all: +2",
    ]
    answers = {"answers": {"players": [ADA, BO]}}
    assert score_record("pond", answers, "en")["result"]["winners"] == ["Ada"]


@pytest.mark.slow
def test_terminal_and_paper_have_it(declared: Workshop, ecotable: Command) -> None:
    (declared.root / "table.yaml").write_text(json.dumps({"players": [ADA, BO]}))
    answer = ecotable("score", "pond", "table.yaml")
    assert answer.code == 0, answer.err
    assert "Fish caught" in answer.out
    sheet = kit_of(declared.load()).score_sheet()
    assert sheet and "Nests" in sheet.svg
    assert ecotable("check", "pond").code == 0


def test_a_game_without_the_part_has_no_rules(pond: Workshop) -> None:
    assert not is_scored(pond.load())
    assert not has_rules("pond")


def test_a_plan_counts_the_score_sheet(pond: Workshop) -> None:
    before = make_plan(pond.load(), print_options()).pages
    pond.write("scoring.yaml", DECLARED)
    assert make_plan(pond.load(), print_options()).pages == before + 2


@pytest.mark.parametrize(
    ("old", "good", "bad"),
    [
        ("least: 1, most: 3", "least: 20, most: 20", "least: 20, most: 21"),
        ("least: 1, most: 3", "least: 1, most: 1", "least: 0, most: 3"),
        ("steps: [0, 1, 3, 6]", f"steps: {[1] * 100}", f"steps: {[1] * 101}"),
        ("steps: [0, 1, 3, 6]", "steps: [7]", "steps: []"),
        ("most: 9", "most: 1000", "most: 1001"),
        ("most: 9", "most: 1", "most: 0"),
        ("each: -2", "each: -1000", "each: -1001"),
        ("each: 3", "each: 1000", "each: 1001"),
        ("every: 4", "every: 1000", "every: 1001"),
        ("points: 5", "points: 1000", "points: 1001"),
        ("ask: Reeds", f"ask: {'R' * 60}", f"ask: {'R' * 61}"),
        ("ask: Reeds", "ask: {en: R}", "ask: {}"),
        ("ask: Reeds", "ask: R", "ask: ''"),
        ("reeds: {", f"{'r' * 40}: {{", f"{'r' * 41}: {{"),
    ],
)
def test_what_is_declared_is_taken_up_to_its_bounds(
    declared: Workshop, old: str, good: str, bad: str
) -> None:
    declared.change("scoring.yaml", old, good)
    assert list(check_rules(declared.load())) == []
    declared.change("scoring.yaml", good, bad)
    assert list(check_rules(declared.load()))


@pytest.mark.parametrize(("many", "sound"), [(40, True), (41, False)])
def test_so_many_things_are_counted_and_awarded(declared: Workshop, many: int, sound: bool) -> None:
    counts = "".join(f"    c{number}: {{ask: C, each: 1}}\n" for number in range(many))
    awards = "".join(
        f"    a{number}: {{ask: A, most_of: c1, points: 1}}\n" for number in range(many)
    )
    head = "score:\n  players: {most: 2}\n  count:\n"
    declared.write("scoring.yaml", f"{head}{counts}")
    assert (not list(check_rules(declared.load()))) is sound
    declared.write("scoring.yaml", f"{head}    c1: {{ask: C, each: 1}}\n  awards:\n{awards}")
    assert (not list(check_rules(declared.load()))) is sound


def test_the_smallest_table_has_nothing_on_it(declared: Workshop) -> None:
    declared.change("scoring.yaml", "least: 1", "least: 2")
    scorer = scorer_for("pond")
    nothing = {"fish": 0, "reeds": 0, "holes": 0, "nests": 0}
    assert scorer.rules.blank(scorer.numbers) == {
        "players": [{"name": "1", **nothing}, {"name": "2", **nothing}]
    }


def test_all_that_is_one_number_away_is_looked_at(declared: Workshop) -> None:
    """Up to twelve more and, down to none, fewer; nothing else changes with it."""
    scorer = scorer_for("pond")
    ada = {**ADA, "fish": 2, "reeds": 20, "holes": 0, "nests": 1}
    state = scorer.read({"players": [ada]})
    changes = {}
    for ladder in scorer.rules.changes(state, scorer.numbers, scorer.say):
        for change in ladder:
            (player,) = change.state.raw()["players"]
            other = {key: value for key, value in player.items() if value != ada[key]}
            ((key, value),) = other.items()
            assert change.cost == abs(value - ada[key])
            assert change.touches == {f"Ada.{key}"}
            changes[key, value] = change.text
    assert set(changes) == {
        *(("fish", value) for value in (0, 1, *range(3, 15))),
        *(("reeds", value) for value in range(8, 33) if value != 20),
        *(("holes", value) for value in range(1, 13)),
        *(("nests", value) for value in (0, *range(2, 14))),
    }
    assert len(set(changes.values())) == len(changes)


def test_a_form_asks_for_a_name_once_and_for_every_number_from_none(declared: Workshop) -> None:
    name, *counts = scorer_for("pond").form()
    assert (name.key, name.unique, name.part) == ("name", True, "who")
    assert [(one.key, one.low, one.high, one.default) for one in counts] == [
        *[("fish", 0, 999, 0), ("reeds", 0, 999, 0), ("holes", 0, 9, 0), ("nests", 0, 999, 0)]
    ]
    assert {(one.group.least, one.group.most) for one in (name, *counts)} == {(1, 3)}


def test_a_kept_table_remembers_its_numbers_and_tells_what_is_different(
    declared: Workshop, ecotable: Command
) -> None:
    """Both results are told: the one that was kept and the one by today's numbers."""
    table = declared.root / "table.json"
    table.write_text(json.dumps({"players": [ADA, BO]}), encoding="utf-8")
    ecotable("score", "pond", table)
    assert ecotable("score", "--again", 1).err == ""
    declared.change("scoring.yaml", "each: 3", "each: -10")
    declared.change("scoring.yaml", "angler: {ask: Best angler, most_of: fish, points: 5}", "")
    for _ in range(2):
        lines = ecotable("score", "--again", 1).err.splitlines()
        assert lines[0].startswith("Game 1 was scored on ")
        assert lines[1:] == [
            "  score.count.fish.each was 3 and is now -10",
            "  score.awards.angler.points was removed; it was 5",
            text_of("saved.turned", before="Ada", now="Bo"),
        ]
    swedish = ecotable("score", "--again", 1, "--lang", "sv").err
    assert (
        text_of("saved.number", "sv", place="score.count.fish.each", before=3, now="-10") in swedish
    )


def test_a_table_that_was_kept_without_numbers_is_scored_without_a_word(
    declared: Workshop, ecotable: Command
) -> None:
    table = declared.root / "table.json"
    table.write_text(json.dumps({"players": [ADA, BO]}), encoding="utf-8")
    ecotable("score", "pond", table)
    (path,) = saved_tables().folder.glob("*.json")
    raw = json.loads(path.read_text("utf-8"))
    del raw["numbers"]
    path.write_text(json.dumps(raw), encoding="utf-8")
    declared.change("scoring.yaml", "each: 3", "each: 4")
    answer = ecotable("score", "--again", 1)
    assert (answer.code, answer.err) == (0, "")

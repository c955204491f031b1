"""Slips in declarations: each a message with its line, and none that only shows on a table."""

from __future__ import annotations

import pytest
from declaration_slips import BASE, IN_ROUNDS, fuzzed
from published import declare
from texts import fault, text_of
from thorough import often
from workshop import Workshop

from cards_data import Problems
from scorer.registry import check_rules


def problem_text(pond: Workshop, declaration: str) -> str:
    declare(pond, declaration)
    return "\n".join(str(problem) for problem in check_rules(pond.load()))


@pytest.mark.parametrize("base", [BASE, IN_ROUNDS])
def test_the_base_is_sound(pond: Workshop, base: str) -> None:
    assert problem_text(pond, base) == ""


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "sum: points",
            "sum: pints",
            'scoring.yaml:9 score.count.birds.sum: "birds": "pints" is not available here; '
            "allowed: players, lead, coins, name, habitat, points",
        ),
        ("sum: points", "sum: pints", "did you mean points"),
        ("sum: length", "sum: length +", 'scoring.yaml:10 score.count.route.sum: "length +" ends'),
        ("sum: length", "sum: lenght * 2", text_of("problem.did_you_mean", words="length")),
        ("sum: length", "sum: smu(birds)", text_of("problem.did_you_mean", words="sum")),
        ("{of: birds, sum: points}", "{of: birds, sum: habitat}", '"habitat" is a word, not a'),
        (
            "cards: birds",
            "cards: brids",
            (
                text_of("rules.no_deck", name='"brids"')
                + "; allowed: "
                + "birds"
                + "; "
                + text_of("problem.did_you_mean", words="birds")
            ),
        ),
        (
            "yes/no",
            "yes/nein",
            (text_of("wrong.no_type", given='"yes/nein"') + "; allowed: " + "int, yes/no"),
        ),
        ("yes/no", "yes", "scoring.yaml:5 score.ask.route.list.ticket"),
        ("[gold, silver]", "[gold, gold]", "a word appears twice"),
        ("[gold, silver]", "[gold]", "is too short; allowed: 2 or more"),
        ("points: {gold: 5}", "points: {glod: 5}", text_of("problem.did_you_mean", words="gold")),
        ("points: {gold: 5}", "points: {gold: much}", 'score.count.lead.points.gold: "much" is no'),
        ("of: lead, points", "of: coins, points", '"coins" is not a choice'),
        ("sets: [coins, route]", "sets: [coins, lead]", '"lead" is a word'),
        ("sets: [coins, route]", "sets: [coins]", "allowed: 2 or more"),
        ("each_by: {length:", "each_by: {ticke:", text_of("problem.did_you_mean", words="ticket")),
        ("of: route, each_by", "of: coins, each_by", '"coins" is neither a list nor cards'),
        ("places: [3, 1]", "places: 3", '"3" is not a list'),
        (
            "places: [3, 1]",
            "places: [3], points: 2",
            fault("allowed", text_of("wrong.points_or_places.allowed")),
        ),
        ("most_of: coins", "most_of: conis", 'nothing counts "conis"'),
        ("most_of: coins", "most_of: lead", '"lead" is a word, not a number'),
        (
            "ties: split",
            "ties: splitt",
            (text_of("wrong.not_known", given='"splitt"') + "; allowed: " + "all, none, nobody"),
        ),
        ("ties: split", "ties: splitt", text_of("problem.did_you_mean", words="split")),
        ("most coins", "many coins", text_of("wrong.no_tie_break", given='"many coins"')),
        ("most coins", "most conis", text_of("problem.did_you_mean", words="coins")),
        ("  tie_break", "  outcome: together\n  tie_break", "allowed: outcome: together and won"),
        ("  tie_break", "  outcome: rounds\n  tie_break", text_of("wrong.rounds_missing")),
        (
            "  tie_break",
            "  outcom: lowest\n  tie_break",
            text_of("problem.did_you_mean", words="outcome"),
        ),
        (
            "  tie_break",
            "  rounds: 3\n  tie_break",
            'scoring.yaml:15 score.awards.rich: "rich": the award does not say whether it is given',
        ),
        ("ties: split", "ties: split, per: game", 'awards.rich.per: "rich": per in a game without'),
        ("{most: 20}", "{most: 20, type: yes/no}", text_of("wrong.no_bounds", kind="yes/no")),
        ("{most: 20}", "{least: 30, most: 20}", "from 30 to 20"),
        (
            "route: {list",
            "route_: {list",
            (text_of("wrong.no_text_line", given='"route_"') + "; allowed: " + "up to 40"),
        ),
        ("route: {list", "Route: {list", "starting with a letter and not ending with _"),
        (
            "{length: {most: 9}",
            "{length_: {most: 9}",
            text_of("wrong.no_text_line", given='"length_"'),
        ),
        ("coins: {most: 20}", "players: {most: 20}", '"players" is a reserved name'),
    ],
)
def test_a_slip_is_a_problem_with_its_line(
    pond: Workshop, old: str, new: str, expected: str
) -> None:
    assert old in BASE
    text = problem_text(pond, BASE.replace(old, new, 1))
    assert expected in text
    assert "scoring.yaml:" in text


SHADOW = """\
score:
  players: {most: 2}
  ask: {birds: {cards: birds}, lead: {choice: [gold, forest]}, route: {list: {gold: int}}}
  count:
%s
"""


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        ('    forest: {sum: 3}\n    x: {sum: "count(birds, habitat = forest)"}', "6 score.count.x"),
        ('    forest: {each: 1, when: "count(birds, habitat = forest) > 0"}', "5 score.count.f"),
        ('    gold: {each: 1}\n    x: {of: route, each: 1, when: lead = gold}', "6 score.c"),
        ('    x: {of: route, each: 1, when: lead = gold}', "5 score.count.x.when"),
        ('    x: {each: 1}\n  awards:\n    gold: {most_of: x, points: 1}\n'
         '  tie_break: [most (lead = gold)]', "8 score.tie_break.0"),
        ('    owl: {each: 1}\n    x: {sum: "count(birds, name = owl)"}', "6 score.count.x"),
    ],
    ids=["line", "line that asks", "list field and line", "list field", "award", "card"],
)  # fmt: skip
def test_a_word_that_would_be_read_as_a_name_is_refused(
    pond: Workshop, lines: str, place: str
) -> None:
    text = problem_text(pond, SHADOW % lines)
    assert f"scoring.yaml:{place}" in text
    assert (
        "can mean a choice of" in text
        and fault("allowed", text_of("wrong.two_meanings.allowed")) in text
    )
    assert "rename the line or question, or write '" in text


def test_a_word_is_a_word_where_no_name_holds(pond: Workshop) -> None:
    """A line is not known before it is counted, and rows are not known inside of rows."""
    own = '    forest: {sum: "count(birds, habitat = forest)"}'
    assert problem_text(pond, SHADOW % own) == ""


@pytest.mark.parametrize(
    "text", ["score", "3", "- score", "{value: 3, source: inferred, reason: x}"]
)
def test_a_file_without_keys_is_told(pond: Workshop, text: str) -> None:
    declare(pond, text)
    with pytest.raises(
        Problems, match=r"scoring\.yaml:1: found .*instead of keys; allowed: keys with"
    ):
        pond.load()


def test_several_slips_are_told_at_once(pond: Workshop) -> None:
    slips = BASE.replace("sum: points", "sum: pints").replace("sum: length", "sum: lenght")
    assert len(problem_text(pond, slips).splitlines()) == 2


# ---- mutations: more of them by ``python tests/scorer/declaration_slips.py`` -----------------


@pytest.mark.slow
def test_no_mutation_passes_the_check_and_fails_on_a_table(pond: Workshop) -> None:
    outcomes = list(fuzzed(pond, 60, 7))
    assert outcomes.count("passed") > 3 and outcomes.count("told") > 10


@pytest.mark.sampled
@pytest.mark.slow
def test_many_mutations(pond: Workshop) -> None:
    count = often(60, trust=600)
    outcomes = list(fuzzed(pond, count, 11))
    assert outcomes.count("passed") > count // 15 and outcomes.count("told") > count // 6

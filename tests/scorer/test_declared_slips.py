"""Slips in declarations: each a message with its line, and none that only shows on a table."""

from __future__ import annotations

import random
from typing import Any

import pytest
import yaml
from published import GAMES, declare
from workshop import Workshop

from cards_data import Problems
from scorer.core.kinds.rows import fields_of
from scorer.engine import scorer_of
from scorer.registry import check_rules
from scorer.whatif import what_if

BASE = """\
score:
  players: {least: 1, most: 3}
  ask:
    birds: {cards: birds}
    route: {list: {length: {most: 9}, ticket: yes/no}}
    lead:  {choice: [gold, silver]}
    coins: {most: 20}
  count:
    birds: {of: birds, sum: points}
    route: {of: route, sum: length}
    lead:  {of: lead, points: {gold: 5}}
    sets:  {sets: [coins, route], each: 2}
    groups: {of: route, each_by: {length: [0, 2]}}
  awards:
    rich: {most_of: coins, places: [3, 1], ties: split}
  tie_break: [most coins]
"""


def told(pond: Workshop, declaration: str) -> str:
    declare(pond, declaration)
    return "\n".join(str(problem) for problem in check_rules(pond.load()))


def test_the_base_is_sound(pond: Workshop) -> None:
    assert told(pond, BASE) == ""


@pytest.mark.parametrize(
    ("old", "new", "wanted"),
    [
        ("sum: points", "sum: pints",
         'scoring.yaml:9 score.count.birds.sum: "birds": there is no "pints" here; allowed: '
         "players, lead, coins, name, habitat, points"),
        ("sum: points", "sum: pints", "did you mean points"),
        ("sum: length", "sum: length +", 'scoring.yaml:10 score.count.route.sum: "length +" ends'),
        ("sum: length", "sum: lenght * 2", "did you mean length?"),
        ("sum: length", "sum: smu(birds)", "did you mean sum?"),
        ("{of: birds, sum: points}", "{of: birds, sum: habitat}", '"habitat" is a word, not a'),
        ("cards: birds", "cards: brids", 'no deck "brids"; allowed: birds; did you mean birds?'),
        ("yes/no", "yes/nein", '"yes/nein" is no kind of question; allowed: int, yes/no'),
        ("yes/no", "yes", "scoring.yaml:5 score.ask.route.list.ticket"),
        ("[gold, silver]", "[gold, gold]", "a word stands twice"),
        ("[gold, silver]", "[gold]", "is too short; allowed: 2 or more"),
        ("points: {gold: 5}", "points: {glod: 5}", "did you mean gold?"),
        ("points: {gold: 5}", "points: {gold: much}", 'score.count.lead.points.gold: "much" is no'),
        ("of: lead, points", "of: coins, points", '"coins" is no choice'),
        ("sets: [coins, route]", "sets: [coins, lead]", '"lead" is a word'),
        ("sets: [coins, route]", "sets: [coins]", "allowed: 2 or more"),
        ("each_by: {length:", "each_by: {ticke:", "did you mean ticket?"),
        ("of: route, each_by", "of: coins, each_by", '"coins" is no list and no cards'),
        ("places: [3, 1]", "places: 3", '"3" is no list'),
        ("places: [3, 1]", "places: [3], points: 2", "allowed: one of points, places"),
        ("most_of: coins", "most_of: conis", 'nothing counts "conis"'),
        ("most_of: coins", "most_of: lead", '"lead" is a word, not a number'),
        ("ties: split", "ties: splitt", '"splitt" is not known; allowed: all, none, nobody'),
        ("ties: split", "ties: splitt", "did you mean split?"),
        ("most coins", "many coins", '"many coins" breaks no tie'),
        ("most coins", "most conis", "did you mean coins?"),
        ("  tie_break", "  outcome: together\n  tie_break", "allowed: outcome: together and won"),
        ("  tie_break", "  outcome: rounds\n  tie_break", "outcome: rounds without rounds"),
        ("  tie_break", "  outcom: lowest\n  tie_break", "did you mean outcome?"),
        ("  tie_break", "  rounds: 3\n  tie_break", "cards cannot be asked round by round"),
        ("{most: 20}", "{most: 20, type: yes/no}", "least or most beside yes/no"),
        ("{most: 20}", "{least: 30, most: 20}", "from 30 to 20"),
        ("coins: {most: 20}", "players: {most: 20}", '"players" has a meaning of its own'),
    ],
)  # fmt: skip
def test_a_slip_is_a_problem_with_its_line(pond: Workshop, old: str, new: str, wanted: str) -> None:
    assert old in BASE
    found = told(pond, BASE.replace(old, new, 1))
    assert wanted in found
    assert "scoring.yaml:" in found


def test_several_slips_are_told_at_once(pond: Workshop) -> None:
    slips = BASE.replace("sum: points", "sum: pints").replace("sum: length", "sum: lenght")
    assert len(told(pond, slips).splitlines()) == 2


# ---- mutations -----------------------------------------------------------------------------

WORDS: list[Any] = [
    None, True, 0, -1, 3, 0.5, 10**12, "", "coins", "points", "most coins", "a + b", "((", "3+",
    "yes/no", "int", "all", "holder", "together", "rounds", "1/0", "total >= 3", [], {}, ["a"],
    [1, 2], {"a": 1}, {"length": [1]}, [[]], {"x": {}}, "sum(birds, points)", "name", "nan",
]  # fmt: skip
KEYS = ["of", "each", "sum", "steps", "sets", "when", "from", "round", "ties", "places", "points",
        "rounds", "won", "outcome", "least_of", "list", "choice", "cards", "type", "most", "least",
        "product", "every", "by_players", "players", "each_by", "deck", "ask", 7]  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a declaration with a key in it."""
    if isinstance(value, dict):
        own = [(value, key) for key in value]
    elif isinstance(value, list):
        own = [(value, at) for at in range(len(value))]
    else:
        return []
    return own + [place for holder, key in own for place in places(holder[key])]


def mutated(declaration: str, chance: random.Random) -> Any:
    """One to three changes: another value, a part gone, a key more, two parts swapped."""
    raw = yaml.safe_load(declaration)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places(raw["score"]) or [(raw, "score")])
        other, theirs = chance.choice(places(raw["score"]) or [(raw, "score")])
        way = chance.randrange(4)
        if way == 0:
            holder[key] = chance.choice(WORDS)
        elif way == 1 and isinstance(holder, dict):
            del holder[key]
        elif way == 2 and isinstance(holder, dict):
            holder[chance.choice(KEYS)] = chance.choice(WORDS)
        else:
            holder[key] = yaml.safe_load(yaml.safe_dump(other[theirs]))
        if not isinstance(raw.get("score"), dict):
            break
    return raw


def tables(scorer: Any, chance: random.Random) -> list[Any]:
    """The blank table, and some that are filled at random in the shape of the form."""
    least = scorer.numbers.score.players.least
    filled = [
        [{"name": str(n), **{f.key: answer(f, chance) for f in scorer.form() if f.key != "name"}}
         for n in range(max(least, 1))]
        for _ in range(3)
    ]  # fmt: skip
    return [scorer.rules.blank(scorer.numbers), *({"players": players} for players in filled)]


def answer(field: Any, chance: random.Random) -> Any:
    if field.kind == "cards":
        return [one.value for one in field.choices if chance.random() < 0.4]
    if field.kind == "rows":
        n = chance.randint(field.low, min(field.high, field.low + 3))
        return [{one.key: answer(one, chance) for one in fields_of(field)} for _ in range(n)]
    if field.kind == "choice":
        return chance.choice(field.choices).value
    return (
        chance.random() < 0.5 if field.kind == "yes_no" else chance.randint(field.low, field.high)
    )


def tried(pond: Workshop, declaration: Any, chance: random.Random) -> bool:
    """Whether a declaration passes the check; then everything else must work with it."""
    pond.write("scoring.yaml", yaml.safe_dump(declaration))
    try:
        game = pond.load()
    except Problems:
        return False
    found = [str(problem) for problem in check_rules(game)]
    assert not [line for line in found if "Error" in line], (declaration, found)
    if found or not isinstance(game.scoring.get("score"), dict):
        return False
    scorer = scorer_of(game, chance.choice(("en", "sv")))
    sound = [state for state, slips in map(scorer.checked, tables(scorer, chance)) if not slips]
    for state in sound:
        assert all(isinstance(side.total, int) for side in scorer.score(state).sides)
    for turn in what_if(scorer, sound[-1]) if sound else ():
        assert scorer.checked(turn.state.raw())[1] == []
    scorer.limits()
    return True


def fuzzed(pond: Workshop, rounds: int, seed: int) -> int:
    chance = random.Random(seed)
    declare(pond, BASE)
    bases = [BASE, *(one[0] for one in GAMES.values())]
    return sum(tried(pond, mutated(chance.choice(bases), chance), chance) for _ in range(rounds))


def test_no_mutation_passes_the_check_and_fails_on_a_table(pond: Workshop) -> None:
    passed = fuzzed(pond, 60, 7)
    assert passed > 3


@pytest.mark.slow
def test_many_mutations(pond: Workshop) -> None:
    assert fuzzed(pond, 600, 11) > 40

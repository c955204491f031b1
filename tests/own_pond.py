"""Rules of one's own for the made-up game, in the current folder."""

from __future__ import annotations

from workshop import Workshop

from scorer.registry import trust_here

RULES = '''\
"""A pond: a point for each frog."""

from scorer.core.forms import Field
from cards_data.schema import Frozen
from scorer.core.result import Line, Tally, ranked
from scorer.core.rules import Rules
from scorer.core.state import Count, TableState


class State(TableState):
    frogs: Count


class Numbers(Frozen):
    frog: int


def judge(state, numbers, say):
    line = Line("frogs", state.frogs * numbers.frog, say("why.frogs", n=state.frogs))
    return ranked("pond", [Tally(say("side.pond"), (line,))], say, ())


RULES = Rules(
    "pond",
    State,
    lambda game: Numbers(frog=game.scoring["frog"]),
    lambda numbers: {"frogs": 0},
    lambda state, numbers: (),
    judge,
    lambda numbers, say: (Field("frogs", say("rule.frogs"), "int", 0, 9),),
    lambda numbers: {"frog": numbers.frog},
    lambda state, numbers, say: (),
)
'''
WORDS = """id,text,text:sv
side.pond,Pond,Dammen
rule.frogs,Frogs,Grodor
why.frogs,{n} frogs.,{n} grodor.
"""


def write_own_rules(pond: Workshop, judged: str = "", fields: str = "") -> None:
    """Rules with a line of their own before they judge or before they ask."""
    games = pond.root / "scorer" / "games"
    games.mkdir(parents=True)
    rules = RULES.replace(
        "def judge(state, numbers, say):\n", f"def judge(state, numbers, say):\n    {judged}\n"
    )
    rules = rules.replace("RULES = Rules(", f"{fields}\nRULES = Rules(")
    (games / "pond.py").write_text(rules, encoding="utf-8")
    pond.write("scoring.yaml", "frog: 3\n")
    pond.write("scoring_words.csv", WORDS)


def with_own_rules(pond: Workshop, judged: str = "", fields: str = "") -> None:
    """The same, trusted."""
    write_own_rules(pond, judged, fields)
    trust_here()

"""A question of a new kind, a map of hexes, is one module, how paper draws it, and its game."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from test_score_asking import SCORE, Script
from texts import fault, text_of
from workshop import Command, Workshop, kit_of

from scorer.core import kinds
from scorer.engine import scorer_for
from scorer.registry import check_rules, trust_here
from scorer.terminal.saved_tables import SavedTables
from scorer.terminal.table_questions import ask_state
from scorer.web.api.records import form_record, score_record

KIND = '''\
"""What lies on each hex of a map; ``data["hexes"]`` names them by column and row."""

from scorer.core.kinds import Kind


def ask(asking):
    answer = {}
    for hex in asking.field.data["hexes"]:
        chosen = (asking.before or {}).get(hex, asking.field.choices[0].value)
        answer[hex] = asking.one(f"{asking.label} {hex}", asking.field.choices, chosen)
    return answer


def is_answer(value):
    return isinstance(value, dict) and all(isinstance(one, str) for one in value.values())


def say(field, value):
    return " ".join(f"{hex}:{what}" for hex, what in value.items())


def is_open(field, value):
    return set(value or ()) != set(field.data["hexes"])


def place(path):
    return path[:1]


KIND = Kind(ask, is_answer, say, is_open, place=place, sheet="hexes")
'''
SHEET = """\
{{ label(block.fields[0], 0, at.y + 4, w) }}
{% for hex in block.fields[0].data.hexes %}
<path d="{{ hexagon(10 + loop.index0 * 14, at.y + 20, 12) }}" fill="none" stroke="{{ accent }}"/>
{{ line(hex, 10 + loop.index0 * 14, at.y + 21, align="center") }}
{% endfor %}
{% set at.y = at.y + 32 %}
"""
RULES = '''\
"""A pond of hexes: points for each lily."""

from scorer.core.forms import Choice, Field
from scorer.core.result import Line, Tally, ranked
from scorer.core.rules import Rules
from cards_data.schema import Frozen, mistake
from scorer.core.state import TableState

HEXES = ("1-1", "2-1", "1-2")


class State(TableState):
    map: dict[str, str]


class Numbers(Frozen):
    lily: int


def check(state, numbers):
    for hex, what in state.map.items():
        if what not in ("water", "lily"):
            yield mistake(("map", hex), "pond", what=what)


def judge(state, numbers, say):
    lilies = list(state.map.values()).count("lily")
    line = Line("lilies", lilies * numbers.lily, say("why.lilies", n=lilies))
    return ranked("pond", [Tally(say("side.pond"), (line,))], say, ())


def form(numbers, say):
    choices = (Choice("water", say("water")), Choice("lily", say("lily")))
    return (Field("map", say("field.map"), "hexes", choices=choices, data={"hexes": HEXES}),)


RULES = Rules(
    "pond",
    State,
    lambda game: Numbers(lily=game.scoring["lily"]),
    lambda numbers: {"map": {}},
    check,
    judge,
    form,
    lambda numbers: {},
    lambda state, numbers, say: (),
)
'''
WORDS = """id,text
side.pond,Pond
field.map,The pond
water,Water
lily,A lily
rule.lilies,Lilies
why.lilies,{n} lilies.
wrong.pond,{what} lies in no pond
wrong.pond.allowed,"water, lily"
"""
TABLE = {"1-1": "lily", "2-1": "water", "1-2": "lily"}


@pytest.fixture
def hexes(
    pond: Workshop, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Workshop]:
    """Five files: the kind, its block of the score sheet, the rules, their number and words."""
    folder = tmp_path_factory.mktemp("kinds")
    monkeypatch.setattr(kinds, "__path__", [*kinds.__path__, str(folder)])
    files = {
        folder / "hexes.py": KIND,
        pond.root / "templates" / "_shared" / "score_sheet_hexes.svg.j2": SHEET,
        pond.root / "scorer" / "games" / "pond.py": RULES,
        pond.data / "scoring.yaml": "lily: 2\n",
        pond.data / "scoring_words.csv": WORDS,
    }
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    trust_here()
    yield pond
    kinds._kind.cache_clear()
    sys.modules.pop(f"{kinds.__name__}.hexes", None)


def test_its_game_is_in_order_and_scored_from_a_file(hexes: Workshop, ecotable: Command) -> None:
    assert "hexes" in kinds.names()
    assert list(check_rules(hexes.load())) == []
    (hexes.root / "table.yaml").write_text("map: {1-1: lily, 2-1: lily}\n")
    assert "Pond: 4" in ecotable("score", "pond", "table.yaml").out


def test_it_is_asked_and_corrected_at_the_terminal(hexes: Workshop, tmp_path: Path) -> None:
    script = Script(["lily", "water", "water", "fix The pond", None, None, "lily", SCORE])
    state, _ = ask_state(scorer_for("pond"), SavedTables(tmp_path), None, script)
    assert script.asked[:3] == ["The pond 1-1", "The pond 2-1", "The pond 1-2"]
    assert state.raw()["map"] == TABLE


def test_the_page_asks_for_it_and_shows_its_mistakes_where_they_are(hexes: Workshop) -> None:
    (field,) = form_record("pond", "en")["fields"]
    assert (field["kind"], field["data"]["hexes"]) == ("hexes", ("1-1", "2-1", "1-2"))
    part = score_record("pond", {"answers": {"map": {"1-1": "lily"}}}, "en")
    assert (part["open"], part["result"]) == (["map"], None)
    whole = score_record("pond", {"answers": {"map": TABLE}}, "en")
    assert whole["result"]["sides"][0]["total"] == 4
    wrong = score_record("pond", {"answers": {"map": {**TABLE, "2-1": "road"}}}, "en")
    assert [one["path"] for one in wrong["problems"]] == [["map", "2-1"]]
    shape = score_record("pond", {"answers": {"map": ["lily"]}}, "en")
    assert fault("map", text_of("sent.no_answer")) in shape["problems"][0]["text"]


def test_the_score_sheet_draws_it(hexes: Workshop) -> None:
    sheet = kit_of(hexes.load()).score_sheet()
    assert sheet is not None
    assert "The pond" in sheet.svg and "2-1" in sheet.svg

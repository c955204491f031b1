"""Mutations of declared scorers: each is told with its file and line, or scores and prints.

A sample runs with the tests; ``python tests/scorer/declaration_slips.py 10000 1`` tries as many
from a seed.
"""

from __future__ import annotations

import os
import random
import re
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import yaml
from published import DECKS, GAMES, declare
from text_slips import cut_off, other_lines, replaced
from workshop import Workshop, composer

from cards_data import Game, Problems
from generator.kit.kit_worker import PageRequest, make
from generator.options import Edition, PrintOptions
from generator.sheets.papers import papers
from scorer.core.kinds.rows import fields_of
from scorer.declared.variants import variants
from scorer.engine import scorer_of
from scorer.registry import check_rules
from scorer.web.api.records import form_record, score_record
from scorer.whatif import what_if

MOST_SECONDS = 20.0
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
# The same questions in rounds.
IN_ROUNDS = BASE.replace("  ask:", "  rounds: {most: 3}\n  ask:").replace(
    "ties: split}",
    "ties: split_place, per: round}\n    far: {least_of: sets, points: -2, per: game}",
)
WORDS: list[Any] = [
    None, True, 0, -1, 3, 0.5, 10**12, "", "coins", "points", "most coins", "a + b", "((", "3+",
    "yes/no", "int", "all", "holder", "together", "rounds", "1/0", "total >= 3", [], {}, ["a"],
    [1, 2], {"a": 1}, {"length": [1]}, [[]], {"x": {}}, "sum(birds, points)", "name", "nan",
    "split_place", "round", "game",
]  # fmt: skip
KEYS = ["of", "each", "sum", "steps", "sets", "when", "from", "round", "ties", "places", "points",
        "rounds", "won", "outcome", "least_of", "list", "choice", "cards", "type", "most", "least",
        "product", "every", "by_players", "players", "each_by", "deck", "ask", "per",
        7]  # fmt: skip


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every container in a declaration with a key in it."""
    if isinstance(value, dict):
        own = [(value, key) for key in value]
    elif isinstance(value, list):
        own = [(value, at) for at in range(len(value))]
    else:
        return []
    return own + [place for holder, key in own for place in places(holder[key])]


def other_values(declaration: str, chance: random.Random) -> Any:
    """One to three changes: another value, a part gone, a key more, two parts swapped."""
    raw = yaml.safe_load(declaration)
    for _ in range(chance.randint(1, 3)):
        holder, key = chance.choice(places(raw["score"]) or [(raw, "score")])
        other, theirs = chance.choice(places(raw["score"]) or [(raw, "score")])
        kind = chance.randrange(4)
        if kind == 0:
            holder[key] = chance.choice(WORDS)
        elif kind == 1 and isinstance(holder, dict):
            del holder[key]
        elif kind == 2 and isinstance(holder, dict):
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


def mutated(declaration: str, chance: random.Random) -> str:
    """A slip in what is said, or in how it is written."""
    if chance.random() < 0.5:
        return yaml.safe_dump(other_values(declaration, chance), sort_keys=False)
    for _ in range(chance.choice((1, 1, 2))):
        declaration = chance.choice(_SLIPS)(declaration, chance)
    return declaration


_WORD = re.compile(r"[a-z_]{3,}")
_NUMBER = re.compile(r"-?\b\d+\b")


def _other_number(text: str, chance: random.Random) -> str:
    number = chance.choice("0 -1 1 2 7 99 1000 1000000000 0.5 1.75 -3.25 1e9 .nan .inf".split())
    return replaced(text, _NUMBER, number, chance)


def _other_word(text: str, chance: random.Random) -> str:
    words = sorted(set(_WORD.findall(text)))
    return replaced(text, _WORD, chance.choice((*words, *_FORMULAS)), chance)


def _other_letter(text: str, chance: random.Random) -> str:
    """A slip of the finger in a word."""
    word = chance.choice(list(_WORD.finditer(text)) or [re.match("", text)])
    at = chance.randrange(word.start(), max(word.start() + 1, word.end())) if word else 0
    return text[:at] + chance.choice("aeist_") + text[at + chance.randrange(2) :]


def _other_sign(text: str, chance: random.Random) -> str:
    at = chance.randrange(len(text))
    return text[:at] + chance.choice("{}[]:,-#'\"&*!|>%@ \n\t0aé+/()<=") + text[at + 1 :]


def _other_lines(text: str, chance: random.Random) -> str:
    return other_lines(text, chance) or "score: {}\n"


_FORMULAS = (
    "'coins / 2'", "'coins / (coins - coins)'", "'min(coins, 3) * coins'", "'max()'",
    "'count(route)'",
    "'sum(route, length * length)'", "'sum(birds, points)'", "'coins coins'", "'1 +'", "'(' ",
    "'-coins'", "'coins >= 3'", "'players'", "'total'", "'count(birds, habitat == forest)'",
    "x" * 300,
)  # fmt: skip
_SLIPS = (
    _other_number,
    _other_number,
    _other_word,
    _other_word,
    _other_letter,
    _other_sign,
    _other_lines,
    cut_off,
)


def tried(pond: Workshop, declaration: str, chance: random.Random) -> str:
    """Whether a declaration is told or passes the check; then everything else must work with it."""
    pond.write("scoring.yaml", declaration)
    try:
        game = pond.load()
    except Problems as problems:
        return check_places(problems.problems)
    if slips := list(check_rules(game)):
        return check_places(slips)
    if not isinstance(game.scoring.get("score"), dict):
        return "no scorer"
    lang = chance.choice(("en", "sv"))
    _scored(game, lang, chance)
    return _printed(game, lang)


def check_places(problems: Any) -> str:
    for problem in problems:
        assert re.match(r"cards_data/pond/scoring\.yaml:\d+(?: |$)", str(problem.where)), problem
        # What is missing is named by its place.
        assert problem.allowed or problem.hint or str(problem.found) == "missing", problem
        assert "Error" not in str(problem) and "Traceback" not in str(problem), problem
    return "told"


def _scored(game: Game, lang: str, chance: random.Random) -> None:
    scorer = scorer_of(game, lang)
    rows = tables(scorer, chance)
    sound = [state for state, slips in map(scorer.check, rows) if not slips]
    for state in sound:
        result = scorer.score(state)
        for side in result.sides:
            assert isinstance(side.total, int)
            assert side.total == sum(line.points for line in side.lines)
    for turn in what_if(scorer, sound[-1]) if sound else ():
        assert scorer.check(turn.state.raw())[1] == []
    for variant in (one for rule in variants(scorer.numbers) for one in rule[:3] if sound):
        scorer.rules.judge(sound[-1], variant.numbers, scorer.say)
    scorer.limits()
    assert form_record(game.slug, lang)["fields"]
    for raw in rows:
        score_record(game.slug, raw, lang)


def _printed(game: Game, lang: str) -> str:
    """The score sheet; one that does not fit is a problem of the check, too."""
    edition = PrintOptions(edition=Edition(lang))
    request = PageRequest("score_sheet", edition, papers()["a4"], {"url": ""})
    try:
        pages, _ = make(composer(game, lang), request)
    except Problems:
        return "sheet told"
    assert pages
    return "passed"


def fuzzed(pond: Workshop, count: int, seed: int, go_on: bool = False) -> Iterator[str]:
    """What became of every mutation; anything else is an error, or shown before going on."""
    chance = random.Random(seed)
    declare(pond, BASE)
    bases = [BASE, IN_ROUNDS, *(one[0] for name, one in GAMES.items() if name not in DECKS)]
    for turn in range(count):
        text = mutated(chance.choice(bases), chance)
        begun = time.process_time()
        try:
            yield tried(pond, text, chance)
        except Exception as error:
            print(f"--- seed {seed}, turn {turn}: {error!r}\n{text}", file=sys.stderr, flush=True)
            if not go_on:
                raise
            yield "failed"
        assert time.process_time() - begun < MOST_SECONDS, f"takes too long:\n{text}"


def main() -> None:
    count, seed = int(sys.argv[1]), int(sys.argv[2])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        outcomes = Counter(fuzzed(Workshop(Path(folder)).build(), count, seed, go_on=True))
    print(f"{count} mutations from seed {seed}: {dict(outcomes)}")
    sys.exit(1 if outcomes["failed"] else 0)


if __name__ == "__main__":
    main()

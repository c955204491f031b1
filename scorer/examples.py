"""Check whether the worked examples of a game, ``examples/*.yaml``, give the expected results.

For declared rules, small changes of the rules are also tested. A change that no example detects is
in a rule that no example tests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from cards_data import Findings, Game, Problem, Problems
from cards_data.documents import Document, ReadOnly
from cards_data.problems import Message, Note, Place, quote
from cards_data.reader import examples, read_yaml
from cards_data.schema import Frozen, Path, read

from .core.result import Outcome, Result, Tally
from .core.rules import place_in
from .core.state import TableState
from .core.translation import localise
from .engine import Scorer, scorer_of
from .registry import is_scored, report_errors
from .whatif import KeysOnly

if TYPE_CHECKING:
    from .declared.variants import Variant

# The limit on work for testing changes: answers on all tables times the size of the rules.
WORK = 1_500_000
# At least this many changes are tested, no matter how large the tables are.
LEAST_TRIED = 10


class Expectation(Frozen):
    """The expected results of a table; what is not named is not compared."""

    outcome: Outcome | None = None
    winners: tuple[str, ...] | None = None
    totals: dict[str, int] = ReadOnly()
    places: dict[str, int] = ReadOnly()
    lines: dict[str, dict[str, int]] = ReadOnly()
    extras: dict[str, int] = ReadOnly()


class _ExampleFile(Frozen):
    title: Any = None
    source: Any = None
    state: Any
    expect: Expectation | None = None


Values = Mapping[Path, object]


class WorkedExample(NamedTuple):
    """A table that can be scored, and its expected results, by their path in the file."""

    document: Document
    state: TableState
    expected: Values


def check_examples(game: Game) -> Findings:
    """Report examples that are unreadable or give other results, and untested rules."""
    findings = Findings()
    if is_scored(game):
        report_errors(findings, game, partial(_check, findings, game))
    return findings


def _check(findings: Findings, game: Game) -> None:
    try:
        scorer = scorer_of(game)
    except Problems:
        return  # the check of the rules reports them
    worked: list[WorkedExample] = []
    for name in examples(game.folder):
        report_errors(findings, game, lambda: worked.append(_example(scorer, name)))  # noqa: B023
    for example in worked:
        findings.extend(_differences(scorer, example))
    if not findings and _is_declared(scorer):
        findings.extend(_untested_rules(scorer, [one for one in worked if one.expected]))


def _is_declared(scorer: Scorer) -> bool:
    """Return whether rules are declared; most games need not load that code."""
    if not scorer.game.declares_rules:
        return False
    from .declared import is_declared

    return is_declared(scorer.rules)


# ---- reading -------------------------------------------------------------------------------


def _example(scorer: Scorer, name: str) -> WorkedExample:
    document = read_yaml(scorer.game.folder / "examples" / f"{name}.yaml")
    read_file, mistakes = read(_ExampleFile, document.data)
    if read_file is None:
        raise Problems(
            localise(mistake, document.at(*mistake.path), scorer.game) for mistake in mistakes
        )
    lines = {path[1:]: line for path, line in document.lines.items() if path[:1] == ("state",)}
    state = scorer.read(document.data["state"], document._replace(lines=lines))
    return WorkedExample(document, state, dict(_expected_values(read_file.expect)))


def _expected_values(expect: Expectation | None) -> Iterator[tuple[Path, object]]:
    if expect is None:
        return
    if expect.outcome is not None:
        yield ("outcome",), expect.outcome
    if expect.winners is not None:
        yield ("winners",), _join_names(expect.winners)
    for part in ("totals", "places", "extras"):
        yield from (((part, name), n) for name, n in getattr(expect, part).items())
    for name, lines in expect.lines.items():
        yield from ((("lines", name, rule), n) for rule, n in lines.items())


def _join_names(names: Iterable[str]) -> str:
    return ", ".join(sorted(names)) or "–"


def _result_values(result: Result) -> Values:
    """Return everything that can be expected of a result, by the same paths."""
    tallies: Sequence[Tally] = (*result.sides, *result.extras)
    return {
        ("outcome",): result.outcome,
        ("winners",): _join_names(result.winners),
        **{("totals", side.name): side.total for side in result.sides},
        **{("places", side.name): side.place for side in result.sides},
        **{("extras", one.name): one.total for one in result.extras},
        **{("lines", one.name, line.rule): line.points for one in tallies for line in one.lines},
    }


# ---- differences ---------------------------------------------------------------------------


def _differences(scorer: Scorer, example: WorkedExample) -> Iterator[Problem]:
    result = scorer.score(example.state)
    counted = _result_values(result)
    for path, expected in example.expected.items():
        where = example.document.at("expect", *path)
        if path not in counted:
            yield _unknown(where, path, counted)
        elif counted[path] != expected:
            fault = Message("example.differs", expected=expected, found=counted[path])
            yield Problem(where, fault, hint=_ledger(scorer, result, path))


def _unknown(where: Place, path: Path, counted: Values) -> Problem:
    """Return the problem of the first name on a path that the result does not have."""
    depth = next(at for at in range(1, len(path)) if not _paths_below(counted, path[: at + 1]))
    names = dict.fromkeys(str(one[depth]) for one in _paths_below(counted, path[:depth]))
    name = path[depth]
    return Problem.unknown(where, Message("example.unknown", name=quote(name)), name, names)


def _paths_below(counted: Values, path: Path) -> list[Path]:
    return [one for one in counted if one[: len(path)] == path]


def _ledger(scorer: Scorer, result: Result, path: Path) -> Message | str:
    """Return the lines of a total that differs, to find the wrong one."""
    if path[0] != "totals":
        return ""
    side = next(one for one in result.sides if one.name == path[1])
    words = scorer.say.words
    lines = (f"{words.get(f'rule.{one.rule}', one.rule)} {one.points}" for one in side.lines)
    return Message("example.lines", lines=", ".join(lines))


# ---- untested rules ------------------------------------------------------------------------


def _untested_rules(scorer: Scorer, tables: Sequence[WorkedExample]) -> Iterator[Note]:
    """Yield a note for each rule with a change that no example detects."""
    from .declared.variants import variants

    document = read_yaml(scorer.game.folder / "scoring.yaml")
    if not tables:
        where = place_in(document, ("score",))
        yield Note(where, Message("example.none"), hint=Message("example.write"))
        return
    by_rule = [each for each in variants(scorer.numbers) if each]
    # One of each rule first, so that every rule is tested if not all changes can be.
    turns = [one for turn in zip_longest(*by_rule) for one in turn if one is not None]
    most = _most_tried(scorer, tables)
    left: dict[Path, list[Variant]] = {each[0].rule: [] for each in by_rule}
    for one in turns[:most]:
        if not any(_notices(scorer, table, one.numbers) for table in tables):
            left[one.rule].append(one)
    for rule, same in left.items():
        if not same:
            continue
        # The shortest change is the easiest to read.
        changes = (one.change for one in same)
        part, before, after, _ = min(changes, key=lambda one: len(one.before) + len(one.after))
        n = len(same) - 1
        gaps = {"part": part, "before": quote(before), "after": quote(after), "n": n}
        hint = Message("example.try")
        yield Note(place_in(document, rule), Message("example.untested", **gaps), hint=hint)
    if len(turns) > most:
        fault = Message("example.some", tried=most, n=len(turns))
        yield Note(place_in(document, ("score",)), fault)


def _most_tried(scorer: Scorer, tables: Sequence[WorkedExample]) -> int:
    from .declared.variants import weight

    answers = sum(_size(table.state.raw()) for table in tables)
    return max(LEAST_TRIED, WORK // (weight(scorer.numbers) * answers))


def _size(raw: Any) -> int:
    if isinstance(raw, dict | list):
        return 1 + sum(map(_size, raw.values() if isinstance(raw, dict) else raw))
    return 1


def _notices(scorer: Scorer, table: WorkedExample, numbers: Any) -> bool:
    say = KeysOnly(scorer.say.lang, scorer.say.words)
    counted = _result_values(scorer.rules.judge(table.state, numbers, say))
    return any(counted.get(path) != expected for path, expected in table.expected.items())

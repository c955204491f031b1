"""Charts from a few lines of YAML, as the tests of statistics ask them."""

from __future__ import annotations

from textwrap import dedent, indent

from cards_data import Findings, Game, Problems
from cards_data.declarations import read_document
from cards_data.documents import parse_yaml
from generator.report.values import Figure, Number
from generator.stats.report import MEASURES
from generator.stats.selection import Query

Numbers = dict[str, tuple[Number, ...]]


def chart(name: str, parameters: str, languages: tuple[str, ...] = ("en", "sv")) -> str:
    """A whole stats.yaml with one chart in it."""
    words = "{" + ", ".join(f"{lang}: T" for lang in languages) + "}"
    body = f"title: {words}\nmeaning: {words}\n{dedent(parameters)}"
    return f"charts:\n  {name}:\n{indent(body, '    ')}"


def figure(game: Game, measure: str, parameters: str) -> Figure:
    """What a measure gives; its problems are raised."""
    findings = Findings()
    document = parse_yaml(dedent(parameters), "stats.yaml")
    document.data.update(title="T", meaning="T", measure=measure)
    chart = read_document(MEASURES[measure], document, findings)
    found = chart.figure(Query(game, document, findings))
    findings.raise_any()
    return found


def problems(game: Game, measure: str, parameters: str) -> list[str]:
    """What a measure complains about."""
    try:
        figure(game, measure, parameters)
    except Problems as found:
        return [str(problem) for problem in found.problems]
    return []


def rows(found: Figure) -> Numbers:
    return dict(found.rows)


def column(found: Figure, key: str) -> dict[str, Number]:
    """One series of a figure, by row."""
    index = [series.key for series in found.series].index(key)
    return {key: numbers[index] for key, numbers in found.rows}


def facts(found: Figure) -> dict[str, Number]:
    return {fact.series.key: fact.now for fact in found.facts}

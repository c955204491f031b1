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
    data = chart.figure(Query(game, document, findings))
    findings.raise_any()
    return data


def problems(game: Game, measure: str, parameters: str) -> list[str]:
    """What a measure complains about."""
    try:
        figure(game, measure, parameters)
    except Problems as caught:
        return [str(problem) for problem in caught.problems]
    return []


def rows(chart_figure: Figure) -> Numbers:
    return dict(chart_figure.rows)


def column(chart_figure: Figure, key: str) -> dict[str, Number]:
    """One series of a figure, by row."""
    index = [series.key for series in chart_figure.series].index(key)
    return {key: numbers[index] for key, numbers in chart_figure.rows}


def facts(chart_figure: Figure) -> dict[str, Number]:
    return {fact.series.key: fact.now for fact in chart_figure.facts}

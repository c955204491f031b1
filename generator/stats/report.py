"""The statistics of a game: every chart with its names, optionally with an earlier version."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from cards_data.models import Game
from cards_data.problems import Findings, Message, Problems, did_you_mean, quote, text_in
from cards_data.words import PLAIN, in_language
from generator.report.html_page import picture
from generator.report.values import Fact, Figure, Numbers, Plot, PlotRow, TextLine, plot_data
from generator.words import say_in

from .charts import Chart, ChartNames, charts_of


@dataclass(frozen=True)
class Report:
    """All charts of a game. ``since``: what it is compared with, if anything."""

    template: ClassVar[str] = "stats"
    ascii: ClassVar[bool] = True
    indent: ClassVar[int] = 2
    game: Game
    lang: str
    since: str
    plots: tuple[Plot, ...]

    @property
    def title(self) -> str:
        return self.game.title(self.lang)

    @property
    def heading(self) -> str:
        if self.since:
            return say_in(self.lang)("heading_since", ref=self.since)
        return say_in(self.lang)("heading")

    @property
    def summary(self) -> str:
        """The number of changed charts, in one line; empty if nothing is compared."""
        changed, count = sum(bool(plot.changed_lines) for plot in self.plots), len(self.plots)
        if not self.since:
            return ""
        if not changed:
            return say_in(self.lang)("changed_none", all=count)
        return say_in(self.lang)("changed_charts", n=changed, all=count)

    def parts(self) -> Iterator[TextLine | Plot]:
        yield TextLine(((self.title, "bold"), (f": {self.heading}", "")))
        if self.since:
            yield TextLine.plain(self.summary)
            for plot in self.plots:
                if plot.changed_lines:
                    yield TextLine(((f"  {plot.title}  ", ""), (plot.id, "dim")))
        yield from self.plots

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game.slug,
            "lang": self.lang,
            "since": self.since or None,
            "charts": [plot_data(plot) for plot in self.plots],
        }

    def page_values(self) -> dict[str, Any]:
        return {"pictures": [picture(plot, self.lang) for plot in self.plots]}


def report(
    game: Game,
    earlier: Game | None = None,
    since: str = "",
    lang: str = PLAIN,
    chart_ids: tuple[str, ...] = (),
) -> Report:
    """Return the wanted charts, or all; the problems of all charts are reported together."""
    if not game.speaks(lang):
        fault = Message("stats.no_language", value=quote(lang), game=game.slug)
        raise Problems.of("--lang", fault, ", ".join(game.languages))
    findings = Findings()
    charts = {chart.id: chart for chart in charts_of(game, findings)}
    for name in chart_ids:
        if name not in charts:
            fault = Message("stats.no_chart", name=quote(name))
            findings.add("--chart", fault, ", ".join(charts), did_you_mean(name, charts))
    figures = [
        (chart, chart.figure(game, findings))
        for chart in charts.values()
        if not chart_ids or chart.id in chart_ids
    ]
    findings.raise_any()
    plots = tuple(plot(chart, figure, game, earlier, lang) for chart, figure in figures)
    return Report(game, lang, since, plots)


def plot(chart: Chart, now: Figure, game: Game, earlier: Game | None, lang: str) -> Plot:
    """Return one chart with its names, now and before."""
    before, note = _earlier(chart, now, earlier, lang) if earlier else (None, "")
    names = chart.names(game, lang, now)
    return Plot(
        chart.id,
        in_language(chart.titles, lang),
        in_language(chart.meanings, lang),
        chart.declared.measure,
        now.form,
        tuple(replace(series, label=names.of_series(series)) for series in now.series),
        _lines(now, before, names, chart.names(earlier, lang, now) if earlier else names),
        _facts(now, before, names),
        before is not None,
        note,
    )


def _earlier(chart: Chart, now: Figure, earlier: Game, lang: str) -> tuple[Figure | None, str]:
    """Return the earlier numbers, or why they are missing: other data, or other series."""
    findings = Findings()
    figure = chart.figure(earlier, findings)
    for problem in findings:
        return None, say_in(lang)("lacking", what=text_in(problem.found, lang))
    if [series.key for series in now.series] != [series.key for series in figure.series]:
        return None, say_in(lang)("not_comparable")
    return figure, ""


def _lines(
    now: Figure, before: Figure | None, names: ChartNames, old_names: ChartNames
) -> tuple[PlotRow, ...]:
    """Pair the rows of both versions by key; removed rows are last."""
    if not before:
        return tuple(PlotRow(key, names.name_of(key), numbers) for key, numbers in now.rows)
    new, old, none = dict(now.rows), dict(before.rows), _absent(now)
    keys = list(dict.fromkeys((*new, *old)))
    return tuple(
        PlotRow(
            key,
            (names if key in new else old_names).name_of(key),
            new.get(key, none),
            old.get(key, none),
        )
        for key in (sorted(keys, key=int) if now.form == "columns" else keys)
    )


def _absent(figure: Figure) -> Numbers | None:
    """Return what a missing row means: zero if pieces are counted, otherwise None."""
    counted = all(series.kind == "count" for series in figure.series)
    return (0,) * len(figure.series) if counted and figure.form != "points" else None


def _facts(now: Figure, before: Figure | None, names: ChartNames) -> tuple[Fact, ...]:
    old = {fact.series.key: fact.now for fact in before.facts} if before else {}
    return tuple(
        Fact(
            replace(fact.series, label=names.of_series(fact.series)),
            fact.now,
            old.get(fact.series.key),
        )
        for fact in now.facts
        if fact.now is not None and (fact.series.kind != "error" or fact.now)
    )

"""The report: every chart in words and numbers, of one reading of a game or of two.

Comes in: a game, perhaps an earlier reading of it, and a language. Goes out: one frozen Report
that the terminal, the page and the record all show.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from cards_data.models import Game
from cards_data.problems import Findings, Message, Problem, Problems, did_you_mean, quoted, text_in
from cards_data.words import PLAIN, in_language
from generator.words import say_in

from .chart_values import Figure, FigureRow, Form, Number, Series, written
from .charts import Chart, charts_of, chosen
from .value_names import ChartNames

Numbers = tuple[Number, ...]


@dataclass(frozen=True)
class Compared:
    """One row: its numbers now and before. Not there: the row is new, gone, or not compared."""

    key: str
    label: str
    now: Numbers | None
    before: Numbers | None = None


@dataclass(frozen=True)
class Measured:
    """A fact: a single number now and before."""

    head: Series
    now: Number
    before: Number = None


@dataclass(frozen=True)
class Plot:
    """A chart, ready to be shown."""

    id: str
    title: str
    meaning: str
    measure: str
    form: Form
    heads: tuple[Series, ...]
    lines: tuple[Compared, ...]
    facts: tuple[Measured, ...]
    compared: bool = False
    # Why there is no earlier reading of this chart, where one was asked for.
    note: str = ""

    @property
    def changed(self) -> tuple[Compared, ...]:
        """The lines that differ between the two readings."""
        return tuple(line for line in self.lines if self.compared and not _same(line, self.heads))


@dataclass(frozen=True)
class Report:
    """All charts of a game. ``since``: what it is compared with, if it is."""

    game: Game
    title: str
    lang: str
    since: str
    plots: tuple[Plot, ...]

    @property
    def heading(self) -> str:
        if self.since:
            return say_in(self.lang)("heading_since", ref=self.since)
        return say_in(self.lang)("heading")

    @property
    def summary(self) -> str:
        """How many charts changed, in one line."""
        changed, count = sum(bool(plot.changed) for plot in self.plots), len(self.plots)
        if not changed:
            return say_in(self.lang)("changed_none", all=count)
        return say_in(self.lang)("changed_charts", n=changed, all=count)


def report(
    game: Game,
    earlier: Game | None = None,
    since: str = "",
    lang: str = PLAIN,
    wanted: tuple[str, ...] = (),
) -> Report:
    """Every chart that is wanted; problems in any of them come all at once."""
    _check_language(game, lang)
    findings = Findings()
    charts = charts_of(game, findings)
    _check_wanted(charts, wanted, findings)
    figures = [(chart, chart.figure(game, findings)) for chart in chosen(charts, wanted)]
    findings.raise_any()
    plots = tuple(plot(chart, figure, game, earlier, lang) for chart, figure in figures)
    return Report(game, game.title(lang), lang, since, plots)


def _check_language(game: Game, lang: str) -> None:
    if not game.speaks(lang):
        found = Message("stats.no_language", value=quoted(lang), game=game.slug)
        raise Problems([Problem("--lang", found, ", ".join(game.languages))])


def _check_wanted(charts: Iterable[Chart], wanted: tuple[str, ...], findings: Findings) -> None:
    known = [chart.id for chart in charts]
    for name in wanted:
        if name not in known:
            hint = did_you_mean(name, known)
            findings.add(
                "--chart", Message("stats.no_chart", name=quoted(name)), ", ".join(known), hint
            )


def plot(chart: Chart, now: Figure, game: Game, earlier: Game | None, lang: str) -> Plot:
    """One chart with its names, now and before."""
    before, note = _earlier(chart, earlier, lang) if earlier else (None, "")
    if before and not _comparable(now, before):
        before, note = None, say_in(lang)("not_comparable")
    names = chart.names(game, lang, now)
    heads = tuple(replace(series, label=names.of_series(series)) for series in now.series)
    return Plot(
        chart.id,
        in_language(chart.titles, lang),
        in_language(chart.meanings, lang),
        chart.measure,
        now.form,
        heads,
        _lines(now, before, names, chart.names(earlier, lang, now) if earlier else names),
        _facts(now, before, names),
        before is not None,
        note,
    )


def _earlier(chart: Chart, earlier: Game, lang: str) -> tuple[Figure | None, str]:
    """The earlier numbers; what the earlier game lacks makes the chart one of today only."""
    findings = Findings()
    figure = chart.figure(earlier, findings)
    lacks = [text_in(problem.found, lang) for problem in findings]
    return (None, say_in(lang)("lacking", what=lacks[0])) if lacks else (figure, "")


def _comparable(now: Figure, before: Figure) -> bool:
    return [series.key for series in now.series] == [series.key for series in before.series]


def _lines(
    now: Figure, before: Figure | None, names: ChartNames, old_names: ChartNames
) -> tuple[Compared, ...]:
    """Rows of both readings under each key; rows that are gone come last."""
    if not before:
        return tuple(Compared(row.key, names.of(row.key), row.numbers) for row in now.rows)
    new, old = _by_key(now.rows), _by_key(before.rows)
    keys = _ordered(now, before)
    none = _absent(now)
    return tuple(
        Compared(
            key,
            (names if key in new else old_names).of(key),
            new.get(key, none),
            old.get(key, none),
        )
        for key in keys
    )


def _by_key(rows: tuple[FigureRow, ...]) -> dict[str, Numbers]:
    return {row.key: row.numbers for row in rows}


def _ordered(now: Figure, before: Figure) -> list[str]:
    keys = list(dict.fromkeys(row.key for row in (*now.rows, *before.rows)))
    return sorted(keys, key=int) if now.form == "columns" else keys


def _absent(figure: Figure) -> Numbers | None:
    """What a missing row means: nobody, where pieces are counted; no such row, elsewhere."""
    counted = all(series.kind == "count" for series in figure.series)
    return (0,) * len(figure.series) if counted and figure.form != "points" else None


def _facts(now: Figure, before: Figure | None, names: ChartNames) -> tuple[Measured, ...]:
    old = {fact.series.key: fact.number for fact in before.facts} if before else {}
    return tuple(
        Measured(
            replace(fact.series, label=names.of_series(fact.series)),
            fact.number,
            old.get(fact.series.key),
        )
        for fact in now.facts
        if fact.number is not None and (fact.series.kind != "error" or fact.number)
    )


def _same(line: Compared, heads: tuple[Series, ...]) -> bool:
    """Whether both readings are written alike: what nobody can read is no change."""
    if line.now is None or line.before is None:
        return line.now == line.before
    return all(
        written(new, head.kind) == written(old, head.kind)
        for new, old, head in zip(line.now, line.before, heads, strict=True)
    )

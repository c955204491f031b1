"""The statistics of a game: its charts with their names, optionally with an earlier version."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from cards_data.decks import in_all
from cards_data.declarations import ID, Texts, by_content, invalid, read_document
from cards_data.documents import Document
from cards_data.models import Column, Deck, Game, Piece
from cards_data.problems import Findings, Message, Problems, did_you_mean, quote, text_in
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from cards_data.words import PLAIN, in_language
from generator.report.html_page import picture
from generator.report.values import (
    Fact,
    Figure,
    Numbers,
    Plot,
    PlotRow,
    Series,
    TextLine,
    plot_data,
)
from generator.words import own_words, say_in

from .chances import CanBuy, DrawChance, PairBuys, SharedPairs
from .counting import Counts, DemandSupply, Histogram, Scatter, Totals
from .selection import DeclaredChart, Query, as_key, none_such

# A column with more different values than this is a list, not a chart.
WIDEST = 16


def _model(raw: dict[Any, Any]) -> type[DeclaredChart]:
    measure = str(raw.get("measure", ""))
    if measure not in MEASURES:
        fault, hint = none_such(Message("stats.measure"), measure), did_you_mean(measure, MEASURES)
        raise invalid(fault, ", ".join(MEASURES), hint, ("measure",))
    return MEASURES[measure]


class DeclaredStats(Frozen):
    """The contents of stats.yaml."""

    charts: dict[Any, Annotated[DeclaredChart, by_content(_model)]]


@dataclass(frozen=True)
class Chart:
    """One chart: its texts, and its declaration."""

    id: str
    titles: Mapping[str, str]
    meanings: Mapping[str, str]
    declared: DeclaredChart
    document: Document

    def figure(self, game: Game, findings: Findings) -> Figure:
        return self.declared.figure(Query(game, self.document, findings))

    def names(self, game: Game, lang: str, figure: Figure) -> ChartNames:
        """Return where the keys of the figure get their names."""
        declared_names = self.declared.names
        decks = tuple(name for name in (declared_names.deck, figure.deck) if name in game.decks)
        labels = {
            as_key(key): {PLAIN: texts} if isinstance(texts, str) else texts
            for key, texts in self.declared.labels.items()
        }
        return ChartNames(game, lang, labels, declared_names.words, decks)


@dataclass(frozen=True)
class ChartNames:
    """The names of a chart's keys, such as ``sun``, ``producers`` or ``yes``, in one language."""

    game: Game
    lang: str
    labels: Mapping[str, Mapping[str, str]]
    prefix: str = ""
    decks: tuple[str, ...] = ()

    def name_of(self, key: str) -> str:
        """Return the first name found, or the key itself as words."""
        return next((name for name in self._candidates(key) if name), _readable(key))

    def of_series(self, series: Series) -> str:
        if not series.word or series.key in self.labels:
            return self.name_of(series.key)
        names = {
            name: self.name_of(value) if isinstance(value, str) else value
            for name, value in series.placeholders.items()
        }
        return say_in(self.lang)(series.word, **names)

    def _candidates(self, key: str) -> Iterator[str]:
        decks = self.game.decks
        yield in_language(self.labels.get(key, {}), self.lang)
        if self.prefix:
            yield in_language(self.game.words.get(self.prefix + key, {}), self.lang)
        for piece in (piece for name in self.decks for piece in decks[name].pieces):
            if piece.id == key:
                yield piece_name(piece, self.lang)
        if key in decks:
            yield decks[key].title(self.lang)
        yield in_language(own_words().get(key, {}), self.lang)


def piece_name(piece: Piece, lang: str) -> str:
    """Return the piece's ``name``, or the first text on it that is not empty."""
    columns = ["name", *piece.values]
    texts = (piece.value(column, lang) for column in columns if column in piece.values)
    return next((text for text in texts if isinstance(text, str) and text), _readable(piece.id))


def _readable(key: str) -> str:
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def charts_of(game: Game, findings: Findings) -> tuple[Chart, ...]:
    """Return the charts in the game's stats.yaml, or one for each countable column."""
    path = game.folder / "stats.yaml"
    document = read_yaml(path) if path.is_file() else _default_charts(game)
    query = Query(game, document, findings)
    charts = read_document(DeclaredStats, document, findings).charts
    return tuple(_chart(str(name), one, query) for name, one in charts.items() if one)


def _chart(name: str, declared: DeclaredChart, query: Query) -> Chart:
    if not ID.fullmatch(name):
        fault = Message("stats.no_chart_name", value=quote(name))
        query.findings.add(declared.place, fault, Message("allowed.slug"))
    _check_names(declared, query)

    def texts(by_lang: Texts, *path: Any) -> dict[str, str]:
        return in_all(by_lang, query.place(declared, *path), query.game.languages, query.findings)

    for key, label in declared.labels.items():
        texts(label, "labels", key)
    titles, meanings = texts(declared.title, "title"), texts(declared.meaning, "meaning")
    return Chart(name, titles, meanings, declared, query.document)


def _check_names(declared: DeclaredChart, query: Query) -> None:
    names, game = declared.names, query.game
    if names.deck:
        query.is_known(names.deck, game.decks, Message("stats.deck"), declared, "names", "deck")
    if names.words and not any(key.startswith(names.words) for key in game.words):
        fault = Message("stats.no_word", prefix=names.words)
        query.findings.add(query.place(declared, "names", "words"), fault)


def _default_charts(game: Game) -> Document:
    """Return charts for a game that declares none."""
    charts = {
        f"{deck.name}_{column.name}": _usual_chart(game, deck, column)
        for deck in game.decks.values()
        for column in deck.columns.values()
        if _countable(column, deck)
    }
    return Document(f"{game.folder.name}/stats.yaml", {"charts": charts})


def _usual_chart(game: Game, deck: Deck, column: Column) -> dict[str, Any]:
    what = column.name.replace("_", " ")
    measure, key = ("histogram", "columns") if column.kind == "int" else ("counts", "column")
    return {
        "title": {lang: f"{deck.title(lang)}: {what}" for lang in game.languages},
        "meaning": {
            lang: column.help or say_in(lang)("usual_meaning", column=what)
            for lang in game.languages
        },
        "measure": measure,
        "deck": deck.name,
        key: column.name,
    }


def _countable(column: Column, deck: Deck) -> bool:
    values: set[object] = set()
    for piece in deck.pieces:
        value = piece.values[column.name]
        values.update(value if isinstance(value, tuple) else (value,))
    return column.kind in ("int", "choice", "list", "bool", "ref") and 1 < len(values) <= WIDEST


# The measures that a chart in stats.yaml may use, and what each declares.
MEASURES: dict[str, type[DeclaredChart]] = {
    "histogram": Histogram,
    "counts": Counts,
    "demand_supply": DemandSupply,
    "totals": Totals,
    "scatter": Scatter,
    "shared_pairs": SharedPairs,
    "pair_buys": PairBuys,
    "can_buy": CanBuy,
    "draw_chance": DrawChance,
}


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

"""The charts of a game: what stats.yaml asks for.

Comes in: ``cards_data/<slug>/stats.yaml``, or nothing: then a chart for each column that can be
counted. Goes out: charts, and the figure of each for any reading of the game.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.decks import ID, checked_texts
from cards_data.documents import Document
from cards_data.fields import Fields
from cards_data.models import Column, Deck, Game
from cards_data.problems import Findings, Message, quoted
from cards_data.reader import read_yaml
from generator.words import say_in

from .chart_values import Figure
from .measures import MEASURES
from .selection import Query
from .value_names import ChartNames, plain

OWN_KEYS = ("title", "meaning", "measure", "names", "labels")
# A column with more different values than this is no chart but a list.
WIDEST = 16


@dataclass(frozen=True)
class Chart:
    """One chart: its words, its measure, and the parameters as they stand in the file."""

    id: str
    titles: Mapping[str, str]
    meanings: Mapping[str, str]
    measure: str
    fields: Fields

    def figure(self, game: Game, findings: Findings) -> Figure:
        """The numbers for a reading of the game; what the game lacks is a finding."""
        fields = Fields(self.fields.document, findings, self.fields.path, self.fields.data)
        return MEASURES[self.measure].figure(Query(game, fields))

    def names(self, game: Game, lang: str, figure: Figure) -> ChartNames:
        """Where the keys of the figure get their names."""
        given = self.fields.inner("names", required=False)
        decks = tuple(name for name in (given.text("deck", ""), figure.deck) if name in game.decks)
        return ChartNames(game, lang, _labels(self.fields), given.text("words", ""), decks)


def charts_of(game: Game, findings: Findings) -> tuple[Chart, ...]:
    """The charts of the game's own stats.yaml, else one for each column that can be counted."""
    path = game.folder / "stats.yaml"
    document = read_yaml(path) if path.is_file() else _usual(game)
    fields = Fields.of(document, findings)
    fields.known("charts")
    read = (_chart(name, inner, game) for name, inner in fields.inner("charts").each())
    return tuple(chart for chart in read if chart)


def chosen(charts: tuple[Chart, ...], wanted: tuple[str, ...]) -> tuple[Chart, ...]:
    """Only the charts that are wanted by name; none named: all."""
    return tuple(chart for chart in charts if not wanted or chart.id in wanted)


def _chart(name: str, fields: Fields, game: Game) -> Chart | None:
    measure = fields.text("measure")
    if not Query(game, fields).is_known(measure, MEASURES, Message("stats.measure"), "measure"):
        return None
    if not ID.fullmatch(name):
        fields.findings.add(
            fields.at(), Message("stats.no_chart_name", value=quoted(name)), Message("allowed.slug")
        )
    fields.known(*OWN_KEYS, *MEASURES[measure].parameters)
    _check_names(fields, game)
    titles, meanings = (checked_texts(fields, key, game.languages) for key in ("title", "meaning"))
    return Chart(name, titles, meanings, measure, fields)


def _check_names(fields: Fields, game: Game) -> None:
    names = Query(game, fields.inner("names", required=False))
    names.fields.known("deck", "words")
    if "deck" in names.fields.data:
        names.deck(names.fields.text("deck"), "deck")
    prefix = names.fields.text("words", "")
    if prefix and not any(key.startswith(prefix) for key in game.words):
        found = Message("stats.no_word", prefix=prefix)
        fields.findings.add(names.fields.at("words"), found)
    labels = fields.inner("labels", required=False)
    for key in labels.data:
        checked_texts(labels, key, game.languages)


def _labels(fields: Fields) -> dict[str, dict[str, str]]:
    labels = fields.inner("labels", required=False)
    return {plain(key): labels.texts(key) for key in labels.data}


def _usual(game: Game) -> Document:
    """Charts for a game that declares none."""
    charts = {
        f"{deck.name}_{column.name}": _usual_chart(game, deck, column)
        for deck in game.decks.values()
        for column in deck.columns.values()
        if _countable(column, deck)
    }
    return Document(f"{game.folder.name}/stats.yaml", {"charts": charts})


def _usual_chart(game: Game, deck: Deck, column: Column) -> dict[str, Any]:
    what = column.name.replace("_", " ")
    texts = {
        "title": {lang: f"{deck.title(lang)}: {what}" for lang in game.languages},
        "meaning": {
            lang: column.help or say_in(lang)("usual_meaning", column=what)
            for lang in game.languages
        },
    }
    if column.kind == "int":
        return {**texts, "measure": "histogram", "deck": deck.name, "columns": [column.name]}
    return {**texts, "measure": "counts", "deck": deck.name, "column": column.name}


def _countable(column: Column, deck: Deck) -> bool:
    values = set(_values(column, deck))
    return column.kind in ("int", "choice", "list", "bool", "ref") and 1 < len(values) <= WIDEST


def _values(column: Column, deck: Deck) -> Iterator[object]:
    for piece in deck.pieces:
        value = piece.values[column.name]
        yield from value if isinstance(value, tuple) else (value,)

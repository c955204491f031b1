"""The charts of a game: those of its stats.yaml, else one for each column that can be counted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from cards_data.decks import in_all
from cards_data.declarations import ID, Fields
from cards_data.documents import Document
from cards_data.models import Column, Deck, Game, Piece
from cards_data.problems import Findings, Message, quoted
from cards_data.reader import read_yaml
from cards_data.words import in_language
from generator.report.values import Figure, Series
from generator.words import own_words, say_in

from .measures import MEASURES
from .selection import Query, plain

OWN_KEYS = ("title", "meaning", "measure", "names", "labels")
# A column with more different values than this is a list, not a chart.
WIDEST = 16


@dataclass(frozen=True)
class Chart:
    """One chart: its words, its measure, and the parameters as they are in the file."""

    id: str
    titles: Mapping[str, str]
    meanings: Mapping[str, str]
    measure: str
    fields: Fields

    def figure(self, game: Game, findings: Findings) -> Figure:
        """The numbers for a version of the game; what the game lacks is a finding."""
        fields = self.fields._replace(findings=findings)
        return MEASURES[self.measure].figure(Query(game, fields))

    def names(self, game: Game, lang: str, figure: Figure) -> ChartNames:
        """Where the keys of the figure get their names."""
        given = self.fields.inner("names", required=False)
        labels = self.fields.inner("labels", required=False)
        decks = tuple(name for name in (given.text("deck", ""), figure.deck) if name in game.decks)
        own = {plain(key): labels.texts(key) for key in labels.data}
        return ChartNames(game, lang, own, given.text("words", ""), decks)


@dataclass(frozen=True)
class ChartNames:
    """The names of a chart's keys, such as ``sun``, ``producers`` or ``yes``, in one language."""

    game: Game
    lang: str
    labels: Mapping[str, Mapping[str, str]]
    prefix: str = ""
    decks: tuple[str, ...] = ()

    def of(self, key: str) -> str:
        """The first name that is found, else the key itself in plain letters."""
        return next((name for name in self._candidates(key) if name), _readable(key))

    def of_series(self, series: Series) -> str:
        if not series.word or series.key in self.labels:
            return self.of(series.key)
        named = {
            name: self.of(value) if isinstance(value, str) else value
            for name, value in series.placeholders.items()
        }
        return say_in(self.lang)(series.word, **named)

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
    """The piece's ``name``, else the first text on it that is not empty."""
    columns = ["name", *piece.values]
    texts = (piece.value(column, lang) for column in columns if column in piece.values)
    return next((text for text in texts if isinstance(text, str) and text), _readable(piece.id))


def _readable(key: str) -> str:
    words = key.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


def charts_of(game: Game, findings: Findings) -> tuple[Chart, ...]:
    """The charts of the game's own stats.yaml, else one for each column that can be counted."""
    path = game.folder / "stats.yaml"
    document = read_yaml(path) if path.is_file() else _usual(game)
    fields = Fields.of(document, findings)
    fields.known("charts")
    read = (_chart(name, inner, game) for name, inner in fields.inner("charts").each())
    return tuple(chart for chart in read if chart)


def _chart(name: str, fields: Fields, game: Game) -> Chart | None:
    measure = fields.text("measure")
    if not Query(game, fields).is_known(measure, MEASURES, Message("stats.measure"), "measure"):
        return None
    if not ID.fullmatch(name):
        found = Message("stats.no_chart_name", value=quoted(name))
        fields.findings.add(fields.at(), found, Message("allowed.slug"))
    fields.known(*OWN_KEYS, *MEASURES[measure].parameters)
    _check_names(fields, game)
    titles, meanings = (_texts(fields, key, game) for key in ("title", "meaning"))
    return Chart(name, titles, meanings, measure, fields)


def _texts(fields: Fields, key: str, game: Game) -> dict[str, str]:
    """A text for all languages, or one for each."""
    mapping = isinstance(fields.data.get(key, {}), dict)
    texts = fields.texts(key) if mapping else fields.text(key)
    languages = game.languages if key in fields.data else ()
    return in_all(texts, fields.at(key), languages, fields.findings)


def _check_names(fields: Fields, game: Game) -> None:
    names = Query(game, fields).inner("names", "deck", "words", required=False)
    if "deck" in names.fields.data:
        names.deck(names.fields.text("deck"), "deck")
    prefix = names.fields.text("words", "")
    if prefix and not any(key.startswith(prefix) for key in game.words):
        fields.findings.add(names.fields.at("words"), Message("stats.no_word", prefix=prefix))
    labels = fields.inner("labels", required=False)
    for key in labels.data:
        _texts(labels, key, game)


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

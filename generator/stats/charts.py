"""The charts of a game: those in its stats.yaml, or one for each countable column."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from cards_data.decks import in_all
from cards_data.declarations import ID, Texts, by_content, invalid, read_document
from cards_data.documents import Document
from cards_data.models import Column, Deck, Game, Piece
from cards_data.problems import Findings, Message, did_you_mean, quote
from cards_data.reader import read_yaml
from cards_data.schema import Frozen
from cards_data.words import PLAIN, in_language
from generator.report.values import Figure, Series
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
        """Compute the numbers for a version of the game; what the game lacks is a finding."""
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

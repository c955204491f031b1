"""The tables of keys in the documents are those of the declarations."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import pytest
from field_tables import FieldRow, field_table

from cards_data.checks import DeclaredGame
from cards_data.decks import DeclaredColumn, DeclaredDeck, DeclaredSize
from cards_data.leaflet import (
    DeclaredLeaflet,
    Faq,
    FirstGame,
    LeafletTable,
    Picture,
    PictureStrip,
    Section,
    ShownPiece,
    TablePicture,
)
from cards_data.problems import text_in
from cards_data.schema import Frozen, describe_kind, fields
from generator.layout.box_kinds import COMMON, KINDS, Box, FaceGround, LayoutFile
from generator.stats.chances import OpenCards, PricedCards, StartDeck
from generator.stats.counting import BalanceSide, Sum
from generator.stats.report import MEASURES
from generator.stats.selection import DeclaredChart, PieceFilter

DOCS = Path(__file__).parents[1] / "docs"
TABLES: dict[str, tuple[type[Frozen], ...]] = {
    "reference/files": (
        *(DeclaredGame, DeclaredDeck, DeclaredColumn, DeclaredSize),
        *(DeclaredLeaflet, Section, LeafletTable, ShownPiece, Picture, Faq),
        *(FirstGame, TablePicture, PictureStrip),
        *(DeclaredChart, PieceFilter),
    ),
    "design/layouts": (LayoutFile, FaceGround),
}
PARTS: Mapping[str, type[Frozen]] = {
    "`demand`, `supply`": BalanceSide,
    "each of `sums`": Sum,
    "`market` of `pair_buys`": OpenCards,
    "`market` of `can_buy`": PricedCards,
    "each of `starts`": StartDeck,
}


def _row(*cells: str) -> str:
    return f"| {' | '.join(cells)} |"


def _table(heads: tuple[str, ...], rows: Iterable[str]) -> str:
    return "\n".join((_row(*heads), f"|{'---|' * len(heads)}", *rows))


def _cells(one: FieldRow) -> tuple[str, ...]:
    return f"`{one.key}`", one.kind, "needed" if one.needed else one.default, one.meaning


def keys_of(model: type[Frozen]) -> str:
    """The table of one declaration."""
    rows = (_row(*_cells(one)) for one in field_table(model))
    return _table(("key", "value", "default", "what it is"), rows)


def keys_of_all(what: str, models: Mapping[str, type[Frozen]]) -> str:
    """The keys of several declarations in one table, without those that have their own table."""
    keys = {*fields(DeclaredChart), *fields(PieceFilter)}

    def rows(name: str, model: type[Frozen]) -> Iterable[str]:
        yield _row(name, "", "", "", str(model.__doc__).partition("\n")[0])
        yield from (_row("", *_cells(one)) for one in field_table(model) if one.key not in keys)

    lines = (line for name, model in models.items() for line in rows(name, model))
    return _table((what, "key", "value", "default", "what it is"), lines)


def keys_of_every_box() -> str:
    rows = {one.key: one for one in field_table(Box)}
    lines = (_row(f"`{key}`", rows[key].kind, rows[key].meaning) for key in COMMON)
    return _table(("key", "value", "what it is"), lines)


def keys_of_some_boxes() -> str:
    """A key that two kinds read in two ways has two rows."""
    rows = {one.key: one for one in field_table(Box)}
    of: dict[tuple[str, str, str], list[str]] = {}
    for name, kind in KINDS.items():
        for key in kind.keys:
            attribute, by = kind.own.get(key, (key, None))
            own: Any = Annotated[Any, by]
            value = text_in(describe_kind(own), "en") if by else rows[key].kind
            of.setdefault((key, value, rows[attribute].meaning), []).append(name)
    keys = dict.fromkeys(key for key, _, _ in of)
    lines = (
        _row(f"`{key}`", ", ".join(names), value, meaning)
        for wanted_key in keys
        for (key, value, meaning), names in of.items()
        if key == wanted_key
    )
    return _table(("key", "of", "value", "what it is"), lines)


ALL: list[tuple[str, str, Callable[[], str]]] = [
    *((page, model.__name__, partial(keys_of, model)) for page in TABLES for model in TABLES[page]),
    (
        "reference/files",
        "measures",
        partial(keys_of_all, "measure", {f"`{k}`": MEASURES[k] for k in MEASURES}),
    ),
    ("reference/files", "parts", partial(keys_of_all, "part", PARTS)),
    ("design/layouts", "every box", keys_of_every_box),
    ("design/layouts", "some boxes", keys_of_some_boxes),
]


@pytest.mark.parametrize(("page", "name", "table"), ALL, ids=[name for _, name, _ in ALL])
def test_the_tables_of_keys_are_those_of_the_declarations(
    page: str, name: str, table: Callable[[], str]
) -> None:
    text, text_of_table = (DOCS / f"{page}.md").read_text(encoding="utf-8"), table()
    assert f"\n\n{text_of_table}\n\n" in text, f"{page}.md, {name}:\n\n{text_of_table}"


@pytest.mark.parametrize(
    "model",
    [*(one for page in TABLES.values() for one in page), *MEASURES.values(), *PARTS.values()],
)
def test_every_key_says_what_it_is(model: type[Frozen]) -> None:
    assert [one.key for one in field_table(model) if not one.meaning] == []

"""Tables of Kompensaatiopeli for tests, from the first rows of their boards."""

from __future__ import annotations

from typing import Any

from evening import SIX, table

EMPTY = ". . . . ."
HEADERS = {
    "M": "motorway",
    "W": "wind_power_plant",
    "T": "tram",
    "S": "solar_park",
    "L": "lithium_mine",
}


def raw_table(*rows: str, **more: Any) -> dict[str, Any]:
    """Six players; the rest of the board is open, and a key that is None is left out."""
    board = [*rows, *[EMPTY] * (5 - len(rows))]
    letters = {cell for row in rows for cell in row if cell.isupper()}
    projects = {letter: HEADERS[letter] for letter in sorted(letters)}
    plain = {"offsets_in_bank": 0, "demonstrations": 0, "protest_camps": 0}
    fields = {"roles": SIX, "projects": projects, "board": board, **plain, **more}
    raw = table("kompensaatiopeli", **fields)
    return {key: value for key, value in raw.items() if value is not None}

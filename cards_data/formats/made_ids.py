"""Ids for rows that have none, made from their names.

Comes in: ids and names, row by row. Goes out: an id for each row; no two are the same.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

LONGEST = 40
# Letters that are no other letter with a mark.
_SPELT = str.maketrans(
    {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ı": "i"}
)


def made_ids(rows: Sequence[tuple[str, str]]) -> list[str]:
    """The id of each row of ids and names: as it is written, else made from the name."""
    taken = {written for written, _ in rows}
    numbers: dict[str, int] = {}
    ids = []
    for written, name in rows:
        ids.append(written or _unused(id_of(name), taken, numbers))
        taken.add(ids[-1])
    return ids


def id_of(name: str) -> str:
    """``Oil Spill`` is ``oil_spill``; nothing where the name has no letter that an id can have."""
    plain = unicodedata.normalize("NFKD", name.lower().translate(_SPELT))
    letters = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub("[^a-z0-9]+", "_", letters).strip("_")[:LONGEST].strip("_")


def _unused(wanted: str, taken: set[str], numbers: dict[str, int]) -> str:
    """The wanted id; where another row has it, the same with a number."""
    found = wanted
    while wanted and found in taken:
        numbers[wanted] = numbers.get(wanted, 1) + 1
        found = f"{wanted}_{numbers[wanted]}"
    return found

"""One CSV cell into one checked value, by what its column declares."""

from __future__ import annotations

from .models import Column, Value
from .problems import Findings, did_you_mean, listed, quoted

YES, NO = frozenset({"yes", "true", "1", "x"}), frozenset({"no", "false", "0", ""})


def read_cell(column: Column, cell: str, where: str, findings: Findings) -> Value:
    """The cell as the type its column declares; what does not fit becomes a finding."""
    if not cell:
        if column.required:
            findings.add(where, "the cell is empty", _allowed(column))
        return _empty(column)
    return _READERS[column.kind](column, cell, where, findings)


def _empty(column: Column) -> Value:
    if column.kind in ("list",):
        return ()
    return {"bool": False, "int": None, "text": ""}.get(column.kind, "")


def _allowed(column: Column) -> str:
    if column.choices:
        return listed(column.choices)
    if column.kind == "int":
        return _range(column)
    return column.help or f"a value of type {column.kind}"


def _range(column: Column) -> str:
    low = "" if column.minimum is None else f" from {column.minimum}"
    high = "" if column.maximum is None else f" to {column.maximum}"
    return f"a whole number{low}{high}"


def _text(column: Column, cell: str, where: str, findings: Findings) -> Value:
    return cell


def _int(column: Column, cell: str, where: str, findings: Findings) -> Value:
    try:
        number = int(cell)
    except ValueError:
        findings.add(where, f"{quoted(cell)} is not a whole number", _range(column))
        return None
    low = column.minimum is not None and number < column.minimum
    high = column.maximum is not None and number > column.maximum
    if low or high:
        findings.add(where, f"{number} is out of range", _range(column))
    return number


def _choice(column: Column, cell: str, where: str, findings: Findings) -> Value:
    if column.choices and cell not in column.choices:
        allowed = listed(column.choices)
        hint = did_you_mean(cell, column.choices)
        findings.add(where, f"{quoted(cell)} is not known", allowed, hint)
    return cell


def _list(column: Column, cell: str, where: str, findings: Findings) -> Value:
    words = tuple(word.strip() for word in cell.split("|") if word.strip())
    for word in words:
        _choice(column, word, where, findings)
    return words


def _bool(column: Column, cell: str, where: str, findings: Findings) -> Value:
    word = cell.lower()
    if word not in YES | NO:
        findings.add(where, f"{quoted(cell)} is neither yes nor no", "yes, no")
    return word in YES


_READERS = {
    "text": _text,
    "int": _int,
    "choice": _choice,
    "list": _list,
    "bool": _bool,
    "ref": _text,
}

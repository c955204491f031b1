"""Read one cell of a table into a checked value, as its column declares."""

from __future__ import annotations

import re

from .models import Column, Value
from .problems import AnyText, Findings, Message, Where, did_you_mean, quote, short_list

# Spreadsheets write 2 as 2.0, or as 2,0 with a decimal comma; 2,000 may be two thousand.
_WHOLE = re.compile(r"^([+-]?\d+)(?:\.0*|,0{1,2})$")
YES, NO = frozenset({"yes", "true", "1", "x"}), frozenset({"no", "false", "0", ""})


def read_cell(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    """Return the cell as the type of its column; a value that does not fit is a finding."""
    if not cell:
        if column.required:
            findings.add(where, Message("cell.empty"), _allowed_text(column))
        return _empty(column)
    return _READERS[column.kind](column, cell, where, findings)


def _empty(column: Column) -> Value:
    empty: dict[str, Value] = {"list": (), "bool": False, "int": None}
    return empty.get(column.kind, "")


def _allowed_text(column: Column) -> AnyText:
    if column.choices:
        return short_list(column.choices)
    if column.kind == "int":
        return _range(column)
    return column.help or Message("cell.of_type", kind=column.kind)


def _range(column: Column) -> Message:
    low, high = column.minimum, column.maximum
    if low is None:
        no_bounds = Message("allowed.whole_number")
        return no_bounds if high is None else Message("cell.number_to", high=str(high))
    if high is None:
        return Message("cell.number_from", low=str(low))
    return Message("cell.number_from_to", low=str(low), high=str(high))


def _text(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    return cell


def _int(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    try:
        number = int(_WHOLE.sub(r"\1", cell))
    except ValueError:
        findings.add(where, Message("cell.no_whole_number", value=quote(cell)), _range(column))
        return None
    low = column.minimum is not None and number < column.minimum
    high = column.maximum is not None and number > column.maximum
    if low or high:
        findings.add(where, Message("cell.out_of_range", number=str(number)), _range(column))
    return number


def _choice(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    if column.choices and cell not in column.choices:
        allowed = short_list(column.choices)
        hint = did_you_mean(cell, column.choices)
        findings.add(where, Message("value.unknown", value=quote(cell)), allowed, hint)
    return cell


def _list(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    words = tuple(word.strip() for word in cell.split("|") if word.strip())
    for word in words:
        _choice(column, word, where, findings)
    return words


def _bool(column: Column, cell: str, where: Where, findings: Findings) -> Value:
    word = cell.lower()
    if word not in YES | NO:
        findings.add(where, Message("cell.yes_or_no", value=quote(cell)), "yes, no")
    return word in YES


_READERS = {
    "text": _text,
    "int": _int,
    "choice": _choice,
    "list": _list,
    "bool": _bool,
    "ref": _text,
}

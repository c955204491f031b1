"""What may be chosen before a game is dealt: its options, by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from cards_data import Findings, did_you_mean, quoted
from cards_data.problems import Text

# Known to every game: how many sit there, and cards that are left out.
COMMON = ("players", "without")
_TRUTH = {"yes": True, "no": False, "true": True, "false": False}


class Option(NamedTuple):
    """A choice by name; the first value is the usual one."""

    name: str
    values: tuple[object, ...]


def chosen(options: Sequence[Option], wanted: Mapping[str, object]) -> dict[str, object]:
    """A value for each option; unknown names and values are problems, all at once."""
    findings = Findings()
    known = {option.name: option for option in options}
    for name in wanted:
        if name not in known and name not in COMMON:
            allowed = ", ".join(known) or Text("play.no_options")
            hint = did_you_mean(name, known)
            findings.add(f"--set {name}", Text("play.no_option"), allowed, hint)
    values = {
        option.name: _value(option, wanted[option.name], findings)
        if option.name in wanted
        else option.values[0]
        for option in options
    }
    findings.raise_any()
    return values


def _value(option: Option, wanted: object, findings: Findings) -> object:
    """The allowed value that is written like the wanted one."""
    meant = _TRUTH.get(str(wanted).lower(), wanted)
    for value in option.values:
        if str(value) == str(meant):
            return value
    allowed = ", ".join(shown(value) for value in option.values)
    findings.add(f"--set {option.name}", Text("value.found", value=quoted(wanted)), allowed)
    return option.values[0]


def shown(value: object) -> str:
    """A value as it is typed."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)

"""Ecologic counted a second time, from the rulebook alone: the formula in fractions, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from counted import Counted, Side, ranked

BONUSES = {"refineries": 1, "eco_initiatives": 1, "tads": 2}


def counted(raw: dict[str, Any]) -> Counted:
    """Every player alone, or every team: allies add both tracks and all bonuses."""
    teams = raw.get("teams") or {player["name"]: [player["name"]] for player in raw["players"]}
    rounding = (raw.get("variants") or {}).get("rounding", "table")
    sides = {}
    for name, members in teams.items():
        mine = [player for player in raw["players"] if player["name"] in members]
        profits = sum(player["profits"] for player in mine)
        enviros = sum(0 if player["enviros"] == "minus" else player["enviros"] for player in mine)
        lines = {"base": base(profits, enviros, rounding)}
        for what, each in BONUSES.items():
            lines[what] = each * sum(player.get(what, 0) for player in mine)
        sides[name] = Side(lines)
    return ranked(sides)


def base(profits: int, enviros: int, rounding: str) -> int:
    """x/z of x + z; the printed table rounds to tenths first and then to whole points."""
    x = min(profits, enviros)
    z = max(profits, enviros)
    if x <= 0:
        return 0
    exact = Fraction(x, z) * (x + z)
    if rounding == "table":
        exact = Fraction(half_up(exact * 10), 10)
    return half_up(exact)


def half_up(number: Fraction) -> int:
    whole = number.numerator // number.denominator
    return whole + 1 if number - whole >= Fraction(1, 2) else whole

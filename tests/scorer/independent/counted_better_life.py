"""BETTER Life counted a second time, from the rulebook alone: vote by vote."""

from __future__ import annotations

from math import ceil
from typing import Any

from counted import Counted, Side, placed, ranked

TARGETS = {
    "success": {"primary": 7, "secondary": 4, "tertiary": 2},
    "semi": {"primary": 3, "secondary": 2, "tertiary": 1},
    "weak": {"primary": 0, "secondary": 0, "tertiary": 0},
}
POLICY_STEPS = {"success": 3, "semi": 1, "weak": 0}
LOSS_STEPS = {"success": -1, "semi": 0, "weak": 1}


def counted(raw: dict[str, Any]) -> Counted:
    votes = {vote["policy"]: strength(vote["pool"], raw) for vote in raw["votes"]}
    policy, loss, worst = meters(list(votes.values()), raw.get("meters") or {})
    sides = {player["name"]: Side(points(player, votes)) for player in raw["players"]}
    extras = {"Policy Meter": policy, "Biodiversity Loss Meter": loss}
    result = ranked(placed(sides))
    result.extras = extras
    over = len(raw["votes"]) >= 5
    if worst >= 5 or (over and policy < 10):
        result.outcome, result.winners = "lost", []
    elif not over:
        result.outcome, result.winners = "ongoing", []
    return result


def strength(pool: int, raw: dict[str, Any]) -> str:
    """0 to 5 weak, 6 to 9 semi, 10 success; in proportion for fewer players where they chose so."""
    semi, success = 6, 10
    if (raw.get("variants") or {}).get("limits") == "by_players":
        players = len(raw["players"])
        semi, success = ceil(6 * players / 5), 2 * players
    if pool >= success:
        return "success"
    return "semi" if pool >= semi else "weak"


def meters(votes: list[str], entered: dict[str, int]) -> tuple[int, int, int]:
    """What the votes give, the loss never below 0 and once at its worst; a meter that events
    moved is entered."""
    policy = loss = worst = 0
    for vote in votes:
        policy += POLICY_STEPS[vote]
        loss = max(0, loss + LOSS_STEPS[vote])
        worst = max(worst, loss)
    if entered.get("policy") is not None:
        policy = entered["policy"]
    if entered.get("biodiversity_loss") is not None:
        loss = worst = entered["biodiversity_loss"]
    return policy, loss, worst


def points(player: dict[str, Any], votes: dict[str, str]) -> dict[str, int]:
    lines = {"influence": player["ip"] // 3}
    for rank, policy in zip(("primary", "secondary", "tertiary"), player["targets"], strict=True):
        lines[rank] = TARGETS[votes.get(policy, "weak")][rank]
    return lines

"""Kompensaatiopeli counted a second time, from the rulebook alone: cell by cell.

The headers stand here once more, so that a slip in the deck is a difference too.
"""

from __future__ import annotations

from typing import Any

from counted import Cells, Counted, Side, ranked

HEADERS: dict[str, tuple[str, tuple[str, ...]]] = {
    "motorway": ("profitable", ("mobility",)),
    "tram": ("sustainable", ("mobility",)),
    "wind_power_plant": ("sustainable", ("energy",)),
    "ecological_housing": ("sustainable", ("real_estate",)),
    "lithium_mine": ("none", ("energy", "material")),
    "solar_park": ("sustainable", ("energy",)),
    "nuclear_power_plant": ("profitable", ("energy",)),
    "gold_mine": ("profitable", ("material",)),
    "pulp_mill": ("profitable", ("material",)),
    "circular_economy_park": ("sustainable", ("material",)),
    "high_speed_railway": ("sustainable", ("mobility",)),
    "airport": ("none", ("mobility",)),
    "shopping_centre": ("profitable", ("real_estate",)),
    "holiday_resort": ("profitable", ("real_estate",)),
    "timber_quarter": ("sustainable", ("real_estate",)),
}
SECTOR_ROLES = {
    "real_estate_millionaire": "real_estate",
    "mobile_opportunist": "mobility",
    "cynical_materialist": "material",
    "energetic_futurist": "energy",
}
NAMES = {
    "filthy_rich_money_maker": "Filthy Rich Money Maker",
    "start_up_dreamer": "Start-up Dreamer",
    "real_estate_millionaire": "Real-Estate Millionaire",
    "mobile_opportunist": "Mobile Opportunist",
    "cynical_materialist": "Cynical Materialist",
    "energetic_futurist": "Energetic Futurist",
}


def counted(raw: dict[str, Any]) -> Counted:
    board = {}
    for row, text in enumerate(raw["board"], start=1):
        for column, cell in enumerate(text.replace(" ", ""), start=1):
            board[row, column] = cell
    built = {at: raw["projects"][cell] for at, cell in board.items() if cell.isupper()}
    sides = {
        "Developers": developers(built, raw["roles"]),
        "Conservationists": conservationists(board, built, raw),
    }
    result = ranked(sides)
    for role in raw["roles"]:
        if role in NAMES:
            own = [1 for header in built.values() if benefits(role, header)]
            result.extras[NAMES[role]] = len(own)
    return result


def benefits(role: str, header: str) -> bool:
    profile, sectors = HEADERS[header]
    if role == "filthy_rich_money_maker":
        return profile == "profitable"
    if role == "start_up_dreamer":
        return profile == "sustainable"
    return SECTOR_ROLES[role] in sectors


def developers(built: dict[tuple[int, int], str], roles: list[str]) -> Side:
    lines = {"constructed": len(built), "profitable": 0, "sustainable": 0, "sector": 0}
    for header in built.values():
        for role in roles:
            if role in NAMES and benefits(role, header):
                rule = {"filthy_rich_money_maker": "profitable", "start_up_dreamer": "sustainable"}
                lines[rule.get(role, "sector")] += 1
    groups = groups_of_three(frozenset(built))
    lines["developer_cluster"] = 1 if groups else 0
    return Side(lines, {"constructed": [frozenset(built)], "developer_cluster": groups})


def conservationists(
    board: dict[tuple[int, int], str], built: dict[tuple[int, int], str], raw: dict[str, Any]
) -> Side:
    cells = {kind: frozenset(at for at in board if board[at] == kind) for kind in "cor"}
    destroyed = raw.get("destroyed_nature_tiles")
    if destroyed is None:
        destroyed = len(built)
    green = [header for header in built.values() if HEADERS[header][0] == "sustainable"]
    groups = groups_of_three(cells["c"] | cells["o"] | cells["r"])
    lines = {
        "start": 5,
        "destroyed": -destroyed,
        "offsets": len(cells["o"]) + raw.get("offsets_in_bank", 0),
        "areas": len(cells["c"]),
        "restored": 2 * len(cells["r"]),
        "demonstrations": 3 * raw.get("demonstrations", 0),
        "camps": 2 * raw.get("protest_camps", 0),
        "all_open": 0 if "?" in board.values() else 1,
        "majority": 1 if 2 * len(green) > len(built) else 0,
        "conservation_cluster": 1 if groups else 0,
    }
    counted_cells = {"offsets": [cells["o"]], "areas": [cells["c"]], "restored": [cells["r"]]}
    return Side(lines, {**counted_cells, "conservation_cluster": groups})


def groups_of_three(cells: Cells) -> list[Cells]:
    """Every group of three or more that hang together by their edges."""
    groups = set()
    for start in cells:
        group = {start}
        while True:
            more = {at for at in cells - group if any(touch(at, other) for other in group)}
            if not more:
                break
            group |= more
        if len(group) >= 3:
            groups.add(frozenset(group))
    return sorted(groups, key=sorted)


def touch(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1

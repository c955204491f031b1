"""Random tables that the box can hold, made without a look at what the scorer would refuse.

Every second one is a table that the rulebook leads to; of the others only the pieces are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from counted_kompensaatiopeli import HEADERS, SECTOR_ROLES, touch

PLAYERS = ["Ada", "Bo", "Cy", "Di", "Eva"]
POLICIES = (
    "protected_areas ecosystem_restoration pollinators urban_greening diverse_farming"
).split()
MORE_POLICIES = (
    "invasive_species nutrient_losses old_growth_forest biodiversity_funding sustainable_fisheries"
).split()
ROLES = ["university", "industry", "ngo", "municipality", "citizens"]
HABITATS = ["ice", "mud", "rivers", "rock", "pelagic", "coast"]
FOUR = (
    "filthy_rich_money_maker start_up_dreamer burned_out_birder enthusiastic_planet_saver"
).split()
ALL_ROLES = [*FOUR, "extinction_rebel", *sorted(SECTOR_ROLES)]
Cells = dict[tuple[int, int], str]


def ecologic(chance: Random) -> dict[str, Any]:
    """Small numbers in every third table, so that players are often equal."""
    highest = chance.choice([4, 20, 99])
    initiatives, tads = 20, 4
    players = []
    for name in PLAYERS[: chance.randint(1, 4)]:
        refineries = chance.randint(0, min(20, highest))
        mine = {"refineries": refineries, "eco_initiatives": chance.randint(0, initiatives)}
        mine["tads"] = chance.randint(0, tads)
        initiatives -= mine["eco_initiatives"]
        tads -= mine["tads"]
        enviros = chance.choice(["minus", *[chance.randint(0, highest) for _ in range(5)]])
        tracks = {"profits": chance.randint(0, highest), "enviros": enviros}
        players.append({"name": name, **tracks, **mine})
    raw: dict[str, Any] = {"game": "ecologic", "players": players}
    if chance.random() < 0.4:
        names = [player["name"] for player in players]
        mixed, first = chance.sample(names, len(names)), chance.choice([1, 2, 2, 2, 3])
        teams = {"North": mixed[:first], "South": mixed[first:]}
        raw["teams"] = {team: members for team, members in teams.items() if members}
    if chance.random() < 0.5:
        raw["variants"] = {"rounding": chance.choice(["table", "exact"])}
    return raw


def better_life(chance: Random) -> dict[str, Any]:
    """Pools mostly about the limits; both meters also where events moved them."""
    players, left = [], 100
    for name, role in zip(PLAYERS[: chance.randint(1, 5)], chance.sample(ROLES, 5), strict=False):
        ip = chance.randint(0, min(left, chance.choice([5, 40, 100])))
        left -= ip
        targets = chance.sample(POLICIES, 3)
        players.append({"name": name, "role": role, "ip": ip, "targets": targets})
    voted = chance.sample([*POLICIES, *MORE_POLICIES], chance.choice([0, 2, 4, 5, 5, 5, 5, 6, 10]))
    pools = [chance.randint(0, chance.choice([12, 12, 20, left])) for _ in voted]
    raw: dict[str, Any] = {"game": "better_life", "players": players}
    raw["votes"] = [
        {"policy": policy, "pool": min(pool, left)}
        for policy, pool in zip(voted, pools, strict=True)
    ]
    entered = {"policy": chance.randint(0, 15), "biodiversity_loss": chance.randint(0, 5)}
    entered_meters = {key: value for key, value in entered.items() if chance.random() < 0.2}
    if entered_meters:
        raw["meters"] = entered_meters
    if chance.random() < 0.4:
        raw["variants"] = {"limits": chance.choice(["five", "by_players"])}
    return raw


def ecosfera_baltica(chance: Random) -> dict[str, Any]:
    """The box has twelve cards of each element."""
    switches = ("high_pressure", "loss_of_biodiversity", "eutrophication")
    variants: dict[str, Any] = {key: chance.random() < 0.5 for key in switches}
    if chance.random() < 0.8:
        variants["elements"] = chance.randint(0, 12)
    return {
        "game": "ecosfera_baltica",
        "players": PLAYERS[: chance.randint(1, 4)],
        "level": chance.choice([1, 2]),
        "variants": variants,
        "habitats": chance.sample(HABITATS, chance.choice([0, 1, 2, 3, 4, 5, 6, 6])),
        "impacts": chance.choice([0, 1, 2, 3, 4, 5, 6, 6]),
    }


def kompensaatiopeli(chance: Random) -> dict[str, Any]:
    return chance.choice([played, strewn])(chance)


def strewn(chance: Random) -> dict[str, Any]:
    """As many pieces as the box has, anywhere; any roles."""
    places = chance.sample([(row, column) for row in range(5) for column in range(5)], 25)
    letters = "ABCDEFGHIJKLMNO"
    tokens = chance.sample([letter for letter in letters for _ in range(5)], 20)
    bank = chance.randint(0, 2)
    pieces = [*tokens, *"cccccc", *"rrrrrr", *"o" * (6 - bank), *"?-." * 10]
    laid = chance.sample(pieces, 25)
    board = dict(zip(places, laid, strict=True))
    raw: dict[str, Any] = {
        "game": "kompensaatiopeli",
        "roles": chance.sample(ALL_ROLES, chance.randint(1, 9)),
        "projects": dict(zip(letters, chance.sample(sorted(HEADERS), 15), strict=True)),
        "board": [" ".join(board[row, column] for column in range(5)) for row in range(5)],
        "offsets_in_bank": bank,
        "demonstrations": chance.choice([0, 3, chance.randint(0, 22)]),
        "protest_camps": chance.randint(0, 1),
    }
    if chance.random() < 0.5:
        raw["destroyed_nature_tiles"] = chance.randint(0, 50)
    return raw


def played(chance: Random) -> dict[str, Any]:
    """A board that play leads to: projects from the edge, then tiles, then tokens on them."""
    six = chance.random() < 0.5
    sector = [chance.choice(sorted(SECTOR_ROLES)), "extinction_rebel"] if six else []
    board: Cells = {(row, column): "." for row in range(5) for column in range(5)}
    projects = dict(zip("ABCDEFGHIJKLMNO", chance.sample(sorted(HEADERS), 15), strict=True))
    rounds, camps = 5 if six else 7, chance.choice([0, 0, 1])
    build(chance, board, *((15, 15) if six else (10, 14)))
    demonstrations = chance.randint(camps, (2 if camps else 3) if six else 4)
    # One tile action a turn: without a Rebel the Birder makes protests and areas.
    left = rounds if six else rounds - demonstrations - (demonstrations + 1) // 2 - camps
    areas = max(n for n in range(7) if n + (n + 3) // 4 <= left)
    lay(chance, board, "c", areas)
    lay(chance, board, "r", 5)
    lay(chance, board, "o", 4)
    lay(chance, board, "-", 2)
    turn_down(chance, board)
    cells = list(board.values())
    gone = sum(cell == "-" or cell.isupper() for cell in cells)
    polluted = min(gone, 5 - cells.count("r"))
    raw: dict[str, Any] = {
        "game": "kompensaatiopeli",
        "roles": [*FOUR, *sector] if chance.random() < 0.8 else [*FOUR[:2], *sector[:1]],
        "projects": projects,
        "board": [" ".join(board[row, column] for column in range(5)) for row in range(5)],
        "offsets_in_bank": chance.randint(0, min(2, rounds - list(board.values()).count("r"))),
        "demonstrations": demonstrations,
        "protest_camps": camps,
    }
    if chance.random() < 0.5:
        raw["destroyed_nature_tiles"] = chance.randint(gone - polluted, gone + 2)
    return raw


def build(chance: Random, board: Cells, tokens: int, turns: int) -> None:
    """Projects of up to five tokens, edge to edge, the first of each at the edge of the board; a
    project takes a turn to plan, and a turn for each token."""
    for letter in "ABCDEFGHIJKLMNO"[: chance.randint(0, 6)]:
        near = [at for at in board if board[at] == "." and {*at} & {0, 4}]
        turns -= 1
        for _ in range(chance.randint(1, 5)):
            if not near or not tokens or turns < 1:
                break
            board[chance.choice(near)] = letter
            tokens, turns = tokens - 1, turns - 1
            mine = [at for at in board if board[at] == letter]
            near = [at for at in board if board[at] == "." and any(touch(at, to) for to in mine)]


def lay(chance: Random, board: Cells, token: str, most: int) -> None:
    free = [at for at in board if board[at] == "."]
    for at in chance.sample(free, min(len(free), chance.randint(0, most))):
        board[at] = token


def turn_down(chance: Random, board: Cells) -> None:
    """Corners and the centres of the edges lie open from the start."""
    share = chance.choice([0, 0, 0.3, 1])
    for row, column in board:
        ring = row in {0, 4} or column in {0, 4}
        turned_up = ring and row % 2 == 0 and column % 2 == 0
        if board[row, column] == "." and not turned_up and chance.random() < share:
            board[row, column] = "?"


TABLES: dict[str, Callable[[Random], dict[str, Any]]] = {
    "better_life": better_life,
    "ecologic": ecologic,
    "ecosfera_baltica": ecosfera_baltica,
    "kompensaatiopeli": kompensaatiopeli,
}

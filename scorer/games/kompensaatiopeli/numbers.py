"""Kompensaatiopeli: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from cards_data import Game

from ...numbers import deck, read_numbers
from ...state import Frozen

SLUG = "kompensaatiopeli"


class DeveloperPoints(Frozen):
    start: int
    token: int
    profitable: int
    sustainable: int
    sector: int
    cluster: int


class ConservationistPoints(Frozen):
    start: int
    destroyed: int
    offset: int
    area: int
    restored: int
    demonstration: int
    camp: int
    all_open: int
    majority: int
    cluster: int


class Cluster(Frozen):
    tokens: int
    most: int


class Share(Frozen):
    part: int
    of: int


class Board(Frozen):
    rows: int
    columns: int


class Bank(Frozen):
    tiles: int


class Camps(Frozen):
    most: int


class Individual(Frozen):
    start: int
    token: int


class LineUp(Frozen):
    rounds: int
    roles: tuple[str, ...]
    sector_roles: int


class Project(Frozen):
    """What a header tile says: its name, profile and sectors."""

    name: str
    profile: str
    sectors: tuple[str, ...]


class Role(Frozen):
    name: str
    team: str
    benefits: str


class Box(Frozen):
    """What the decks hold: headers, roles and the number of tokens and tiles."""

    projects: dict[str, Project]
    roles: dict[str, Role]
    tokens: int
    offsets: int
    areas: int
    restorations: int
    tiles: int


class Numbers(Frozen):
    developers: DeveloperPoints
    conservationists: ConservationistPoints
    cluster: Cluster
    majority: Share
    board: Board
    bank: Bank
    camps: Camps
    individual: Individual
    line_ups: dict[str, LineUp]
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; profiles, sectors, roles and counts come from the decks."""
    headers = deck(game, "project_headers").pieces
    roles = deck(game, "roles").pieces
    box = {
        "projects": {
            piece.id: {key: piece.values[key] for key in ("name", "profile", "sectors")}
            for piece in headers
        },
        "roles": {
            piece.id: {key: piece.values[key] for key in ("name", "team", "benefits")}
            for piece in roles
        },
        "tokens": deck(game, "project_tokens").total,
        "offsets": deck(game, "offsetting_tokens").total,
        "areas": deck(game, "conservation_tokens").total,
        "restorations": deck(game, "restoration_tokens").total,
        "tiles": deck(game, "nature_tiles").total,
    }
    return read_numbers(Numbers, game, box)

"""Kompensaatiopeli: every number that scoring reads, from scoring.yaml and the decks."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from cards_data import Game
from cards_data.schema import Frozen, Wrong, holding, in_range, unknown_mistake, wrong

from ...core.rules import Amount, Few, Points, Some, deck, read_numbers

SLUG = "kompensaatiopeli"
# A board is drawn and typed row by row: one digit counts it.
Side = Annotated[int, in_range(1, 9)]


class DeveloperPoints(Frozen):
    start: Points
    token: Points
    profitable: Points
    sustainable: Points
    sector: Points
    cluster: Points


class ConservationistPoints(Frozen):
    start: Points
    destroyed: Points
    offset: Points
    area: Points
    restored: Points
    demonstration: Points
    camp: Points
    all_open: Points
    majority: Points
    cluster: Points


class Cluster(Frozen):
    tokens: Some
    most: Amount


class Share(Frozen):
    part: Amount
    of: Some

    def _check(self) -> None:
        if self.part >= self.of:
            raise wrong("share", part=self.part, of=self.of)


class Board(Frozen):
    rows: Side
    columns: Side


class Bank(Frozen):
    tiles: Amount


class Camps(Frozen):
    most: Amount


class ProjectSize(Frozen):
    """Planning: the most tokens of a project."""

    most: Few


class Supply(Frozen):
    """Setup: project tokens that are counted out for each developer."""

    tokens: Some


class DestroyingCards(Frozen):
    """Hand cards that destroy a nature tile, and those that do so under a plan."""

    cards: tuple[str, ...]
    under_plans: tuple[str, ...]


class Individual(Frozen):
    start: Points
    token: Points


class LineUp(Frozen):
    rounds: Few
    roles: tuple[str, ...]
    sector_roles: Annotated[int, in_range(0, 6)]


class Project(Frozen):
    """What a header tile says: its name, profile, sectors and size."""

    name: str
    profile: str
    sectors: tuple[str, ...]
    size: Amount


class Role(Frozen):
    name: str
    team: str
    benefits: str
    actions: tuple[str, ...]


class Turns(Frozen):
    """Conservationist actions: how many light tokens one turn places, before they are turned."""

    proposals: Few
    campaigns: Few


class RoleBox(Frozen):
    """What the decks contain: headers, roles and the number of tokens and tiles."""

    projects: dict[str, Project]
    roles: dict[str, Role]
    tokens: int
    offsets: int
    areas: int
    restorations: int
    tiles: int
    polluted: int
    hand_cards: dict[str, int]
    knowledge: int
    turns: Turns

    @property
    def nature_tiles(self) -> int:
        """Tiles that can be lost: polluted land is not counted."""
        return self.tiles - self.polluted


class Numbers(Frozen):
    developers: DeveloperPoints
    conservationists: ConservationistPoints
    cluster: Cluster
    majority: Share
    board: Board
    bank: Bank
    camps: Camps
    project: ProjectSize
    developer: Supply
    destroyed: DestroyingCards
    individual: Individual
    line_ups: Annotated[dict[str, LineUp], holding(1)]
    box: RoleBox

    def _check(self) -> None:
        """Check that roles and cards are those of the decks."""
        roles = [role for line_up in self.line_ups.values() for role in line_up.roles]
        by_word: dict[str, Mapping[str, object]] = dict.fromkeys(roles, self.box.roles)
        cards = (*self.destroyed.cards, *self.destroyed.under_plans)
        by_word |= dict.fromkeys(cards, self.box.hand_cards)
        for word, pieces in by_word.items():
            if word not in pieces:
                raise Wrong(unknown_mistake((), word, "piece", pieces))


def numbers(game: Game) -> Numbers:
    """Return what scoring reads; profiles, sectors, roles and counts come from the decks."""
    headers = deck(game, "project_headers").pieces
    roles = deck(game, "roles").pieces
    tiles = deck(game, "nature_tiles").pieces
    cards = deck(game, "hand_cards").pieces
    box = {
        "projects": {
            piece.id: {key: piece.values[key] for key in ("name", "profile", "sectors", "size")}
            for piece in headers
        },
        "roles": {
            piece.id: {
                **{key: piece.values[key] for key in ("name", "team", "benefits")},
                "actions": piece.values.get("actions") or (),
            }
            for piece in roles
        },
        "tokens": deck(game, "project_tokens").total,
        "offsets": deck(game, "offsetting_tokens").total,
        "areas": deck(game, "conservation_tokens").total,
        "restorations": deck(game, "restoration_tokens").total,
        "tiles": deck(game, "nature_tiles").total,
        "polluted": sum(piece.copies for piece in tiles if piece.values["nature"] == "polluted"),
        "hand_cards": {piece.id: piece.copies for piece in cards},
        "knowledge": sum(piece.copies for piece in cards if piece.values["kind"] == "knowledge"),
        "turns": {key: game.facts.get(f"most_{key}") for key in ("proposals", "campaigns")},
    }
    return read_numbers(Numbers, game, box)

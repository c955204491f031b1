"""Every bound of the four games' numbers: what stands at it is read, one beyond it is not."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from cards_data.schema import dump, read
from scorer.engine import scorer_for

BOUNDS: list[tuple[str, str, Any, Any]] = [
    ("kompensaatiopeli", "board.rows", 9, 10),
    ("kompensaatiopeli", "board.columns", 1, 0),
    ("kompensaatiopeli", "developers.token", 1000, 1001),
    ("kompensaatiopeli", "developers.token", -1000, -1001),
    ("kompensaatiopeli", "cluster.tokens", 1, 0),
    ("kompensaatiopeli", "cluster.tokens", 1000, 1001),
    ("kompensaatiopeli", "cluster.most", 0, -1),
    ("kompensaatiopeli", "cluster.most", 1000, 1001),
    ("kompensaatiopeli", "majority", {"part": 1, "of": 2}, {"part": 2, "of": 2}),
    ("kompensaatiopeli", "majority", {"part": 0, "of": 1}, {"part": 3, "of": 2}),
    ("kompensaatiopeli", "project.most", 40, 41),
    ("kompensaatiopeli", "project.most", 1, 0),
    ("kompensaatiopeli", "line_ups.six.sector_roles", 0, -1),
    ("kompensaatiopeli", "line_ups.six.sector_roles", 6, 7),
    ("kompensaatiopeli", "line_ups.six.rounds", 40, 41),
    ("kompensaatiopeli", "line_ups.six.roles", ["burned_out_birder"], ["birder"]),
    ("kompensaatiopeli", "destroyed.cards", [], ["nobody"]),
    ("kompensaatiopeli", "destroyed.under_plans", [], ["nobody"]),
    ("ecologic", "base.minus_counts_as", 100, 101),
    ("ecologic", "base.minus_counts_as", -100, -101),
    ("ecologic", "rounding.default", "exact", "fine"),
    ("ecologic", "rounding.steps.table", [1], []),
    ("ecologic", "rounding.steps.table", [5, 4, 3, 2, 1], [6, 5, 4, 3, 2, 1]),
    ("ecologic", "rounding.steps.table", [10, 1], [1, 10]),
    ("ecologic", "rounding.steps.table", [1000, 1], [1001, 1]),
    ("ecologic", "rounding.steps.exact", [1], [2]),
    ("ecologic", "teams.players", 2, 1),
    ("ecologic", "teams.players", 8, 9),
    ("ecologic", "table.highest", 40, 41),
    ("ecologic", "table.highest", 1, 0),
    ("ecologic", "box.levels", 1, 0),
    ("better_life", "years.first", 0, -1),
    ("better_life", "years.first", 9999, 10000),
    ("better_life", "years.each", 40, 41),
    ("better_life", "votes.weak.from", 0, -1),
    ("better_life", "meters.loss.lowest", 0, -1),
    ("ecosfera_baltica", "players", {"least": 3, "most": 3}, {"least": 4, "most": 3}),
    ("ecosfera_baltica", "elements.least", 1, 0),
    ("ecosfera_baltica", "levels", [1], []),
    ("ecosfera_baltica", "levels", [1] * 9, [1] * 10),
    ("ecosfera_baltica", "both_at_once", "lost", "draw"),
]


def with_value(raw: Any, path: str, value: Any) -> Any:
    changed = copy.deepcopy(raw)
    *steps, last = path.split(".")
    holder = changed
    for step in steps:
        holder = holder[step]
    assert last in holder
    holder[last] = value
    return changed


@pytest.mark.parametrize(("slug", "path", "good", "bad"), BOUNDS)
def test_up_to_the_bound(slug: str, path: str, good: Any, bad: Any) -> None:
    numbers = scorer_for(slug).numbers
    raw = dump(numbers)
    state, errors = read(type(numbers), with_value(raw, path, good))
    assert state is not None, errors
    state, errors = read(type(numbers), with_value(raw, path, bad))
    assert state is None
    assert len(errors) == 1


@pytest.mark.parametrize(
    ("path", "rising"),
    [
        ("votes", ("weak.from", "semi.from", "success.from")),
        ("meters.loss", ("lowest", "start", "lost_at")),
        ("meters.policy", ("start", "highest")),
        ("meters.policy", ("needed", "highest")),
    ],
)
def test_better_life_rises(path: str, rising: tuple[str, ...]) -> None:
    """Equal ones are allowed, falling ones are not."""
    numbers = scorer_for("better_life").numbers
    raw = dump(numbers)
    for key in rising:
        raw = with_value(raw, f"{path}.{key}", 20)
    raw = with_value(raw, "meters.policy.highest", 20) if path == "meters.policy" else raw
    assert read(type(numbers), raw)[0] is not None
    for key in rising[1:]:
        assert read(type(numbers), with_value(raw, f"{path}.{key}", 19))[0] is None


def test_what_the_decks_hold() -> None:
    """Counted by hand in the tables of the decks."""
    numbers = {
        slug: scorer_for(slug).numbers
        for slug in ("kompensaatiopeli", "ecologic", "better_life", "ecosfera_baltica")
    }
    box = numbers["kompensaatiopeli"].box
    assert (box.tokens, box.offsets, box.areas, box.restorations, box.tiles) == (20, 6, 6, 6, 55)
    assert sum(box.hand_cards.values()) == 98
    eco = numbers["ecologic"].box
    assert (eco.players, eco.refineries, eco.eco_initiatives, eco.tads) == (4, 20, 20, 4)
    life = numbers["better_life"]
    assert life.box.influence == sum(
        piece.values["value"] * piece.copies
        for piece in scorer_for("better_life").game.decks["influence"].pieces
    )
    assert life.last_year == life.years.first + life.rounds * life.years.each == 2030
    sea = numbers["ecosfera_baltica"].box
    assert (len(sea.habitats), sea.impacts) == (6, 6)

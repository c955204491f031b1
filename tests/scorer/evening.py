"""Tables to score in tests: one that is in order for each game, and short ways to score them."""

from __future__ import annotations

import copy
from functools import cache
from pathlib import Path
from typing import Any

from cards_data import Findings, Problems, load_game
from cards_data.reader import read_yaml
from cards_data.tables import read_words
from scorer.core.result import Line, Result, Tally
from scorer.engine import Scorer, scorer_for

SLUGS = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
DEVELOPERS = ["filthy_rich_money_maker", "start_up_dreamer"]
FOUR = [*DEVELOPERS, "burned_out_birder", "enthusiastic_planet_saver"]
SIX = [*FOUR, "extinction_rebel", "mobile_opportunist"]
OPEN = [". . . . ."] * 5
POLICIES = [
    "protected_areas",
    "ecosystem_restoration",
    "pollinators",
    "urban_greening",
    "diverse_farming",
]
HABITATS = ["ice", "mud", "rivers", "rock", "pelagic", "coast"]

TABLES: dict[str, dict[str, Any]] = {
    "ecologic": {
        "game": "ecologic",
        "players": [
            {"name": "Ada", "profits": 9, "enviros": 7, "refineries": 5, "tads": 1},
            {"name": "Bo", "profits": 12, "enviros": 8, "eco_initiatives": 2},
        ],
    },
    "kompensaatiopeli": {
        "game": "kompensaatiopeli",
        "roles": SIX,
        "projects": {"M": "motorway", "W": "wind_power_plant"},
        "board": ["M M M . ?", ". c o r .", "W . . . .", "W . . . .", ". . . . ."],
        "demonstrations": 1,
    },
    "better_life": {
        "game": "better_life",
        "votes": [{"policy": policy, "pool": 10} for policy in POLICIES],
        "players": [
            {"name": "Ada", "role": "university", "ip": 7, "targets": POLICIES[:3]},
            {"name": "Bo", "role": "ngo", "ip": 9, "targets": POLICIES[2:]},
        ],
    },
    "ecosfera_baltica": {
        "game": "ecosfera_baltica",
        "players": ["Ada", "Bo"],
        "habitats": HABITATS[:4],
        "impacts": 2,
    },
}


def table(slug: str, **changes: Any) -> dict[str, Any]:
    """The game's table with some keys different."""
    return copy.deepcopy(TABLES[slug]) | changes


@cache
def _scorer(slug: str, lang: str) -> Scorer:
    return scorer_for(slug, lang)


def judged(raw: dict[str, Any], lang: str = "en") -> Result:
    """The result of a raw state."""
    scorer = _scorer(raw["game"], lang)
    return scorer.score(scorer.read(raw))


def mistakes(raw: Any, slug: str) -> list[str]:
    """Every problem of a state, as people read it."""
    try:
        _scorer(slug, "en").read(raw)
    except Problems as problems:
        return [str(problem) for problem in problems.problems]
    return []


def tally(result: Result, name: str) -> Tally:
    return next(part for part in (*result.sides, *result.extras) if part.name == name)


def line(result: Result, name: str, rule: str) -> Line:
    return next(line for line in tally(result, name).lines if line.rule == rule)


def points(result: Result, name: str, rule: str) -> int:
    """The sum of a side's lines of one rule."""
    return sum(line.points for line in tally(result, name).lines if line.rule == rule)


def examples(slug: str) -> dict[str, dict[str, Any]]:
    """The game's worked examples by name."""
    return {path.stem: read_yaml(path).data for path in _example_files(slug)}


def examples_of_all() -> list[tuple[str, str]]:
    return [(slug, path.stem) for slug in SLUGS for path in _example_files(slug)]


def _example_files(slug: str) -> list[Path]:
    return sorted((load_game(slug).folder / "examples").glob("*.yaml"))


DATA = Path(__file__).parent / "data"


@cache
def spoken(slug: str) -> tuple[str, ...]:
    """The languages that a game's own words of scoring have."""
    return read_words(load_game(slug).folder / "scoring_words.csv", (), Findings()).languages

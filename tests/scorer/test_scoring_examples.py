"""Worked examples: each gives what it promises, and together they use every rule."""

from __future__ import annotations

import pytest
from evening import SLUGS, examples, examples_of_all, judged, points, tally

from cards_data import load_game
from scorer.core.translation import translation

# Lines that explain and never bring points.
SILENT_RULES = {"impacts", "difficulty"}
# The rulebook's six examples of Kompensaatiopeli: who they are about, and their points.
RULEBOOK = {
    "rulebook_1": ("Developers", 11),
    "rulebook_2": ("Developers", 13),
    "rulebook_3": ("Developers", 14),
    "rulebook_4": ("Developers", 16),
    "rulebook_5": ("Developers", 4),
    "rulebook_6": ("Conservationists", 13),
}


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_an_example_gives_what_it_promises(slug: str, name: str) -> None:
    example = examples(slug)[name]
    result, expect = judged(example["state"]), example["expect"]
    assert result.outcome == expect["outcome"]
    assert list(result.winners) == expect["winners"]
    assert {side.name: side.total for side in result.sides} == expect["totals"]
    for side, place in expect.get("places", {}).items():
        assert next(scored for scored in result.sides if scored.name == side).place == place
    for side, lines in expect.get("lines", {}).items():
        assert {rule: points(result, side, rule) for rule in lines} == lines
    for extra, total in expect.get("extras", {}).items():
        assert tally(result, extra).total == total


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_an_example_says_what_it_shows_and_where_it_is_from(slug: str, name: str) -> None:
    example = examples(slug)[name]
    assert set(example) == {"title", "source", "state", "expect"}
    assert set(example["title"]) >= {"en", "sv", *load_game(slug).languages}
    assert len(example["source"]) > 20


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_has_at_least_six(slug: str) -> None:
    assert len(examples(slug)) >= 6


@pytest.mark.parametrize("slug", SLUGS)
def test_no_rule_is_without_an_example(slug: str) -> None:
    words = translation(load_game(slug), "en").words
    rules = {key.removeprefix("rule.") for key in words if key.startswith("rule.")}
    rules_shown, counted = set(), set()
    for example in examples(slug).values():
        result = judged(example["state"])
        for part in (*result.sides, *result.extras):
            rules_shown |= {line.rule for line in part.lines}
            counted |= {line.rule for line in part.lines if line.points}
    starts = {"start"} if slug == "better_life" else set()
    assert rules_shown == rules
    assert counted == rules - SILENT_RULES - starts


@pytest.mark.parametrize(("name", "promise"), RULEBOOK.items())
def test_the_rulebook_s_own_examples(name: str, promise: tuple[str, int]) -> None:
    result = judged(examples("kompensaatiopeli")[name]["state"])
    assert tally(result, promise[0]).total == promise[1]

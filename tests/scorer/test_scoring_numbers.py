"""One source: every number of scoring.yaml, changed once, changes a score or what is printed."""

from __future__ import annotations

import copy
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from evening import SLUGS, examples, judged
from texts import text_of
from thorough import spread

from cards_data import Problems, load_game
from cards_data.documents import freeze
from cards_data.registry import PACKAGE
from scorer.core.translation import translation
from scorer.engine import Scorer, scorer_for
from scorer.games.better_life.form import PRINTED_ONLY
from scorer.registry import rules

# Numbers that bound or print something and are in no worked example's score.
NOT_SCORED = {
    "better_life": {("votes", "weak", "from"), ("meters", "policy", "highest", "value")},
    "ecologic": {("table", "highest"), ("track", "highest", "value")},
    "ecosfera_baltica": {
        ("players", "least"),
        ("elements", "most"),
        ("rows", "least"),
        ("players", "most"),
        ("eutrophication", "nutrients"),
    },
    "kompensaatiopeli": {
        ("bank", "tiles"),
        ("camps", "most"),
        ("line_ups", "four", "rounds"),
        ("line_ups", "six", "rounds"),
        ("project", "most"),
        ("developer", "tokens"),
    },
}


def numbers_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path that leads to a number."""
    if isinstance(data, bool):
        return
    if isinstance(data, int):
        yield path
    inner = enumerate(data) if isinstance(data, list) else ()
    for key, value in data.items() if isinstance(data, dict) else inner:
        yield from numbers_in(value, (*path, key))


def scoring(slug: str) -> Any:
    return yaml.safe_load((PACKAGE / slug / "scoring.yaml").read_text(encoding="utf-8"))


def all_numbers() -> list[tuple[str, tuple[Any, ...]]]:
    return [(slug, path) for slug in SLUGS for path in numbers_in(scoring(slug))]


def changed(data: Any, path: tuple[Any, ...]) -> Any:
    """The same data with one number one higher."""
    new = copy.deepcopy(data)
    at = new
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] += 1
    return new


def scores(slug: str) -> list[str]:
    """The result of each worked example, or why it is none."""
    try:
        scorer = scorer_for(slug)
    except Problems as problems:
        return [str(problems)]
    numbers = []
    for example in examples(slug).values():
        try:
            numbers.append(repr(scorer.score(scorer.read(example["state"]))))
        except Problems as problems:
            numbers.append(str(problems))
    return numbers


@pytest.fixture
def own_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder whose games come before those of the package."""
    (tmp_path / "cards_data").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "cards_data"


def copied(own_copy: Path, slug: str, numbers: Any) -> None:
    """A game with other numbers."""
    shutil.copytree(PACKAGE / slug, own_copy / slug)
    text = yaml.safe_dump(numbers, allow_unicode=True)
    (own_copy / slug / "scoring.yaml").write_text(text, encoding="utf-8")


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "path"), spread(all_numbers(), 4), ids=str)
def test_a_changed_number_is_seen(slug: str, path: tuple[Any, ...], own_copy: Path) -> None:
    before, printed = scores(slug), scorer_for(slug).to_print()
    copied(own_copy, slug, changed(scoring(slug), path))
    if path in NOT_SCORED[slug] or (slug == "better_life" and path[0] in PRINTED_ONLY):
        assert scorer_for(slug).to_print() != printed
    else:
        assert scores(slug) != before


@pytest.mark.parametrize("slug", SLUGS)
def test_a_missing_number_is_a_problem_with_its_place(slug: str, own_copy: Path) -> None:
    data = scoring(slug)
    key = next(iter(data))
    del data[key]
    copied(own_copy, slug, data)
    with pytest.raises(Problems, match=rf"cards_data/{slug}/scoring.yaml:1 {key}: missing"):
        scorer_for(slug)


def test_a_table_of_their_own_size_is_printed_and_scored_alike(own_copy: Path) -> None:
    """A group that gives three points for a TAD sees it everywhere."""
    data = scoring("ecologic")
    data["points"]["tad"] = 3
    copied(own_copy, "ecologic", data)
    scorer = scorer_for("ecologic")
    state = scorer.read({"players": [{"name": "Ada", "profits": 0, "enviros": 0, "tads": 2}]})
    points = scorer.to_print()["points"]
    assert scorer.score(state).sides[0].total == 6
    assert points == {"refinery": 1, "eco_initiative": 1, "tad": 3}


def test_a_lost_decade_is_not_won_back_by_a_later_vote(own_copy: Path) -> None:
    """With a shorter loss meter it is full after two votes: the third comes too late."""
    data = scoring("better_life")
    data["meters"]["loss"]["lost_at"] = 2
    copied(own_copy, "better_life", data)
    scorer = scorer_for("better_life")
    state = copy.deepcopy(examples("better_life")["after_two_votes"]["state"])
    state["votes"] = [{"policy": "pollinators", "pool": 0}, {"policy": "urban_greening", "pool": 0}]
    state["votes"].append({"policy": "diverse_farming", "pool": 10})
    result = scorer.score(scorer.read(state))
    assert result.outcome == "lost"
    assert {extra.name: extra.total for extra in result.extras}[
        text_of("field.biodiversity_loss")
    ] == 1


@pytest.mark.parametrize(("ip", "worth"), [(2, 0), (5, 2), (6, 4)])
def test_influence_is_worth_its_points_by_whole_groups(ip: int, worth: int, own_copy: Path) -> None:
    data = scoring("better_life")
    data["victory_points"]["influence"]["points"] = 2
    copied(own_copy, "better_life", data)
    scorer = scorer_for("better_life")
    state = copy.deepcopy(examples("better_life")["after_two_votes"]["state"])
    state["players"][0]["ip"] = ip
    lines = scorer.score(scorer.read(state)).sides[0].lines
    assert [line.points for line in lines if line.rule == "influence"] == [worth]


def values_in(data: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every path, to numbers, words, lists and mappings alike; not the notes beside a value."""
    if path:
        yield path
    inner = enumerate(data) if isinstance(data, list) else ()
    for key, value in data.items() if isinstance(data, dict) else inner:
        if key not in ("source", "reason"):
            yield from values_in(value, (*path, key))


def replaced(data: Any, path: tuple[Any, ...], value: Any) -> Any:
    new = copy.deepcopy(data)
    at = new
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return new


ODD = (0, -1, 10**15, "nope", [], {}, None, 1.5)


@pytest.mark.slow
@pytest.mark.parametrize("slug", spread(SLUGS, 4))
def test_no_number_is_met_unchecked(slug: str, own_copy: Path) -> None:
    """Whatever stands in scoring.yaml: a table is scored, asked for and printed, or it is a problem
    with file and line."""
    shutil.copytree(PACKAGE / slug, own_copy / slug)
    game, definition = load_game(slug), rules(load_game(slug))
    tables = [example["state"] for example in examples(slug).values()]
    values = scoring(slug)
    for path in values_in(values):
        for odd in ODD:
            plain = unwrapped(replaced(values, path, odd))
            try:
                other = replace(game, scoring=freeze(plain))
                scorer = Scorer(
                    other, definition, definition.numbers(other), translation(game, "en")
                )
                scorer.form(), scorer.to_print(), definition.blank(scorer.numbers)
                for raw in tables:
                    state = scorer.read(raw)
                    scorer.score(state)
            except Problems:
                continue


def unwrapped(data: Any) -> Any:
    if isinstance(data, dict):
        if "source" in data and "value" in data:
            return unwrapped(data["value"])
        return {key: unwrapped(value) for key, value in data.items()}
    return [unwrapped(item) for item in data] if isinstance(data, list) else data


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "path", "value", "message"),
    [
        (
            "better_life",
            "victory_points.influence.each",
            0,
            (text_of("wrong.small", given='"0"') + "; allowed: " + text_of("svg.one_or_more")),
        ),
        ("better_life", "votes.success.from", 3, text_of("wrong.rising.pools", numbers="0, 6, 3")),
        (
            "ecologic",
            "rounding.steps.table",
            [],
            (text_of("wrong.short", given='"[]"') + "; allowed: " + text_of("svg.one_or_more")),
        ),
        (
            "ecologic",
            "rounding.default",
            "nope",
            (text_of("wrong.no_steps", given='"nope"') + "; allowed: " + "exact, table"),
        ),
        (
            "ecologic",
            "table.highest",
            0,
            (text_of("wrong.small", given='"0"') + "; allowed: " + text_of("svg.one_or_more")),
        ),
        (
            "ecosfera_baltica",
            "levels",
            [],
            (text_of("wrong.short", given='"[]"') + "; allowed: " + text_of("svg.one_or_more")),
        ),
        (
            "kompensaatiopeli",
            "line_ups",
            {},
            (text_of("wrong.short", given='"{}"') + "; allowed: " + text_of("svg.one_or_more")),
        ),
        (
            "kompensaatiopeli",
            "board.rows",
            100,
            (text_of("wrong.large", given='"100"') + "; allowed: " + "up to 9"),
        ),
        (
            "kompensaatiopeli",
            "destroyed.cards",
            ["oop"],
            (text_of("wrong.no_piece", given='"oop"')),
        ),
        (
            "kompensaatiopeli",
            "majority.part",
            2,
            (text_of("wrong.share", part=2, of=2) + "; allowed: " + text_of("wrong.share.allowed")),
        ),
    ],
)
def test_a_number_out_of_its_bounds_is_a_problem_with_its_line(
    slug: str, path: str, value: Any, message: str, own_copy: Path
) -> None:
    copied(own_copy, slug, replaced(scoring(slug), tuple(path.split(".")), value))
    with pytest.raises(Problems) as caught:
        scorer_for(slug)
    assert message in str(caught.value)
    assert str(caught.value).startswith(f"cards_data/{slug}/scoring.yaml:")


def test_both_at_once_is_what_the_numbers_say(own_copy: Path) -> None:
    """The last habitat and the last impact together: won here, lost where a group says so."""
    raw = examples("ecosfera_baltica")["both_at_once"]["state"]
    assert judged(raw).outcome == "won"
    copied(own_copy, "ecosfera_baltica", scoring("ecosfera_baltica") | {"both_at_once": "lost"})
    scorer = scorer_for("ecosfera_baltica")
    assert scorer.score(scorer.read(raw)).outcome == "lost"

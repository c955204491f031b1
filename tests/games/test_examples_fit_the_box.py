"""Worked examples use what is in the box: cards that exist, projects that can be built so."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from cards_data import list_games, load_game
from cards_data.models import Game
from cards_data.reader import examples

pytestmark = pytest.mark.slow

# Quoted words of a worked example that are printed on no piece: they stand in the words.
QUOTED = re.compile(r"[“”]([^“”]+)”")


def states(slug: str) -> list[tuple[str, dict[str, Any]]]:
    folder = load_game(slug).folder / "examples"
    names = examples(load_game(slug).folder)
    assert names, slug
    return [
        (name, yaml.safe_load((folder / f"{name}.yaml").read_text(encoding="utf-8"))["state"])
        for name in names
    ]


@pytest.mark.parametrize(("name", "state"), states("better_life"))
def test_every_target_of_an_example_is_a_card_and_nobody_holds_anothers(
    name: str, state: dict[str, Any]
) -> None:
    pieces = load_game("better_life").decks["policy_targets"].pieces
    ranks = ("primary", "secondary", "tertiary")
    cards = Counter({tuple(p.values[r] for r in ranks): p.copies for p in pieces})
    targets = Counter(tuple(player["targets"]) for player in state["players"])
    assert targets <= cards, f"{name}: no card shows {set(targets) - set(cards)}"
    roles = [player["role"] for player in state["players"]]
    assert len(set(roles)) == len(roles)


@pytest.mark.parametrize(("name", "state"), states("kompensaatiopeli"))
def test_every_project_of_an_example_has_the_tokens_and_the_shape_of_its_header(
    name: str, state: dict[str, Any]
) -> None:
    headers = {p.id: p for p in load_game("kompensaatiopeli").decks["project_headers"].pieces}
    cells = [row.split() for row in state["board"]]
    for letter, project in state.get("projects", {}).items():
        header = headers[project].values
        built = [(y, x) for y, row in enumerate(cells) for x, c in enumerate(row) if c == letter]
        assert len(built) <= header["size"], f"{name}: {project} has {header['size']} tokens"
        if built and header["shape"] == "line":
            ys, xs = {y for y, _ in built}, {x for _, x in built}
            assert 1 in (len(ys), len(xs)), f"{name}: {project} is a straight line"


def names_of(game: Game) -> set[str]:
    """Whatever pieces and words of a game say, without marks."""
    on_pieces = {
        str(value)
        for deck in game.decks.values()
        for piece in deck.pieces
        for lang in game.languages
        for value in piece.values_in(lang).values()
    }
    words = {text for by_language in game.words.values() for text in by_language.values()}
    return {text.strip(" .!") for text in on_pieces | words}


def texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from (text for inner in value.values() for text in texts(inner))
    elif isinstance(value, list):
        yield from (text for inner in value for text in texts(inner))


@pytest.mark.parametrize("slug", list_games())
def test_every_card_that_a_leaflets_example_names_is_in_the_box(slug: str) -> None:
    game = load_game(slug)
    names = names_of(game)
    for path in sorted((game.folder / "rules").glob("*.yaml")):
        sections = yaml.safe_load(path.read_text(encoding="utf-8"))["sections"]
        example = next(section for section in sections if section["id"] == "example")
        for text in texts(example["blocks"]):
            for name in QUOTED.findall(text):
                # A placeholder takes the name from its piece.
                placed = name.startswith("{pieces.")
                assert placed or name.strip(" .!") in names, f"{path.name}: “{name}” is on no piece"

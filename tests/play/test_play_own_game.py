"""A game of one's own: the worked one of docs/design/playing.md, played as it stands there."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from texts import text_of
from workshop import Command

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "design" / "playing.md"
CODE = re.search(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


@pytest.fixture
def own_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ecotable: Command) -> Path:
    """``ecotable new my-game`` with the module beside it."""
    monkeypatch.chdir(tmp_path)
    assert ecotable("new", "my-game").code == 0
    place = tmp_path / "scorer" / "games" / "my_game" / "play.py"
    place.parent.mkdir(parents=True, exist_ok=True)
    assert CODE is not None
    place.write_text(CODE[1], encoding="utf-8")
    return place


def test_the_worked_one_is_short() -> None:
    assert CODE is not None
    assert len(CODE[1].splitlines()) < 100


def test_it_runs_only_where_it_is_trusted(own_game: Path, ecotable: Command) -> None:
    refused = ecotable("play", "my-game", "--games", 4)
    assert refused.code == 1
    assert text_of("rules.not_trusted") in refused.err


@pytest.mark.slow
def test_it_is_played(own_game: Path, ecotable: Command) -> None:
    bots = ("--bot", "random,greedy,search")
    answer = ecotable("play", "my-game", "--games", 40, *bots, "--trust", "--json")
    assert answer.code == 0, answer.err
    runs = {run["bot"]: run["after"] for run in json.loads(answer.out)["runs"]}
    assert set(runs) == {"random", "greedy", "search"}
    assert all(side["games"] == 40 for side in runs.values())
    assert all(side["ends"] == {"all bought": 1.0} for side in runs.values())
    assert set(runs["greedy"]["in_games"]["bought"]) == {"seed", "meadow", "forest"}
    replay = ecotable("play", "my-game", "--replay", 3)
    assert "  buy seed" in replay.out


@pytest.mark.parametrize("deck", ["markers", "references"])
def test_no_name_of_a_deck_hides_its_changes(
    deck: str, own_game: Path, ecotable: Command, tmp_path: Path
) -> None:
    """A deck has any name, and only its own file says that bots do not use it."""
    folder = tmp_path / "cards_data" / "my_game"
    replace_in(folder / "game.yaml", "  cards:", f"  {deck}:")
    replace_in(own_game, 'decks["cards"]', f'decks["{deck}"]')
    table = (folder / "cards.csv").rename(folder / f"{deck}.csv")
    play = ("play", "my-game", "--games", 8, "--bot", "greedy", "--trust", "--json")
    first = ecotable(*play)
    shutil.copytree(folder, tmp_path / "earlier")
    table.write_text(re.sub(r",\d$", ",9", table.read_text("utf-8"), flags=re.M), encoding="utf-8")
    assert ecotable(*play).out != first.out
    changes = json.loads(ecotable(*play, "--since", "earlier").out)["changes"]
    assert changes == ["Seed, cost: 0 → 9", "Meadow, cost: 2 → 9", "Forest, cost: 5 → 9"]
    replace_in(folder / "game.yaml", f"  {deck}:", f"  {deck}:\n    bots: false")
    assert "Seed, cost" not in ecotable(*play, "--since", "earlier").out


def replace_in(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_look_ups_need_no_words(own_game: Path, ecotable: Command) -> None:
    answer = json.loads(ecotable("play", "my-game", "--moves", "--trust").out)
    assert answer["moves"][0]["move"] == "earn"
    after = json.loads(ecotable("play", "my-game", "--do", "earn").out)
    assert [done["move"] for done in after["done"]] == ["earn"]


def test_a_module_without_its_functions_is_told(own_game: Path, ecotable: Command) -> None:
    own_game.write_text("def setup(game, options, stream):\n    return None\n", encoding="utf-8")
    answer = ecotable("play", "my-game", "--trust")
    assert answer.code == 1
    assert text_of("play.no_function", names="legal, apply, outcome, hide") in answer.err


def test_a_mistake_in_the_module_names_its_line(own_game: Path, ecotable: Command) -> None:
    text = own_game.read_text(encoding="utf-8").replace('"cards"].pieces', '"cardz"].pieces')
    own_game.write_text(text, encoding="utf-8")
    answer = ecotable("play", "my-game", "--trust", "--moves")
    assert answer.code == 1
    assert "play.py:" in answer.err
    assert "KeyError" in answer.err


def test_games_that_nobody_taught_are_told(ecotable: Command) -> None:
    answer = ecotable("play", "ecologic")
    assert answer.code == 1
    assert (
        text_of("play.not_playable", game="ecologic") + "; allowed: " + "ecosfera_baltica"
    ) in answer.err

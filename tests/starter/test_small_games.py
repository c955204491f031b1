"""A game of one's own needs a game.yaml, one table and one template; what is wrong is said once."""

from __future__ import annotations

from pathlib import Path

import pytest
from pond import FRONT
from texts import text_of
from workshop import Command, Workshop

from cards_data import load_game

pytestmark = pytest.mark.slow

FOLDER = "cards_data/moor"
GAME = "title: The Moor\ndecks:\n  birds: {size: poker, front: bird.svg.j2}\n"
BIRDS = "id,name\ncrane,Crane\ncurlew,Curlew\n"
BIRD = '{{ line(piece.name, w / 2, 20, align="center", font="title", size=14) }}'


@pytest.fixture
def moor(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The smallest game there is."""
    monkeypatch.chdir(tmp_path)
    for name, text in (
        (f"{FOLDER}/game.yaml", GAME),
        (f"{FOLDER}/birds.csv", BIRDS),
        ("templates/moor/bird.svg.j2", BIRD),
    ):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return tmp_path


def test_three_files_are_a_game_that_is_checked_and_printed(moor: Path, ecotable: Command) -> None:
    answer = ecotable("check", "moor")
    assert (answer.code, answer.err) == (0, "")
    assert text_of("cmd_checked", game="moor", n=2, faces=2, langs="en") in answer.out
    assert ecotable("print", "moor", "--dpi", 72, "--jobs", 1).code == 0
    assert (moor / "output" / "moor-en-a4.pdf").is_file()


def test_a_card_more_is_no_problem_where_no_number_is_declared(moor: Path) -> None:
    (moor / FOLDER / "birds.csv").write_text(f"{BIRDS}ruff,Ruff\n", encoding="utf-8")
    assert load_game("moor").total == 3


def test_a_game_in_one_language_is_complete_in_that_language(moor: Path, ecotable: Command) -> None:
    text = f"languages: [sv]\n{GAME.replace('The Moor', '{sv: Mossen}')}"
    (moor / FOLDER / "game.yaml").write_text(text, encoding="utf-8")
    (moor / FOLDER / "words.csv").write_text("id,text\nmoor,Mosse\n", encoding="utf-8")
    (moor / "templates/moor/bird.svg.j2").write_text(
        f'{BIRD}{{{{ line(t("moor"), 3, 50) }}}}', encoding="utf-8"
    )
    answer = ecotable("check", "moor")
    assert (answer.code, answer.err) == (0, "")
    assert "moor: Mossen" in ecotable("games").out
    for words in (("print", "moor", "--dpi", 72, "--jobs", 1), ("stats", "moor")):
        answer = ecotable(*words)
        assert (answer.code, answer.err) == (0, "")
    assert (moor / "output" / "moor-sv-a4.pdf").is_file()
    refused = ecotable("print", "moor", "--lang", "en")
    assert refused.code == 2
    assert "sv" in refused.err


def test_a_missing_template_is_one_problem_with_its_line(pond: Workshop, ecotable: Command) -> None:
    pond.change("game.yaml", "front: fish.svg.j2", "front: fsh.svg.j2")
    lines = ecotable("check", "pond").err.splitlines()
    assert len(lines) == 1
    assert lines[0].startswith("cards_data/pond/game.yaml:18 ")
    assert "3 different pieces" in lines[0]
    assert "did you mean fish.svg.j2" in lines[0]


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('reed: "#4c8a3f"', "reed: \n  ", "put the colour in quotes"),
        ('reed: "#4c8a3f"', "reed: 7", "put the colour in quotes"),
        ('reed: "#4c8a3f"', '1: "#4c8a3f", reed: "#4c8a3f"', text_of("game.colour_name")),
        ("[[reed, ink]]", "[1]", "a list of colours"),
        ("[[reed, ink]]", "[[reed, [ink]]]", text_of("game.no_colour")),
        ("deck: plants", "deck: [plants]", "columns.food.deck"),
        ("languages: [en, sv]", "languages: [en, 5]", "languages"),
    ],
)
def test_what_is_of_the_wrong_kind_is_a_problem(
    pond: Workshop, old: str, new: str, message: str
) -> None:
    pond.change("game.yaml", old, new)
    assert any(message in problem for problem in pond.problems())


def test_an_unquoted_colour_is_told_to_be_quoted(pond: Workshop) -> None:
    colours = '{accent: "#1d4f6b", ink: "#13293d", paper: "#ffffff", reed: "#4c8a3f"}'
    pond.change("game.yaml", colours, "\n  ink: '#13293d'\n  reed: #4c8a3f")
    assert any(
        text_of("game.no_colour", value="nothing") in problem and "in quotes" in problem
        for problem in pond.problems()
    )


def test_a_renamed_copy_says_which_rules_are_missing(pond: Workshop) -> None:
    _, problems = pond.tried("{{ line(printed.balance_table, 3, 9) }}" + FRONT)
    assert len(problems) == 1
    assert "templates/pond/fish.svg.j2:1" in problems[0]
    assert "printed.balance_table comes from the scoring rules, but pond has none" in problems[0]
    assert "scorer/games/pond.py" in problems[0]


def test_a_game_in_a_language_without_hyphenation_patterns_is_checked_and_printed(
    pond: Workshop, ecotable: Command
) -> None:
    """Irish has none; a long word is broken at its soft hyphens, or shrinks, or is too long."""
    for path in pond.data.glob("*.*"):
        irish = path.read_text(encoding="utf-8").replace(":sv", ":ga").replace("sv:", "ga:")
        path.write_text(irish.replace("[en, sv]", "[en, ga]"), encoding="utf-8")
    pond.change("fish.csv", "Betala 2 {sun} **nu**.", "Ympäristön\u00adsuojelu\u00admääräykset")
    answer = ecotable("check", "pond")
    assert (answer.code, answer.err) == (0, "")
    assert answer.out.count("no hyphenation patterns for ga") == 1
    assert "patterns for en" not in answer.out
    printed = ecotable("print", "pond", "--lang", "ga", "--dpi", 72, "--jobs", 1)
    assert (printed.code, printed.err) == (0, "")

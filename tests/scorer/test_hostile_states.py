"""States from anybody: whatever is in them, they are scored or refused, soon and in words."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from evening import SLUGS, examples_of_all, judged, mistakes, table
from texts import fault, text_of
from workshop import Command

from cards_data import Problems, load_game
from scorer.terminal.state_source import SIZE_LIMIT, read_document, read_file

ROOT = Path(__file__).parents[2]


def refused(path: Path) -> str:
    with pytest.raises(Problems) as caught:
        read_file(path)
    return str(caught.value).partition(path.name)[2]


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_a_worked_example_can_be_scored_as_it_is(slug: str, name: str, ecotable: Command) -> None:
    path = load_game(slug).folder / "examples" / f"{name}.yaml"
    answer = ecotable("score", slug, path, "--json")
    expected = read_example(path)["expect"]
    assert answer.code == 0
    assert json.loads(answer.out)["outcome"] == expected["outcome"]


def read_example(path: Path) -> dict[str, Any]:
    from cards_data.reader import read_yaml

    data: dict[str, Any] = read_yaml(path).data
    return data


def test_a_mistake_in_an_example_has_the_line_of_its_file(
    tmp_path: Path, ecotable: Command
) -> None:
    example = load_game("ecologic").folder / "examples" / "nine_and_seven.yaml"
    path = tmp_path / "mine.yaml"
    path.write_text(example.read_text(encoding="utf-8").replace("tads: 1", "tads: -1"))
    assert "mine.yaml:6 players[1].tads: " in ecotable("score", "ecologic", path).err


@pytest.mark.parametrize("text", ["", "  \n", "# only a note\n", "\ufeff"])
def test_an_empty_file_is_said_to_be_empty(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.yaml"
    path.write_text(text, encoding="utf-8")
    assert refused(path) == fault("", text_of("state.nothing"), text_of("state.lies"))


def test_no_spreadsheet_is_named_where_there_is_none(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"game: ecologic # \xe5\n")
    assert refused(path) == fault(
        ":1", text_of("file.byte", code="0xe5"), text_of("allowed.utf8"), text_of("file.save_utf8")
    )


def test_a_file_that_is_too_long_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_bytes(b"#" * (SIZE_LIMIT + 1))
    assert refused(path) == fault("", text_of("file.size", n="1,000,001"), "up to 1,000,000")


def test_only_plain_files_are_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert refused(pipe) == fault("", text_of("file.no_file"), text_of("file.with_text"))
    assert refused(Path("/dev/zero")) == fault(
        "", text_of("file.no_file"), text_of("file.with_text")
    )
    assert refused(tmp_path).startswith(fault("", text_of("file.no_file")))


@pytest.mark.parametrize("name", ["x" * 300 + ".yaml", "a\0b.yaml", "missing.yaml"])
def test_a_name_that_leads_nowhere_is_a_problem(tmp_path: Path, name: str) -> None:
    with pytest.raises(Problems):
        read_file(tmp_path / name)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            '{"game": "ecologic"\n"players": []}',
            fault("x:2", text_of("document.broken_json", reason="Expecting ',' delimiter")),
        ),
        ("{game: ecologic,\nplayers: ]}", "x:2: broken YAML: "),
    ],
)
def test_a_broken_text_is_told_in_its_own_language(text: str, message: str) -> None:
    with pytest.raises(Problems) as caught:
        read_document(text, "x")
    assert str(caught.value).startswith(message)


def test_a_json_that_only_yaml_forgives_is_read() -> None:
    assert read_document('{"game": "ecologic",}', "x").data == {"game": "ecologic"}


def run(*arguments: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    script = "import sys; from generator.cli import main; sys.argv[0] = 'ecotable'; main()"
    command = [sys.executable, "-c", script, "score", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), **how.pop("env", {})}
    return subprocess.run(
        command, check=False, capture_output=True, cwd=ROOT, env=environment, **how
    )


@pytest.mark.slow
def test_a_closed_standard_input_is_a_problem() -> None:
    shut = "import os, sys; os.close(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
    script = "import sys; from generator.cli import main; sys.argv[0] = 'ecotable'; main()"
    for source, code in (["-"], 1), ([], 2):
        result = subprocess.run(
            [sys.executable, "-c", shut, "-c", script, "score", "ecologic", *source],
            check=False,
            capture_output=True,
            cwd=ROOT,
        )
        assert result.returncode == code
        assert b"Traceback" not in result.stderr


@pytest.mark.slow
@pytest.mark.parametrize("option", ["--json", "--what-if"])
def test_a_terminal_that_knows_few_letters_gets_what_it_can_show(option: str) -> None:
    state = json.dumps(table("ecologic", players=[{"name": "🦊→", "profits": 9, "enviros": 7}]))
    result = run("ecologic", "-", option, input=state.encode(), env={"PYTHONIOENCODING": "cp1252"})
    assert result.returncode == 0
    assert b"Traceback" not in result.stderr
    if option == "--json":
        assert json.loads(result.stdout.decode("cp1252"))["winners"] == ["🦊→"]


def test_nothing_in_a_state_steers_the_terminal(tmp_path: Path, ecotable: Command) -> None:
    path = tmp_path / "a.json"
    evil = "\x1b[2J\u202e\x9b"
    state = table("ecologic", teams={evil: ["Ada", evil]}, **{evil: evil})
    path.write_text(json.dumps(state), encoding="utf-8")
    output = ecotable("score", "ecologic", path).err
    assert "\\x1b" in output
    assert not set(output) & set(evil.replace("[2J", ""))


NAMES = [
    "👩‍👧",
    "🏴󠁧󠁢󠁥󠁮󠁧󠁿",
    "می‌خواهم",
    "Åke",
    "Άννα",
    "李小龙",
    "O'Brien",
    "Ada {profit}",
    "**Bo**",
    "עדה",
]


@pytest.mark.parametrize("name", NAMES)
def test_any_script_and_any_emoji_is_a_name(name: str) -> None:
    result = judged(table("ecologic", players=[{"name": name, "profits": 1, "enviros": 1}]))
    assert result.winners == (name,)


UNSEEN = ["", " ", "\u200d", "\u200b", "a\nb", "a\x07", "\u202eabc", "\ud800", "a\u2028b", "x" * 41]


@pytest.mark.parametrize("name", UNSEEN, ids=range(len(UNSEEN)))
def test_what_cannot_be_seen_or_would_mislead_is_no_name(name: str) -> None:
    raw = table("ecologic", players=[{"name": name, "profits": 1, "enviros": 1}])
    assert any("players[1].name" in mistake for mistake in mistakes(raw, "ecologic"))


def test_a_name_composed_and_decomposed_is_one_name() -> None:
    composed, decomposed = "\u00c5ke", "A\u030ake"
    player = {"profits": 1, "enviros": 1}
    players = [{"name": composed, **player}, {"name": decomposed, **player}]
    assert len(mistakes(table("ecologic", players=players), "ecologic")) == 2


def test_a_team_knows_its_player_however_the_name_was_typed() -> None:
    player = {"profits": 1, "enviros": 1}
    players = [{"name": name, **player} for name in ("\u00c5ke", "Bo", "Cy", "Di")]
    teams = {"North": ["A\u030ake", "Bo"], "South": ["Cy", "Di"]}
    assert mistakes(table("ecologic", players=players, teams=teams), "ecologic") == []


ODD = [10**6000, -(10**6000), 1e999, "\ud800", {"\ud800": 1}, [[]], b"x"]


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("odd", ODD, ids=range(len(ODD)))
def test_an_odd_value_anywhere_is_a_mistake(slug: str, odd: Any) -> None:
    raw = table(slug)
    for key in raw:
        if key != "game":
            messages = mistakes({**raw, key: odd}, slug)
            assert messages
            "\n".join(messages).encode("utf-8")

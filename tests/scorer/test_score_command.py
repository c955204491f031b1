"""``ecotable score``: files, standard input, JSON, problems, and a quick start."""

from __future__ import annotations

import errno
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import click
import pytest
import yaml
from click.testing import CliRunner
from evening import DATA, SLUGS, examples, examples_of_all, table
from texts import fault, text_of

from cards_data import Problem, Problems
from scorer.core.result import Result
from scorer.terminal.command import command
from scorer.terminal.saved_tables import SavedTable, SavedTables, saved_tables

ROOT = Path(__file__).parents[2]
Command = Callable[..., Any]


def written(tmp_path: Path, raw: Any, name: str = "state.yaml") -> Path:
    path = tmp_path / name
    text = yaml.safe_dump(raw) if name.endswith("yaml") else json.dumps(raw, indent="\t")
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize(("slug", "name"), examples_of_all())
def test_json_is_the_documented_shape(
    slug: str, name: str, tmp_path: Path, ecotable: Command
) -> None:
    example = examples(slug)[name]
    answer = ecotable("score", slug, written(tmp_path, example["state"]), "--json")
    data = json.loads(answer.out)
    assert (answer.code, answer.err) == (0, "")
    keys = ["game", "outcome", "winners", "reason", "sides", "extras", "board", "notes"]
    assert list(data) == keys
    assert data["game"] == slug
    assert {side["name"]: side["total"] for side in data["sides"]} == example["expect"]["totals"]
    for side in data["sides"]:
        assert list(side) == ["name", "about", "place", "total", "lines"]
        assert all(list(line) == ["rule", "points", "why", "cells"] for line in side["lines"])


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("lang", ["en", "sv"])
def test_text_shows_every_line_with_its_reason(
    slug: str, lang: str, tmp_path: Path, ecotable: Command
) -> None:
    path = written(tmp_path, table(slug))
    data = json.loads(ecotable("score", slug, path, "--json", "--lang", lang).out)
    answer = ecotable("score", slug, path, "--lang", lang)
    assert answer.code == 0
    for side in data["sides"]:
        assert f"{side['name']}: {side['total']}" in answer.out
        assert side["about"] in answer.out
        assert all(line["why"] in answer.out for line in side["lines"])


def test_a_dash_may_stand_for_an_underscore(tmp_path: Path, ecotable: Command) -> None:
    path = written(tmp_path, table("ecosfera_baltica"))
    assert ecotable("score", "ecosfera-baltica", path).code == 0


def test_json_files_and_standard_input(
    tmp_path: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, table("ecologic"), "state.json")
    from_file = ecotable("score", "ecologic", path, "--json").out
    stdin = io.TextIOWrapper(io.BytesIO(path.read_bytes()))
    monkeypatch.setattr(sys, "stdin", stdin)
    assert ecotable("score", "ecologic", "-", "--json").out == from_file


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"players: [\xff]", fault("standard input:1", text_of("file.byte", code="0xff"))),
        (b"x" * 8_000_001, text_of("file.size", n="1,000,001")),
    ],
)
def test_standard_input_that_is_no_text(
    content: bytes, message: str, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content)))
    answer = ecotable("score", "ecologic", "-")
    assert (answer.code, answer.out) == (1, "")
    assert message in answer.err


def test_names_are_shown_as_typed_and_never_as_markup(tmp_path: Path, ecotable: Command) -> None:
    players = [{"name": "[bold]Ada[/]", "profits": 1, "enviros": 1}]
    answer = ecotable("score", "ecologic", written(tmp_path, table("ecologic", players=players)))
    assert "[bold]Ada[/]: 2" in answer.out


def test_what_if_in_text_and_json(tmp_path: Path, ecotable: Command) -> None:
    path = written(tmp_path, table("ecosfera_baltica", impacts=5))
    assert (
        "With one more impact tile: Everyone"
        in ecotable("score", "ecosfera_baltica", path, "--what-if").out
    )
    data = json.loads(ecotable("score", "ecosfera_baltica", path, "--what-if", "--json").out)
    first = data["what_if"][0]
    assert first["change"] == "With one more impact tile"
    assert (first["steps"], first["outcome"], first["winners"]) == (1, "lost", [])


def test_problems_go_to_standard_error_and_nothing_to_standard_output(
    tmp_path: Path, ecotable: Command
) -> None:
    path = tmp_path / "state.yaml"
    path.write_text("players:\n  - name: Ada\n    profits: x\n    enviros: 1\nteam: 1\n")
    answer = ecotable("score", "ecologic", path)
    assert (answer.code, answer.out) == (1, "")
    where, unknown = answer.err.splitlines()
    assert (
        fault("state.yaml:3 players[1].profits", text_of("wrong.no_whole_number", given='"x"'))
        in where
    )
    assert fault("state.yaml:5 team", text_of("wrong.no_key", given='"team"')) in unknown


def test_a_board_problem_names_row_and_cell(tmp_path: Path, ecotable: Command) -> None:
    raw = table("kompensaatiopeli")
    raw["board"][1] = ". . . z ."
    answer = ecotable("score", "kompensaatiopeli", written(tmp_path, raw))
    assert (answer.code, answer.out) == (1, "")
    assert " board[2][4]: " in answer.err


@pytest.mark.parametrize(
    "text",
    ["", "[]", "3", "a: b: c", "{", "\t", "players: &a [*a]", '{"a": 1, "a": 2}', "? [a]\n: b"],
)
def test_files_that_are_no_state(text: str, tmp_path: Path, ecotable: Command) -> None:
    path = tmp_path / "state.yaml"
    path.write_text(text)
    answer = ecotable("score", "ecologic", path)
    assert (answer.code, answer.out) == (1, "")
    assert "Traceback" not in answer.err


def test_a_file_that_is_not_there(ecotable: Command) -> None:
    answer = ecotable("score", "ecologic", "nowhere.yaml")
    assert (answer.code, answer.out) == (1, "")
    assert fault("nowhere.yaml", text_of("file.missing")) in answer.err


def test_a_game_that_is_not_there(ecotable: Command) -> None:
    answer = ecotable("score", "ecologik", "x.yaml")
    assert (answer.code, answer.out) == (2, "")
    assert text_of("problem.did_you_mean", words="ecologic") in answer.err


def test_without_a_terminal_and_without_a_state_the_command_is_wrong(ecotable: Command) -> None:
    answer = ecotable("score", "ecologic")
    assert (answer.code, answer.out) == (2, "")
    assert text_of("score.no_terminal") in answer.err


def test_an_unknown_language_is_a_wrong_command(ecotable: Command) -> None:
    assert ecotable("score", "ecologic", "x.yaml", "--lang", "tlh").code == 2


@pytest.mark.parametrize(("options", "name"), [((), "printed"), (("exact",), "exact")])
def test_the_balance_table(options: tuple[str, ...], name: str, ecotable: Command) -> None:
    rows = (DATA / f"balance_table_{name}.csv").read_text().splitlines()[1:]
    expected = [[int(cell) for cell in row.split(",")[1:]] for row in rows]
    answer = ecotable("score", "ecologic", "--table", *options, "--json")
    assert json.loads(answer.out) == expected
    lines = ecotable("score", "ecologic", "--table", *options).out.splitlines()
    numbers = [line.split() for line in lines if line.split()[:1] and line.split()[0].isdigit()]
    assert [[int(cell) for cell in row[1:]] for row in numbers] == expected


def test_a_game_without_a_table(ecotable: Command) -> None:
    answer = ecotable("score", "better_life", "--table")
    assert answer.code == 2
    assert text_of("state.prints_none", game="better_life") in answer.err


def test_a_table_that_is_not_printed(ecotable: Command) -> None:
    answer = ecotable("score", "ecologic", "--table", "balance_tabel")
    assert answer.code == 2
    assert "did you mean balance_table" in answer.err


@pytest.mark.parametrize(
    "words",
    [
        ("ecologic", "--table", "exact", "--pdf", "x.pdf"),
        ("ecologic", "x.yaml", "--table"),
        ("ecologic", "--what-if", "--table"),
        ("ecologic", "x.yaml", "--exact"),
        ("ecologic", "x.yaml", "--tables"),
        ("ecologic", "--tables", "--what-if"),
        ("ecologic", "x.yaml", "--again", "1"),
        ("--what-if",),
        (),
    ],
)
def test_options_that_do_not_fit_together_are_refused(
    words: tuple[str, ...], ecotable: Command
) -> None:
    assert ecotable("score", *words).code == 2


def test_a_scored_table_is_kept_and_scored_again(tmp_path: Path, ecotable: Command) -> None:
    path = written(tmp_path, table("ecologic"))
    first = ecotable("score", "ecologic", path).out
    assert ecotable("score", "--again", 1).out == first
    assert "Ada" in ecotable("score", "ecologic", "--again", 1, "--what-if").out
    assert json.loads(ecotable("score", "--again", 1, "--json").out)["game"] == "ecologic"
    listed = ecotable("score", "--tables").out.splitlines()
    assert [line.split()[0] for line in listed if "ecologic" in line] == ["1"]
    assert "Ada, Bo" in "".join(listed)
    assert "Vinnare" not in "".join(listed)


def test_the_list_of_tables(tmp_path: Path, ecotable: Command) -> None:
    assert text_of("saved.none") in ecotable("score", "--tables").out
    ecotable("score", "ecologic", written(tmp_path, table("ecologic")))
    ecotable("score", "ecosfera_baltica", written(tmp_path, table("ecosfera_baltica")))
    saved_tables().save(
        SavedTable(7, "ecologic", "2026-01-01 10:00", ("Cy",), answers={"players": [{}]})
    )
    tables = json.loads(ecotable("score", "--tables", "--json").out)
    assert [(one["id"], one["game"]) for one in tables] == [
        (7, "ecologic"),
        (2, "ecosfera_baltica"),
        (1, "ecologic"),
    ]
    listing = ecotable("score", "ecologic", "--tables", "--lang", "sv").out
    assert text_of("saved.begun", "sv") in listing
    assert "ecosfera" not in listing


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--again", "9"), 1, 'no saved game "9"'),
        (("better_life", "--again", "1"), 2, "game 1 is a game of ecologic"),
    ],
)
def test_a_table_that_is_not_there(
    words: tuple[str, ...], code: int, message: str, tmp_path: Path, ecotable: Command
) -> None:
    ecotable("score", "ecologic", written(tmp_path, table("ecologic")))
    answer = ecotable("score", *words)
    assert (answer.code, message in answer.err) == (code, True)


def test_the_score_is_shown_and_kept_before_a_page_fails(tmp_path: Path) -> None:
    def fails(*args: object) -> None:
        raise Problems([Problem("page", "cannot be drawn")])

    path = written(tmp_path, table("ecologic"))
    words = ["ecologic", str(path), "--pdf", str(tmp_path / "x.pdf")]
    answer = CliRunner().invoke(command, words, obj={"score_pdf": fails})
    assert isinstance(answer.exception, Problems)
    assert "Ada" in answer.output
    assert saved_tables().find("1").winners == ("Ada",)


def test_a_data_folder_that_cannot_be_written_stops_no_score(
    tmp_path: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "blocked"))
    assert ecotable("score", "ecologic", written(tmp_path, table("ecologic"))).code == 0


def test_only_so_many_tables_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("scorer.terminal.saved_tables.MOST", 3)
    saved = SavedTables(tmp_path)
    for number in range(1, 6):
        saved.save(SavedTable(number, "ecologic", "", state={"n": number}))
    assert [table.id for table in saved.all()] == [5, 4, 3]


def test_the_page_is_drawn_by_the_root_command_s_writer(tmp_path: Path) -> None:
    drawn: list[tuple[Result, Path, str]] = []
    path, page = written(tmp_path, table("ecologic")), tmp_path / "page.pdf"
    words = ["ecologic", str(path), "--pdf", str(page), "--lang", "sv"]
    gift = {"score_pdf": lambda *args: drawn.append(args)}
    answer = CliRunner().invoke(command, words, obj=gift)
    assert answer.exit_code == 0
    assert [(result.game, where, lang) for result, where, lang in drawn] == [
        ("ecologic", page, "sv")
    ]


def test_without_a_writer_a_page_is_a_wrong_command(tmp_path: Path) -> None:
    path = written(tmp_path, table("ecologic"))
    answer = CliRunner().invoke(command, ["ecologic", str(path), "--pdf", "page.pdf"])
    assert isinstance(answer.exception, Problems)
    assert answer.exception.exit_code == 2
    assert "--pdf: needs" in str(answer.exception)


def test_no_page_is_written_for_a_wrong_state(tmp_path: Path) -> None:
    drawn: list[Any] = []
    path = written(tmp_path, {"players": 1})
    words = ["ecologic", str(path), "--pdf", "page.pdf"]
    answer = CliRunner().invoke(command, words, obj={"score_pdf": lambda *a: drawn.append(a)})
    assert isinstance(answer.exception, Problems)
    assert drawn == []


def run(*words: object, code: str = "") -> subprocess.CompletedProcess[str]:
    start = ["-c", code] if code else ["-m", "generator"]
    command_line = [sys.executable, *start, *map(str, words)]
    return subprocess.run(command_line, capture_output=True, text=True, cwd=ROOT, check=False)


MAIN = "import sys; from generator.cli import main; sys.argv[0] = 'ecotable'; main()"


@pytest.mark.slow
def test_scoring_draws_nothing_and_asks_nothing(tmp_path: Path) -> None:
    path = written(tmp_path, table("kompensaatiopeli"))
    code = (
        "import sys, atexit\n"
        "heavy = ('cairosvg', 'cairocffi', 'reportlab', 'jinja2', 'PIL', 'questionary',\n"
        "         'generator.compose', 'generator.sheets', 'uharfbuzz')\n"
        "atexit.register(lambda: print([n for n in heavy if n in sys.modules], file=sys.stderr))\n"
        + MAIN
    )
    answer = run("score", "kompensaatiopeli", path, code=code)
    assert answer.returncode == 0
    assert answer.stderr.strip() == "[]"


def test_the_scorer_imports_no_generator() -> None:
    files = (ROOT / "scorer").rglob("*.py")
    guilty = [file.name for file in files if "generator" in file.read_text(encoding="utf-8")]
    assert guilty == []


def test_the_command_is_named_score() -> None:
    assert isinstance(command, click.Command)
    assert command.name == "score"


def full_disk(*_: object, **__: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("words", [(), ("--json",)])
def test_a_table_that_cannot_be_kept_is_told_beside_its_score(
    words: tuple[str, ...], tmp_path: Path, ecotable: Command
) -> None:
    path = written(tmp_path, table("ecologic"))
    with pytest.MonkeyPatch.context() as full:
        full.setattr(Path, "write_text", full_disk)
        answer = ecotable("score", "ecologic", path, *words)
    assert answer.code == 0 and "Ada" in answer.out
    assert str(saved_tables().folder) in answer.err
    assert "cannot be saved: No space left on device" in answer.err
    assert "ECOTABLE_DATA" in answer.err
    assert list(saved_tables().folder.iterdir()) == []


def test_a_data_folder_that_is_a_file_is_told(
    tmp_path: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "blocked").write_text("")
    monkeypatch.setenv("ECOTABLE_DATA", str(tmp_path / "blocked"))
    answer = ecotable("score", "ecologic", written(tmp_path, table("ecologic")))
    assert answer.code == 0 and text_of("state.cannot_be_kept") in answer.err


def test_tables_that_are_scored_at_once_are_all_kept(tmp_path: Path) -> None:
    saved = SavedTables(tmp_path / "tables")

    def keep(number: int) -> int:
        return saved.save(SavedTable(0, "ecologic", "", state={"n": number}))

    with ThreadPoolExecutor(8) as threads:
        numbers = list(threads.map(keep, range(60)))
    assert sorted(numbers) == sorted(set(numbers))
    assert sorted(one.state["n"] for one in saved.all()) == list(range(60))
    assert list(saved.folder.glob("*.part")) == []


def test_a_number_that_was_taken_since_the_folder_was_listed_is_not_given_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    saved = SavedTables(tmp_path)
    saved.save(SavedTable(0, "ecologic", "", state={"n": 1}))
    late = iter([1, 2])
    monkeypatch.setattr(SavedTables, "_next_number", lambda _: next(late))
    assert saved.save(SavedTable(0, "ecologic", "", state={"n": 2})) == 2
    assert len(saved.all()) == 2


def test_what_was_interrupted_long_ago_is_cleared_away(tmp_path: Path) -> None:
    saved = SavedTables(tmp_path)
    (tmp_path / "00001.part").write_text("")
    (tmp_path / "00002.part").write_text("")
    os.utime(tmp_path / "00001.part", (0, 0))
    assert saved.save(SavedTable(0, "ecologic", "", state={"n": 1})) == 3
    assert [path.name for path in tmp_path.glob("*.part")] == ["00002.part"]


ODD = {
    "winners": '{"id": 1, "game": "ecologic", "when": "", "winners": null, "state": {"a": 1}}',
    "names": '{"id": 1, "game": "ecologic", "when": "", "names": [3], "state": {"a": 1}}',
    "game": '{"id": 1, "game": 7, "when": "", "state": {"a": 1}}',
    "deep": "[" * 100_000,
    "digits": '{"id": 1, "game": "e", "when": "", "state": {"a": ' + "9" * 5000 + "}}",
    "large": " " * (2 << 20),
    "binary": "\udcff",
}


@pytest.mark.parametrize("text", ODD.values(), ids=ODD)
def test_one_odd_file_hides_no_table_and_is_told(
    text: str, tmp_path: Path, ecotable: Command
) -> None:
    ecotable("score", "ecologic", written(tmp_path, table("ecologic")))
    odd = saved_tables().folder / "00007-begun.json"
    odd.write_bytes(text.encode("utf-8", "surrogateescape"))
    answer = ecotable("score", "--tables")
    assert answer.code == 0 and "Ada" in answer.out
    assert fault(odd, text_of("state.no_saved"), "", text_of("state.remove")) in answer.err
    assert ecotable("score", "--again", "1").code == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_only_plain_files_are_read(tmp_path: Path, ecotable: Command) -> None:
    """Nobody writes into the pipe, and the device never ends."""
    ecotable("score", "ecologic", written(tmp_path, table("ecologic")))
    folder = saved_tables().folder
    os.mkfifo(folder / "00007-begun.json")
    (folder / "00008-begun.json").symlink_to("/dev/zero")
    (folder / "00009-begun.json").mkdir()
    answer = ecotable("score", "--tables")
    assert answer.code == 0 and "Ada" in answer.out
    assert answer.err.count(text_of("state.no_saved")) == 3
    assert ecotable("score", "ecologic", written(tmp_path, table("ecologic"))).code == 0


def test_a_saved_table_cannot_steer_the_terminal(ecotable: Command) -> None:
    evil = "Ada\x1b]0;gone\x07\x9b2J\u202e\r\n"
    saved_tables().save(SavedTable(0, "ecologic", evil, (evil,), evil, (evil,), {"a": 1}))
    output = ecotable("score", "--tables").out
    assert "Ada" in output
    assert not set("\x1b\x07\x9b\u202e\r") & set(output)

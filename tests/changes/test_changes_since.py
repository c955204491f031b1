"""What "since" can be: a manifest, a PDF, a folder, a .zip, a git revision or the last print."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import pytest
from comparing import POND, Command, in_english_alone
from texts import fault, text_of

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("cold_cache")]

NEW = POND.with_fish("pike", cost="8")
REPORT = "~ fish/pike: cost 4 → 8"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The current folder, with the game as it was."""
    root = tmp_path / "project"
    root.mkdir()
    monkeypatch.chdir(root)
    return POND.write(root)


def git(folder: Path, *words: str) -> str:
    call = ["git", "-c", "user.email=a@example.org", "-c", "user.name=A", *words]
    answer = subprocess.run(call, cwd=folder, capture_output=True, text=True, check=True)
    return answer.stdout.strip()


def printed(ecotable: Command, *words: object) -> None:
    answer = ecotable("print", "pond", "--dpi", 72, "--jobs", 1, *words)
    assert answer.code == 0, answer.err


def packed(root: Path, path: Path, inside: str = "") -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for file in sorted(root.rglob("*")):
            if file.is_file() and "output" not in file.parts:
                archive.write(file, f"{inside}{file.relative_to(root).as_posix()}")
    return path


def repository(folder: Path) -> None:
    git(folder, "init", "-q", "-b", "main")
    git(folder, "add", ".")
    git(folder, "commit", "-q", "-m", "as it was")


def changed(ecotable: Command, *words: object) -> list[str]:
    """The lines of the report on the fish and the summary, without the page's path."""
    answer = ecotable("changes", "pond", *words)
    assert answer.code == 0, answer.err
    lines: list[str] = answer.out.splitlines()
    return lines[:-1]


def is_the_report(lines: list[str]) -> bool:
    return lines[0] == REPORT and lines[1].startswith("~ summary/summary:") and len(lines) == 2


def test_since_the_last_print_by_default(project: Path, ecotable: Command) -> None:
    printed(ecotable)
    NEW.write(project)
    assert is_the_report(changed(ecotable))


def test_json_is_all_that_is_printed_and_nothing_is_written(
    project: Path, ecotable: Command
) -> None:
    old = shutil.copytree(project, project.parent / "old")
    NEW.write(project)
    answer = ecotable("changes", "pond", "--since", old, "--json")
    assert (answer.code, answer.err) == (0, "")
    pike = next(item for item in json.loads(answer.out)["changed"] if item["id"] == "pike")
    assert pike["fields"] == [{"field": "cost", "before": 4, "after": 8}]
    assert not (project / "output").exists()


def test_the_newest_of_several_prints_is_the_last_one(project: Path, ecotable: Command) -> None:
    NEW.write(project)
    printed(ecotable, "--paper", "letter")
    POND.write(project)
    printed(ecotable)
    for suffix in (".json", ".pdf"):
        os.utime(project / "output" / f"pond-en-letter{suffix}", (1, 1))
    NEW.write(project)
    assert is_the_report(changed(ecotable))


@pytest.mark.parametrize("name", ["pond-en-a4.json", "pond-en-a4.pdf"])
def test_since_a_manifest_or_a_pdf(project: Path, ecotable: Command, name: str) -> None:
    printed(ecotable)
    saved = project / f"kept{Path(name).suffix}"
    shutil.move(project / "output" / name, saved)
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", saved))


@pytest.mark.parametrize("inside", ["", "cards_data", "cards_data/pond"])
def test_since_a_folder(project: Path, ecotable: Command, inside: str) -> None:
    old = shutil.copytree(project, project.parent / "old")
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", old / inside))


def test_since_a_copy_of_the_data_alone(project: Path, ecotable: Command) -> None:
    """A folder "pond before" beside the real one; the templates are those of today."""
    old = shutil.copytree(project / "cards_data" / "pond", project.parent / "pond before")
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", old))


def test_a_folder_without_templates_of_this_game_is_shown_with_those_of_today(
    project: Path, ecotable: Command
) -> None:
    old = shutil.copytree(project, project.parent / "old")
    (old / "templates" / "pond").rename(old / "templates" / "another")
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", old))


@pytest.mark.parametrize("inside", ["", "project-main/"])
def test_since_a_zip(project: Path, ecotable: Command, inside: str) -> None:
    """With the folders at the top, or one level deeper as download pages pack them."""
    old = packed(project, project.parent / "old.zip", inside)
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", old))


@pytest.mark.parametrize("ref", ["HEAD~1", "main~1", "v1", "short"])
def test_since_a_git_revision(project: Path, ecotable: Command, ref: str) -> None:
    repository(project)
    git(project, "tag", "v1")
    NEW.write(project)
    git(project, "commit", "-q", "-a", "-m", "dearer pike")
    revision = git(project, "rev-parse", "--short", "v1") if ref == "short" else ref
    assert is_the_report(changed(ecotable, "--since", revision))
    assert git(project, "status", "--porcelain", "--", "cards_data", "templates") == ""


def test_a_git_revision_keeps_edits_that_are_not_committed(
    project: Path, ecotable: Command
) -> None:
    repository(project)
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", "HEAD"))
    assert "8" in (project / "cards_data/pond/fish.csv").read_text(encoding="utf-8")


def test_a_project_below_the_top_of_its_repository(project: Path, ecotable: Command) -> None:
    repository(project.parent)
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", "HEAD"))


def test_a_revision_without_templates_is_shown_with_those_of_today(
    project: Path, ecotable: Command
) -> None:
    git(project, "init", "-q", "-b", "main")
    git(project, "add", "cards_data")
    git(project, "commit", "-q", "-m", "data only")
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", "HEAD"))


def test_templates_of_then_are_drawn_as_they_were_then(project: Path, ecotable: Command) -> None:
    """A changed template is seen by every way that brings the old templates along."""
    repository(project)
    old = packed(project, project.parent / "old.zip")
    path = project / "templates/pond/plant.svg.j2"
    path.write_text(path.read_text(encoding="utf-8").replace("c.reed", "c.ink"), "utf-8")
    for ref in (old, "HEAD"):
        lines = changed(ecotable, "--since", ref)
        assert lines == [
            fault(
                "~ plants/reed, plants/lily",
                text_of("changes_by", causes="templates/pond/plant.svg.j2"),
            )
        ]


def zip_with(path: Path, names: dict[str, str]) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in names.items():
            archive.writestr(name, text)
    return path


def half_zip(path: Path) -> Path:
    zip_with(path, {"cards_data/pond/game.yaml": "x" * 4000})
    data = bytearray(path.read_bytes())
    data[60] ^= 0xFF
    path.write_bytes(data)
    return path


def patched_zip(path: Path, signature: bytes, place: int, value: int) -> Path:
    """A zip whose headers of one kind say something else than what lies behind them."""
    zip_with(path, {"cards_data/pond/game.yaml": "x" * 4000})
    data = bytearray(path.read_bytes())
    data[data.index(signature) + place] = value
    path.write_bytes(data)
    return path


def locked_zip(path: Path) -> Path:
    patched_zip(path, b"PK\x01\x02", 8, 1)
    data = bytearray(path.read_bytes())
    data[6] = 1
    path.write_bytes(data)
    return path


def torn_zip(path: Path) -> Path:
    """Packed data that no unpacker understands."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("cards_data/pond/game.yaml", "".join(map(str, range(3000))))
    data = bytearray(path.read_bytes())
    data[80:400] = b"\xff" * 320
    path.write_bytes(data)
    return path


def written(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


WRONG: dict[str, tuple[Any, str]] = {
    "nothing": (lambda folder: "nonsense", text_of("value.unknown", value='"nonsense"')),
    "no such file": (lambda folder: folder / "gone.json", "is not known"),
    "an option": (
        lambda folder: "--output=stolen",
        text_of("value.unknown", value='"--output=stolen"'),
    ),
    "a short option": (lambda folder: "-h", '"-h" is not known'),
    "empty folder": (lambda folder: folder, "no pond in"),
    "locked zip": (
        lambda folder: locked_zip(folder / "a.zip"),
        "is not a .zip file that Ecotable can read",
    ),
    "zip packed in an unknown way": (
        lambda folder: patched_zip(folder / "a.zip", b"PK\x01\x02", 10, 77),
        "is not a .zip file that Ecotable can read",
    ),
    "torn zip": (
        lambda folder: torn_zip(folder / "a.zip"),
        "is not a .zip file that Ecotable can read",
    ),
    "no manifest": (
        lambda folder: written(folder / "a.json", '{"a": 1}'),
        text_of("print.no_manifest"),
    ),
    "broken manifest": (
        lambda folder: written(folder / "a.json", "{"),
        text_of("print.no_manifest"),
    ),
    "list of pieces": (
        lambda folder: written(folder / "a.json", '{"pieces": [1, {"id": 2}]}'),
        text_of("print.no_manifest"),
    ),
    "manifest of another kind": (
        lambda folder: written(folder / "a.json", '{"game": "pond", "pieces": {}}'),
        text_of("print.no_manifest"),
    ),
    "manifest with half a list": (
        lambda folder: written(
            folder / "a.json",
            '{"game": "pond", "lang": "en", "version": "1", "pieces": [], "whole": [{}]}',
        ),
        text_of("print.no_manifest"),
    ),
    "manifest without a resolution": (
        lambda folder: written(
            folder / "a.json",
            '{"game": "pond", "lang": "en", "version": "1", "pieces": [], "dpi": "fine"}',
        ),
        text_of("print.no_manifest"),
    ),
    "no PDF": (lambda folder: written(folder / "a.pdf", "no PDF"), "is not a readable PDF"),
    "empty PDF": (lambda folder: written(folder / "a.pdf", b""), "is not a readable PDF"),
    "no zip": (
        lambda folder: written(folder / "a.zip", "no zip"),
        "is not a .zip file that Ecotable can read",
    ),
    "half a zip": (
        lambda folder: half_zip(folder / "a.zip"),
        "is not a .zip file that Ecotable can read",
    ),
    "zip without the game": (
        lambda folder: zip_with(folder / "a.zip", {"readme.txt": "hello"}),
        "no pond in",
    ),
    "a table": (lambda folder: written(folder / "a.csv", "id\n"), text_of("print.not_whole")),
}


@pytest.mark.parametrize("kind", list(WRONG))
@pytest.mark.parametrize("inside", [True, False], ids=["repository", "plain folder"])
def test_a_wrong_reference_is_a_clear_problem(
    project: Path, ecotable: Command, kind: str, inside: bool
) -> None:
    if inside:
        repository(project)
    folder = project.parent / "elsewhere"
    folder.mkdir()
    make, expected = WRONG[kind]
    ref = str(make(folder))
    for words in (
        ["changes", "pond", f"--since={ref}"],
        ["print", "pond", f"--changed-since={ref}"],
    ):
        answer = ecotable(*words)
        assert answer.code == 1
        assert expected in answer.err
        assert "Traceback" not in answer.err
        assert len(answer.err.splitlines()) == 1
    assert not (project / "output").exists()
    assert not (project / "stolen").exists()


def test_without_an_earlier_print_the_command_says_what_to_do(
    project: Path, ecotable: Command
) -> None:
    answer = ecotable("changes", "pond")
    assert answer.code == 1
    assert "no earlier print of pond" in answer.err
    assert "ecotable print pond" in answer.err


def test_without_git_a_revision_is_a_clear_problem(
    project: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    repository(project)
    monkeypatch.setenv("PATH", str(project))
    answer = ecotable("changes", "pond", "--since", "HEAD")
    assert answer.code == 1
    assert text_of("value.unknown", value='"HEAD"') in answer.err
    assert "git" in answer.err


def test_a_revision_without_the_game_is_a_clear_problem(project: Path, ecotable: Command) -> None:
    git(project, "init", "-q", "-b", "main")
    written(project / "readme.txt", "hello")
    git(project, "add", "readme.txt")
    git(project, "commit", "-q", "-m", "no game yet")
    answer = ecotable("changes", "pond", "--since", "HEAD")
    assert answer.code == 1
    assert "HEAD" in answer.err
    assert len(answer.err.splitlines()) == 1


@pytest.mark.parametrize(("key", "value"), [("game", "brook"), ("lang", "sv")])
def test_a_print_of_another_game_or_language_is_refused(
    project: Path, ecotable: Command, key: str, value: str
) -> None:
    printed(ecotable)
    record = json.loads((project / "output/pond-en-a4.json").read_text(encoding="utf-8"))
    other = written(project / "other.json", json.dumps({**record, key: value}))
    answer = ecotable("changes", "pond", "--since", other)
    assert answer.code == 1
    assert text_of("print.of_other") in answer.err
    assert value in answer.err
    assert "pond in en" in answer.err


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every place of a record that can hold something else."""
    inner = value.items() if isinstance(value, dict) else enumerate(value)
    all_places = []
    for key, item in inner:
        all_places.append((value, key))
        all_places += places(item) if isinstance(item, dict | list) else []
    return all_places


def test_a_manifest_that_someone_edited_is_compared_or_refused(
    project: Path, ecotable: Command
) -> None:
    """Whatever stands where: a report or a clear problem, never a crash."""
    printed(ecotable)
    text = (project / "output/pond-en-a4.json").read_text(encoding="utf-8")
    generator = random.Random(3)
    strange: tuple[Any, ...] = (None, 1, -1.5, "x", "<b>", True, [], {}, [[1]], {"a": None})
    for _ in range(150):
        record = json.loads(text)
        holder, key = generator.choice(places(record))
        if generator.random() < 0.3:
            del holder[key]
        else:
            holder[key] = generator.choice(strange)
        answer = ecotable(
            "changes", "pond", "--since", written(project / "a.json", json.dumps(record))
        )
        assert answer.code in (0, 1)
        assert bool(answer.err) is (answer.code == 1)
    deep = written(project / "deep.json", "[" * 100_000)
    assert text_of("print.no_manifest") in ecotable("changes", "pond", "--since", deep).err


def test_a_reference_that_looks_like_an_option_never_reaches_git(
    project: Path, ecotable: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*words: object, **_: object) -> None:
        raise AssertionError(f"git was called with {words}")

    monkeypatch.setattr("generator.changes.earlier_state.subprocess.run", refuse)
    answer = ecotable("changes", "pond", "--since=--exec=touch stolen")
    assert answer.code == 1
    assert text_of("is.unknown") in answer.err


def test_a_zip_cannot_write_outside(project: Path, ecotable: Command) -> None:
    old = packed(project, project.parent / "old.zip")
    with zipfile.ZipFile(old, "a") as archive:
        for name in ("../escaped.txt", "../../escaped.txt", f"{project}/escaped.txt"):
            archive.writestr(name, "out")
    NEW.write(project)
    assert is_the_report(changed(ecotable, "--since", old))
    assert not list(project.parent.rglob("escaped.txt"))
    assert not (Path(tempfile.gettempdir()) / "escaped.txt").exists()


def test_nothing_of_the_old_game_remains(project: Path, ecotable: Command) -> None:
    old = packed(project, project.parent / "old.zip")
    temporary = project.parent / "temporary"
    temporary.mkdir()
    NEW.write(project)
    before = tempfile.tempdir
    tempfile.tempdir = str(temporary)
    try:
        changed(ecotable, "--since", old)
    finally:
        tempfile.tempdir = before
    assert list(temporary.iterdir()) == []


def test_a_language_that_is_new_is_compared_with_english(project: Path, ecotable: Command) -> None:
    old = shutil.copytree(project, project.parent / "old")
    in_english_alone(old)
    lines = changed(ecotable, "--since", old, "--lang", "sv")
    assert "name:sv – → Gädda" in lines[0]


def test_a_clone_without_its_history_says_how_to_fetch_it(
    project: Path, ecotable: Command, tmp_path_factory: pytest.TempPathFactory, monkeypatch: Any
) -> None:
    repository(project)
    NEW.write(project)
    git(project, "commit", "-q", "-a", "-m", "dearer pike")
    clone = tmp_path_factory.mktemp("shallow") / "clone"
    git(project, "clone", "-q", "--depth", "1", project.as_uri(), str(clone))
    monkeypatch.chdir(clone)
    answer = ecotable("changes", "pond", "--since", "HEAD~1")
    assert answer.code == 1
    assert text_of("value.unknown", value='"HEAD~1"') in answer.err
    assert text_of("print.shallow") in answer.err

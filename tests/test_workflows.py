"""What a code host runs and asks: workflows, hooks and templates name only what there is."""

from __future__ import annotations

import re
import shlex
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.commands.root import COMMANDS

ROOT = Path(__file__).parent.parent
GITHUB = ROOT / ".github"
WORKFLOWS = {path.stem: path for path in sorted((GITHUB / "workflows").glob("*.yml"))}
FORMS = sorted(
    set((GITHUB / "ISSUE_TEMPLATE").glob("*.yml")) - {GITHUB / "ISSUE_TEMPLATE/config.yml"}
)
# What the systems of a code host bring along themselves.
OF_THE_SYSTEM = {"sudo", "brew", "echo", "test", "/c/msys64/usr/bin/pacman"}
MODULES = {"pip", "build", "twine"}
TARGET = re.compile(r"^([\w-]+):(?!=)", re.MULTILINE)


def read(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps(name: str) -> list[dict[str, Any]]:
    return [step for job in read(WORKFLOWS[name])["jobs"].values() for step in job["steps"]]


def commands(text: str) -> list[list[str]]:
    """The words of every command in a step's script or a script's lines."""
    parts = (part for line in text.splitlines() for part in line.split("&&"))
    return [shlex.split(part, comments=True) for part in parts if part.strip()]


def targets() -> set[str]:
    return set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))


def exists(words: list[str]) -> bool:
    """Whether a command is a target of make, a file of ours, a module or one of the system."""
    first, *others = words
    if first == "make":
        return {word for word in others if "=" not in word} <= targets()
    if first == "python":
        return others[0] == "-m" and others[1] in MODULES
    return first in OF_THE_SYSTEM or (ROOT / first).is_file()


@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_step_of_a_workflow_runs_what_there_is(name: str) -> None:
    runs = [step["run"] for step in steps(name) if "run" in step]
    assert runs
    assert [words for run in runs for words in commands(run) if not exists(words)] == []


@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_uses_actions_of_the_host_and_of_the_registry_alone(name: str) -> None:
    used = [step["uses"] for step in steps(name) if "uses" in step]
    assert [one for one in used if not re.fullmatch(r"(actions|pypa)/[\w-]+@[\w/.]+", one)] == []


def test_tests_run_on_three_systems_with_every_python_that_we_promise() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    matrix = read(WORKFLOWS["checks"])["jobs"]["system"]["strategy"]["matrix"]
    promised = re.findall(r"Python :: (3\.\d+)$", "\n".join(project["classifiers"]), re.MULTILINE)
    assert matrix["system"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert matrix["python"] == promised
    assert promised[0] == project["requires-python"].removeprefix(">=")


def test_nothing_is_published_until_a_maintainer_sets_a_variable() -> None:
    for name, job in (("pages", "publish"), ("release", "publish")):
        condition = read(WORKFLOWS[name])["jobs"][job]["if"]
        assert re.search(r"vars\.\w+ == 'true'$", condition), name


def test_the_published_folder_is_the_one_that_make_builds() -> None:
    (upload,) = (one for one in steps("pages") if "upload-pages" in one.get("uses", ""))
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert f"ecotable site {upload['with']['path']} " in makefile


def test_no_test_is_left_to_nobody() -> None:
    """``make test`` leaves out the thorough ones: the workflow runs both."""
    whole = read(WORKFLOWS["checks"])["jobs"]["whole"]["steps"][-1]["run"]
    assert re.search(r"make .*\btest thorough$", whole)


def test_the_system_of_the_whole_run_has_every_browser_that_make_installs() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    webkit = re.search(r"(webkit2gtk-driver[^;]*?); \}", makefile)[1]
    runs = [step.get("run", "") for step in read(WORKFLOWS["checks"])["jobs"]["whole"]["steps"]]
    assert any(run.endswith(f" {webkit.removesuffix(' >/dev/null')}") for run in runs)


def test_cairo_is_installed_as_the_readme_says() -> None:
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    runs = " ".join(step.get("run", "") for step in steps("checks"))
    for package in ("libcairo2", "cairo"):
        assert re.search(rf"install (-\S+ )*{package}\b", runs)
        assert re.search(rf"`(sudo apt-get|brew) install {package}`", readme)


def test_the_check_of_a_wheel_calls_commands_that_exist() -> None:
    lines = (ROOT / ".ci" / "check_wheel").read_text(encoding="utf-8").splitlines()
    called = [words[1] for line in lines if (words := line.split())[:1] == ["ecotable"]]
    assert {"games", "print", "score"} <= set(called)
    assert set(called) - {"--version"} <= set(COMMANDS)
    examples = re.findall(r"cards_data/\S+\.yaml", "\n".join(lines))
    assert examples and all((ROOT / one).is_file() for one in examples)


def test_hooks_are_the_tools_of_make_lint_and_fetch_nothing() -> None:
    (repo,) = read(ROOT / ".pre-commit-config.yaml")["repos"]
    assert repo["repo"] == "local"
    assert {hook["language"] for hook in repo["hooks"]} == {"system"}
    lint = (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(BIN)", ".venv/bin")
    for hook in repo["hooks"]:
        assert f"@{hook['entry'].removesuffix(' --force-exclude')}" in lint


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_a_form_for_issues_can_be_shown(path: Path) -> None:
    form = read(path)
    assert form["name"] and form["description"]
    kinds = {field["type"] for field in form["body"]}
    assert kinds <= {"input", "textarea", "dropdown"}
    names = [field["id"] for field in form["body"]]
    assert len(set(names)) == len(names)
    assert all(field["attributes"]["label"] for field in form["body"])


@pytest.mark.slow
def test_who_reports_a_wrong_number_chooses_among_the_games() -> None:
    (form,) = (read(path) for path in FORMS if path.stem == "wrong_number_or_fact")
    (game,) = (field for field in form["body"] if field["id"] == "game")
    names = {read(path)["title"]["en"] for path in (ROOT / "cards_data").glob("*/game.yaml")}
    assert set(game["attributes"]["options"]) == names


def test_nobody_is_told_to_install_a_name_that_no_index_holds() -> None:
    """Anyone could register the name, and would then run code on our users' machines."""
    kinds = ("*.md", "*.yml", "*.csv", "*.py", "*.js", "*.html")
    folders = ("docs", "generator", "scorer", "cards_data", ".github")
    files = [path for name in folders for kind in kinds for path in (ROOT / name).rglob(kind)]
    pattern = re.compile(r"(pipx? install|uv tool install|uvx|pipx run) '?ecotable\b(?!-)")
    texts = {path: path.read_text(encoding="utf-8") for path in [*files, ROOT / "README.md"]}
    assert [path for path, text in texts.items() if pattern.search(text)] == []

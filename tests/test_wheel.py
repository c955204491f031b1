"""The wheel is what people install: it must work alone, in an empty folder."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import zipfile
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
COMMAND = "from generator.cli import main; main()"


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation"]
    quiet = ["--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    subprocess.run(
        [*build, *quiet, "--wheel-dir", str(folder), str(ROOT)], check=True, capture_output=True
    )
    (path,) = folder.glob("ecotable-*.whl")
    return path


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel unpacked as an installer does."""
    folder = tmp_path_factory.mktemp("site")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def run(installed: Path, folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """A Python that knows the installed wheel and its dependencies, but not this checkout."""
    packages = [str(installed), sysconfig.get_path("purelib"), sysconfig.get_path("platlib")]
    # -S leaves out the links of editable installs: else this checkout would answer.
    return subprocess.run(
        [sys.executable, "-S", "-c", *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(dict.fromkeys(packages))},
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )


def test_the_wheel_holds_data_templates_and_nothing_at_the_top_that_is_not_ours(
    wheel: Path,
) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.partition("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {
        "cards_data",
        "generator",
        "scorer",
    }
    assert "cards_data/ecosfera_baltica/game.yaml" in names
    assert "generator/templates/_shared/howto.svg.j2" in names
    assert "generator/sheets/papers.yaml" in names
    assert {"generator/docs/index.html", "generator/docs/index.md"} & set(names)
    licences = {Path(name).name for name in names if "/licenses/" in name}
    assert licences == {"LICENSE", "FONTS.md"}
    assert {"generator/words.csv", "generator/workbench/words.csv"} < set(names)
    assert {"scorer/web/page/score.js", "scorer/web/page/kinds/int.js"} < set(names)
    needless = (".pyc", ".pdf", ".d.ts", ".d.mts", "config.json", "config.mjs", "package.json")
    assert not [name for name in names if name.endswith(needless)]


def test_code_and_data_come_from_the_wheel(installed: Path, tmp_path: Path) -> None:
    script = (
        "import cards_data, generator.resources as r\n"
        "print(cards_data.__file__); print(*r.template_folders())\n"
        "print(*cards_data.game_folders())"
    )
    answer = run(installed, tmp_path, script)
    assert answer.returncode == 0, answer.stderr
    for line in answer.stdout.splitlines():
        assert line.startswith(str(installed))


def test_the_installed_command_lists_the_four_games(installed: Path, tmp_path: Path) -> None:
    answer = run(installed, tmp_path, COMMAND, "games")
    assert (answer.returncode, answer.stderr) == (0, "")
    for slug in ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli"):
        assert f"{slug}: " in answer.stdout


def test_the_installed_command_prints_a_deck_in_an_empty_folder(
    installed: Path, tmp_path: Path
) -> None:
    words = ("print", "ecosfera-baltica", "--deck", "abilities", "--dpi", "72", "--jobs", "1")
    answer = run(installed, tmp_path, COMMAND, *words)
    assert (answer.returncode, answer.stderr) == (0, "")
    assert sorted(path.name for path in (tmp_path / "output").iterdir()) == [
        "ecosfera_baltica-en-a4-abilities.json",
        "ecosfera_baltica-en-a4-abilities.pdf",
    ]


def test_an_installed_game_is_copied_changed_and_compared(installed: Path, tmp_path: Path) -> None:
    answer = run(installed, tmp_path, COMMAND, "new", "petro", "--from", "ecologic")
    assert (answer.returncode, answer.stderr) == (0, "")
    numbers = tmp_path / "cards_data" / "petro" / "scoring.yaml"
    numbers.write_text(numbers.read_text().replace("tad: 2 ", "tad: 3 "))
    compared = run(installed, tmp_path, COMMAND, "changes", "petro")
    assert (compared.returncode, compared.stderr) == (0, "")
    assert "points.tad" in compared.stdout
    table = tmp_path / "cards_data" / "petro" / "examples"
    scored = run(installed, tmp_path, COMMAND, "score", "petro", str(min(table.iterdir())))
    assert (scored.returncode, scored.stderr) == (0, "")

"""The version of the project is written once, the changelog says what each one brought, and the
libraries are those that `make lock` wrote down.
"""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path
from runpy import run_path
from typing import Any

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from workshop import Command

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^## \[(\d+)\.(\d+)\.(\d+)\] – (\d{4}-\d{2}-\d{2})$", re.MULTILINE)


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def project() -> dict[str, Any]:
    data: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return data["project"]


def version() -> str:
    return str(project()["version"])


def locked() -> list[str]:
    """Each library of ``requirements.txt`` with its hashes, as one line."""
    text = (ROOT / "requirements.txt").read_text(encoding="utf-8")
    return text.replace("\\\n", "").splitlines()


def test_the_command_says_the_version_of_the_project(ecotable: Command) -> None:
    assert ecotable("--version").out.endswith(f"ecotable, version {version()}\n")


def test_the_changelog_goes_from_the_newest_version_to_the_oldest() -> None:
    versions = [tuple(map(int, heading[:3])) for heading in HEADING.findall(changelog())]
    assert ".".join(map(str, versions[0])) == version()
    assert versions == sorted(set(versions), reverse=True)
    days = [date.fromisoformat(heading[3]) for heading in HEADING.findall(changelog())]
    assert days == sorted(days, reverse=True)


def test_every_heading_of_the_changelog_is_a_version_or_what_comes_next() -> None:
    headings = [line for line in changelog().splitlines() if line.startswith("## ")]
    assert headings[0] == "## [Unreleased]"
    assert [line for line in headings[1:] if not HEADING.fullmatch(line)] == []


def test_the_licence_of_every_font_is_listed() -> None:
    listed = re.findall(r"`(font-[\w-]+)`", (ROOT / "FONTS.md").read_text(encoding="utf-8"))
    names = [Requirement(one).name for one in project()["dependencies"]]
    assert listed == [name for name in names if name.startswith("font-")]
    assert "FONTS.md" in project()["license-files"]


def test_a_package_index_is_given_pictures_with_full_addresses() -> None:
    absolute = run_path(str(ROOT / ".ci" / "absolute_links"))["absolute"]
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    readme = absolute(text, "https://example.org/ecotable", "v1")
    assert "](https://example.org/ecotable/raw/v1/docs/images/hero.webp)" in readme
    assert re.findall(r"\]\((?!https?://)", readme) == []


def test_every_release_is_short() -> None:
    """What one can do now, in at most 20 lines."""
    for release in re.split(r"^## ", changelog(), flags=re.MULTILINE)[1:]:
        assert len([line for line in release.splitlines()[1:] if line.strip()]) <= 20


def test_every_library_has_one_version_with_hashes_and_no_address() -> None:
    line = re.compile(r"[\w.-]+==[\w.]+( ; [^#]+?)?( +--hash=sha256:[0-9a-f]{64})+")
    assert [one for one in locked() if not line.fullmatch(one.rstrip())] == []


def test_the_versions_that_are_installed_are_in_the_ranges_of_the_project() -> None:
    """Else ``make lock`` was forgotten."""
    versions: dict[str, list[str]] = {}
    for one in locked():
        name, number = one.split()[0].split("==")
        versions.setdefault(canonicalize_name(name), []).append(number)
    requirements = [*project()["dependencies"], *project()["optional-dependencies"]["dev"]]
    for range_ in map(Requirement, requirements):
        installed = versions.get(canonicalize_name(range_.name), [])
        assert installed and all(map(range_.specifier.contains, installed)), str(range_)

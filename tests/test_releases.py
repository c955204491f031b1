"""The version stands once, and the changelog tells what each one brought."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

from workshop import Command

ROOT = Path(__file__).parent.parent
HEADING = re.compile(r"^## \[(\d+)\.(\d+)\.(\d+)\] – (\d{4}-\d{2}-\d{2})$", re.MULTILINE)


def changelog() -> str:
    return (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def version() -> str:
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(text)["project"]["version"])


def test_the_command_says_the_version_of_the_project(ecotable: Command) -> None:
    assert ecotable("--version").out.endswith(f"ecotable, version {version()}\n")


def test_the_changelog_goes_from_the_newest_version_to_the_oldest() -> None:
    versions = [tuple(map(int, found[:3])) for found in HEADING.findall(changelog())]
    assert ".".join(map(str, versions[0])) == version()
    assert versions == sorted(set(versions), reverse=True)
    days = [date.fromisoformat(found[3]) for found in HEADING.findall(changelog())]
    assert days == sorted(days, reverse=True)


def test_every_heading_of_the_changelog_is_a_version_or_what_comes_next() -> None:
    headings = [line for line in changelog().splitlines() if line.startswith("## ")]
    assert headings[0] == "## [Unreleased]"
    assert [line for line in headings[1:] if not HEADING.fullmatch(line)] == []

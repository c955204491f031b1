"""The texts of each package stand in one golden file; all other tests name them by key."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from texts import PACKAGES, fault, samples, tables, text_of

RENEW = "ECOTABLE_RENEW_TEXTS"
HOW_TO = f"if the new texts are meant: {RENEW}=1 make quick, then read the difference with git diff"
GOLDEN = Path(__file__).parent / "golden"


def golden(package: str) -> str:
    """Each key with its English text, once for every form of a plural."""
    lines = []
    for name, words in tables(package):
        lines.append(f"# {package}/{name}")
        lines += [f"{key}: {text}" for key in words for text in samples(words[key]["en"])]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("package", PACKAGES)
def test_the_texts_of_a_package_are_those_of_its_golden_file(package: str) -> None:
    path, texts = GOLDEN / f"{package}.txt", golden(package)
    if os.environ.get(RENEW):
        path.write_text(texts, encoding="utf-8")
    assert texts == path.read_text(encoding="utf-8"), HOW_TO


def test_a_text_is_known_by_its_key() -> None:
    assert text_of("cell.no_whole_number", value="x") == "x is not a whole number"
    assert text_of("cell.no_whole_number") == "is not a whole number"
    assert fault("fish.csv", "x", "1", "try") == "fish.csv: x; allowed: 1; try"
    assert fault("fish.csv", "x", "1", lang="sv") == "fish.csv: x; tillåtet: 1"

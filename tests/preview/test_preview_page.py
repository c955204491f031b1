"""The page itself: nothing from outside, no markup from data, colours that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import generator
from generator.geometry.colours import contrast
from generator.preview.server import FILES, PAGE

pytestmark = pytest.mark.slow

CSS = (PAGE / "preview.css").read_text(encoding="utf-8")
SCRIPT = (PAGE / "preview.js").read_text(encoding="utf-8")
HTML = (PAGE / "index.html").read_text(encoding="utf-8")
# WCAG 2.2, level AA: 4.5 for text, 3 for edges of controls and the ring of the focus.
TEXT, EDGE = 4.5, 3.0
PAIRS = [
    ("ink", "ground", TEXT),
    ("ink", "surface", TEXT),
    ("quiet", "ground", TEXT),
    ("quiet", "surface", TEXT),
    ("quiet", "changed-ground", TEXT),
    ("quiet", "problem-ground", TEXT),
    ("ink", "changed-ground", TEXT),
    ("ink", "problem-ground", TEXT),
    ("on-accent", "accent", TEXT),
    ("accent", "problem-ground", TEXT),
    ("changed-ground", "changed", TEXT),
    ("problem-ground", "problem", TEXT),
    ("problem", "ground", TEXT),
    ("changed", "ground", EDGE),
    ("edge", "surface", EDGE),
    ("accent", "ground", EDGE),
    ("accent", "surface", EDGE),
]


def palettes() -> dict[str, dict[str, str]]:
    blocks = re.findall(r":root \{(.*?)\}", CSS, re.DOTALL)
    found = [dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", block)) for block in blocks]
    return dict(zip(("light", "dark"), found, strict=True))


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_colours_can_be_read(mode: str, ink: str, ground: str, least: float) -> None:
    palette = palettes()[mode]
    assert contrast(palette[ink], palette[ground]) >= least


def test_every_part_of_the_page_is_served_and_nothing_comes_from_outside() -> None:
    assert {name for name, _ in FILES.values()} == {path.name for path in PAGE.iterdir()}
    for text in (CSS, SCRIPT, HTML):
        links = set(re.findall(r"https?://[^\s\"'`)]+", text))
        assert links <= {"http://www.w3.org/2000/svg"}


def test_texts_are_never_made_into_markup_or_code() -> None:
    for word in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "Function(",
    ):
        assert word not in SCRIPT
    # The content security policy would refuse these, silently.
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|\sstyle=", HTML)


def test_every_control_of_the_page_has_a_name() -> None:
    ids = set(re.findall(r'id="([\w-]+)"', HTML))
    assert set(re.findall(r'\$\("([\w-]+)"\)', SCRIPT)) <= ids
    for button in re.findall(r"<button[^>]*>[^<]*</button>", HTML):
        assert 'aria-label="' in button or re.search(r">\w", button) or 'class="chip"' in button


def test_watchfiles_has_one_importer() -> None:
    folder = Path(str(generator.__file__)).parent / "preview"
    importing = re.compile(r"^\s*(from|import) watchfiles\b", re.MULTILINE)
    found = [path.name for path in folder.rglob("*.py") if importing.search(path.read_text())]
    assert found == ["watch.py"]

"""The page itself: nothing from outside, no markup from data, colours that can be read."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import generator
from generator.geometry.colours import contrast
from generator.preview.server import FILES, PAGE, SHARED

pytestmark = pytest.mark.slow

CSS = "\n".join(
    path.read_text(encoding="utf-8") for path in (SHARED / "tokens.css", PAGE / "preview.css")
)
SCRIPTS = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.js")}
SCRIPT = "\n".join(SCRIPTS.values())
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
    """The colours by day and by night; the accent is the game's own, at night mixed with light."""
    dark_parts = re.findall(r"@media \(prefers-color-scheme: dark\) \{(.*?)\n\}", CSS, re.DOTALL)
    light = _colours(re.sub(r"@media [^{]*dark\) \{.*?\n\}", "", CSS, flags=re.DOTALL))
    dark = {**light, **_colours("\n".join(dark_parts))}
    return {
        "light": {**light, "accent": light["game"]},
        "dark": {**dark, "accent": _mixed(dark["game"], "#e9f4e6", 0.38)},
    }


def _colours(text: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z-]+): (#[0-9a-f]{6});", text))


def _mixed(one: str, other: str, share: float) -> str:
    pairs = [(int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(a * share + b * (1 - share)):02x}" for a, b in pairs)


@pytest.mark.parametrize("mode", ["light", "dark"])
@pytest.mark.parametrize(("ink", "ground", "least"), PAIRS)
def test_colours_can_be_read(mode: str, ink: str, ground: str, least: float) -> None:
    palette = palettes()[mode]
    assert contrast(palette[ink], palette[ground]) >= least


def test_every_part_of_the_page_is_served_and_nothing_comes_from_outside() -> None:
    assert {path.name for path in FILES.values()} == {path.name for path in PAGE.iterdir()} | {
        "tokens.css"
    }
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


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_are_small_and_import_what_is_there(name: str) -> None:
    assert SCRIPTS[name].count("\n") <= 150
    for imported, module in re.findall(r"import \{([^}]*)\} from \"\./([\w.]+)\"", SCRIPTS[name]):
        for word in imported.split(","):
            exported = rf"export (async )?(function|const|let) {re.escape(word.strip())}(?![\w$])"
            assert re.search(exported, SCRIPTS[module]), f"{name} imports {word} from {module}"


def test_watchfiles_has_one_importer() -> None:
    folder = Path(str(generator.__file__)).parent / "preview"
    importing = re.compile(r"^\s*(from|import) watchfiles\b", re.MULTILINE)
    found = [path.name for path in folder.rglob("*.py") if importing.search(path.read_text())]
    assert found == ["watch.py"]

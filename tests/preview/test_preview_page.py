"""The workbench's pages: nothing from outside, no markup from data, colours that can be read."""

from __future__ import annotations

import csv
import os
import posixpath
import re
from pathlib import Path

import pytest

from cards_data.languages.plurals import message
from generator.geometry.colours import contrast
from generator.text.page_fonts import FONTS
from generator.workbench.bench_routes import PAGE, READ_ONLY, SHARED, WORDS, page_routes
from scorer.web.static_files import page_scripts

pytestmark = pytest.mark.slow

CSS = "\n".join(
    path.read_text(encoding="utf-8") for path in (SHARED / "tokens.css", *PAGE.glob("*.css"))
)
# By the way to them from the page.
SCRIPTS, LENT = (
    {
        Path(os.path.relpath(path, PAGE)).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.js")
    }
    for folder in (PAGE, SHARED)
)
DELIVERY = Path(os.path.relpath(SHARED / "delivery.js", PAGE)).as_posix()
SCRIPT = "\n".join(SCRIPTS.values())
# Shows its own words on the pages of both tables.
WAITING = [
    Path(os.path.relpath(SHARED / name, PAGE)).as_posix() for name in ("answering.js", "failure.js")
]
# Steps of the history are named there.
PYTHON = "\n".join(path.read_text(encoding="utf-8") for path in PAGE.parents[1].rglob("*.py"))
PAGES = {path.name: path.read_text(encoding="utf-8") for path in PAGE.glob("*.html")}
HTML = "\n".join(PAGES.values())
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
    plain = {path.name for path in PAGE.iterdir()} - set(SCRIPTS) - set(PAGES)
    for page in (READ_ONLY, "index.html"):
        assert {route.path for route in page_routes(page)} == {
            *("/", f"/{page}", "/tokens.css"),
            *(f"/{name}" for name in (*plain, *page_scripts(PAGE / page, "served"))),
            *(f"/fonts/{name}" for name in FONTS),
        }
    for text in (CSS, SCRIPT, HTML):
        links = set(re.findall(r"https?://[^\s\"'`)]+", text))
        assert links <= {"http://www.w3.org/2000/svg"}


def test_one_script_holds_the_modules_of_a_page_and_those_that_all_pages_share() -> None:
    used = set()
    for page in PAGES:
        script = "\n".join(page_scripts(PAGE / page, "served").values())
        modules = set(re.findall(r"^// ---- ([\w./-]+\.js)$", script, re.MULTILINE))
        assert modules <= {*SCRIPTS, *LENT, DELIVERY}
        lent = {Path(name).name for name in modules - set(SCRIPTS)}
        assert {"page.js", "requests.js"} < lent
        used |= modules
    assert set(SCRIPTS) < used


def test_every_word_is_there_in_every_language_and_used() -> None:
    with WORDS.open(encoding="utf-8") as file:
        words = {row["id"]: row for row in csv.DictReader(file)}
    in_html = set(re.findall(r'data-say(?:-label|-placeholder)?="(\w+)"', HTML))
    in_script = set(re.findall(r'\bsay\(\s*"(\w+)"', SCRIPT))
    assert in_html | in_script <= set(words)
    patterns = [re.escape(one).replace("GAP", r"\w+") for one in made_keys()]
    waiting = "".join(LENT[name] for name in WAITING)
    for key, row in words.items():
        assert row["text"] and row["text:sv"], key
        here, swedish = message(row["text"], "en"), message(row["text:sv"], "sv")
        assert here.placeholders == swedish.placeholders, key
        used = key in in_html | in_script or f'"{key}"' in SCRIPT + waiting + PYTHON
        assert used or any(re.fullmatch(one, key) for one in patterns), key


def made_keys() -> list[str]:
    """Keys that are put together when a script runs, with their gaps."""
    keys = re.findall(r"\bsay\(`([\w${}.]+)`", SCRIPT) + re.findall(r'f"(said_[^"]+)"', PYTHON)
    return [re.sub(r"\$?\{[^}]*\}", "GAP", one) for one in keys]


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
    ids = set(re.findall(r'\bid(?:="|: ")([\w-]+)"', HTML + SCRIPT))
    assert set(re.findall(r'\$\("([\w-]+)"\)', SCRIPT)) <= ids
    for button in re.findall(r"<button[^>]*>[^<]*</button>", HTML):
        # The history names its two buttons after the step that they undo or repeat.
        labelled = r'data-say(-label)?="\w+"|class="chip"|id="(undo|redo)"'
        assert re.search(labelled, button), button


@pytest.mark.parametrize("name", SCRIPTS)
def test_modules_are_small_and_import_what_is_there(name: str) -> None:
    assert SCRIPTS[name].count("\n") <= 350
    for imported, path in re.findall(r"import \{([^}]*)\} from \"([\w./]+)\"", SCRIPTS[name]):
        module = posixpath.normpath(path)
        if module == DELIVERY:
            continue
        for word in imported.split(","):
            exported = rf"export (async )?(function|const|let) {re.escape(word.strip())}(?![\w$])"
            module_file = (LENT | SCRIPTS)[module]
            assert re.search(exported, module_file), f"{name} imports {word} from {module}"

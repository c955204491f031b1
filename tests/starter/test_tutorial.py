"""docs/design/tutorial.md is carried out: every file it shows is written, every command is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image
from workshop import Command

pytestmark = pytest.mark.slow

DOCUMENT = Path(__file__).parent.parent.parent / "docs" / "design" / "tutorial.md"
_STEP = re.compile(
    r"^`(?P<file>[\w./]+)`:\n\n```\w+\n(?P<text>.*?)```|^```sh\n(?P<commands>.*?)```"
    r"|(?P<picture>`cards_data/reef/art/\w+\.png`)",
    re.MULTILINE | re.DOTALL,
)
FAILS = "   # exit 1"


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_tutorial_is_carried_out(here: Path, ecotable: Command) -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    outputs = []
    for step in _STEP.finditer(text):
        if step["file"]:
            path = here / step["file"]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step["text"], encoding="utf-8")
        elif step["picture"]:
            Image.new("RGB", (640, 480), "#6d9a8c").save(here / step["picture"].strip("`"))
        for line in (step["commands"] or "").splitlines():
            command, _, _ = line.partition("   #")
            quick = ("--dpi", 72, "--jobs", 1) if " print " in command else ()
            answer = ecotable(*command.split()[1:], *quick)
            assert answer.code == line.endswith(FAILS), f"{line}\n{answer.err}"
            outputs.append(f"{line}\n{answer.out}{answer.err}")
    output = "\n".join(outputs)
    match = re.search(r"^```\n(cards_data.*?)```", text, re.MULTILINE | re.DOTALL)
    assert match and match[1] in output
    assert "Ada" in output and "14" in output
    assert "armour 4 → 3" in output
    assert (here / "output" / "reef-en-a4-changed.pdf").is_file()


def test_what_the_tutorial_shows_holds_no_code() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert "<svg" not in text and "import " not in text

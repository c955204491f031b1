"""The Python example in docs/reference/api.md runs and prints what the page shows."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

from scorer.core.result import Line, PlacedSide, Result, Turn

TEXT = (Path(__file__).parents[2] / "docs/reference/api.md").read_text(encoding="utf-8")


def test_the_example_prints_what_the_page_shows(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL)
    (output,) = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    exec(compile(code, "api.md", "exec"), {})
    assert capsys.readouterr().out == output


@pytest.mark.parametrize("kind", [Result, PlacedSide, Line, Turn])
def test_every_attribute_is_listed(kind: type) -> None:
    (row,) = re.findall(rf"^\| `{kind.__name__}` \| (.*) \|$", TEXT, re.MULTILINE)
    has_fields = dataclasses.is_dataclass(kind)
    names = [one.name for one in dataclasses.fields(kind)] if has_fields else kind._fields
    assert set(names) <= set(re.findall(r"`(\w+)`", row))

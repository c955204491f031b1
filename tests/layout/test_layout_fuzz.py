"""A sample of the mutations of layout files that ``layout_slips.py`` tries."""

from __future__ import annotations

from pathlib import Path

import pytest
from layout_pictures import write_game
from layout_slips import tried

from generator.layout.presets import ready_names


@pytest.mark.slow
def test_mutations_are_told_or_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    outcomes = list(tried(write_game(tmp_path), tmp_path, 4 * len(ready_names()), seed=7))
    assert outcomes.count("told") > 10
    assert outcomes.count("drawn") > 10

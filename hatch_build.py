"""The documentation in the wheel: the site that ``make docs`` built, else its Markdown pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Documentation(BuildHookInterface):  # type: ignore[type-arg]
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        built = Path(self.root, "build", "docs")
        source = built if built.is_dir() else Path(self.root, "docs")
        build_data["force_include"][str(source)] = "generator/docs"

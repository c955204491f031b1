"""Questions at a real terminal, with arrow keys. The only importer of questionary."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import click
import questionary

from ..core.asking import Check
from ..core.forms import Choice


class Terminal:
    """Puts questions; Ctrl-C comes out as KeyboardInterrupt."""

    def text(self, label: str, help_text: str, default: str, check: Check) -> str:
        def valid(typed: str) -> bool | str:
            return check(typed) or True

        asked = questionary.text(label, validate=valid, instruction=f"({help_text}) ")
        return str(asked.unsafe_ask())

    def one(self, label: str, help_text: str, choices: Sequence[Choice], chosen: str) -> str:
        listed = [questionary.Choice(choice.label, choice.value) for choice in choices]
        default = next((item for item in listed if item.value == chosen), None)
        asked = questionary.select(
            label, listed, default=default, instruction=f"({help_text})", use_jk_keys=False
        )
        return str(asked.unsafe_ask())

    def several(
        self, label: str, help_text: str, choices: Sequence[Choice], chosen: Sequence[str]
    ) -> list[str]:
        listed = [
            questionary.Choice(choice.label, choice.value, checked=choice.value in chosen)
            for choice in choices
        ]
        asked = questionary.checkbox(label, listed, instruction=f"({help_text})", use_jk_keys=False)
        answer: Any = asked.unsafe_ask()
        return [str(value) for value in answer]

    def tell(self, text: str) -> None:
        click.echo(text, err=True)

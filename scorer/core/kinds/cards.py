"""Cards of a deck, as a list of ids; ``data["copies"]`` says how many the box has of each."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ..forms import Asking, Field, choice_label
from . import Kind, is_texts


def ask(asking: Asking) -> list[str]:
    """Ask to tick cards, then for the number if a card has several copies."""
    before = Counter(asking.before or [])
    ticked = asking.several(asking.field.choices, list(before))
    copies = asking.field.data["copies"]
    return [
        card for card in ticked for _ in range(_ask_count(asking, card, copies[card], before[card]))
    ]


def _ask_count(asking: Asking, card: str, copies: int, before: int) -> int:
    label = f"{asking.label} – {choice_label(asking.field, card)}"
    return 1 if copies == 1 else asking.number(label, before or 1, 1, copies)


def say(field: Field, value: Any) -> str:
    counts = Counter(value)
    times = {card: f"{n} × " if n > 1 else "" for card, n in counts.items()}
    return ", ".join(f"{times[card]}{choice_label(field, card)}" for card in counts) or "–"


# No card is a valid answer too.
KIND = Kind(ask, is_texts, say, lambda field, value: False, lambda field: [])

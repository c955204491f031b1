"""Free text on one line, such as a player's name."""

from __future__ import annotations

from ..forms import Asking
from ..state import NAME_LIMIT, clean_name, is_name
from . import Kind, is_text


def ask(asking: Asking) -> str:
    def refusal(typed: str) -> str:
        clean = clean_name(typed)
        if clean in asking.taken:
            return asking.say("ask.taken", value=clean)
        fits = is_name(clean) or (asking.field.optional and not clean)
        return "" if fits else asking.say("ask.name", n=NAME_LIMIT)

    return clean_name(asking.text(asking.label, str(asking.before or ""), refusal))


KIND = Kind(ask, is_text)

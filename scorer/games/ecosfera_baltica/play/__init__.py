"""Ecosfera Baltica, played by bots: the rules of sections 2 and 3, level 1 and level 2.

If the rulebook and the publisher's digital game differ, the rulebook applies. What the rulebook
leaves open is played as the leaflet says. docs/design/playing.md lists both.
"""

from .advice import advise, value
from .moves import apply, legal
from .position import position
from .setup import hide, options, pieces, setup
from .shown import follow, shown, shown_move, tell
from .state import events, outcome, prune

__all__ = [
    "advise",
    "apply",
    "events",
    "follow",
    "hide",
    "legal",
    "options",
    "outcome",
    "pieces",
    "position",
    "prune",
    "setup",
    "shown",
    "shown_move",
    "tell",
    "value",
]

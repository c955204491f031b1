"""Ecosfera Baltica, played: the rules of sections 2 and 3, level 1 and level 2.

Where the rulebook and the publisher's digital game differ, the rulebook holds; what the rulebook
leaves open is played as the leaflet says. docs/playing.md lists both.
"""

from .actions import apply
from .moves import legal
from .setup import hide, options, setup

__all__ = ["apply", "hide", "legal", "options", "setup"]

"""BETTER Life: five votes on policies, two meters for all, victory points for each player."""

from ...core.rules import Rules
from .form import complete, form, limits, split, to_print
from .numbers import SLUG, numbers
from .rules import changes, judge
from .state import State, blank, check, notes

RULES = Rules(
    SLUG, State, numbers, blank, check, judge, form, to_print, changes, complete, split, limits,
    notes,
)  # fmt: skip

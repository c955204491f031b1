"""Ecosfera Baltica: all players together restore six habitats before six impacts."""

from ...core.rules import Rules
from .form import complete, form, split, to_print
from .numbers import SLUG, numbers
from .rules import changes, judge
from .state import State, blank, check, notes

RULES = Rules(
    SLUG, State, numbers, blank, check, judge, form, to_print, changes, complete, split, notes=notes
)

"""Kompensaatiopeli: developers build, conservationists protect, offset and protest."""

from ...core.rules import Rules
from .form import form, limits, to_print
from .numbers import SLUG, numbers
from .rules import changes, judge
from .state import State, blank, check, notes

RULES = Rules(
    SLUG, State, numbers, blank, check, judge, form, to_print, changes, limits=limits, notes=notes
)

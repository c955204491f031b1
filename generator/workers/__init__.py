"""Many cores, one way to use them.

Comes in: the name of a function, a value that all its calls share, and items. Goes out: what the
function made of each item, in order; a worker that fails costs its item and nothing else.
"""

from .item_limits import Failure, Limits
from .pool import Crew

__all__ = ["Crew", "Failure", "Limits"]

"""A pool of worker processes, for work on all cores.

Comes in: the name of a function, a value that all its calls share, and items. Goes out: what the
function made of each item, in order; a worker that fails costs its item and nothing else.
"""

from .item_limits import Failure, Limits
from .pool import WorkerPool

__all__ = ["Failure", "Limits", "WorkerPool"]

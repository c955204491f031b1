"""A pool of worker processes, for work on all cores.

Comes in: the name of a function, a value that all its calls share, and items. Goes out: what the
function made of each item, in order; a worker that fails costs its item and nothing else.
"""

from .pool import WorkerPool
from .process import Failure, Limits

__all__ = ["Failure", "Limits", "WorkerPool"]

"""Worker processes: a pool for work on all cores, and background jobs.

A worker that fails costs its item and nothing else.
"""

from .pool import WorkerPool
from .process import Failure, Limits

__all__ = ["Failure", "Limits", "WorkerPool"]

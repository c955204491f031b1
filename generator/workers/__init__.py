"""Worker processes: a pool for work on all cores, and background jobs.

A worker that fails loses only its item.
"""

from .pool import WorkerPool
from .process import Budget, BudgetSpent, Failure, Limits

__all__ = ["Budget", "BudgetSpent", "Failure", "Limits", "WorkerPool"]

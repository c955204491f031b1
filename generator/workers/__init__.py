"""Worker processes: a pool, of which a failed one loses only its item, and background jobs."""

from .pool import WorkerPool
from .process import Budget, BudgetSpent, Failure, Limits

__all__ = ["Budget", "BudgetSpent", "Failure", "Limits", "WorkerPool"]

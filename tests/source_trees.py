"""The product's modules as trees, parsed once for all tests that look into the code."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def nodes(whole: ast.Module) -> tuple[ast.AST, ...]:
    """Everything in a module, as ``ast.walk`` finds it."""
    return tuple(ast.walk(whole))

"""The small changes that a test ought to notice, made to the syntax tree of a module.

Comes in: the source of a module. Goes out: its mutants, each with its place, what stood there and
what stands there now, and the tree to compile. Words are not changed: they stand in tables.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
REVERSED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.GtE,
    ast.LtE: ast.Gt,
    ast.Gt: ast.LtE,
    ast.GtE: ast.Lt,
}
RECKONED: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitOr: ast.BitAnd,
    ast.BitAnd: ast.BitOr,
}
CALLED = {"min": "max", "max": "min", "any": "all", "all": "any", "sorted": "list"}
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


@dataclass
class Mutant:
    """One change. ``local`` where it lies in the body of a function, so that the code of that
    function alone is another; else the module must be imported anew."""

    number: int
    line: int
    was: str
    now: str
    local: bool
    holder: Any = field(repr=False)
    name: str = field(repr=False)
    index: int | None = field(repr=False)
    other: ast.AST = field(repr=False)

    @property
    def change(self) -> str:
        """What it does, in one line."""
        return f"{self.was}  ->  {self.now}".replace("\n", " ")

    @contextmanager
    def applied(self) -> Iterator[None]:
        """The tree holds the change as long as this lasts."""
        before = self._swapped(self.other)
        try:
            yield
        finally:
            self._swapped(before)

    def _swapped(self, new: ast.AST) -> ast.AST:
        if self.index is None:
            old: ast.AST = getattr(self.holder, self.name)
            setattr(self.holder, self.name, new)
        else:
            before = getattr(self.holder, self.name)
            old, before[self.index] = before[self.index], new
        return old


def mutants(tree: ast.Module) -> list[Mutant]:
    """All mutants of a module, in the order of the text."""
    all_mutants: list[Mutant] = []
    for place, node, local in _places(tree, False):
        for other in _others(node):
            ast.copy_location(other, node)
            ast.fix_missing_locations(other)
            line = getattr(node, "lineno", 0)
            texts = ast.unparse(node), ast.unparse(other)
            all_mutants.append(Mutant(len(all_mutants), line, *texts, local, *place, other))
    return all_mutants


def _places(node: ast.AST, local: bool) -> Iterator[tuple[tuple[Any, ...], ast.AST, bool]]:
    """Every node that may be changed, with where it hangs and whether in a function's body."""
    for name, value in ast.iter_fields(node):
        inside = local or (isinstance(node, FUNCTIONS) and name == "body")
        for index, child in enumerate(value) if isinstance(value, list) else ((None, value),):
            if not isinstance(child, ast.AST) or _said_not_done(name, child):
                continue
            yield (node, name, index), child, inside
            yield from _places(child, inside)


def _said_not_done(name: str, child: Any) -> bool:
    """What declares and does not reckon: decorators, types, docstrings, words, assertions."""
    if isinstance(child, ast.Assert) or (isinstance(child, ast.keyword) and child.arg == "strict"):
        return True
    if name in ("decorator_list", "returns", "bases", "type_params"):
        return True
    if name == "annotation":
        return not any(isinstance(one, ast.Call) for one in ast.walk(child))
    text = isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant)
    return text and isinstance(child.value.value, str)


def _others(node: ast.AST) -> Iterator[ast.AST]:
    """What may stand in the place of a node."""
    if isinstance(node, ast.Compare):
        yield from _comparisons(node)
    elif isinstance(node, ast.BinOp | ast.AugAssign):
        if (kind := RECKONED.get(type(node.op))) and not _joins_text(node):
            yield _with(node, op=kind())
    elif isinstance(node, ast.BoolOp):
        yield _with(node, op=ast.Or() if isinstance(node.op, ast.And) else ast.And())
    elif isinstance(node, ast.UnaryOp):
        if isinstance(node.op, ast.Not | ast.USub):
            yield deepcopy(node.operand)
    elif isinstance(node, ast.If | ast.IfExp | ast.While):
        if isinstance(node.test, ast.Name | ast.Attribute | ast.Call | ast.NamedExpr):
            yield _with(node, test=ast.UnaryOp(ast.Not(), deepcopy(node.test)))
    else:
        yield from _other_values(node)


def _comparisons(node: ast.Compare) -> Iterator[ast.AST]:
    for table in (COMPARED, REVERSED):
        if kind := table.get(type(node.ops[0])):
            yield _with(node, ops=[kind(), *node.ops[1:]])


def _other_values(node: ast.AST) -> Iterator[ast.AST]:
    if isinstance(node, ast.Constant):
        if isinstance(node.value, bool):
            yield ast.Constant(not node.value)
        elif isinstance(node.value, int | float):
            yield ast.Constant(node.value + 1)
    elif isinstance(node, ast.Return):
        if not (node.value is None or _is_nothing(node.value)):
            yield ast.Return(ast.Constant(None))
    elif isinstance(node, ast.Continue):
        yield ast.Break()
    elif isinstance(node, ast.Break):
        yield ast.Continue()
    elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in CALLED:
        yield _with(node, func=ast.Name(CALLED[node.func.id], ast.Load()))


def _joins_text(node: ast.BinOp | ast.AugAssign) -> bool:
    sides = (node.left, node.right) if isinstance(node, ast.BinOp) else (node.value,)
    return any(
        isinstance(one, ast.JoinedStr)
        or (isinstance(one, ast.Constant) and isinstance(one.value, str))
        for one in sides
    )


def _is_nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value is None


def _with(node: ast.AST, **changed: Any) -> ast.AST:
    """The node with other parts; what hangs below it is shared."""
    parts = dict(ast.iter_fields(node)) | changed
    return type(node)(**parts)

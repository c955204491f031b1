"""The lines of a template that is written: blocks, variables, numbers.

Comes in: statements one after the other. Goes out: the text of the template. A number that is known
while the template is written is worked out at once; only the others become variables.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from .template_values import figure

# Millimetres: a number, or the expression that gives it.
Num = float | str


def code(value: Num) -> str:
    return value if isinstance(value, str) else figure(value)


def out(value: Num) -> str:
    """A number inside an attribute."""
    return f"{{{{ {value} }}}}" if isinstance(value, str) else figure(value)


def total(*terms: Num) -> Num:
    """A sum; those terms that are numbers are added up."""
    fixed = sum(term for term in terms if not isinstance(term, str))
    open_ = [term for term in terms if isinstance(term, str)]
    if not open_:
        return fixed
    tail = f" {'-' if fixed < 0 else '+'} {figure(abs(fixed))}" if abs(fixed) > 1e-9 else ""
    return " + ".join(open_) + tail


def less(first: Num, second: Num) -> Num:
    if isinstance(first, str) or isinstance(second, str):
        return f"{code(first)} - {code(second)}" if second != 0.0 else first
    return first - second


def share(value: Num, part: float) -> Num:
    """A part of a number."""
    if not isinstance(value, str):
        return value * part
    return value if part == 1 else f"{value} * {figure(part)}" if part else 0.0


@dataclass(frozen=True)
class BoxArea:
    """A rectangle of a face."""

    x: Num
    y: Num
    width: Num
    height: Num

    @property
    def sides(self) -> tuple[Num, Num, Num, Num]:
        return self.x, self.y, self.width, self.height

    @property
    def call(self) -> str:
        """As arguments of a function."""
        return ", ".join(code(side) for side in self.sides)

    @property
    def attributes(self) -> str:
        names = ("x", "y", "width", "height")
        pairs = zip(names, self.sides, strict=True)
        return " ".join(f'{name}="{out(side)}"' for name, side in pairs)


@dataclass
class TemplateLines:
    """A template that grows line by line."""

    # Names that mean something in a template already.
    taken: set[str]
    lines: list[str] = field(default_factory=list)
    depth: int = 0

    def write(self, line: str) -> None:
        self.lines.append("  " * self.depth + line)

    def name(self, wanted: str) -> str:
        """A variable's name that is still free."""
        plain = re.sub(r"\W+", "_", wanted, flags=re.ASCII).strip("_").lower() or "box"
        plain = f"box_{plain}" if plain[0].isdigit() else plain
        found, step = plain, 1
        while found in self.taken:
            step += 1
            found = f"{plain}_{step}"
        self.taken.add(found)
        return found

    def let(self, wanted: str, value: Num) -> Num:
        """A number by a name, unless it is known, or a name already."""
        if not isinstance(value, str) or re.fullmatch(r"\w+(\[\d+\]|\.\w+)*", value):
            return value
        return self.kept(wanted, value)

    def kept(self, wanted: str, expression: str) -> str:
        name = self.name(wanted)
        self.write(f"{{% set {name} = {expression} %}}")
        return name

    @contextmanager
    def block(self, statement: str, end: str) -> Iterator[None]:
        """What stands between a statement and its end."""
        self.write(f"{{% {statement} %}}")
        self.depth += 1
        yield
        self.depth -= 1
        self.write(f"{{% {end} %}}")

    @property
    def text(self) -> str:
        return "\n".join((*self.lines, ""))

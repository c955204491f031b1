"""Names, texts, lists and conditions of a layout as expressions of a template.

Comes in: what a box shows and when, and the columns of its deck. Goes out: Jinja that gives the
same values, or ``Unsupported`` where a template would need more than an expression.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cards_data.models import Column, Deck, Game
from cards_data.problems import Message
from generator.layout.box_values import Name, Shown
from generator.layout.conditions import Expression, Operation, Term
from generator.layout.evaluate import number, same
from generator.layout.layout_reader import MOST_REPEATS

# What a grid gives in its cells: a text, or nothing.
CELL = "cell"
NUMBERS = ("copies", "number", "deck.total", "index")
_NO_NUMBER = Message("face.text_with_number")


class Unsupported(Exception):
    """Something that a layout can say and a template cannot."""


@dataclass(frozen=True)
class TemplateValue:
    """An expression and what it gives: ``number``, ``text``, ``list`` or ``bool``."""

    code: str
    kind: str
    # Whether it may be an empty cell: none where it is a number, else an empty text.
    empty: bool = False
    # Whether it is written out, and not looked up.
    fixed: bool = False
    # All that it can be, where a column says so.
    choices: tuple[str, ...] = ()


def literal(text: str) -> str:
    """A text as it stands in a template's expression."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{plain}"'


def figure(value: float) -> str:
    """A number of millimetres or points."""
    return f"{value:.6f}".rstrip("0").rstrip(".") if value % 1 else f"{value:.0f}"


@dataclass(frozen=True)
class TemplateValues:
    """The names of one deck; ``item`` says what a repeat gives, if there is one round a box."""

    game: Game
    deck: Deck
    item: str = ""

    def value(self, path: str) -> TemplateValue:
        """What a name stands for."""
        first, _, rest = path.partition(".")
        if path in ("item", "index"):
            return self._turn(path)
        if first in ("scoring", "facts"):
            return _below(first, self.game.scoring if first == "scoring" else self.game.facts, rest)
        if path in NUMBERS:
            return TemplateValue(path if rest else f"piece.{path}", "number")
        if first == "t" and rest:
            return TemplateValue(f"t({literal(rest)})", "text")
        if path in ("side", "lang") or (first in ("game", "deck") and rest):
            return self._plain(path)
        if path == "id":
            return TemplateValue("piece.id", "text")
        return self._referred(first, rest) if rest else _cell("piece", self.deck.columns[first])

    def _turn(self, path: str) -> TemplateValue:
        """What a repeat gives; outside of one there is no item, and the index is 1."""
        if path == "index":
            return TemplateValue("index" if self.item else "1", "number")
        if not self.item:
            return TemplateValue('""', "text", empty=True)
        # In a grid with more cells than items the last of them have none.
        return (
            TemplateValue("item", "text", empty=True)
            if self.item == CELL
            else TemplateValue("item", self.item)
        )

    def _plain(self, path: str) -> TemplateValue:
        option = path.partition("deck.options.")[2]
        if not option:
            return TemplateValue(path, "text", empty=path == "game.link")
        given = self.deck.options[option]
        kind = "number" if isinstance(given, int | float) else "text"
        return TemplateValue(f"deck.options[{literal(option)}]", kind, empty=given == "")

    def _referred(self, column: str, rest: str) -> TemplateValue:
        """A cell of the piece that a column names; nothing where that is empty."""
        own = self.deck.columns[column]
        other = self.game.decks[own.ref]
        record = f"ref({literal(own.ref)}, piece.{column})"
        if rest in ("id", "copies", "number"):
            found = TemplateValue(f"{record}.{rest}", "text" if rest == "id" else "number")
        else:
            found = _cell(record, other.columns[rest])
        if own.required:
            return found
        if found.kind != "text":
            raise Unsupported(Message("face.may_be_empty", name=column, part=rest))
        return TemplateValue(f'({found.code} if piece.{column} else "")', "text", empty=True)

    def shown(self, value: Shown) -> str:
        """What a box shows; nothing for an empty cell."""
        parts = [
            _said(self.value(part.path)) if isinstance(part, Name) else literal(part)
            for part in value.parts
        ]
        if len(parts) == 1:
            return parts[0]
        return f"({' ~ '.join(parts)})" if parts else '""'

    def may_be_empty(self, value: Shown) -> bool:
        """Whether there may be nothing to show."""
        if not value.name:
            names = (part for part in value.parts if isinstance(part, Name))
            return len(value.parts) == len([*names])
        return self.value(value.name).empty

    def items(self, value: Shown) -> TemplateValue:
        """What a repeat goes through, with the kind of its items."""
        if not value.name:
            return TemplateValue(f"range(1, {value.parts[0]} + 1)", "number", fixed=True)
        found = self.value(value.name)
        if found.kind == "list":
            return TemplateValue(found.code, "text")
        return TemplateValue(f"range(1, {self._most(found)} + 1)", "number")

    def count(self, value: Shown) -> TemplateValue:
        """How many items there are."""
        if not value.name:
            return TemplateValue(str(value.parts[0]), "number", fixed=True)
        found = self.value(value.name)
        if found.kind == "list":
            return TemplateValue(f"({found.code} | length)", "number")
        return TemplateValue(self._most(found), "number")

    def _most(self, found: TemplateValue) -> str:
        if found.kind != "number":
            raise Unsupported(Message("face.counts_by_text"))
        return f"([0, {found.code}{' or 0' * found.empty}, {MOST_REPEATS}] | sort)[1]"

    def symbols(self, value: Shown) -> str:
        """The symbols that a column lists: a list, or a text with bars."""
        found = self.value(value.name)
        if found.kind == "list":
            return found.code
        if found.kind != "text":
            raise Unsupported(Message("face.icons_numbers"))
        return f'({found.code}.split("|") | map("trim", " {{}}") | select | list)'

    def condition(self, tree: Expression) -> str:
        """Whether something holds."""
        return self._weighed(tree).code

    def _weighed(self, tree: Expression) -> TemplateValue:
        if isinstance(tree, Term):
            return self._term(tree)
        parts = [self._weighed(part) for part in tree.parts]
        if tree.operator == "not":
            return TemplateValue(f"not {_inner(parts[0])}", "bool")
        if tree.operator in ("and", "or"):
            return TemplateValue(f" {tree.operator} ".join(_inner(part) for part in parts), "bool")
        return _worked_out(tree, *parts)

    def _term(self, tree: Term) -> TemplateValue:
        if tree.kind == "name":
            return self.value(str(tree.value))
        if isinstance(tree.value, float):
            return TemplateValue(figure(tree.value), "number", fixed=True)
        return TemplateValue(literal(tree.value), "text", fixed=True)


def _cell(record: str, column: Column) -> TemplateValue:
    kinds = {"int": "number", "list": "list", "bool": "bool"}
    kind = kinds.get(column.kind, "text")
    empty = not column.required
    choices = ("",) * empty + column.choices if column.kind == "choice" else ()
    return TemplateValue(f"{record}.{column.name}", kind, empty, choices=choices)


def _below(first: str, values: Mapping[str, object], path: str) -> TemplateValue:
    """A number or a text at a path of keys, which may be numbers in the file."""
    code, found = first, values
    for key in path.split("."):
        if isinstance(found, Mapping):
            own = next(one for one in found if str(one) == key)
            code += f"[{literal(own) if isinstance(own, str) else own}]"
            found = found[own]  # type: ignore[assignment]
        else:
            code += f"[{key}]"
            found = found[int(key)]
    return TemplateValue(code, "text" if isinstance(found, str) else "number")


def _said(found: TemplateValue) -> str:
    """A value as a text; none and no say nothing."""
    if found.kind == "list":
        return f'{found.code} | join(", ")'
    if found.kind == "bool":
        return f'({found.code} or "")'
    if found.kind == "text" or not found.empty:
        return found.code
    return f'("" if {found.code} is none else {found.code})'


def _inner(part: TemplateValue) -> str:
    return f"({part.code})" if " " in part.code else part.code


def _worked_out(tree: Operation, first: TemplateValue, second: TemplateValue) -> TemplateValue:
    sign = tree.operator
    if sign == "in":
        return _contained(first, second)
    if sign in ("==", "!=") and first.choices and second.fixed:
        return _chosen(first, sign, second)
    if sign in ("==", "!="):
        return TemplateValue(f"{_inner(first)} {sign} {_inner(_alike(first, second))}", "bool")
    if first.kind != "number" or second.kind != "number":
        raise Unsupported(_NO_NUMBER)
    if sign in ("+", "-", "*", "%"):
        by_nothing = sign == "%" and (not second.fixed or second.code == "0")
        if first.empty or second.empty or by_nothing:
            raise Unsupported(Message("face.may_be_zero", name=sign))
        return TemplateValue(f"{_inner(first)} {sign} {_inner(second)}", "number")
    there = [f"{part.code} is not none" for part in (first, second) if part.empty]
    return TemplateValue(" and ".join((*there, f"{_inner(first)} {sign} {_inner(second)}")), "bool")


def _chosen(first: TemplateValue, sign: str, second: TemplateValue) -> TemplateValue:
    """A choice compared with a text or a number: those of its words that are the same."""
    wanted = second.code
    if second.kind == "text":
        wanted = wanted[1:-1].replace('\\"', '"').replace("\\\\", "\\")
    words = [literal(word) for word in first.choices if same(word, wanted)]
    if len(words) == 1:
        return TemplateValue(f"{first.code} {sign} {words[0]}", "bool")
    contained = "in" if sign == "==" else "not in"
    return TemplateValue(f"{first.code} {contained} [{', '.join(words)}]", "bool")


def _alike(first: TemplateValue, second: TemplateValue) -> TemplateValue:
    """What a value is compared with, where both are of one kind for sure."""
    if first.kind == second.kind == "number":
        return second
    wordy = second.fixed and number(second.code[1:-1]) is None
    if first.kind == second.kind == "text" and wordy:
        return second
    raise Unsupported(_NO_NUMBER)


def _contained(first: TemplateValue, second: TemplateValue) -> TemplateValue:
    wordy = first.kind == "text" and first.fixed and number(first.code[1:-1]) is None
    if second.kind != "list" or not wordy:
        raise Unsupported(Message("face.in_list"))
    return TemplateValue(f"{first.code} in {second.code}", "bool")

"""Values that are declared by their fields, read strictly and never changed.

Comes in: raw values, and a class whose annotations say what each field holds: ``int``, ``str``,
``bool``, ``Any``, a ``Literal``, another such class, ``tuple[X, ...]``, ``dict[K, V]``,
``X | None``, and ``Annotated[X, check, …]`` with functions that return the value or raise
``wrong(…)``. ``Annotated[X | Y, check]`` leaves it to its check what is allowed; without a check
such a union cannot be declared. Goes out: one value whose fields, lists and mappings cannot be
changed, or every error in the raw ones with its path.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import partial
from types import NoneType, UnionType
from typing import (
    Annotated,
    Any,
    Literal,
    NamedTuple,
    NoReturn,
    TypeVar,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

from cards_data.models import ReadOnly, frozen
from cards_data.problems import did_you_mean, quoted

Path = tuple[str | int, ...]
V = TypeVar("V", bound="Frozen")


class FieldError(NamedTuple):
    """What is wrong at one place: what was found, what is allowed, what to try."""

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""


# What reads one part: the raw value, where it stands, and where its errors go.
Reader = Callable[[Any, Path, list[FieldError]], Any]
Check = Callable[[Any], Any]


class Wrong(ValueError):
    """What a check raises; ``at`` leads from the value that was checked to what is wrong in it."""

    def __init__(self, found: str, allowed: str, hint: str = "", at: Path = ()) -> None:
        self.found, self.allowed, self.hint, self.at = found, allowed, hint, at
        super().__init__(found, allowed)

    def error(self, path: Path) -> FieldError:
        return FieldError((*path, *self.at), self.found, self.allowed, self.hint)


def wrong(found: str, allowed: str, hint: str = "", at: Path = ()) -> Wrong:
    """What a check raises; a lone surrogate, which no file can hold, is shown as its code."""
    return Wrong(found.encode("utf-8", "backslashreplace").decode(), allowed, hint, at)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """A value with fields. One that was not given has its default, and is known as not given.

    A key that no field has is an error, except in a class that is declared with ``others=True``. A
    field that would be a word of Python ends in ``_``. Methods are functions beside the class:
    fields may have any name.
    """

    _others = False
    _known: dict[str, FrozenField]

    def __init_subclass__(cls, others: bool = False) -> None:
        cls._others = others

    def __init__(self, /, **given: Any) -> None:
        made, errors = read(type(self), given)
        if made is None:
            raise ValueError(f"{type(self).__name__}: {errors}")
        vars(self).update(vars(made))

    def _check(self) -> None:
        """What must hold between fields that are sound: raises ``wrong(…)`` where it does not."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(frozenset(vars(self).items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class FrozenField(NamedTuple):
    """A field: its attribute, what reads it, and whether it must be given."""

    name: str
    read: Reader
    needed: bool


def fields(model: type[Frozen]) -> dict[str, FrozenField]:
    """By key, in the order they are declared; understood when a class is first used."""
    if "_known" not in vars(model):
        hints = get_type_hints(model, include_extras=True)
        model._known = {
            name.rstrip("_"): FrozenField(name, _reader(kind), not _has_default(model, name))
            for name, kind in hints.items()
            if not name.startswith("_")
        }
    return model._known


def _has_default(model: type[Frozen], name: str) -> bool:
    return any(name in vars(base) for base in model.__mro__ if base is not Frozen)


def model_of(name: str, base: type[V], kinds: dict[str, Any]) -> type[V]:
    """A class of values whose fields are known only now."""
    return type(name, (base,), {"__annotations__": kinds})


def read(model: type[V], raw: Any) -> tuple[V | None, list[FieldError]]:
    """The value, or all that is wrong with it."""
    errors: list[FieldError] = []
    value = _value(model, raw, (), errors)
    return (None if errors else value), errors


def replace(value: V, /, **changes: Any) -> V:
    """The same value with other fields. They are not checked again."""
    return _made(type(value), {**vars(value), **changes})


def asdict(value: Any) -> Any:
    """A value as mappings and tuples, with every field."""
    if isinstance(value, Frozen):
        return {one.name: asdict(getattr(value, one.name)) for one in fields(type(value)).values()}
    if isinstance(value, dict):
        return {key: asdict(one) for key, one in value.items()}
    return tuple(map(asdict, value)) if isinstance(value, tuple) else value


def dump(value: Any) -> Any:
    """A value as mappings and lists, without the fields that were not given; reads back."""
    if isinstance(value, Frozen):
        own = vars(value)
        known = fields(type(value)).items()
        return {key: dump(own[one.name]) for key, one in known if one.name in own}
    if isinstance(value, dict):
        return {key: dump(one) for key, one in value.items()}
    return [dump(one) for one in value] if isinstance(value, list | tuple) else value


# ---- checks for Annotated -------------------------------------------------------------------


def within(least: int, most: int) -> Check:
    """A number between two, both of them allowed."""

    def check(number: int) -> int:
        if number < least:
            raise wrong(f"{quoted(number)} is too small", f"{least} or more")
        if number > most:
            raise wrong(f"{quoted(number)} is too large", f"up to {most}")
        return number

    return check


def holding(least: int, most: int = 1_000) -> Check:
    """So many items or keys."""

    def check(items: Any) -> Any:
        if len(items) < least:
            raise wrong(f"{_shown(items)} is too short", f"{least} or more")
        if len(items) > most:
            raise wrong(f"{_shown(items)} is too long", f"up to {most}")
        return items

    return check


def pattern(regex: str) -> Check:
    """A text that a regular expression matches as a whole."""
    fits = re.compile(regex).fullmatch

    def check(text: str) -> str:
        if not fits(text):
            raise wrong(f"{quoted(text)} is not allowed here", "")
        return text

    return check


# ---- reading -------------------------------------------------------------------------------


def _value(model: type[Frozen], raw: Any, path: Path, errors: list[FieldError]) -> Any:
    if isinstance(raw, model):
        return raw
    if not isinstance(raw, dict):
        return _refused(raw, "no mapping of keys to values", "", path, errors)
    before, known = len(errors), fields(model)
    values = dict(_each(known, raw, path, errors))
    if not model._others:
        errors += (_unknown(key, known, path) for key in raw if key not in known)
    if len(errors) > before:
        return None
    made = _made(model, values)
    try:
        made._check()
    except Wrong as error:
        errors.append(error.error(path))
    return made


def _each(
    known: dict[str, FrozenField], raw: dict[Any, Any], path: Path, errors: list[FieldError]
) -> Iterator[tuple[str, Any]]:
    for key, field in known.items():
        if key in raw:
            yield field.name, field.read(raw[key], (*path, key), errors)
        elif field.needed:
            errors.append(FieldError((*path, key), "missing"))


def _unknown(key: Any, known: dict[str, FrozenField], path: Path) -> FieldError:
    place, found = (*path, key_text(key)), f"unknown key {quoted(key_text(key))}"
    if not isinstance(key, str):
        hint = "a comma begins the next key: numbers are whole" if isinstance(key, int) else ""
        return FieldError(
            place, f"{quoted(key_text(key))} is not allowed here", ", ".join(known), hint
        )
    return FieldError(place, found, ", ".join(known), did_you_mean(key, known))


def _made(model: type[V], values: dict[str, Any]) -> V:
    made = object.__new__(model)
    vars(made).update(values)
    return made


def key_text(key: Any) -> str:
    """A key in a path; a number there would be a place in a list."""
    return key if isinstance(key, str) else _shown(key)[1:-1]


def _refused(raw: Any, what: str, allowed: str, path: Path, errors: list[FieldError]) -> None:
    # YAML reads No as false and 007 as a number.
    hint = "put a name in quotes" if what == "no text" else ""
    if isinstance(raw, bool) and what != "no text":
        hint = "yes, no, on and off are read as true and false"
    errors.append(FieldError(path, f"{_shown(raw)} is {what}", allowed, hint))


def _shown(raw: Any) -> str:
    """As YAML has it, not as Python."""
    return quoted(_YAML[raw] if raw is None or isinstance(raw, bool) else dump(raw))


_YAML = {None: "null", True: "true", False: "false"}


def _whole(raw: Any, path: Path, errors: list[FieldError]) -> Any:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    return _refused(raw, "no whole number", "a whole number", path, errors)


def _text(raw: Any, path: Path, errors: list[FieldError]) -> Any:
    if isinstance(raw, str):
        return raw
    return _refused(raw, "no text", "text", path, errors)


def _switch(raw: Any, path: Path, errors: list[FieldError]) -> Any:
    if isinstance(raw, bool):
        return raw
    return _refused(raw, "neither true nor false", "true, false", path, errors)


def _anything(raw: Any, path: Path, errors: list[FieldError]) -> Any:
    return frozen(raw)


def _items(item: Any, *_: Any) -> Reader:
    read_item = _reader(item)

    def read(raw: Any, path: Path, errors: list[FieldError]) -> Any:
        if not isinstance(raw, list | tuple):
            return _refused(raw, "no list", "a list", path, errors)
        return tuple([read_item(one, (*path, at), errors) for at, one in enumerate(raw)])

    return read


def _mapping(key_kind: Any, item_kind: Any) -> Reader:
    read_key, read_item = _reader(key_kind), _reader(item_kind)

    def read(raw: Any, path: Path, errors: list[FieldError]) -> Any:
        if not isinstance(raw, dict):
            return _refused(raw, "no mapping of keys to values", "", path, errors)
        items = {}
        for key, value in raw.items():
            at = (*path, key_text(key))
            name = read_key(key, at, errors)
            if name in items:
                found = f"{quoted(key)} is the same as a key above"
                errors.append(FieldError(at, found, "each key once"))
            items[name] = read_item(value, at, errors)
        return ReadOnly(items)

    return read


def _one_of(words: tuple[str, ...]) -> Reader:
    *others, last = words
    allowed = f"{', '.join(others)} or {last}" if others else last

    def read(raw: Any, path: Path, errors: list[FieldError]) -> Any:
        if isinstance(raw, str) and raw in words:
            return raw
        return _refused(raw, "not known", allowed, path, errors)

    return read


def _checked(read_one: Reader, checks: tuple[Check, ...]) -> Reader:
    def read(raw: Any, path: Path, errors: list[FieldError]) -> Any:
        before, value = len(errors), read_one(raw, path, errors)
        if len(errors) > before:
            return None
        try:
            for check in checks:
                value = check(value)
        except Wrong as error:
            errors.append(error.error(path))
        return value

    return read


_PLAIN: dict[Any, Reader] = {int: _whole, str: _text, bool: _switch, Any: _anything}


def _reader(kind: Any) -> Reader:
    """What reads a value of such a kind."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _checked(_anything if _is_mixed(inner[0]) else _reader(inner[0]), inner[1:])
    if origin is Literal:
        return _one_of(inner)
    if origin in _MADE_OF:
        return _MADE_OF[origin](*inner)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return partial(_value, kind)
    raise TypeError(f"{kind} is no kind of field; scorer/core/schema.py says which there are")


def _is_mixed(kind: Any) -> bool:
    """A union of several kinds: only its check can tell what is allowed."""
    return get_origin(kind) in (Union, UnionType) and len(set(get_args(kind)) - {NoneType}) > 1


def _optional(*kinds: Any) -> Reader:
    """One kind, or nothing."""
    some = [kind for kind in kinds if kind is not NoneType]
    if len(some) > 1:
        raise TypeError(f"{' | '.join(map(str, kinds))} needs a check: Annotated[…, check]")
    read_one = _reader(some[0])
    return lambda raw, path, errors: None if raw is None else read_one(raw, path, errors)


_MADE_OF: dict[Any, Callable[..., Reader]] = {
    tuple: _items,
    dict: _mapping,
    Union: _optional,
    UnionType: _optional,
}

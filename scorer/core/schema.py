"""Values that are declared by their fields, read strictly and never changed.

Comes in: raw values, and a class whose annotations say what each field holds: ``int``, ``str``,
``bool``, ``Any``, a ``Literal``, another such class, ``tuple[X, ...]``, ``dict[K, V]``,
``X | None``, and ``Annotated[X, check, …]`` with functions that give the value back or raise
``wrong(…)``. Goes out: one frozen value, or every flaw in the raw ones with its path.
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

from cards_data.problems import did_you_mean, quoted

Path = tuple[str | int, ...]
V = TypeVar("V", bound="Frozen")


class Flaw(NamedTuple):
    """What is wrong at one place: what was found, what is allowed, what to try."""

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""


# What reads one part: the raw value, where it stands, and where its flaws go.
Reader = Callable[[Any, Path, list[Flaw]], Any]
Check = Callable[[Any], Any]


class Wrong(ValueError):
    """What a check raises."""

    def __init__(self, found: str, allowed: str) -> None:
        self.found, self.allowed = found, allowed
        super().__init__(found, allowed)


def wrong(found: str, allowed: str) -> Wrong:
    """Half a character, which nothing can write, as its code."""
    return Wrong(found.encode("utf-8", "backslashreplace").decode(), allowed)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """A value with fields. One that was not given has its default, and is known as not given.

    A key that no field has is a flaw, except in a class that is declared with ``others=True``. A
    field that would be a word of Python ends in ``_``. Methods are functions beside the class:
    fields may have any name.
    """

    _others = False
    _known: dict[str, FrozenField]

    def __init_subclass__(cls, others: bool = False) -> None:
        cls._others = others

    def __init__(self, /, **given: Any) -> None:
        made, flaws = read(type(self), given)
        if made is None:
            raise ValueError(f"{type(self).__name__}: {flaws}")
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


def read(model: type[V], raw: Any) -> tuple[V | None, list[Flaw]]:
    """The value, or all that is wrong with it."""
    flaws: list[Flaw] = []
    found = _value(model, raw, (), flaws)
    return (None if flaws else found), flaws


def altered(value: V, /, **given: Any) -> V:
    """The same value with other fields, which are sound already."""
    return _made(type(value), {**vars(value), **given})


def plain(value: Any) -> Any:
    """A value as mappings and tuples, with every field."""
    if isinstance(value, Frozen):
        return {one.name: plain(getattr(value, one.name)) for one in fields(type(value)).values()}
    if isinstance(value, dict):
        return {key: plain(one) for key, one in value.items()}
    return tuple(map(plain, value)) if isinstance(value, tuple) else value


def given(value: Any) -> Any:
    """A value as people write it and as it reads back: mappings and lists, with what was given."""
    if isinstance(value, Frozen):
        own = vars(value)
        known = fields(type(value)).items()
        return {key: given(own[one.name]) for key, one in known if one.name in own}
    if isinstance(value, dict):
        return {key: given(one) for key, one in value.items()}
    return [given(one) for one in value] if isinstance(value, list | tuple) else value


# ---- checks of one's own -------------------------------------------------------------------


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


def spelt(pattern: str) -> Check:
    """A text that a pattern fits as a whole."""
    fits = re.compile(pattern).fullmatch

    def check(text: str) -> str:
        if not fits(text):
            raise wrong(f"{quoted(text)} is not allowed here", "")
        return text

    return check


# ---- reading -------------------------------------------------------------------------------


def _value(model: type[Frozen], raw: Any, path: Path, flaws: list[Flaw]) -> Any:
    if isinstance(raw, model):
        return raw
    if not isinstance(raw, dict):
        return _flawed(raw, "no mapping of keys to values", "", path, flaws)
    before, known = len(flaws), fields(model)
    found = dict(_each(known, raw, path, flaws))
    if not model._others:
        flaws += (_unknown(key, known, path) for key in raw if key not in known)
    if len(flaws) > before:
        return None
    made = _made(model, found)
    try:
        made._check()
    except Wrong as error:
        flaws.append(Flaw(path, error.found, error.allowed))
    return made


def _each(
    known: dict[str, FrozenField], raw: dict[Any, Any], path: Path, flaws: list[Flaw]
) -> Iterator[tuple[str, Any]]:
    for key, field in known.items():
        if key in raw:
            yield field.name, field.read(raw[key], (*path, key), flaws)
        elif field.needed:
            flaws.append(Flaw((*path, key), "missing"))


def _unknown(key: Any, known: dict[str, FrozenField], path: Path) -> Flaw:
    place, found = (*path, _step(key)), f"unknown key {quoted(_step(key))}"
    if not isinstance(key, str):
        return Flaw(place, f"{quoted(key)} is not allowed here")
    return Flaw(place, found, ", ".join(known), did_you_mean(key, known))


def _made(model: type[V], values: dict[str, Any]) -> V:
    made = object.__new__(model)
    vars(made).update(values)
    return made


def _step(key: Any) -> str | int:
    return key if isinstance(key, str | int) and not isinstance(key, bool) else str(key)


def _flawed(raw: Any, what: str, allowed: str, path: Path, flaws: list[Flaw]) -> None:
    # YAML reads No as false and 007 as a number.
    hint = "put a name in quotes" if what == "no text" else ""
    flaws.append(Flaw(path, f"{_shown(raw)} is {what}", allowed, hint))


def _shown(raw: Any) -> str:
    return quoted(given(raw))


def _whole(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
    if isinstance(raw, int) and not isinstance(raw, bool):
        return raw
    return _flawed(raw, "no whole number", "a whole number", path, flaws)


def _text(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
    if isinstance(raw, str):
        return raw
    return _flawed(raw, "no text", "text", path, flaws)


def _switch(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
    if isinstance(raw, bool):
        return raw
    return _flawed(raw, "neither true nor false", "true, false", path, flaws)


def _anything(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
    return raw


def _items(item: Any, *_: Any) -> Reader:
    read_item = _reader(item)

    def read(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
        if not isinstance(raw, list | tuple):
            return _flawed(raw, "no list", "a list", path, flaws)
        return tuple([read_item(one, (*path, at), flaws) for at, one in enumerate(raw)])

    return read


def _mapping(key: Any, item: Any) -> Reader:
    read_key, read_item = _reader(key), _reader(item)

    def read(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
        if not isinstance(raw, dict):
            return _flawed(raw, "no mapping of keys to values", "", path, flaws)
        found = {}
        for one, value in raw.items():
            at = (*path, _step(one))
            name = read_key(one, at, flaws)
            found[name] = read_item(value, at, flaws)
        return found

    return read


def _one_of(words: tuple[str, ...]) -> Reader:
    *others, last = words
    allowed = f"{', '.join(others)} or {last}" if others else last

    def read(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
        if isinstance(raw, str) and raw in words:
            return raw
        return _flawed(raw, "not known", allowed, path, flaws)

    return read


def _optional(read_one: Reader) -> Reader:
    return lambda raw, path, flaws: None if raw is None else read_one(raw, path, flaws)


def _checked(read_one: Reader, checks: tuple[Check, ...]) -> Reader:
    def read(raw: Any, path: Path, flaws: list[Flaw]) -> Any:
        before, value = len(flaws), read_one(raw, path, flaws)
        if len(flaws) > before:
            return None
        try:
            for check in checks:
                value = check(value)
        except Wrong as error:
            flaws.append(Flaw(path, error.found, error.allowed))
        return value

    return read


_PLAIN: dict[Any, Reader] = {int: _whole, str: _text, bool: _switch, Any: _anything}


def _reader(kind: Any) -> Reader:
    """What reads a value of such a kind."""
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return _checked(_reader(inner[0]), inner[1:])
    if origin is Literal:
        return _one_of(inner)
    if origin in _MADE_OF:
        return _MADE_OF[origin](*inner)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return partial(_value, kind)
    raise TypeError(f"{kind} is no kind of field; scorer/core/schema.py says which there are")


def _either(*kinds: Any) -> Reader:
    """One kind or nothing; of several kinds a check tells which it is."""
    given = [kind for kind in kinds if kind is not NoneType]
    read_one = _reader(given[0]) if len(given) == 1 else _anything
    return _optional(read_one) if NoneType in kinds else read_one


_MADE_OF: dict[Any, Callable[..., Reader]] = {
    tuple: _items,
    dict: _mapping,
    Union: _either,
    UnionType: _either,
}

"""Values that are declared by their fields, read strictly and never changed.

A field is an ``int``, ``float``, ``str``, ``bool``, ``Any``, a ``Literal``, another such class,
``tuple[X, ...]``, ``dict[K, V]``, ``X | None``, or ``Annotated[X, check, …]``. The checks are
functions that return the value or raise ``wrong(…)`` or, in documents, ``refused(…)``. A union of
several kinds needs such a check. ``Annotated[X, ReadBy(…)]`` is read by a custom function.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
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

from .documents import Document, ReadOnly, flatten, freeze
from .problems import (
    NOWHERE,
    AnyText,
    Message,
    OptionalMessage,
    Place,
    Problem,
    did_you_mean,
    quote,
    short_list,
)

Path = tuple[str | int, ...]
T = TypeVar("T")
V = TypeVar("V", bound="Frozen")


@dataclass(frozen=True)
class Mistake(Problem):
    """Something wrong at a path of a value.

    ``needs`` names other parts that the mistake depends on: if one of them is broken itself, the
    mistake is not reported. An ``unfinished`` mistake goes away when the rest is entered: a page
    asks for it.
    """

    where: Place
    found: Message
    needs: tuple[Path, ...] = ()
    unfinished: bool = False

    @property
    def path(self) -> Path:
        return self.where.path

    def with_path(self, path: Path, **params: object) -> Mistake:
        """Return the mistake of a value at a path, with more parameters."""
        where = Place("", path=(*path, *self.path))
        return dataclasses.replace(self, where=where, found=self.found.with_params(**params))


def mistake(
    path: Path,
    key: str,
    /,
    *,
    hint: AnyText = "",
    needs: tuple[Path, ...] = (),
    unfinished: bool = False,
    **params: Any,
) -> Mistake:
    """Return a mistake by its key.

    ``wrong.<key>`` says what was found, ``wrong.<key>.allowed`` what is allowed.
    ``wrong.<key>.page`` says all of it to somebody who fills in a page.
    """
    fault = Message(f"wrong.{key}", **params)
    allowed = OptionalMessage(f"wrong.{key}.allowed", **params)
    return Mistake(Place("", path=path), fault, allowed, hint, needs, unfinished)


def unknown_mistake(
    path: Path, value: str, what: str, names: Iterable[str], /, **params: Any
) -> Mistake:
    """Return the mistake of an unknown id, with similar ids."""
    ids = tuple(names)
    params |= {"given": quote(value), "known": short_list(ids)}
    return mistake(path, f"no_{what}", hint=did_you_mean(value, ids), **params)


class Mistakes(list[Mistake]):
    """The mistakes of a value so far, in a document with their lines, and their wording.

    ``context``: where the readers of a document look up names.
    """

    def __init__(self, document: Document | None = None, context: Any = None) -> None:
        super().__init__()
        self.document, self.context = document, context

    def at(self, path: Path) -> Place:
        return self.document.at(*path) if self.document else Place("", path=path)

    def step(self, key: Any) -> Any:
        """Return a key in a path; a document knows the line of any key."""
        return key if self.document else key_text(key)

    def add(self, path: Path, error: Mistake) -> None:
        """Add what is wrong below a path."""
        self.append(dataclasses.replace(error, where=self.at((*path, *error.path))))

    def missing(self, path: Path, kind: Any) -> None:
        self.add(path, dataclasses.replace(mistake((), "missing"), allowed=describe_kind(kind)))

    def refuse(self, raw: Any, expected: str, path: Path, names: Iterable[str] = ()) -> None:
        """Add the mistake of a value that is not of the ``expected`` kind."""
        # YAML reads 007 as a number.
        hint = Message("hint.quotes") if expected == "text" else _read_as_switch(raw)
        value, keys = quote(dump(raw)), tuple(names)
        key = f"no_{expected}_of" if keys else f"no_{expected}"
        self.add(path, mistake((), key, hint=hint, given=value, known=short_list(keys)))


def not_known(where: Place, raw: Any, names: Iterable[str]) -> Mistake:
    """Return the mistake of a word that is not allowed."""
    words = tuple(names)
    hint = did_you_mean(raw, words) if isinstance(raw, str) else _read_as_switch(raw)
    error = mistake((), "not_known", hint=hint, given=quote(dump(raw)), known=short_list(words))
    return dataclasses.replace(error, where=where)


def unknown_key(where: Place, key: Any, names: Iterable[str]) -> Mistake:
    if isinstance(key, str):
        error = unknown_mistake((), key, "key", names)
    else:
        hint = Message("hint.comma") if isinstance(key, int) else ""
        value, keys = quote(key), short_list(tuple(names))
        error = mistake((), "odd_key", hint=hint, given=value, known=keys)
    return dataclasses.replace(error, where=where)


def _read_as_switch(raw: Any) -> AnyText:
    """Return a hint that YAML reads No as false."""
    return Message("hint.switch") if isinstance(raw, bool) else ""


# Reads one part: the raw value, its path, and where its errors go.
Reader = Callable[[Any, Path, Mistakes], Any]
Check = Callable[[Any], Any]


class ReadBy(NamedTuple):
    """Next to a type: what reads it, what it is (``allowed.<wanted>``), and its empty value."""

    read: Reader
    wanted: AnyText = "mapping"
    empty: Any = None


class Wrong(ValueError):
    """An error that a check raises; its path leads from the checked value to the fault."""

    def __init__(self, mistake: Mistake) -> None:
        self.mistake = mistake
        super().__init__(mistake)


def wrong(key: str, *at: str | int, **params: Any) -> Wrong:
    """Return the error that a check raises, by the key of the mistake."""
    return Wrong(mistake(at, key, **params))


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Frozen:
    """A value with fields. A field that was not given has its default, and is known as such.

    A key that no field has is an error, except in a class declared with ``others=True``. A field
    named like a Python keyword ends in ``_``. Methods are functions outside the class: fields may
    have any name.
    """

    _others = False
    _known: dict[str, FrozenField]
    # The attributes that hold where a value is declared.
    _places: tuple[str, ...]

    def __init_subclass__(cls, others: bool = False) -> None:
        cls._others = others

    def __init__(self, /, **value: Any) -> None:
        instance, errors = read(type(self), value)
        if instance is None:
            raise ValueError(f"{type(self).__name__}: {errors}")
        vars(self).update(vars(instance))

    def _check(self) -> None:
        """Check conditions between valid fields; raise ``wrong(…)`` if one fails."""

    def __setattr__(self, *_: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} cannot be changed")

    __delattr__ = __setattr__

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(frozenset(vars(self).items()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{k}={v!r}' for k, v in vars(self).items())})"


class FrozenField(NamedTuple):
    """A field: its attribute, its kind, its reader, and whether it is required."""

    name: str
    kind: Any
    read: Reader
    needed: bool


def fields(model: type[Frozen]) -> dict[str, FrozenField]:
    """Return fields by key, in declared order; resolved when a class is first used."""
    if "_known" not in vars(model):
        hints = get_type_hints(model, include_extras=True)
        model._known = {
            name.rstrip("_"): FrozenField(name, kind, reader_of(kind), _is_needed(model, name))
            for name, kind in hints.items()
            if not name.startswith("_") and kind is not Place
        }
        model._places = tuple(name for name, kind in hints.items() if kind is Place)
    return model._known


def _is_needed(model: type[Frozen], name: str) -> bool:
    return not any(name in vars(base) for base in model.__mro__ if base is not Frozen)


def model_of(name: str, base: type[V], kinds: dict[str, Any]) -> type[V]:
    """Create a class of values whose fields are known only at run time."""
    return type(name, (base,), {"__annotations__": kinds})


def read(model: type[V], raw: Any) -> tuple[V | None, list[Mistake]]:
    """Return the value, or all that is wrong with it."""
    errors = Mistakes()
    value = _value(model, raw, (), errors)
    return (None if errors else value), errors


def replace(value: V, /, **changes: Any) -> V:
    """Return the value with other fields, which are not checked again."""
    return construct(type(value), {**vars(value), **changes})


def asdict(value: Any) -> Any:
    """Return a value as mappings and tuples, with every field."""
    if isinstance(value, Frozen):
        return {one.name: asdict(getattr(value, one.name)) for one in fields(type(value)).values()}
    if isinstance(value, dict):
        return {key: asdict(one) for key, one in value.items()}
    return tuple(map(asdict, value)) if isinstance(value, tuple) else value


def whole_numbers(value: Any) -> dict[str, int]:
    """Return every whole number in a value by its dotted path; list items count from 1."""
    pairs = ((path.replace("[", ".").replace("]", ""), n) for path, n in flatten(asdict(value)))
    return {path.lstrip("."): n for path, n in pairs if type(n) is int}


def dump(value: Any) -> Any:
    """Return a value as mappings and lists, without fields not given; it can be read again."""
    if isinstance(value, Frozen):
        own = vars(value)
        items = fields(type(value)).items()
        return {key: dump(own[one.name]) for key, one in items if one.name in own}
    if isinstance(value, dict):
        return {key: dump(one) for key, one in value.items()}
    return [dump(one) for one in value] if isinstance(value, list | tuple) else value


# ---- checks for Annotated -------------------------------------------------------------------


def in_range(least: int, most: int) -> Check:
    """Return a check for a number in an inclusive range."""

    def check(number: int) -> int:
        if number < least:
            raise wrong("small", given=quote(number), least=least)
        if number > most:
            raise wrong("large", given=quote(number), most=most)
        return number

    return check


def holding(least: int, most: int = 1_000) -> Check:
    """Return a check for a number of items or keys."""

    def check(items: Any) -> Any:
        if len(items) < least:
            raise wrong("short", given=quote(dump(items)), least=least)
        if len(items) > most:
            raise wrong("long", given=quote(dump(items)), most=most)
        return items

    return check


# ---- reading -------------------------------------------------------------------------------


def _value(model: type[Frozen], raw: Any, path: Path, errors: Mistakes) -> Any:
    if isinstance(raw, model):
        return raw
    if not isinstance(raw, dict):
        return errors.refuse(raw, "mapping", path, fields(model))
    before, names = len(errors), fields(model)
    values = dict(_field_values(names, raw, path, errors))
    for key in () if model._others else [key for key in raw if key not in names]:
        errors.append(unknown_key(errors.at((*path, errors.step(key))), key, names))
    values |= {name: errors.at(path) for name in model._places}
    value = construct(model, values)
    if len(errors) > before:
        return value
    try:
        value._check()
    except Wrong as error:
        errors.add(path, error.mistake)
    return value


def _field_values(
    names: dict[str, FrozenField], raw: dict[Any, Any], path: Path, errors: Mistakes
) -> Iterator[tuple[str, Any]]:
    for key, field in names.items():
        before, value = len(errors), None
        if key in raw:
            value = field.read(raw[key], (*path, key), errors)
        elif field.needed:
            errors.missing((*path, key), field.kind)
        else:
            continue
        if value is not None or len(errors) == before:
            yield field.name, value
        elif field.needed:
            yield field.name, empty_of(field.kind)


def construct(model: type[T], values: dict[str, Any]) -> T:
    """Return a value with these attributes, without checks."""
    value = object.__new__(model)
    vars(value).update(values)
    return value


def key_text(key: Any) -> str:
    """Return a key in a path as text; a number there would be a position in a list."""
    return key if isinstance(key, str) else str(quote(key))[1:-1]


def _scalar_reader(expected: str, kinds: Any, convert: Callable[[Any], Any]) -> Reader:
    """Return a reader of a number, a text, or a boolean, which does not count as a number."""

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        if isinstance(raw, kinds) and (kinds is bool or not isinstance(raw, bool)):
            return convert(raw)
        return errors.refuse(raw, expected, path)

    return read


def _anything(raw: Any, path: Path, errors: Mistakes) -> Any:
    return freeze(raw)


def _items(item: Any, *_: Any) -> Reader:
    read_item = reader_of(item)

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        if not isinstance(raw, list | tuple):
            return errors.refuse(raw, "list", path)
        before = len(errors)
        items = tuple([read_item(one, (*path, at), errors) for at, one in enumerate(raw)])
        return items if len(errors) == before else tuple([one for one in items if one is not None])

    return read


def _mapping(key_kind: Any, item_kind: Any) -> Reader:
    read_key, read_item = reader_of(key_kind), reader_of(item_kind)

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        if not isinstance(raw, dict):
            return errors.refuse(raw, "mapping", path)
        items = {}
        for key, value in raw.items():
            before, at = len(errors), (*path, errors.step(key))
            name = read_key(key, at, errors)
            if name in items:
                errors.add(at, mistake((), "same_key", given=quote(key)))
            item = read_item(value, at, errors)
            is_lost = item is None and len(errors) > before
            items[name] = empty_of(item_kind) if is_lost else item
        return ReadOnly(items)

    return read


def _one_of(words: tuple[Any, ...]) -> Reader:
    names = tuple(map(str, words))

    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        if type(raw) is type(words[0]) and raw in words:
            return raw
        return errors.append(not_known(errors.at(path), raw, names))

    return read


def _with_checks(read_one: Reader, checks: tuple[Check, ...]) -> Reader:
    def read(raw: Any, path: Path, errors: Mistakes) -> Any:
        before, value = len(errors), read_one(raw, path, errors)
        if len(errors) > before:
            return None
        try:
            for check in checks:
                value = check(value)
        except Wrong as error:
            return errors.add(path, error.mistake)
        return value

    return read


_PLAIN: dict[Any, Reader] = {
    int: _scalar_reader("whole_number", int, int),
    float: _scalar_reader("number", int | float, float),
    str: _scalar_reader("text", str, str),
    bool: _scalar_reader("true_false", bool, bool),
    Any: _anything,
}
_KIND_NAMES = {int: "whole_number", float: "number", str: "text", bool: "true_false", tuple: "list"}


def describe_kind(kind: Any) -> AnyText:
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if not isinstance(inner[1], ReadBy):
            return describe_kind(inner[0])
        own = inner[1].wanted
        return own if isinstance(own, Message) else Message(f"allowed.{own}")
    if origin is Literal:
        return ", ".join(map(str, inner))
    if origin in (Union, UnionType):
        return describe_kind(inner[0])
    return Message(f"allowed.{_KIND_NAMES.get(origin or kind, 'mapping')}")


def empty_of(kind: Any) -> Any:
    """Return what replaces a required value that is missing."""
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return inner[1].empty if isinstance(inner[1], ReadBy) else empty_of(inner[0])
    if origin is Literal:
        return inner[0]
    if isinstance(kind, type) and issubclass(kind, Frozen):
        needed = (one for one in fields(kind).values() if one.needed)
        values = {one.name: empty_of(one.kind) for one in needed}
        return construct(kind, values | dict.fromkeys(kind._places, NOWHERE))
    plain = origin or kind
    return plain() if plain in (int, float, str, bool, tuple, dict) else None


def reader_of(kind: Any) -> Reader:
    if kind in _PLAIN:
        return _PLAIN[kind]
    origin, inner = get_origin(kind), get_args(kind)
    if origin is Annotated:
        if isinstance(inner[1], ReadBy):
            return _with_checks(inner[1].read, inner[2:]) if inner[2:] else inner[1].read
        return _with_checks(_anything if _is_mixed(inner[0]) else reader_of(inner[0]), inner[1:])
    if origin is Literal:
        return _one_of(inner)
    if origin in _MADE_OF:
        return _MADE_OF[origin](*inner)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return partial(_value, kind)
    raise TypeError(f"{kind} is not a kind of field: see cards_data/schema.py")


def _is_mixed(kind: Any) -> bool:
    """Return whether it is a union of several kinds, which only its check can judge."""
    return get_origin(kind) in (Union, UnionType) and len(set(get_args(kind)) - {NoneType}) > 1


def _optional(*kinds: Any) -> Reader:
    """Return a reader of one kind, or nothing."""
    some = [kind for kind in kinds if kind is not NoneType]
    if len(some) > 1:
        raise TypeError(f"{' | '.join(map(str, kinds))} needs a check: Annotated[…, check]")
    read_one = reader_of(some[0])
    return lambda raw, path, errors: None if raw is None else read_one(raw, path, errors)


_MADE_OF: dict[Any, Callable[..., Reader]] = {
    tuple: _items,
    dict: _mapping,
    Union: _optional,
    UnionType: _optional,
}

"""Table states: raw values into checked ones, with every mistake at once.

Comes in: what a YAML or JSON file held. Goes out: a frozen state, or Problems whose places are
paths as people count: ``players[1].enviros`` is the first player, ``board[2][4]`` the second row's
fourth cell.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_args

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from cards_data import did_you_mean, quoted

Path = tuple[str | int, ...]
NAME_LIMIT = 40
# A state is small; a larger number is a slip that would only make messages long.
COUNT_LIMIT = 1_000_000


class Frozen(BaseModel):
    """Strict values that never change; an unknown key is a mistake."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class TableState(Frozen):
    """What every game's state begins with."""

    game: str

    def raw(self) -> dict[str, Any]:
        """The state as plain values, without what was left out; reads back to the same state."""
        return self.model_dump(mode="json", exclude_unset=True)


S = TypeVar("S", bound=TableState)


@dataclass(frozen=True)
class Mistake:
    """Something wrong in a state: where, what was found, what is allowed, what to try.

    ``needs`` names other parts that the judgement rests on: where one of them is broken itself,
    the mistake is not reported.
    """

    path: Path
    found: str
    allowed: str = ""
    hint: str = ""
    needs: tuple[Path, ...] = ()


def _name(text: str) -> str:
    clean = text.strip()
    if not clean or len(clean) > NAME_LIMIT or not clean.isprintable():
        raise wrong(f"{quoted(text)} is no name", f"1 to {NAME_LIMIT} characters on one line")
    return clean


def wrong(found: str, allowed: str) -> PydanticCustomError:
    """What a field's own validator raises."""
    return PydanticCustomError("wrong", "wrong", {"found": found, "allowed": allowed})


Name = Annotated[str, AfterValidator(_name)]
Count = Annotated[int, Field(ge=0, le=COUNT_LIMIT)]


def as_tuples(raw: Any) -> Any:
    """Lists become tuples: states do not change."""
    if isinstance(raw, (list, tuple)):
        return tuple(as_tuples(item) for item in raw)
    if isinstance(raw, dict):
        return {key: as_tuples(value) for key, value in raw.items()}
    return raw


def check_state(
    model: type[S], raw: Any, blank: dict[str, Any], check: Callable[[S], Iterable[Mistake]]
) -> tuple[S, list[Mistake]]:
    """The state and everything wrong with it.

    Where a part is not even well formed, the blank table's value takes its place, so that the
    rest is still checked and all mistakes are told at once.
    """
    raw = as_tuples(raw)
    try:
        state, mistakes = model.model_validate(raw), []
    except ValidationError as error:
        details = error.errors(include_url=False)
        mistakes = [_mistake(model, detail) for detail in details]
        state = _mended(model, raw, details, blank)
    broken = [mistake.path for mistake in mistakes]
    sound = [mistake for mistake in check(state) if not _rests_on(mistake, broken)]
    return state, mistakes + sound


def _rests_on(mistake: Mistake, broken: Sequence[Path]) -> bool:
    return any(_within(mistake.path, path) for path in broken) or any(
        _within(need, path) or _within(path, need) for need in mistake.needs for path in broken
    )


def _within(path: Path, outer: Path) -> bool:
    return path[: len(outer)] == outer


def _mended(model: type[S], raw: Any, details: Sequence[ErrorDetails], blank: dict[str, Any]) -> S:
    """The raw state with every broken part replaced by the blank table's, or left out."""
    mended = _as_lists(raw)
    for detail in details:
        _mend(mended, _path(detail), blank)
    try:
        return model.model_validate(as_tuples(mended))
    except ValidationError:
        # Broken in a way that hides what is below it: nothing more can be said about the rest.
        return model.model_validate(as_tuples(blank))


def _as_lists(raw: Any) -> Any:
    if isinstance(raw, tuple):
        return [_as_lists(item) for item in raw]
    return {k: _as_lists(v) for k, v in raw.items()} if isinstance(raw, dict) else raw


def _mend(into: Any, path: Path, blank: Any) -> None:
    """Walks state and blank table side by side down to the broken part."""
    for depth, step in enumerate(path):
        known = _inside(blank, step)
        last = depth == len(path) - 1
        if last or known is None or not isinstance(known, (dict, list)):
            _replace(into, step, known)
            return
        into, blank = into[step], known


def _inside(blank: Any, step: str | int) -> Any:
    """The blank table's value at a step; its one item stands for every item of a list."""
    if isinstance(blank, list):
        return blank[0] if blank else None
    return blank.get(step) if isinstance(blank, dict) else None


def _replace(into: Any, step: str | int, value: Any) -> None:
    if value is not None:
        into[step] = copy.deepcopy(value)
    elif isinstance(into, dict):
        into.pop(step, None)


def _path(detail: ErrorDetails) -> Path:
    return tuple(step for step in detail["loc"] if step != "[key]")


def _mistake(model: type[BaseModel], detail: ErrorDetails) -> Mistake:
    """Pydantic's finding in our own words."""
    path, kind, context = _path(detail), detail["type"], detail.get("ctx", {})
    if kind == "wrong":
        return Mistake(path, str(context["found"]), str(context["allowed"]))
    if kind == "missing":
        return Mistake(path, "missing")
    if kind == "extra_forbidden":
        known = _keys(model, path[:-1])
        hint = did_you_mean(str(path[-1]), known)
        return Mistake(path, f"unknown key {quoted(path[-1])}", ", ".join(known), hint)
    # Tuples are shown as the lists that people wrote.
    shown = quoted(_as_lists(detail["input"]))
    # YAML reads No as false and 007 as a number.
    hint = "put a name in quotes" if kind == "string_type" else ""
    found = f"{shown} is {_KINDS.get(kind, 'not allowed here')}"
    return Mistake(path, found, _allowed(kind, context), hint)


_KINDS = {
    "int_type": "no whole number",
    "int_from_float": "no whole number",
    "string_type": "no text",
    "bool_type": "neither true nor false",
    "tuple_type": "no list",
    "dict_type": "no mapping of keys to values",
    "model_type": "no mapping of keys to values",
    "greater_than_equal": "too small",
    "less_than_equal": "too large",
    "too_long": "too long",
    "too_short": "too short",
    "literal_error": "not known",
}


def _allowed(kind: str, context: dict[str, Any]) -> str:
    words = {
        "int_type": "a whole number",
        "int_from_float": "a whole number",
        "string_type": "text",
        "bool_type": "true, false",
        "tuple_type": "a list",
        "greater_than_equal": f"{context.get('ge')} or more",
        "less_than_equal": f"up to {context.get('le')}",
        "literal_error": str(context.get("expected", "")).replace("'", ""),
        "too_short": f"{context.get('min_length')} or more",
        "too_long": f"up to {context.get('max_length')}",
    }
    return words.get(kind, "")


def _keys(model: Any, path: Path) -> tuple[str, ...]:
    """The keys that a part of the state may have."""
    for step in path:
        found = model.model_fields[step].annotation if isinstance(step, str) else model
        model = next((part for part in _parts(found) if _is_model(part)), model)
    return tuple(str(field.validation_alias or name) for name, field in model.model_fields.items())


def _parts(annotation: Any) -> tuple[Any, ...]:
    inner = tuple(part for arg in get_args(annotation) for part in _parts(arg))
    return (annotation, *inner)


def _is_model(part: Any) -> bool:
    return isinstance(part, type) and issubclass(part, BaseModel)


def spoken(path: Path) -> str:
    """A path as people write it, counting from 1."""
    text = "".join(f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in path)
    return text.removeprefix(".") or "state"

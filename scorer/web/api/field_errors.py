"""Show mistakes in a table at the fields of the form, with names for ids."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import partial
from typing import Any

from cards_data.problems import OptionalMessage
from cards_data.schema import Mistake, Path

from ...core.forms import Field
from ...core.kinds import kind_of
from ...engine import Scorer

Record = dict[str, Any]
# Nobody reads more; a table from elsewhere can have hundreds.
MOST = 20


def field_errors(
    scorer: Scorer, fields: Sequence[Field], mistakes: Sequence[Mistake]
) -> tuple[list[Record], list[Record]]:
    """Return what cannot be right, and what is still missing; every mistake once.

    A mistake that depends on unfinished input can wait.
    """
    begun = [mistake for mistake in mistakes if mistake.unfinished]
    rest = [mistake for mistake in mistakes if not mistake.unfinished]
    sure = [mistake for mistake in rest if not _rests_on(mistake, begun)]

    def records(some: Sequence[Mistake]) -> list[Record]:
        each = [_record(scorer, fields, mistake) for mistake in some[:MOST]]
        return [one for at, one in enumerate(each) if one not in each[:at]]

    return records(sure), records(begun)


def _rests_on(mistake: Mistake, begun: Sequence[Mistake]) -> bool:
    return any(need[:1] == one.path[:1] for need in mistake.needs for one in begun)


def _record(scorer: Scorer, fields: Sequence[Field], mistake: Mistake) -> Record:
    path = place(fields, mistake.path)
    return {"path": list(path), "text": _error_text(scorer, fields, mistake)}


# ---- places --------------------------------------------------------------------------------


def place(fields: Sequence[Field], path: Path) -> Path:
    """Return the place in the form for a place in the state; empty if there is none."""
    if not path:
        return ()
    if any(field.group and field.group.key == path[0] for field in fields):
        return _in_group(fields, path)
    near = [field for field in fields if not field.group and _answers(field, path)]
    if near:
        own = len(near[0].key.split("."))
        return (near[0].key, *kind_of(near[0]).place(path[own:]))
    # Some answers are asked item by item and listed in the state: teams, player by player.
    inside = [field for field in fields if field.group and _is_list_of(field, path)]
    return (inside[0].group.key, 0, inside[0].key) if inside and inside[0].group else ()


def _answers(field: Field, path: Path) -> bool:
    steps = field.key.split(".")
    return [str(step) for step in path[: len(steps)]] == steps


def _is_list_of(field: Field, path: Path) -> bool:
    return str(path[0]).startswith(field.key)


def _in_group(fields: Sequence[Field], path: Path) -> Path:
    """Return a field of one player or vote; the first of them if the state lacks the key."""
    own = [field for field in fields if field.group and field.group.key == path[0]]
    if len(path) < 2:
        return (path[0], 0, own[0].key)
    fitting = [field for field in own if _answers(field, path[2:]) and len(path) > 2]
    return (path[0], path[1], (fitting or own)[0].key)


# ---- texts ---------------------------------------------------------------------------------


def _error_text(scorer: Scorer, fields: Sequence[Field], mistake: Mistake) -> str:
    """Return the mistake in the wanted language, with printed names."""
    args = scorer.say.lang, scorer.say.words, partial(_with_names, scorer, fields)
    fault = mistake.found
    page = OptionalMessage(f"{fault.key}.page", **dict(fault.params)).text_in(*args)
    text = mistake.said_in(*args)
    return page.strip() or f"{text[:1].upper()}{text[1:]}."


def _with_names(scorer: Scorer, fields: Sequence[Field], text: str) -> str:
    """Replace the ids of pieces in a text by their names."""
    chosen = {choice.value for field in fields for choice in field.choices}
    names = {key: name for (_, key), name in scorer.say.pieces.items() if key in chosen}
    if not names:
        return text
    ids = "|".join(re.escape(key) for key in sorted(names, key=len, reverse=True))
    return re.sub(rf"(?<![\w-])({ids})(?![\w-])", lambda match: names[match[1]], text)

"""What ``check`` found, for programs: JSON, and annotations of a code host."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cards_data.problems import Note, Place, Problem


def place_of(problem: Problem) -> dict[str, Any]:
    """File and line of a problem that is in a file."""
    where = problem.where
    if not isinstance(where, Place):
        return {}
    return {"file": where.file, "line": where.line} if where.line else {"file": where.file}


def as_json_text(
    faces: Mapping[str, int], problems: Sequence[Problem], notes: Sequence[Note]
) -> str:
    """Everything that was found; a program reads ``problems`` first."""
    found = {
        "games": [{"game": slug, "faces": count} for slug, count in faces.items()],
        "problems": [_record(problem) for problem in problems],
        "notes": [_record(note) for note in notes],
    }
    return json.dumps(found, ensure_ascii=False, indent=1)


def _record(problem: Problem) -> dict[str, Any]:
    return {
        "where": str(problem.where),
        **place_of(problem),
        "found": str(problem.found),
        "allowed": str(problem.allowed),
        "hint": str(problem.hint),
    }


def github_annotations(problems: Iterable[Problem], notes: Iterable[Note]) -> Iterator[str]:
    """Workflow commands of GitHub, which shows each at its line of a pull request."""
    for kind, found in (("error", problems), ("notice", notes)):
        for one in found:
            place = ",".join(f"{name}={_escaped(text)}" for name, text in place_of(one).items())
            yield f"::{kind} {place}::{_message(str(one))}"


def _message(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped(value: object) -> str:
    return _message(str(value)).replace(":", "%3A").replace(",", "%2C")

"""Slips in a text file, as a hand makes them: the same for every file that is written by hand."""

from __future__ import annotations

import random
import re


def replaced(text: str, pattern: re.Pattern[str], new: str, chance: random.Random) -> str:
    """One of the places that match holds something else."""
    places = list(pattern.finditer(text))
    if not places:
        return text
    place = chance.choice(places)
    return text[: place.start()] + new + text[place.end() :]


def other_lines(text: str, chance: random.Random) -> str:
    """A line is gone, stands twice, is indented or has changed places."""
    lines = text.splitlines(keepends=True)
    at, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    match chance.randrange(4):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, lines[other])
        case 2:
            lines[at] = "  " + lines[at]
        case _:
            lines[at], lines[other] = lines[other], lines[at]
    return "".join(lines)


def cut_off(text: str, chance: random.Random) -> str:
    return text[: chance.randrange(1, len(text))]

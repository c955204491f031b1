"""What a print is called: no print ever replaces another kind of print.

Comes in: what a run was asked to do. Goes out: the name of its files. A whole set on both sides
is called by its game, language and paper; other options are appended in a fixed order, also
those that are missing in the order below.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import MISSING, fields
from typing import Any

from generator.options import Edition, PrintOptions

ORDER = (
    *("decks", "only", "sheets", "copies", "layout", "flip", "ink", "render"),
    *("made_for", "printer", "draft"),
)
# Words that would not say of themselves what they are.
SAID = {"only", "sheets", "printer"}
# Named first anyway, or without influence on what is printed.
UNNAMED = {"edition", "lang", "paper", "marks", "dpi", "scorer_url", "out", "jobs"}
# Many decks or pieces: a name has to fit where files are kept.
LONGEST = 60
_NO_NAME = re.compile(r"[^\w]+")


def file_name(slug: str, options: PrintOptions, *, changed: bool = False) -> str:
    """The name without its suffix."""
    parts = [slug, options.lang, options.paper, *_differences(options)]
    return "-".join([*parts, "changed"] if changed else parts)


def _differences(options: PrintOptions) -> Iterator[str]:
    """What is asked for otherwise than usual."""
    chosen = {name: word for one in (options, options.edition) for name, word in _chosen(one)}
    # A side that is printed alone is not turned, and no printer errs behind it.
    for name in () if options.two_sided else ("flip", "printer"):
        chosen.pop(name, None)
    for name in sorted(chosen, key=lambda name: (_rank(name), name)):
        yield chosen[name]


def _rank(name: str) -> int:
    return ORDER.index(name) if name in ORDER else len(ORDER)


def _chosen(options: PrintOptions | Edition) -> Iterator[tuple[str, str]]:
    for one in fields(options):
        value = getattr(options, one.name)
        usual = one.default_factory() if one.default_factory is not MISSING else one.default
        if one.name not in UNNAMED and value != usual:
            yield one.name, _word(one.name, value)


def _word(name: str, value: Any) -> str:
    if name == "copies":
        return f"x{value}"
    if value is True:
        return name
    # In whatever order they were named, they make the same print.
    items = sorted(set(value)) if isinstance(value, tuple | list) else [value]
    said = [name] if name in SAID else []
    return _short("-".join(_NO_NAME.sub("-", str(item)).strip("-") for item in (*said, *items)))


def _short(word: str) -> str:
    if len(word) <= LONGEST:
        return word
    return f"{word[: LONGEST - 9]}-{hashlib.sha256(word.encode()).hexdigest()[:8]}"

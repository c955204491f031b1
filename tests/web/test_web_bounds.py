"""No table that a browser may send keeps the rules busy: the work is counted, not the time."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from thorough import examples

from cards_data import Problems
from scorer.registry import slugs
from scorer.web.api.records import form_record, score_record
from scorer.web.routing import BODY_LIMIT, MOST_VALUES, outside_strings, read_body

# A worked example takes about 5,000 calls; so many are a fraction of a second.
MOST_CALLS = 600_000
NEAR = "filthy_rich_money_maker_start_up_dreamer_protected_areas_ice"
MANY = MOST_VALUES // 2


def calls(slug: str, raw: Any) -> int:
    """How many functions a score calls, or nothing where the body is refused."""
    try:
        table = read_body(json.dumps(raw).encode())
    except Problems:
        return 0
    score_record(slug, table, "en")  # what is read once is not counted
    count = 0

    def note(_frame: object, event: str, _arg: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(note)
    try:
        score_record(slug, table, "en")
    finally:
        sys.setprofile(None)
    return count


def near(number: int) -> str:
    """Words that look like many of those that are known: comparing them takes longest."""
    return f"{NEAR[number % 20 : 50]}{number}"


WORDS = [near(number) for number in range(2 * MANY)]
WORST: list[tuple[str, Any]] = [
    ("kompensaatiopeli", {"roles": WORDS, "board": []}),
    ("kompensaatiopeli", {"answers": {"roles": WORDS}}),
    ("kompensaatiopeli", {"roles": [], "projects": dict(zip(WORDS, WORDS, strict=True))}),
    ("kompensaatiopeli", {"roles": [], "board": ["A B C D E " * 9] * 2 * MANY}),
    ("kompensaatiopeli", {"roles": [], "board": ["z " * 49] * 2 * MANY}),
    ("kompensaatiopeli", dict.fromkeys(WORDS, 1)),
    ("ecologic", {"players": [{"name": "A", "profits": 1}] * MANY}),
    ("ecologic", {"players": [{word: 1} for word in WORDS]}),
    ("ecologic", {"players": [], "teams": {word: ["x"] for word in WORDS}}),
    ("better_life", {"players": [], "votes": [{"policy": w, "pool": 1} for w in WORDS[:MANY]]}),
    ("better_life", {"players": [{"name": "a", "role": "x", "ip": 1, "targets": WORDS}]}),
    ("better_life", {"players": [{"name": "a", "role": "x", "ip": 1}] * (MANY * 2 // 3)}),
    ("ecosfera_baltica", {"players": ["a"], "level": 1, "habitats": WORDS, "impacts": 1}),
    ("ecosfera_baltica", {"players": ["a"] * 2 * MANY, "level": 1, "habitats": [], "impacts": 1}),
]


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "raw"), WORST, ids=range(len(WORST)))
def test_the_worst_tables_end_soon(slug: str, raw: Any) -> None:
    assert calls(slug, raw) <= MOST_CALLS


def plain(slug: str) -> st.SearchStrategy[Any]:
    """Anything that JSON can say, with the game's own words in it."""
    fields = form_record(slug, "en")["fields"]
    keys = [*(one["key"] for one in fields), "players", "votes", "teams", "answers", "variants"]
    values = [choice["value"] for one in fields for choice in one["choices"]]
    words = st.sampled_from([*keys, *values, *WORDS[:20], "A B C D E", ""]) | st.text(max_size=20)
    leaves = words | st.integers(-(10**6), 10**6) | st.booleans() | st.none() | st.floats(0, 9)
    tree = st.recursive(
        leaves,
        lambda one: st.lists(one, max_size=40) | st.dictionaries(words, one, max_size=10),
        max_leaves=MOST_VALUES,
    )
    return st.dictionaries(st.sampled_from(keys), tree, max_size=len(keys))


@pytest.mark.slow
@pytest.mark.sampled
@pytest.mark.parametrize("slug", slugs())
def test_no_table_keeps_the_rules_busy(slug: str) -> None:
    @examples(20, trust=200)
    @given(raw=plain(slug), wrapped=st.booleans())
    def holds(raw: Any, wrapped: bool) -> None:
        assert calls(slug, {"answers": raw} if wrapped else raw) <= MOST_CALLS

    holds()


MISSHAPEN: list[tuple[str, Any]] = [
    ("ecosfera_baltica", {"level": []}),
    ("ecosfera_baltica", {"level": "x"}),
    ("ecosfera_baltica", {"level": "9" * 5000}),
    ("ecosfera_baltica", {"switches": 0}),
    ("ecosfera_baltica", {"switches": [[]]}),
    ("better_life", {"players": [{"name": "A", "card": 3}]}),
    ("ecologic", {"players": [{"name": "A", "team": ["x"]}]}),
    ("kompensaatiopeli", {"board": [3]}),
    ("kompensaatiopeli", {"projects": {"M": 3}}),
    ("kompensaatiopeli", []),
]


@pytest.mark.parametrize(("slug", "answers"), MISSHAPEN, ids=range(len(MISSHAPEN)))
def test_answers_of_another_shape_are_told_in_words(slug: str, answers: Any) -> None:
    record = score_record(slug, {"answers": answers}, "en")
    assert record["result"] is None
    assert record["problems"] or record["open"]


# Each of them begins something that never ends, again and again.
HOSTILE = (
    r"\"",
    '"',
    "\\",
    '"\\',
    "[",
    "{",
    '"[',
    "1",
    "1e",
    ",",
    "\n",
    '[{"',
    r"\u005c",
    "\u20ac",
)


class Counted:
    """A text that counts how many of its signs were looked at."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.reads = 0

    def __iter__(self) -> Iterator[str]:
        for sign in self.text:
            self.reads += 1
            yield sign


@pytest.mark.parametrize("part", HOSTILE)
def test_twice_as_long_a_body_is_twice_the_work(part: str) -> None:
    def steps(text: str) -> int:
        """Lines of Python that run while a text is looked through."""
        count = 0

        def note(_frame: object, event: str, _arg: object) -> Any:
            nonlocal count
            count += event == "line"
            return note

        before, signs = sys.gettrace(), Counted(text)
        sys.settrace(note)
        try:
            "".join(outside_strings(signs))
        finally:
            sys.settrace(before)
        assert signs.reads == len(text)
        return count

    once, twice = (steps(part * number) for number in (1000, 2000))
    assert twice <= 2 * once + 20


@pytest.mark.parametrize("part", HOSTILE)
def test_no_search_over_a_body_begins_anew_at_every_sign(part: str) -> None:
    """A run of digits that fails has looked at ten signs; a bracket is one sign."""
    from scorer.web import routing

    patterns = [one for one in vars(routing).values() if isinstance(one, re.Pattern)]
    assert [one.pattern for one in patterns] == [r"[-+.\deE]{10,}", r"[\[\]{}]"]
    with pytest.raises(Problems):
        read_body((part * BODY_LIMIT).encode()[:BODY_LIMIT])


@given(st.recursive(st.text() | st.none(), lambda inner: st.lists(inner, max_size=3)))
def test_what_stands_in_strings_is_left_out_and_nothing_else(value: Any) -> None:
    bare = "".join(outside_strings(json.dumps(value, ensure_ascii=False)))
    assert bare == re.sub(r'"(?:[^"\\]|\\.)*"', '"', json.dumps(value, ensure_ascii=False))

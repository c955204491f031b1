"""Whatever a phone sends to a table or a class, the answer is never a bug of ours."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hostile_requests import KEY, UNDO, live, owls, posted, sent
from hypothesis import given
from hypothesis import strategies as st
from thorough import examples

from scorer.web.api.records import score_record
from scorer.web.live.live_routes import live_routes
from scorer.web.live.live_table import LiveTable, Phone, TableFacts
from scorer.web.live.taps import PARTS, TapCheck
from scorer.web.rate_limiter import Hold, Rank
from scorer.web.routing import Client, EventStream

pytestmark = pytest.mark.slow

POSTED = sorted(
    one.path.removeprefix("/api/") for one in live_routes(live()) if one.method == "POST"
)
LEAVES = st.one_of(
    st.sampled_from([KEY, "ecologic", "players", "phone-one", "profits", "127.0.0.1", "7B", ""]),
    st.sampled_from([0, 1, -1, 10**12, True, None, 0.5, "\ud800", "x" * 300]),
    st.text(max_size=5),
)
JSON = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
KEYS = ("key", "by", "taps", "name", "code", "game", "pass", "shown", "turn", "secret", "table")
BODIES = JSON | st.fixed_dictionaries(
    {"key": st.just(KEY) | JSON}, optional=dict.fromkeys((*KEYS[1:], "address", "blocked"), JSON)
)
NO_LEASE = Hold(live().limiter, "tables", Client(""), Rank.STRANGER)
ODD: st.SearchStrategy[Any] = st.sampled_from([[], {}, [1], [[1]], {"a": []}, None, True, 7])
STEPS = ODD | st.sampled_from(["players", "profits", "teams", 0, 1])
PATHS = st.lists(STEPS, max_size=4) | st.just(["players", 0, "profits"])
PIECES: dict[str, st.SearchStrategy[Any]] = {
    "answers": JSON | st.dictionaries(st.sampled_from(["players", "people", "teams"]), JSON),
    "sets": JSON | st.lists(st.tuples(PATHS, JSON).map(list), max_size=3),
    "group": JSON | st.just("players"),
    "item": JSON,
    "index": JSON,
    "path": PATHS | JSON,
    **dict.fromkeys(("add", "low", "high", "from"), JSON),
    "do": ODD | JSON,
    "n": JSON,
    "mark": JSON,
    "by": JSON,
    "at": JSON,
}


COMMON_PARTS = ("at", "by", "do", "mark", "n")


@st.composite
def taps(draw: st.DrawFn) -> Any:
    """A tap of a kind, with some of its parts replaced by anything."""
    do = draw(st.sampled_from(sorted(PARTS)))
    wild = draw(st.sets(st.sampled_from(sorted(COMMON_PARTS)), max_size=1)) | set(PARTS[do])
    # A mark that is known already would not be looked at.
    mark = draw(st.text("abcdefgh", min_size=12, max_size=12))
    return {**UNDO, "mark": mark, "do": do, **{name: draw(PIECES[name]) for name in sorted(wild)}}


def answered(path: str, body: Any) -> None:
    answer = sent(posted(path, json.dumps(body)))
    assert answer.startswith(b"HTTP/1.1 ") and not answer.startswith(b"HTTP/1.1 5"), answer


@pytest.mark.sampled
@pytest.mark.parametrize("path", POSTED)
def test_any_body_is_answered(path: str) -> None:
    @examples(25, trust=500)
    @given(BODIES)
    def holds(body: Any) -> None:
        owls()
        answered(path, body)

    holds()


@examples(100, trust=5000)
@given(st.lists(taps() | JSON, max_size=3))
def test_any_taps_are_answered_and_the_table_can_still_be_shown(taps: list[Any]) -> None:
    table = owls()
    answered("live/taps", {"key": KEY, "by": "phone-one", "taps": taps})
    assert isinstance(table.answers, dict)
    score_record("ecologic", {"answers": table.answers}, "en")


@given(st.text(max_size=12) | st.sampled_from(["1" * 5000, "\u00b2", "\u0663", "-1", "0"]))
def test_any_last_event_is_understood_or_ignored(last: str) -> None:
    table = LiveTable(TableFacts(KEY, "ecologic"), "epoch", TapCheck(()), 0.0, NO_LEASE)
    for number in (last, f"epoch.{last}"):
        table.join(EventStream(), Phone("phone-one", "", "edit"), number)
    assert len(table.streams) == 2

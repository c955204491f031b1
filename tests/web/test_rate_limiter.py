"""What clients take and may take: nobody's share can be taken by others, and all is given back."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorer.web import rate_limiter as module
from scorer.web.rate_limiter import GREEDY, RATES, SHARES, Hold, OverShare, Rank, RateLimiter
from scorer.web.routing import Client, HttpError

OWNER = Client("127.0.0.1", owner=True)


def addresses(rank: Rank, limiter: RateLimiter) -> Any:
    """Clients of a rank without end."""
    for number in count():
        client = Client(f"10.{rank:d}.{number // 250}.{number % 250}")
        if rank:
            limiter.admit(client, rank)
        yield client


def times_until_refused(limiter: RateLimiter, client: Client, what: str, amount: float) -> int:
    """How often a client can take so much until it is refused."""
    for number in count():
        try:
            limiter.hold(client, what, amount)
        except HttpError:
            return number
    raise AssertionError


@pytest.mark.parametrize("what", SHARES)
def test_what_is_reserved_cannot_be_taken(what: str) -> None:
    """Strangers take all that they get, then the class does; teacher and owner come to a place."""
    limiter = RateLimiter()
    amount = max(1, SHARES[what].total / 100)
    for rank in (Rank.STRANGER, Rank.CLASS):
        full = 0
        for client in addresses(rank, limiter):
            full = 0 if times_until_refused(limiter, client, what, amount) else full + 1
            if full == 3:
                break
        reserve = limiter._held[what, "rank", Rank.OWNER]
        assert 0.8 * module.TOGETHER[rank] <= reserve / SHARES[what].total <= module.TOGETHER[rank]
    for client in (next(addresses(Rank.TEACHER, limiter)), OWNER):
        assert times_until_refused(limiter, client, what, amount / 3)


@pytest.mark.parametrize("what", SHARES)
def test_one_client_gets_its_share_and_no_more(what: str) -> None:
    limiter, stranger, member = RateLimiter(), Client("10.0.0.1"), Client("10.0.0.2")
    most = min(SHARES[what].address, SHARES[what].total / 2)
    assert times_until_refused(limiter, stranger, what, max(1, most / 4) / 10) in (9, 10)
    with pytest.raises(OverShare):
        limiter.hold(stranger, what, most)
    limiter.admit(member, Rank.CLASS)
    assert times_until_refused(limiter, member, what, most / 10) >= 9


KINDS = st.sampled_from(["streams", "bytes"])
CLIENTS = st.builds(
    Client,
    st.sampled_from(["10.0.0.1", "10.0.0.2", "127.0.0.1"]),
    st.booleans(),
    st.sampled_from(["", "phone-one", "phone-two"]),
)


@given(st.lists(st.tuples(KINDS, CLIENTS, st.integers(1, 40), st.sampled_from(["", "table"]))))
def test_all_that_was_taken_is_given_back(taking: list[tuple[str, Client, int, str]]) -> None:
    limiter, holds = RateLimiter(), list[Hold]()
    for what, client, amount, table in taking:
        try:
            holds.append(limiter.hold(client, what, amount, table))
        except HttpError:
            continue
        limiter.admit(client, Rank.CLASS)  # a rank that rises gives back what it took below
    for hold in holds:
        hold.end()
        hold.end()
    assert limiter._held == {}


def test_rates_are_those_of_a_client_and_of_its_phones() -> None:
    now = [0.0]
    limiter, rate = RateLimiter(lambda: now[0]), RATES["taps"]
    one, two = (Client("10.0.0.1", phone=name) for name in ("phone-one", "phone-two"))
    limiter.spend(one, "taps", rate.at_once / 2)
    with pytest.raises(OverShare, match=r"web\.own_share|this phone sends too many"):
        limiter.spend(one, "taps")
    limiter.spend(two, "taps", rate.at_once / 2 - 1)
    limiter.spend(Client("10.0.0.2"), "taps", rate.at_once)
    limiter.spend(OWNER, "taps", 10 * rate.at_once)
    now[0] = 10
    limiter.spend(one, "taps", 5 * rate.a_second)
    for number in range(2 * module.MOST_REMEMBERED):
        limiter.spend(Client("10.0.0.3", phone=f"phone-{number}"), "taps", 0.01)
    assert len(limiter._spent) <= module.MOST_REMEMBERED


def test_time_is_charged_however_long_it_took() -> None:
    now = [0.0]
    limiter, client = RateLimiter(lambda: now[0]), Client("10.0.0.1")
    limiter.begin(client)
    limiter._add(limiter._rates(client, "seconds"), 2 * RATES["seconds"].at_once, 0.0)
    with pytest.raises(OverShare):
        limiter.begin(client)
    limiter.begin(Client("10.0.0.2"))
    now[0] = 2 * RATES["seconds"].at_once / RATES["seconds"].a_second
    limiter.begin(client)
    with limiter.charge_time(client):
        sum(range(10**6))
    assert limiter._spent["seconds", client.address][0] > module.REQUEST_SECONDS


def test_who_is_refused_again_and_again_is_named_and_can_be_blocked() -> None:
    now = [0.0]
    limiter, client, teacher = RateLimiter(lambda: now[0]), Client("10.0.0.1"), Client("10.0.0.9")
    limiter.admit(teacher, Rank.TEACHER)
    for turn in range(int(GREEDY.at_once)):
        assert limiter.greedy() == [], turn
        with pytest.raises(OverShare):
            limiter.hold(client, "bytes", SHARES["bytes"].address)
    assert limiter.greedy() == ["10.0.0.1"]
    limiter.block(client.address, True)
    with pytest.raises(OverShare) as blocked:
        limiter.begin(client)
    assert blocked.value.status == 403
    assert times_until_refused(limiter, client, "connections", 1) == module.BLOCKED_CONNECTIONS
    limiter.block(client.address, False)
    limiter.begin(client)
    now[0] = 2 * GREEDY.at_once
    assert limiter.greedy() == []
    limiter.block(teacher.address, True)
    limiter.begin(teacher)


def test_shares_are_as_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "play" / "class.md").read_text(encoding="utf-8")
    rows = {
        row.split("|")[1].split(" (")[0].strip(): row for row in text.splitlines() if "|" in row
    }
    for what, row in (
        ("connections", "connections"),
        ("streams", "event streams"),
        ("tables", "tables"),
        ("prints", "prints that wait or are being made"),
    ):
        _, _, total, known_share, stranger, _ = rows[row].split("|")
        share = SHARES[what]
        expected = (share.total, share.address, max(1, share.address * module.STRANGER))
        for cell, number in zip((total, known_share, stranger), expected, strict=True):
            assert cell.strip().startswith(f"{number:,.0f}"), (what, cell)
    mb, table = SHARES["bytes"], SHARES["bytes"].table / module.TAP_BYTES
    assert f"| {mb.total / module.MB:.0f} MB | {mb.address / module.MB:.0f} MB |" in text
    assert f"{SHARES['streams'].table:.0f} phones and {table:,.0f} taps" in text
    for what, unit in (("taps", ""), ("seconds", " s")):
        rate = RATES[what]
        assert f"{rate.at_once:,.0f}{unit} at once, then {rate.a_second:g}{unit} a second" in text
    assert f"at most {module.TOGETHER[Rank.STRANGER]:.0%}".replace("%", " %") in text
    assert f"together at most {module.TOGETHER[Rank.CLASS]:.0%}".replace("%", " %") in text


@pytest.mark.parametrize("files", [64, 256, 1024, 4096, 10**6])
def test_connections_leave_files_for_the_rest(files: int) -> None:
    limiter = RateLimiter()
    limiter.fit(files)
    connections = sum(
        times_until_refused(limiter, one, "connections", 1) for one in some(limiter, 200)
    )
    assert connections <= max(10, files - module.OTHER_FILES)
    assert times_until_refused(limiter, OWNER, "connections", 1) >= 1


def some(limiter: RateLimiter, number: int) -> list[Client]:
    clients = addresses(Rank.CLASS, limiter)
    return [next(clients) for _ in range(number)]

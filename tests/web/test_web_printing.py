"""Printing from the page: what is offered, one at a time, with progress, and a PDF at the end."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import psutil
import pytest
from browsing import complaints, served
from own_pond import with_own_rules
from playwright.sync_api import BrowserContext, Page, expect
from running import running
from texts import fault, text_of
from workshop import Workshop, until

from cards_data import load_game
from generator.kit.print_files import PrintReport
from generator.options import CHOICES, PrintOptions
from generator.web import print_queue
from generator.web.app import Server
from generator.web.print_queue import (
    MOST_COPIES,
    OFFERED,
    PrintQueue,
    checked_options,
    choices,
    decks_record,
    pdf_of,
    plan_record,
)
from generator.workers import jobs
from generator.workers.jobs import Job
from scorer.web.api.records import WORDS, games_record
from scorer.web.rate_limiter import SHARES, TOGETHER, Rank, RateLimiter
from scorer.web.routing import Client, HttpError, Request, Response, Route
from scorer.web.server import HERE, ServerOptions, WebServer
from scorer.web.static_files import PAGE, page_scripts

pytestmark = pytest.mark.slow

PATIENCE_SECONDS = 120
OWNER = Client("127.0.0.1", owner=True)


@pytest.fixture
def queue() -> Iterator[PrintQueue]:
    one = PrintQueue()
    one.start()
    yield one
    one.stop()


def ended(queue: PrintQueue, key: str) -> Any:
    end = time.monotonic() + PATIENCE_SECONDS
    while (job := queue.job_or_404(key)).is_open and time.monotonic() < end:
        time.sleep(0.02)
    return job


def test_what_is_offered_is_what_the_command_allows(pond: Workshop) -> None:
    from generator.sheets.papers import papers

    offered = choices(load_game("pond"))
    assert offered["lang"] == ["en", "sv"]
    assert offered["paper"] == list(papers())
    assert {"layout", "flip"} <= set(offered)
    assert offered["layout"] == list(CHOICES["layout"])


def test_every_choice_has_its_words() -> None:
    words = WORDS.read_text(encoding="utf-8")
    keys = {line.partition(",")[0] for line in words.splitlines()}
    for name in set(OFFERED) - {"paper"}:
        assert {f"print_{name}_{value}" for value in CHOICES[name]} <= keys


@pytest.mark.parametrize(
    "raw",
    [
        [],
        {"paper": "../a4"},
        {"paper": ["a4"]},
        {"lang": "de"},
        {"copies": 0},
        {"copies": 21},
        {"copies": True},
        {"copies": "2"},
        {"out": "/tmp"},
        {"dpi": 9999},
        {"decks": "fish"},
        {"decks": ["sharks"]},
        {"only": ["fish/../x"]},
        {"only": [["fish"]]},
    ],
)
def test_a_wish_that_is_not_offered_is_refused(pond: Workshop, raw: Any) -> None:
    with pytest.raises(HttpError):
        checked_options(load_game("pond"), raw)


def test_single_decks_and_lost_pieces_are_planned_and_printed(
    pond: Workshop, queue: PrintQueue
) -> None:
    game = load_game("pond")
    deck = next(iter(game.decks.values()))
    lost = f"{deck.name}/{deck.pieces[0].id}"
    whole = plan_record(game, checked_options(game, {}))
    alone = checked_options(game, {"only": [lost]})
    assert 0 < plan_record(game, alone)["sheets"] < whole["sheets"]
    assert checked_options(game, {"decks": [deck.name]})["decks"] == [deck.name]
    offered = decks_record(game, "en")[0]
    assert (offered["title"], offered["pieces"][0]["key"]) == (deck.title("en"), lost)
    done = ended(queue, queue.print("pond", alone, OWNER, RateLimiter()).id)
    assert (done.state, done.problems) == ("ready", ())
    assert done.answer["pages"] == plan_record(game, alone)["pages"]


def test_a_job_becomes_a_pdf(pond: Workshop, queue: PrintQueue) -> None:
    job = queue.print(
        "pond",
        checked_options(load_game("pond"), {"lang": "sv", "paper": "letter"}),
        OWNER,
        RateLimiter(),
    )
    done = ended(queue, job.id)
    assert (done.state, done.problems) == ("ready", ())
    pdf = pdf_of(done)
    assert pdf and pdf.name == "pond-sv-letter.pdf"
    assert pdf.read_bytes().startswith(b"%PDF") and done.answer["pages"] > 2
    assert not list(pond.out.glob("*.pdf"))


def test_problems_of_the_game_are_told(pond: Workshop, queue: PrintQueue) -> None:
    options = checked_options(load_game("pond"), {})
    pond.change("fish.csv", "Vila.,1,", "Vila.,7,")
    done = ended(queue, queue.print("pond", options, OWNER, RateLimiter()).id)
    assert done.state == "failed" and "fish.csv:4" in done.problems[0]["en"]


def test_each_client_has_one_print_and_the_owner_goes_first(pond: Workshop) -> None:
    queue, limiter, game = PrintQueue(), RateLimiter(), load_game("pond")  # never started: all wait

    def wish(copies: int, client: Client) -> Job:
        return queue.print("pond", checked_options(game, {"copies": copies}), client, limiter)

    phones = [wish(n + 1, Client(f"10.0.0.{n}")) for n in range(3)]
    assert wish(2, Client("10.0.0.0")).id == phones[1].id  # the same wish waits once
    with pytest.raises(HttpError, match="already has a print in the queue") as error:
        wish(9, Client("10.0.0.0"))
    assert error.value.status == 429
    strangers = int(SHARES["prints"].total * TOGETHER[Rank.STRANGER])
    for number in range(3, strangers):
        wish(number + 1, Client(f"10.0.0.{number}"))
    with pytest.raises(HttpError) as error:
        wish(18, Client("10.0.0.99"))
    assert error.value.status == 503
    own = [wish(copies, OWNER) for copies in (19, 20)]
    assert [queue.jobs_before(job) for job in (*own, *phones)] == [0, 1, 2, 3, 4]
    queue.cancel(phones[0].id)
    assert queue.jobs_before(phones[1]) == 2
    assert ("prints", "address", "10.0.0.0") not in limiter._held


def test_a_queue_that_stops_drops_what_waits(pond: Workshop) -> None:
    queue, limiter, game = PrintQueue(), RateLimiter(), load_game("pond")
    queue.start()
    jobs = [
        queue.print("pond", checked_options(game, {"copies": n + 1}), OWNER, limiter)
        for n in range(5)
    ]
    until(lambda: queue._worker is not None, "it never begins")
    queue.stop()
    assert {queue.job_or_404(job.id).state for job in jobs} <= {"stopped", "ready"}
    assert queue.job_or_404(jobs[-1].id).state == "stopped"
    assert limiter._held == {}


def test_a_print_has_a_deadline(pond: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PrintQueue, "seconds", 0.2)
    queue, limiter = PrintQueue(), RateLimiter()
    queue.start()
    options = checked_options(load_game("pond"), {"copies": 20})
    job = ended(queue, queue.print("pond", options, OWNER, limiter).id)
    assert job.state == "failed" and text_of("worker.deadline") in job.problems[0]["en"]
    queue.stop()


def test_a_print_is_made_on_the_page(pond: Workshop, laptop: BrowserContext) -> None:
    with served() as base:
        page = laptop.new_page()
        page.goto(f"{base}print.html?game=pond")
        expect(page.locator("h1")).to_have_text("Print Pond Life")
        page.select_option("#p-paper", "letter")
        page.fill("#p-copies", "2")
        page.click("#make")
        link = page.locator("#open-pdf")
        link.wait_for(timeout=PATIENCE_SECONDS * 1000)
        answer = page.request.get(base + str(link.get_attribute("href")))
        assert answer.headers["content-type"] == "application/pdf"
        assert answer.body().startswith(b"%PDF")
        page.goto(f"{base}rules.html?game=pond")
        expect(page.locator("#about")).to_contain_text("Pond Life was made up for the tests.")


def test_own_games_stand_apart_and_nothing_says_that_there_are_four(
    pond: Workshop, laptop: BrowserContext
) -> None:
    with served() as base:
        page = laptop.new_page()
        page.route("**/picture/**", lambda route: route.abort())
        page.goto(base)
        expect(page.locator("main > h2, #own > h2")).to_have_text(
            ["Custom games", "Included games"]
        )
        expect(page.locator("#own .game h2")).to_have_text(["Pond Life"])
        expect(page.locator("#lead-games")).to_be_hidden()
        expect(page.locator("main")).not_to_contain_text(re.compile("four", re.I))


def typed_copies(page: Page, text: str) -> None:
    page.fill("#p-copies", text)
    page.press("#p-copies", "Tab")


def test_a_wrong_number_of_sets_is_explained_at_the_field(
    laptop: BrowserContext, delivery: str
) -> None:
    page = laptop.new_page()
    page.goto(f"{delivery}print.html?game=ecologic")
    problem, plan = page.locator("#copies-problem"), page.locator("#plan")
    expect(plan).to_contain_text("This takes")
    page.on("request", lambda request: requests.append(request.url))
    for wrong in ("999", "21", "abc", "", "0", "-1", "1.5", "１"):
        requests: list[str] = []
        typed_copies(page, wrong)
        expect(problem).to_have_text(f"Enter a whole number from 1 to {MOST_COPIES}.")
        expect(page.locator("#p-copies")).to_have_attribute("aria-invalid", "true")
        expect(plan).to_be_hidden()
        page.click("#make")
        expect(page.locator("#p-copies")).to_be_focused()
        assert not requests, wrong
    assert complaints(page) == []
    typed_copies(page, " 2 ")
    expect(problem).to_be_hidden()
    expect(plan).to_contain_text("This takes")


def test_turning_is_asked_only_where_paper_is_turned(laptop: BrowserContext, delivery: str) -> None:
    page = laptop.new_page()
    page.goto(f"{delivery}print.html?game=ecologic")
    page.select_option("#p-flip", "short")
    flip = page.locator(".field", has=page.locator("#p-flip"))
    for layout, label in (
        ("manual", "How you flip the sheet"),
        ("gutterfold", ""),
        ("fronts", ""),
        ("duplex", "How the printer flips the sheet"),
    ):
        with page.expect_request("**/api/print-plan/**") as request:
            page.select_option("#p-layout", layout)
        expect(flip.locator("label")).to_have_text(label) if label else expect(flip).to_be_hidden()
        assert request.value.post_data_json.get("flip") == ("short" if label else None)


def test_a_game_of_ones_own_gets_its_page_without_javascript(
    pond: Workshop, laptop: BrowserContext
) -> None:
    """Rules and words in the current folder: form, score and reasons stand on the page."""
    with_own_rules(pond)
    with served() as base:
        page = laptop.new_page()
        page.goto(f"{base}score.html?game=pond&step=table")
        for _ in range(4):
            page.click("#f-frogs-more")
        page.click("#next")
        expect(page.locator("#result")).to_contain_text("4 frogs.")
        expect(page.locator("#totals")).to_contain_text("Pond 12")


def test_a_game_that_cannot_be_read_says_why(pond: Workshop, laptop: BrowserContext) -> None:
    games = pond.root / "scorer" / "games"
    games.mkdir(parents=True)
    (games / "pond.py").write_text("", encoding="utf-8")
    with served() as base:
        page = laptop.new_page()
        page.goto(f"{base}score.html?game=pond")
        expect(page.locator("#form-problems li")).to_contain_text("scorer/games/pond.py")


def test_change_is_the_preview_inside_the_page(pond: Workshop, laptop: BrowserContext) -> None:
    with served() as base:
        page = laptop.new_page()
        page.goto(base)
        page.click(".game:has-text('Pond Life') >> text=Edit")
        expect(page.locator("#gallery img, #gallery canvas, #gallery svg").first).to_be_visible(
            timeout=PATIENCE_SECONDS * 1000
        )


def test_changing_speaks_the_language_that_was_chosen(
    pond: Workshop, laptop: BrowserContext
) -> None:
    with served() as base:
        page = laptop.new_page()
        page.goto(base)
        page.select_option("#lang", "sv")
        page.click(".game:has-text('Livet i dammen') >> text=Ändra")
        expect(page.locator("html")).to_have_attribute("lang", "sv")
        expect(page.locator("#game option:checked")).to_have_text("Livet i dammen")
        expect(page.locator(".deck h2").first).to_contain_text("Fish")


@pytest.fixture
def serving(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[str, ...]]]:
    """Where the command would have served, and under which names."""
    from generator.web import app

    calls: list[tuple[str, tuple[str, ...]]] = []
    monkeypatch.setattr(
        app, "serve", lambda sock, hosts, *_: calls.append((sock.getsockname()[0], hosts))
    )
    return calls


def test_serve_is_for_this_computer_unless_asked(
    pond: Workshop, ecotable: Callable[..., Any], serving: list[Any]
) -> None:
    answer = ecotable("serve", "pond", "--no-open")
    assert answer.code == 0 and answer.err == ""
    assert serving == [("127.0.0.1", ("127.0.0.1", "localhost"))]
    assert "/score.html?game=pond " in answer.out and "█" not in answer.out


def test_serve_lets_phones_in_with_a_code_and_a_warning(
    pond: Workshop, ecotable: Callable[..., Any], serving: list[Any]
) -> None:
    from generator.web.app import lan_names

    answer = ecotable("serve", "--lan", "--no-open")
    assert serving[0][0] == "0.0.0.0" and "*" not in serving[0][1]
    own = lan_names()
    assert f"http://{own[0]}:" in answer.out and set(own) <= set(serving[0][1])
    assert "█" in answer.out
    assert answer.err.count("\n") == 1 and "Everyone on this network" in answer.err


def test_the_code_on_the_terminal_is_read_by_a_camera() -> None:
    import zxingcpp
    from PIL import Image

    from generator.compose.figure_functions import qr_text

    lines = qr_text("http://192.168.1.20:8000/").splitlines()
    side = len(lines[0])
    picture = Image.new("L", (side, len(lines) * 2))
    for row, line in enumerate(lines):
        for x, sign in enumerate(line):
            picture.putpixel((x, row * 2), 255 * (sign in "█▀"))
            picture.putpixel((x, row * 2 + 1), 255 * (sign in "█▄"))
    big = picture.resize((side * 6, len(lines) * 12), Image.Resampling.NEAREST)
    (code,) = zxingcpp.read_barcodes(big)
    assert code.text == "http://192.168.1.20:8000/"


def test_a_taken_port_leads_to_the_next_one() -> None:
    from generator.web.app import USUAL, open_usual_port

    with open_usual_port("127.0.0.1", None) as first, open_usual_port("127.0.0.1", None) as second:
        ports = first.getsockname()[1], second.getsockname()[1]
    assert ports[0] != ports[1] and ports[0] in USUAL


@contextlib.contextmanager
def serving_process(limits: str = "") -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The command in a process of its own, within limits of the shell, and its address."""
    words = [sys.executable, "-m", "generator", "serve", "--no-open"]
    if limits:
        words = ["sh", "-c", f'{limits}; exec "$@"', "sh", *words]
    root = str(Path(__file__).parents[2])
    environment = {**os.environ, "PYTHONPATH": root, "PYTHONUNBUFFERED": "1"}
    pipe = subprocess.PIPE
    with subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True, env=environment) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[0]
        end = time.monotonic() + PATIENCE_SECONDS
        while time.monotonic() < end:
            with contextlib.suppress(httpx.TransportError):
                if httpx.get(address).status_code == 200:
                    break
        try:
            yield server, address.rstrip("/")
        finally:
            server.kill()


@pytest.mark.parametrize("sign", ["SIGINT", "SIGTERM"])
def test_serve_ends_cleanly(pond: Workshop, sign: str) -> None:
    """Its address is there at once; asked to end, it ends without a word."""
    with serving_process() as (server, _):
        server.send_signal(getattr(signal, sign))
        assert server.stderr is not None
        stderr = server.stderr.read()
        server.wait(PATIENCE_SECONDS)
    assert stderr == ""
    assert server.returncode in ((0,) if sign == "SIGINT" else (0, 143, -signal.SIGTERM))


@pytest.mark.skipif(sys.platform == "win32", reason="signals are those of Unix")
@pytest.mark.parametrize("sign", ["SIGINT", "SIGTERM", "SIGKILL"])
def test_serve_ends_soon_whatever_waits_and_all_its_processes_with_it(
    pond: Workshop, sign: str
) -> None:
    """Prints, an event stream, a body that never comes."""
    with serving_process() as (server, address), httpx.Client(base_url=address) as client:
        headers = {"origin": address}
        for copies in (18, 19, 20):
            options = {"copies": copies, "ink": "low"}
            assert client.post("/api/print/ecologic", json=options, headers=headers).is_success
        body = {"game": "ecologic"}
        keys = client.post("/api/live/new", json=body, headers=headers).json()
        query = {"key": keys["key"], "by": "phone-one"}
        process = psutil.Process(server.pid)
        until(lambda: len(process.children(recursive=True)) > 1, "nothing is printed")
        workers = process.children(recursive=True)
        with client.stream("GET", "/api/live/events", params=query) as stream:
            assert stream.status_code == 200
            with socket.create_connection(("127.0.0.1", int(address.rpartition(":")[2]))) as half:
                half.sendall(b"POST /api/live/new HTTP/1.1\r\nHost: 127.0.0.1\r\n")
                server.send_signal(getattr(signal, sign))
                server.wait(PATIENCE_SECONDS)
        gone, alive = psutil.wait_procs(workers, PATIENCE_SECONDS)
        assert not alive and gone


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has many addresses of its own")
def test_one_client_cannot_take_all_files(pond: Workshop) -> None:
    """As few as on a Mac are raised; fewer are shared out, and nothing floods the terminal."""
    with serving_process("ulimit -Sn 256") as (server, address):
        assert psutil.Process(server.pid).rlimit(psutil.RLIMIT_NOFILE)[0] > 256
    with (
        serving_process("ulimit -n 130") as (server, address),
        contextlib.ExitStack() as connections,
    ):
        place = ("127.0.0.1", int(address.rpartition(":")[2]))
        for _ in range(400):
            flood = socket.create_connection(place, source_address=("127.0.0.66", 0))
            connections.enter_context(flood).sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
        assert httpx.get(address, timeout=30).status_code == 200
        flood.settimeout(30)
        with contextlib.suppress(ConnectionResetError):
            assert b"too many pages" in flood.recv(1000)
        server.send_signal(signal.SIGINT)
        assert server.stderr is not None
        assert len(server.stderr.read().splitlines()) <= 1


def test_a_failed_accept_is_said_once(capfd: pytest.CaptureFixture[str]) -> None:
    web = WebServer([], ServerOptions())
    error = OSError(errno.EMFILE, os.strerror(errno.EMFILE))
    with running(web):
        loop = asyncio.new_event_loop()
        for _ in range(1000):
            web._on_error(loop, {"message": "", "exception": error, "socket": None})
        loop.close()
    stderr = capfd.readouterr().err
    assert (
        stderr.count("\n") == 1 and text_of("web.no_connection", reason="Too many open") in stderr
    )


def test_serve_ends_while_somebody_waits_for_a_card(
    pond: Workshop, capsys: pytest.CaptureFixture[str]
) -> None:
    endless = "".join(f"{{% for {x} in range(900) %}}" for x in "abcd") + "{% endfor %}" * 4
    pond.template("fish.svg.j2", f"{endless}<g/>")
    server = Server()
    web_server = WebServer(server.routes(), server.options(HERE))
    with ThreadPoolExecutor(1) as visitor:
        with running(web_server) as address:
            waiting = visitor.submit(httpx.get, f"{address}/picture/en/pond.webp", timeout=60)
            until(lambda: any(not one.idle for one in server.gallery.pool._workers), "nobody draws")
        assert waiting.result().status_code in (200, 404)
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize("name", ["", "  "])
def test_a_class_has_a_name(
    pond: Workshop, ecotable: Callable[..., Any], serving: list[Any], name: str
) -> None:
    answer = ecotable("serve", "--class", name)
    assert answer.code == 2 and fault("--class", text_of("command.no_class_name")) in answer.err
    assert serving == []


def test_serve_names_games_that_do_not_exist(
    pond: Workshop, ecotable: Callable[..., Any], serving: list[Any]
) -> None:
    answer = ecotable("serve", "pnod")
    assert answer.code == 2 and "did you mean pond" in answer.err
    assert serving == []


def test_a_print_that_cannot_be_started_fails_alone(
    pond: Workshop, queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No file handle is left: the page says so, and the next print is a new try."""
    started: list[object] = []

    def no_handle(*_: object, **__: object) -> None:
        started.append(0)
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    options = checked_options(load_game("pond"), {})
    with monkeypatch.context() as full:
        full.setattr(subprocess, "Popen", no_handle)
        for _ in range(2):
            job = ended(queue, queue.print("pond", options, OWNER, RateLimiter()).id)
            assert job.state == "failed"
            assert job.problems[0]["en"].endswith("Too many open files; try again")
    assert len(started) == 2
    assert ended(queue, queue.print("pond", options, OWNER, RateLimiter()).id).state == "ready"


def test_a_print_that_is_forgotten_leaves_no_folder(
    pond: Workshop, queue: PrintQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(jobs, "MOST_JOBS", 1)
    options = checked_options(load_game("pond"), {})
    first = ended(queue, queue.print("pond", options, OWNER, RateLimiter()).id)
    pdf = pdf_of(first)
    assert pdf and pdf.is_file()
    queue.print("pond", options, OWNER, RateLimiter())
    assert not pdf.parent.exists()


def test_a_computer_with_nothing_left_says_so_without_a_traceback(
    capfd: pytest.CaptureFixture[str],
) -> None:
    def exhausted(_: Request) -> Response:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    with running(WebServer([Route("/full", exhausted)], ServerOptions())) as address:
        answer = httpx.get(f"{address}/full")
    assert answer.status_code == 503 and "Too many open files" in answer.text
    assert capfd.readouterr().err == ""


FILE = {
    **{"file": "pdf/x.pdf", "lang": "en", "paper": "letter", "layout": "duplex", "ink": "full"},
    **{"sheets": 14, "bytes": 1_200_000},
}


def published_print_page(laptop: BrowserContext, delivery: str, files: list[Any]) -> Page:
    script = page_scripts(PAGE / "print.html", "published")["print.js"]
    record = {**games_record("en", ["ecologic"]), "here": False}
    page = laptop.new_page()
    page.route(
        "**/print.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )
    page.route("**/api/games.en.json", lambda route: route.fulfill(json=record))
    page.route("**/files.json", lambda route: route.fulfill(json={"ecologic": files}))
    page.goto(f"{delivery}print.html?game=ecologic")
    page.wait_for_selector("main[data-ready]")
    return page


def test_a_published_page_names_the_edge_and_the_papers(
    laptop: BrowserContext, delivery: str
) -> None:
    """Its files are ready: there is no edge to choose above."""
    page = published_print_page(laptop, delivery, [FILE, {**FILE, "paper": "a4"}])
    expect(page.locator("#files h3")).to_have_count(0)
    expect(page.locator("#files li")).to_contain_text(["Letter · 14 sheets", "A4 · 14 sheets"])
    expect(page.locator("#how-turn")).to_contain_text("flipped on the long edge")
    expect(page.locator(".how")).not_to_contain_text("above")


def test_a_published_page_lists_files_of_every_kind(laptop: BrowserContext, delivery: str) -> None:
    folded = {**FILE, "layout": "gutterfold", "sheets": 27, "file": "pdf/folded.pdf"}
    low = {**FILE, "ink": "low", "bytes": 900_000, "file": "pdf/low.pdf"}
    files = [FILE, low, {**folded, "lang": "sv"}, folded]
    page = published_print_page(laptop, delivery, files)
    expect(page.locator("#files h3")).to_have_text(
        ["Both sides", "Both sides · Save ink", "Folded: front and back side by side"]
    )
    expect(page.locator("#files details a")).to_be_hidden()
    page.click("text=In other languages")
    expect(page.locator("#files details a")).to_be_visible()
    lists = [one.inner_text().splitlines() for one in page.locator("#files ul").all()]
    assert lists == [
        ["English · Letter · 14 sheets · 1.2 MB"],
        ["English · Letter · 14 sheets · 0.9 MB"],
        ["English · Letter · 27 sheets · 1.2 MB"],
        ["Svenska · Letter · 27 sheets · 1.2 MB"],
    ]
    links = [one.get_attribute("href") for one in page.locator("#files a").all()]
    assert links == ["pdf/x.pdf", "pdf/low.pdf", "pdf/folded.pdf", "pdf/folded.pdf"]
    expect(page.locator("#how-turn")).to_contain_text("folded: follow the steps on page 1")
    assert complaints(page) == []


def test_a_published_page_without_a_network_says_that_files_need_it(
    laptop: BrowserContext, delivery: str
) -> None:
    page = published_print_page(laptop, delivery, [FILE])
    note, link = page.locator("#offline"), page.locator(".files a")
    expect(link).to_have_attribute("aria-disabled", "false")
    expect(note).to_be_hidden()
    page.route("**/pdf/**", lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(note).to_contain_text("Connect to a network")
    expect(link).to_have_attribute("aria-disabled", "true")
    assert complaints(page) == []
    page.unroute("**/pdf/**")
    page.evaluate("dispatchEvent(new Event('online'))")
    expect(note).to_be_hidden()


def test_without_cairo_the_page_prints_vectors(
    pond: Workshop, monkeypatch: pytest.MonkeyPatch
) -> None:
    rendered: list[str] = []

    def noted(game: object, options: PrintOptions, *_: object) -> PrintReport:
        rendered.append(options.render)
        pdf = options.out / "pond.pdf"
        return PrintReport(pdf, pdf.with_suffix(".json"), 1, 1, 1, 1)

    monkeypatch.setattr(print_queue, "print_game", noted)
    for version in (11600, 0):
        monkeypatch.setattr(print_queue, "known_cairo_version", lambda number=version: number)
        job = {"slug": "pond", "options": {"lang": "en"}, "out": str(pond.root)}
        assert print_queue.print_request(job, lambda *_: None)["pages"] == 1
    assert rendered == ["raster", "vector"]

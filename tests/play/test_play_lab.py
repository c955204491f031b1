"""The lab: the same games on any number of jobs, kept when a run is broken off, told honestly."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from leftovers import SHARED, living
from table import the_game
from texts import text_of
from workshop import Command

from cards_data import Deck, Game, Problems
from generator.lab.cluster import check_address
from generator.lab.findings import edit_line, edits, name_of, warnings
from generator.lab.playtest import (
    KIND,
    BotRun,
    Lab,
    Playtest,
    chunks,
    play_chunk,
    play_runs,
    without,
)
from generator.lab.report import make_report, play_out
from generator.report.html_page import page
from generator.report.values import TextLine, as_json
from generator.store.cache import Cache
from generator.words import say_in
from generator.workbench.play_jobs import answer
from generator.workers.process import Failure
from scorer.play.bots import Thinking
from scorer.play.contract import playable
from scorer.play.match import PlayedGame, play_game

LITTLE = Thinking(samples=2, turns=1)


class Here:
    """Chunks played in this process; notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[Any] = []

    def map(self, work: str, shared: Any, items: Any) -> Iterator[Any]:
        for item in items:
            self.asked.append(item)
            yield play_chunk(shared, item)


@pytest.fixture(scope="module", autouse=True)
def threads_of_dask() -> Iterator[None]:
    """They run until the process ends, whatever is closed."""
    before = living()
    yield
    SHARED.update(one for one in living() - before if one[0].startswith("thread "))


def playtest(**more: Any) -> Playtest:
    return Playtest(**{"after": the_game(), "bots": ("greedy",), "games": 60, **more})


def cache(tmp_path: Path) -> Cache:
    return Cache(tmp_path / "cache")


def report_of(playtest_run: Playtest, folder: Path) -> str:
    runs = play_runs(playtest_run, Lab(Cache(folder), Here()))
    return as_json(make_report(playtest_run, runs, "en"))


@pytest.mark.slow
def test_a_second_run_is_free(tmp_path: Path) -> None:
    experiment, first, second = playtest(games=250), Here(), Here()
    runs = play_runs(experiment, Lab(cache(tmp_path), first))
    assert [chunk.number for chunk in first.asked] == [100, 100, 50]
    assert play_runs(experiment, Lab(cache(tmp_path), second)) == runs
    assert second.asked == []


@pytest.mark.slow
def test_more_games_play_only_the_new_ones(tmp_path: Path) -> None:
    play_runs(playtest(games=200), Lab(cache(tmp_path), Here()))
    more = Here()
    play_runs(playtest(games=300), Lab(cache(tmp_path), more))
    assert [chunk.first for chunk in more.asked] == [201]


@pytest.mark.slow
def test_a_broken_off_run_goes_on(tmp_path: Path) -> None:
    """What was finished before the run broke is not played again, and the answer is the same."""

    class Broken(Here):
        def map(self, work: str, shared: Any, items: Any) -> Iterator[Any]:
            for number, result in enumerate(super().map(work, shared, items)):
                if number == 2:
                    raise KeyboardInterrupt
                yield result

    experiment = playtest(games=400)
    with pytest.raises(KeyboardInterrupt):
        play_runs(experiment, Lab(cache(tmp_path), Broken()))
    rest = Here()
    runs = play_runs(experiment, Lab(cache(tmp_path), rest))
    assert [chunk.first for chunk in rest.asked] == [201, 301]
    assert runs == play_runs(experiment, Lab(Cache(tmp_path / "new"), Here()))


@pytest.mark.slow
def test_a_full_disk_costs_time_only(tmp_path: Path) -> None:
    """A cache that cannot be written to changes no answer."""
    nowhere = tmp_path / "file"
    nowhere.write_text("no folder")
    assert report_of(playtest(), nowhere / "cache") == report_of(playtest(), tmp_path / "cache")


def test_keys_know_what_games_depend_on() -> None:
    base = playtest()
    key = base.key("after", 2, "greedy")
    assert playtest(seed=9, games=7).key("after", 2, "greedy") == key
    assert playtest(thinking=LITTLE).key("after", 2, "greedy") == key
    others = {
        base.key("after", 3, "greedy"),
        base.key("after", 2, "random"),
        playtest(options={"stacks": 5}).key("after", 2, "greedy"),
        without(base, ("calanoida",)).key("after", 2, "greedy"),
        playtest(thinking=LITTLE).key("after", 2, "search"),
        base.key("after", 2, "search"),
        replace(base, after=cheaper("zostera_marina")).key("after", 2, "greedy"),
    }
    assert len(others) == 7
    assert key not in others


def cheaper(card: str, cost: tuple[str, ...] = ("sun",)) -> Any:
    """The game with another price on one producer."""
    game = the_game()
    deck = game.decks["producers"]
    pieces = tuple(
        replace(piece, values={**piece.values, "cost": cost}) if piece.id == card else piece
        for piece in deck.pieces
    )
    return replace(game, decks={**game.decks, "producers": replace(deck, pieces=pieces)})


def test_games_are_the_same_without_the_decks_that_bots_do_not_use() -> None:
    game = the_game()
    used = {name: deck for name, deck in game.decks.items() if deck.bots}
    assert len(used) < len(game.decks)
    for options in ({}, {"level": 2}):
        whole, fewer = (
            playtest(after=one, options=options).table("after", 3)
            for one in (game, replace(game, decks=used))
        )
        assert play_game(fewer, "greedy", 5) == play_game(whole, "greedy", 5)


@pytest.mark.slow
def test_a_change_of_nothing_shows_nothing(tmp_path: Path) -> None:
    """This bot hardly ever wins: that nothing differs is not said of it either."""
    experiment = playtest(before=the_game(), against="HEAD", margin=0.03, games=0, bots=("greedy",))
    runs = play_runs(experiment, Lab(cache(tmp_path), Here()))
    report = make_report(experiment, runs, "en")
    (run,) = report.runs
    assert (run.verdict, run.is_small) == ("rare", False)
    assert run.after.games < experiment.most_games("greedy")
    assert run.difference is not None
    assert run.difference.value == 0.0
    assert report.found.changes == (text_of("lab_no_edits"),)
    assert report.found.sayings[0] == text_of("lab_nothing_certain")
    assert "wins too rarely to show a difference" in report.found.sayings[1]


@pytest.mark.slow
def test_without_calanoida_fewer_habitats_are_restored(tmp_path: Path) -> None:
    """The rulebook says why: no other consumer shows as many habitats.

    That the bot no longer buys what is not there is no finding.
    """
    experiment = without(playtest(games=1_000), ("calanoida",))
    report = make_report(experiment, play_runs(experiment, Lab(cache(tmp_path), Here())), "en")
    findings = report.found
    assert findings.changes == ("without Calanoid copepods",)
    assert findings.sayings[0].startswith("greedy, 2 players: Habitats restored: fewer, ")
    (card,) = findings.cards
    assert text_of("lab_bought_gone") in card.lines[0]
    assert not any("Calanoid" in text for text in (*findings.sayings, *findings.certain))


def test_reconstructed_cards_that_play_uses_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The play module says which cards it uses; one that does not say gives no warning."""
    say, level_two = say_in("en"), playtest(options={"level": "2"})
    ours = [
        one.id for one in level_two.after.decks["policies"].pieces if one.source == "reconstruction"
    ]
    (warning,) = warnings(say, level_two)
    assert ours
    assert all(name_of((level_two.after,), card, say) in warning for card in ours)
    assert warnings(say, replace(level_two, options={"level": "1"})) == ()
    silent = replace(playable(level_two.after), pieces=None)
    monkeypatch.setattr("generator.lab.findings.playable", lambda _: silent)
    assert warnings(say, level_two) == ()


@pytest.mark.slow
def test_a_changed_card_is_told(tmp_path: Path) -> None:
    """What was changed and its largest certain effect come first, wherever it is shown."""
    experiment = playtest(before=the_game(), against="HEAD", games=100)
    experiment = replace(experiment, after=cheaper("zostera_marina"))
    report = make_report(experiment, play_runs(experiment, Lab(cache(tmp_path), Here())), "en")
    findings = report.found
    (changed,) = findings.cards
    assert changed.name == "Eelgrass"
    ((_, effect),) = changed.bought
    assert effect.difference.direction == "more"
    assert findings.changes == ("Eelgrass, cost: Sunlight, Sunlight, Salinity → Sunlight",)
    assert findings.sayings[0].startswith("greedy, 2 players: buys Eelgrass more often, in ")
    assert findings.sayings[0] == changed.lines[0]
    texts = [*findings.changes, *findings.sayings, *changed.lines, *findings.certain]
    lines = [line for line in report.parts() if isinstance(line, TextLine)]
    line_texts = ["".join(part for part, _ in line.parts).strip() for line in lines]
    assert line_texts[1 : 1 + len(findings.changes + findings.sayings)] == [
        *findings.changes,
        *findings.sayings,
    ]
    data = json.loads(as_json(report))
    assert [*data["changes"], *data["sayings"]] == [*findings.changes, *findings.sayings]
    assert data["changed_cards"][0]["bought"][0]["difference"]["low"] > 0
    html, bench = page(report), answer(report)
    assert [bench[key] for key in ("changes", "sayings", "certain")] == [
        data[key] for key in ("changes", "sayings", "certain")
    ]
    assert bench["cards"] == [{"name": "Eelgrass", "lines": list(changed.lines)}]
    for text in texts:
        assert text in line_texts
        assert text in html
    assert html.index(text_of("lab_changed_card", card="Eelgrass")) < html.index("Cards bought")


def test_before_and_after_are_drawn_in_one_chart(tmp_path: Path) -> None:
    """One chart for each measure, with marks on both axes."""
    experiment = without(playtest(games=20), ("calanoida",))
    html = page(make_report(experiment, play_runs(experiment, Lab(cache(tmp_path), Here())), "en"))
    charts = [svg for svg in re.findall(r"<svg.*?</svg>", html, re.DOTALL) if "course" in svg]
    titles = [re.findall(r'aria-label="(.*?)"', svg) for svg in charts]
    assert len(charts) == len({title for (title,) in titles}) >= 3
    for svg in charts:
        assert re.findall(r'class="course (\w+)"', svg) == ["before", "after"]
        assert svg.count('text-anchor="end" class="number old"') >= 3
        assert svg.count('text-anchor="middle" class="number old"') >= 3


def test_everything_that_was_changed_is_named() -> None:
    game = the_game()
    deck = game.decks["consumers"]
    gone, *others = deck.pieces
    fewer = replace(deck, pieces=(replace(others[0], copies=2), *others[1:]))
    after = replace(
        cheaper("zostera_marina", ()),
        decks={**cheaper("zostera_marina", ()).decks, "consumers": fewer},
        facts={**game.facts, "market": 5},
        scoring={**game.scoring, "win": {"habitats": 5}},
    )
    experiment = playtest(before=game, after=after)
    say = say_in("sv")
    assert [edit_line(edit, experiment.games_compared, say) for edit in edits(experiment)] == [
        "Ålgräs, cost: Solljus, Solljus, Salthalt → inget",
        f"{name_of([game], others[0].id, say)}, copies: 1 → 2",
        f"utan {name_of([game], gone.id, say)}",
        "scoring.yaml, win.habitats: 6 → 5",
        "game.yaml, facts.market: 4 → 5",
    ]
    back = [edit_line(edit, [game], say) for edit in edits(playtest(before=after, after=game))]
    assert f"nytt: {name_of([game], gone.id, say)}" in back
    words = replace(others[0], values={**others[0].values, "fact": "Another text."})
    reworded = replace(deck, pieces=(gone, words, *others[1:]))
    assert edits(playtest(before=game, after=with_deck(game, reworded))) == ()


def with_deck(game: Game, deck: Deck) -> Game:
    return replace(game, decks={**game.decks, deck.name: deck})


def record(seed: int, won: bool) -> PlayedGame:
    return PlayedGame(seed, (float(won),), "won" if won else "lost", 10, 30, ())


def test_bots_that_disagree_are_told() -> None:
    wins = tuple(record(seed, True) for seed in range(200))
    losses = tuple(record(seed, False) for seed in range(200))
    experiment = playtest(before=the_game(), bots=("greedy", "search"), against="HEAD")
    runs = (BotRun(2, "greedy", losses, wins), BotRun(2, "search", wins, losses))
    report = make_report(experiment, runs, "en")
    assert report.found.disagree
    assert report.found.sayings[1] == (text_of("lab_disagree", n=2, more="search", less="greedy"))
    agreed = make_report(experiment, (runs[0], replace(runs[0], bot="search")), "en")
    assert not agreed.found.disagree


@given(st.lists(st.sampled_from([(0, 0), (0, 1), (1, 0), (1, 1)]), min_size=1, max_size=80))
@example([(0, 0)] * 60)
@example([(1, 0)] * 8 + [(0, 0)] * 400)
@example([(1, 1)] * 200 + [(0, 0)] * 200)
def test_a_margin_adds_to_what_the_games_say_and_never_contradicts(
    games: list[tuple[int, int]],
) -> None:
    before, after = (
        tuple(record(seed, bool(pair[side])) for seed, pair in enumerate(games)) for side in (0, 1)
    )
    played = (BotRun(2, "greedy", after, before),)
    plain, *others = (
        make_report(playtest(before=the_game(), margin=margin), played, "en")
        for margin in (0.0, 0.05, 0.5)
    )
    (saying,) = (text for text in plain.found.sayings if text.startswith("greedy"))
    for other in others:
        assert [run.verdict for run in other.runs] == [run.verdict for run in plain.runs]
        (more,) = (text for text in other.found.sayings if text.startswith("greedy"))
        # Only whether more games may show a difference depends on the one that was asked about.
        assert more.startswith(saying.removesuffix(" More games might show one."))
        assert ("points you set" in more) == other.runs[0].is_small


def test_bots_that_disagree_about_more_players_are_told() -> None:
    wins = tuple(record(seed, True) for seed in range(100))
    losses = tuple(record(seed, False) for seed in range(100))
    runs = [
        BotRun(players, bot, wins if (players == 4) == (bot == "search") else losses)
        for players in (2, 4)
        for bot in ("greedy", "search")
    ]
    report = make_report(playtest(bots=("greedy", "search"), players=(2, 4)), runs, "sv")
    text = "Botarna är oense: med fler spelare vinner search oftare"
    assert report.found.sayings[0].startswith(text)


def test_level_two_tells_what_is_ours(tmp_path: Path) -> None:
    experiment = playtest(options={"level": "2"}, games=20)
    report = make_report(experiment, play_runs(experiment, Lab(cache(tmp_path), Here())), "en")
    assert (
        "These cards are ours, not the publisher’s: Salt water inflow" in report.found.sayings[-1]
    )


@pytest.mark.slow
def test_the_page_stands_alone(tmp_path: Path) -> None:
    experiment = without(playtest(games=40), ("calanoida",))
    runs = play_runs(experiment, Lab(cache(tmp_path), Here()))
    for lang in ("en", "sv"):
        text = page(make_report(experiment, runs, lang, tell=True))
        assert "http" not in text.replace("http-equiv", "")
        assert "<script" not in text
        assert {"en": text_of("over_lost"), "sv": "laget förlorar"}[lang] in text


def test_text_of_the_data_stays_text(tmp_path: Path) -> None:
    experiment = playtest(before=the_game(), against="<b>HEAD</b>", games=20)
    runs = play_runs(experiment, Lab(cache(tmp_path), Here()))
    assert "<b>HEAD" not in page(make_report(experiment, runs, "en"))


def test_chunks_begin_at_the_same_seeds_in_every_run() -> None:
    whole = chunks(playtest(), "after", 2, "search", range(12))
    assert [(chunk.first, chunk.number) for chunk in whole] == [(1, 4), (5, 4), (9, 4)]


@pytest.mark.slow
def test_the_same_bytes_on_any_number_of_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    experiment = playtest(bots=("greedy", "search"), games=5, players=(2, 3), thinking=LITTLE)
    texts = []
    for jobs in (1, 3):
        monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / str(jobs)))
        texts.append(as_json(play_out(experiment, jobs=jobs)))
    assert texts[0] == texts[1] == report_of(experiment, tmp_path / "here")


# Ends itself, as a power cut would, when the second chunk is stored.
KILLED = """
import os, signal
from generator.cli import main
from generator.lab.playtest import KIND
from generator.store.cache import Cache
put, stored = Cache.put, []
def put_or_die(cache, kind, key, content):
    put(cache, kind, key, content)
    stored.extend([key] * (kind == KIND))
    if len(stored) == 2:
        os.kill(os.getpid(), signal.SIGKILL)
Cache.put = put_or_die
main()
"""


@pytest.mark.slow
def test_a_killed_run_loses_nothing_that_was_finished(tmp_path: Path) -> None:
    """Killed in the middle; what it stored is a part of what a whole run stores."""
    settings = {**os.environ, "ECOTABLE_CACHE": str(tmp_path / "cache")}
    typed = ["play", "ecosfera-baltica", "--games", "300", "--bot", "greedy", "--jobs", "1"]
    typed += ["--json"]
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, *typed], env=settings, capture_output=True, check=False
    )
    assert killed.returncode == -signal.SIGKILL
    folder = tmp_path / "cache" / KIND
    finished = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    assert len(finished) == 2
    again = subprocess.run(
        [sys.executable, "-c", "from generator.cli import main; main()", *typed],
        env=settings,
        capture_output=True,
        check=True,
    )
    assert json.loads(again.stdout)["runs"][0]["after"]["games"] == 300
    assert {path: path.read_bytes() for path in finished} == finished


@pytest.mark.slow
def test_the_same_bytes_on_a_cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also when a worker is killed on the way."""
    import distributed

    experiment = playtest(bots=("greedy", "search"), games=12, thinking=LITTLE)
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0"
    ) as cluster:
        worker = next(iter(cluster.workers.values()))
        killed: list[int] = []

        def kill(done: int, _: int) -> None:
            if done and not killed:
                killed.append(1)
                os.kill(worker.process.pid, signal.SIGKILL)

        text = as_json(play_out(experiment, cluster=cluster.scheduler_address, progress=kill))
    assert killed
    assert text == report_of(experiment, tmp_path / "here")


TLS_FILES = {
    "ca-file": "own.pem",
    **{f"{who}.cert": "own.pem" for who in ("client", "scheduler", "worker")},
    **{f"{who}.key": "own.key" for who in ("client", "scheduler", "worker")},
}


def certificate(folder: Path) -> None:
    """A certificate of its own authority, as small clusters have it."""
    command = "openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=lab".split()
    command += ["-keyout", "own.key", "-out", "own.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


@pytest.mark.slow
@pytest.mark.thorough
@pytest.mark.skipif(
    shutil.which("openssl") is None, reason="there is no openssl here to make a certificate"
)
def test_the_same_bytes_on_an_encrypted_cluster(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The certificates come from Dask's settings; nobody without one gets in."""
    import dask.config
    import distributed

    monkeypatch.setenv("ECOTABLE_CACHE", str(tmp_path / "cluster"))
    certificate(tmp_path)
    files = {f"distributed.comm.tls.{key}": str(tmp_path / TLS_FILES[key]) for key in TLS_FILES}
    experiment = playtest(bots=("greedy", "search"), games=12, thinking=LITTLE)
    with (
        dask.config.set(files),
        distributed.LocalCluster(
            n_workers=1,
            threads_per_worker=1,
            dashboard_address="127.0.0.1:0",
            protocol="tls",
            security=distributed.Security(require_encryption=True),
        ) as cluster,
    ):
        address = cluster.scheduler_address
        assert address.startswith("tls://")
        text = as_json(play_out(experiment, cluster=address))
        certificate(tmp_path)
        with pytest.raises(Problems, match="no scheduler answers"):
            play_out(playtest(games=3, bots=("random",)), cluster=address)
    assert text == report_of(experiment, tmp_path / "here")


@pytest.mark.slow
def test_an_encrypted_cluster_needs_certificates() -> None:
    with pytest.raises(Problems, match=r"no certificates for tls://127\.0\.0\.1:8786.*CA_FILE"):
        play_out(playtest(), cluster="tls://127.0.0.1:8786")


@pytest.mark.parametrize(
    "address", ["tls://games.example.org:8786", "tcp://127.0.0.1:8786", "tcp://localhost:80"]
)
def test_clusters_here_or_encrypted(address: str) -> None:
    check_address(address)


@pytest.mark.parametrize(
    "address",
    [
        "tcp://192.168.1.5:8786",
        "tcp://example.org:1",
        "http://127.0.0.1:1",
        "tls://host",
        "tcp://[",
        "",
    ],
)
def test_no_other_cluster(address: str) -> None:
    with pytest.raises(Problems, match="neither encrypted nor on this machine") as raised:
        check_address(address)
    assert raised.value.exit_code == 2


def test_a_chunk_that_cannot_be_played_is_told(tmp_path: Path) -> None:
    class Failing(Here):
        def map(self, work: str, shared: Any, items: Any) -> Iterator[Any]:
            return (Failure("deadline") for _ in items)

    with pytest.raises(Problems, match=r"greedy, seeds 1 to 60.*took longer"):
        play_runs(playtest(), Lab(cache(tmp_path), Failing()))


def test_the_command_by_its_options(ecotable: Command, tmp_path: Path) -> None:
    for words, code, text in [
        (("--bot", "clever"), 2, 'unknown bot "clever"; allowed: random, greedy, search'),
        (("--players", "two"), 2, '--players: "two" is not valid'),
        (("--players", "7", "--moves"), 1, "--players: 7 players; allowed: 1 to 4"),
        (("--set", "levle=2"), 1, "did you mean level?"),
        (("--set", "level"), 2, "NAME=VALUE"),
        (("--since", "HEAD", "--without", "calanoida"), 2, "two comparisons at once"),
        (("--games", "5", "--margin", "0.1"), 2, "two stop conditions at once"),
        (("--without", "calanoid", "--moves"), 1, "did you mean calanoida?"),
        (("--cluster", "tcp://1.2.3.4:5"), 2, "neither encrypted"),
    ]:
        answer = ecotable("play", "ecosfera-baltica", *words)
        assert (answer.code, text in answer.err) == (code, True), answer.err


def test_a_game_is_told_the_same_way_twice(ecotable: Command) -> None:
    words = ("play", "ecosfera-baltica", "--replay", 12, "--bot", "greedy")
    first, again = ecotable(*words), ecotable(*words)
    assert first.out == again.out
    assert first.out.startswith("Player 1 has ")
    assert "the team" in first.out.splitlines()[-1]


def test_look_ups(ecotable: Command, tmp_path: Path) -> None:
    place = tmp_path / "table.yaml"
    place.write_text(
        "rows: [[sun, nutrients, temperature], [oxygen]]\nmarket: {producers: [bacteria]}\n"
    )
    record = json.loads(ecotable("play", "ecosfera-baltica", "--position", place, "--moves").out)
    offer = next(move for move in record["moves"] if move["do"] == "producer")
    assert offer["pay"] == ["nutrients", "temperature"]
    assert offer["words"] == (
        text_of(
            "do_producer_market",
            card="Bacteria",
            pay="Nutrients and Temperature",
            market="Temperature",
        )
    )
    described = '{"do": "producer", "card": "bacteria", "pay": ["temperature", "nutrients"]}'
    for typed in ("producer bacteria", "Producer  Bacteria", described):
        answer = ecotable("play", "ecosfera-baltica", "--position", place, "--do", typed)
        after = json.loads(answer.out)
        assert after["state"]["rows"][0] == ["sun", "bacteria"]
    refused = ecotable("play", "ecosfera-baltica", "--position", place, "--do", "producer bakteria")
    assert refused.code == 1
    assert text_of("problem.did_you_mean", words="producer bacteria") in refused.err


def test_a_position_is_checked_all_at_once(ecotable: Command, tmp_path: Path) -> None:
    place = tmp_path / "table.yaml"
    place.write_text(
        "rows: [[snu, bacteria], [bacteria]]\nturn: 3\ntiles: {impacts: 6, habitats: [icee]}\n"
        "stakcs: 4\nlevel: 3\n"
    )
    answer = ecotable("play", "ecosfera-baltica", "--position", place, "--moves")
    assert answer.code == 1
    for text in (
        'table.yaml:1 rows.0.0: unknown card "snu"',
        "did you mean sun?",
        "bacteria is in 2 places",
        "table.yaml:2 turn: 3 is not valid; allowed: 1 to 2",
        "6 is not valid; allowed: 0 to 5",
        "did you mean ice?",
        "did you mean stacks?",
        "3 is not valid; allowed: 1 to 2",
    ):
        assert text in answer.err, text


def test_games_begin_where_a_position_says(ecotable: Command, tmp_path: Path) -> None:
    place = tmp_path / "table.json"
    tiles = {"habitats": ["ice", "mud", "rivers", "rock", "coast"], "impacts": 0}
    rows = [["alca_torda", "phocoena_phocoena"], ["sun"]]
    place.write_text(json.dumps({"rows": rows, "tiles": tiles}))
    words = ("--position", place, "--bot", "greedy,random", "--games", 20, "--json", "--jobs", 1)
    answer = ecotable("play", "ecosfera-baltica", *words)
    runs = json.loads(answer.out)["runs"]
    assert runs[0]["after"]["won"]["value"] == 1.0

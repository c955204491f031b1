"""``ecotable play``: let bots play the game, to test its balance."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cards_data import Game, Problems, load_game
from cards_data.problems import Message, WrongArgument, quote

from .choices import (
    deliver,
    html_file,
    language,
    out_folder,
    parse_words,
    shown_progress,
    split_words,
    trusting,
)

if TYPE_CHECKING:
    from generator.lab.playtest import Playtest

BOTS = ("random", "greedy", "search")


@dataclass(frozen=True)
class PlayOptions:
    """The options of the command, besides the game."""

    bots: tuple[str, ...]
    games: int | None
    margin: float | None
    seed: int
    players: str
    settings: tuple[str, ...]
    samples: int | None
    position: Path | None
    without: tuple[str, ...]
    since: str
    out: Path


@click.command(name="play")
@click.argument("game")
@click.option("--bot", "bots", multiple=True, metavar="NAME[,NAME]", callback=parse_words)
@click.option("--games", type=click.IntRange(1, 1_000_000), metavar="N")
@click.option("--margin", type=click.FloatRange(0.001, 0.5), metavar="SHARE")
@click.option("--seed", type=click.IntRange(0, 2**40), default=1, show_default=True, metavar="N")
@click.option("--players", default="2", show_default=True, metavar="N[,N]")
@click.option("--set", "settings", multiple=True, metavar="NAME=VALUE")
@click.option("--samples", type=click.IntRange(1, 10_000), metavar="N")
@click.option("--since", default="", metavar="REF")
@click.option("--without", multiple=True, metavar="ID[,ID]", callback=parse_words)
@click.option("--position", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE")
@click.option("--moves", is_flag=True)
@click.option("--do", "done", multiple=True, metavar="MOVE")
@click.option("--replay", type=click.IntRange(0, 2**41), metavar="SEED")
@click.option("--jobs", type=click.IntRange(1, 512), metavar="N")
@click.option("--cluster", default="", metavar="ADDRESS")
@language
@html_file
@click.option("--json", "as_json", is_flag=True)
@trusting
@out_folder
def command(
    game: str,
    moves: bool,
    done: tuple[str, ...],
    replay: int | None,
    jobs: int | None,
    cluster: str,
    lang: str,
    html: Path | None,
    as_json: bool,
    **typed: object,
) -> None:
    """\b
    ecotable play ecosfera-baltica
    ecotable play ecosfera-baltica --since last --margin 0.03
    ecotable play ecosfera-baltica --without calanoida --players 2,4
    ecotable play ecosfera-baltica --replay 1234
    """

    options = PlayOptions(**typed)  # type: ignore[arg-type]
    loaded = load_game(game, counted=False)
    lang = loaded.choose_lang(lang)
    with _playtest(loaded, options, lang) as playtest:
        table = playtest.table("after", playtest.players[0])
        if moves or done:
            from generator.lab.playtest import looked_up

            data = looked_up(table, playtest.seed, done, lang)
            click.echo(json.dumps(data, indent=2, ensure_ascii=False))
        elif replay is not None:
            from scorer.play.match import game_in_words

            # One game by the last bot named.
            words = game_in_words(table, playtest.bots[-1], replay, lang, playtest.thinking)
            click.echo("\n".join(words))
        else:
            from generator.lab.report import play_out

            with shown_progress(loaded.slug) as progress:
                report = play_out(playtest, lang, jobs or 0, cluster, progress, tell=bool(html))
            deliver(report, html, as_json, str(html))


@contextmanager
def _playtest(game: Game, options: PlayOptions, lang: str) -> Iterator[Playtest]:
    """Yield the requested test; an earlier version stays on disk while it is used."""
    from generator.changes.earlier_state import earlier_game
    from generator.lab.playtest import Playtest, read_position, without
    from generator.options import Edition
    from scorer.play.bots import Thinking

    playtest = Playtest(
        game,
        bots=_two_bots(options.bots),
        players=_players(options.players),
        options=_settings(options.settings),
        games=options.games or 0,
        margin=options.margin or 0.0,
        seed=options.seed,
        thinking=Thinking(samples=options.samples) if options.samples else Thinking(),
        start=read_position(options.position) if options.position else None,
    )
    _check(playtest, options)
    if options.without:
        yield without(playtest, options.without)
    elif options.since:
        since, out = options.since, options.out
        with earlier_game(game, Edition(lang), since, out, playable=True) as before:
            yield replace(playtest, before=before, against=since)
    else:
        yield playtest


def _check(playtest: Playtest, typed: PlayOptions) -> None:
    """Report all conflicting options, and all that the game does not know, together."""
    from scorer.play.contract import settings

    faults = []
    if typed.without and typed.since:
        faults.append(("command.without_since", "command.two_comparisons"))
    if typed.games and typed.margin:
        faults.append(("command.games_margin", "command.two_ends"))
    if faults:
        one = Message("face.one_of_them")
        raise Problems(WrongArgument(Message(both), Message(key), one) for both, key in faults)
    playable = playtest.table("after", playtest.players[0]).playable
    options = playable.options(playtest.after) if playable.options else ()
    settings(options, playtest.options)


def _two_bots(names: tuple[str, ...]) -> tuple[str, ...]:
    """Add a second bot to a single one, for comparison."""
    from scorer.play.bots import named_bot

    bots = tuple(named_bot(name) for name in names) or BOTS[1:]
    if len(bots) == 1:
        other = "random" if bots == ("greedy",) else "greedy"
        return tuple(bot for bot in BOTS if bot in (*bots, other))
    return bots


def _players(text: str) -> tuple[int, ...]:
    words = split_words(text)
    if not words or not all(word.isdigit() and 0 < int(word) < 100 for word in words):
        fault = Message("value.found", value=quote(text))
        raise Problems([WrongArgument("--players", fault, Message("command.numbers"))])
    return tuple(map(int, words))


def _settings(texts: tuple[str, ...]) -> dict[str, object]:
    if wrong := [text for text in texts if text.find("=") < 1]:
        allowed = Message("command.setting")
        faults = (Message("value.found", value=quote(text)) for text in wrong)
        raise Problems(WrongArgument("--set", fault, allowed) for fault in faults)
    pairs = (text.split("=", 1) for text in texts)
    return {name.strip().replace("-", "_"): value.strip() for name, value in pairs}

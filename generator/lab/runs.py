"""A trial played: records of every side, until there are enough games.

Comes in: a trial and a lab. Goes out: for each number of players and each bot the records before
and after, game by game on the same shuffles. Whether it is enough is asked after fixed numbers of
games only, so the answer does not depend on how many workers there were.
"""

from __future__ import annotations

from dataclasses import dataclass

from scorer.play.match import PlayedGame

from .chunks import Lab, chunks
from .intervals import Interval, Sequence, verdict
from .trial import AFTER, BEFORE, CHUNK, Trial

# With a margin the games grow by this many chunks at a time.
CHUNKS_A_ROUND = 10


@dataclass(frozen=True)
class BotRun:
    """All games of one bot with one number of players."""

    players: int
    bot: str
    after: tuple[PlayedGame, ...]
    before: tuple[PlayedGame, ...] = ()

    def records(self, side: str) -> tuple[PlayedGame, ...]:
        return self.after if side == AFTER else self.before


def won(record: PlayedGame) -> float:
    """The first player's share of the victory; a team's members have the same."""
    return record.shares[0]


def difference(run: BotRun) -> Interval:
    """The chance to win after, less the one before, on the same shuffles."""
    pairs = zip(run.after, run.before, strict=True)
    return Sequence(-1.0, 1.0).add(won(new) - won(old) for new, old in pairs).interval()


def chance(run: BotRun) -> Interval:
    """The chance to win, with an interval that may be looked at any time."""
    return Sequence(0.0, 1.0).add(map(won, run.after)).interval()


def play_trial(trial: Trial, lab: Lab) -> tuple[BotRun, ...]:
    """Every number of players with every bot."""
    return tuple(_run(trial, lab, players, bot) for players in trial.players for bot in trial.bots)


def _run(trial: Trial, lab: Lab, players: int, bot: str) -> BotRun:
    most = trial.most_games(bot)
    step = CHUNK[bot] * CHUNKS_A_ROUND if trial.margin else most
    run = BotRun(players, bot, ())
    while len(run.after) < most:
        games = range(len(run.after), min(most, len(run.after) + step))
        run = _longer(trial, lab, run, games)
        if trial.margin and _is_sure(trial, run):
            break
    return run


def _longer(trial: Trial, lab: Lab, run: BotRun, games: range) -> BotRun:
    wanted = {side: chunks(trial, side, run.players, run.bot, games) for side in trial.sides}
    every = [chunk for side in trial.sides for chunk in wanted[side]]
    records = list(lab.records(trial, every))
    new = {AFTER: records[-len(games) :], BEFORE: records[: -len(games)]}
    return BotRun(
        run.players, run.bot, run.after + tuple(new[AFTER]), run.before + tuple(new[BEFORE])
    )


def _is_sure(trial: Trial, run: BotRun) -> bool:
    if trial.before is None:
        return chance(run).half <= trial.margin
    return verdict(difference(run), trial.margin) != "open"

"""The report of a playtest: its findings in sentences, and the figures of every run.

The charts of its page have before and after in one chart for each measure. Their lengths and
positions are shares between 0 and 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from cards_data import Game
from cards_data.words import PLAIN, Say
from generator.report.html_page import axis
from generator.report.values import TextLine, TextTable, round_numbers
from generator.store.cache import open_cache
from generator.words import say_in
from generator.workers import WorkerPool
from generator.workers.pool import Progress
from generator.workers.process import Limits
from scorer.play.match import game_in_words

from .cluster import connect
from .figures import BOUGHT, RunFigures, SideFigures, figures
from .findings import (
    LabFindings,
    findings,
    format_effect,
    name_of,
    number,
    percent,
    points,
    run_name,
    share,
    what_of,
)
from .playtest import AFTER, BotRun, Lab, Playtest, Workers, play_runs

# A chunk of search games takes seconds; a game written by a user may take longer.
LIMITS = Limits(seconds=900.0)
# The number of list items on the terminal.
LISTED = 8
# Every tenth turn is enough for a column of numbers; page and JSON have more.
TURNS = 10


# Cards drawn as bars; the table lists all of them.
DRAWN = 12
Point = tuple[float, float]
Mark = tuple[float, str]


class Course(NamedTuple):
    """The growth of a number by turn: a line for each side, and the marks of both axes."""

    title: str
    lines: list[tuple[str, list[Point]]]
    across: list[Mark]
    up: list[Mark]


class Bars(NamedTuple):
    """The bars of one label, one for each side with its text, and a remark next to them."""

    label: str
    bars: list[tuple[str, float, str]]
    note: str = ""


@dataclass(frozen=True)
class LabReport:
    """Everything that is shown."""

    template: ClassVar[str] = "lab"
    ascii: ClassVar[bool] = False
    indent: ClassVar[int] = 2
    playtest: Playtest
    lang: str
    runs: tuple[RunFigures, ...]
    found: LabFindings
    # A description of one game, by the last bot.
    told: tuple[str, ...] = ()
    told_by: tuple[str, int] = ("", 0)

    @property
    def game(self) -> Game:
        return self.playtest.after

    @property
    def say(self) -> Say:
        return say_in(self.lang)

    @property
    def title(self) -> str:
        return self.game.title(self.lang)

    @property
    def heading(self) -> str:
        playtest = self.playtest
        if playtest.without:
            cards = self.say.join([self.name(card) for card in playtest.without])
            return self.say("lab_heading_without", cards=cards)
        if playtest.before is not None:
            return self.say("lab_heading_since", ref=playtest.against)
        return self.say("lab_heading")

    def name(self, item: str) -> str:
        return name_of(self.playtest.games_compared, item, self.say)

    def table(self) -> TextTable:
        """Return a row for each bot and number of players, or for each measure if comparing."""
        compared = self.playtest.before is not None
        keys = ("what", "before", "after", "difference") if compared else ("won", "turns")
        heads = tuple(self.say(f"lab_col_{key}") for key in ("players", "bot", "games", *keys))
        rows = self._differences if compared else self._chances
        return TextTable(
            heads,
            tuple(row for run in self.runs for row in rows(run)),
            left=(1, 3) if compared else (1,),
        )

    def _chances(self, run: RunFigures) -> Iterator[tuple[str, ...]]:
        won, turns = share(self.say, run.after.won), number(self.say, run.after.turns.value)
        yield str(run.players), run.bot, str(run.after.games), won, turns

    def _differences(self, run: RunFigures) -> Iterator[tuple[str, ...]]:
        say, begin = self.say, (str(run.players), run.bot, str(run.after.games))
        shares = (share(say, side.won, "lab_moved") for _, side in run.sides())
        assert run.difference is not None
        yield *begin, say("lab_what_won"), *shares, points(say, run.difference, "lab_moved")
        for one in run.effects:
            if not one.card:
                both = (number(say, value) for value in (one.before, one.after))
                yield *begin, what_of(say, one.what), *both, format_effect(say, one)

    def parts(self) -> Iterator[TextLine | TextTable]:
        say = self.say
        yield TextLine.plain(f"{self.title} · {self.heading}", "bold")
        for text in self.found.changes:
            yield TextLine.plain(f"  {text}")
        for saying in self.found.sayings:
            yield TextLine.plain(saying, "yellow" if self.found.disagree else "")
        for changed in self.found.cards:
            yield TextLine.plain(say("lab_changed_card", card=changed.name), "bold")
            for text in changed.lines:
                yield TextLine.plain(f"  {text}")
        yield from self._certain()
        yield self.table()
        for run in self.runs:
            yield TextLine()
            yield TextLine.plain(run_name(say, run), "bold")
            for text in self._lines(run.after):
                yield TextLine.plain(f"  {text}")
            yield TextLine.plain(f"  {say('lab_replay', seed=run.seed, bot=run.bot)}", "dim")
        yield TextLine.plain(self.note, "dim")

    def _certain(self) -> Iterator[TextLine]:
        """Yield the first of the other certain differences; page and JSON have all of them."""
        certain = self.found.certain
        if certain:
            yield TextLine.plain(self.say("lab_certain"), "bold")
        for text in certain[:LISTED]:
            yield TextLine.plain(f"  {text}")
        if len(certain) > LISTED:
            yield TextLine.plain(f"  {self.say('lab_and_more', n=len(certain) - LISTED)}")

    @property
    def note(self) -> str:
        """What the figures mean, and how certain they are."""
        say = self.say
        together = "" if self.playtest.before is None else f" {say('lab_together')}"
        return say("lab_not_people") + together

    def data(self) -> Any:
        playtest = self.playtest
        data = {
            "game": self.game.slug,
            "against": playtest.against or None,
            "without": playtest.without,
            "options": {name: str(value) for name, value in playtest.options.items()},
            "seed": playtest.seed,
            "margin": playtest.margin or None,
            "bots_disagree": self.found.disagree,
            "changes": self.found.changes,
            "sayings": self.found.sayings,
            "certain": self.found.certain,
            "runs": [_run_data(run) for run in self.runs],
            "changed_cards": [
                {
                    "card": changed.card,
                    "bought": [
                        {
                            **{"bot": run.bot, "players": run.players},
                            **{"before": one.before, "after": one.after},
                            "difference": one.difference,
                        }
                        for run, one in changed.bought
                    ],
                }
                for changed in self.found.cards
            ],
        }
        return round_numbers(data)

    def page_values(self) -> dict[str, Any]:
        return {
            "runs": [self._picture(run) for run in self.runs],
            "cards": [
                (changed, [self._bars(run, changed.card) for run, _ in changed.bought])
                for changed in self.found.cards
            ],
        }

    def _bars(self, run: RunFigures, card: str) -> Bars:
        return bars_of(run, card, run_name(self.say, run), self.say)

    def _picture(self, run: RunFigures) -> dict[str, Any]:
        say = self.say
        cards = cards_bought(run, (changed.card for changed in self.found.cards))
        table = [bars_of(run, card, self.name(card), say) for card in cards]
        differences = {one.card: (format_effect(say, one),) for one in run.effects}
        return {
            "title": run_name(self.say, run),
            "spans": [
                (name, self.sides[name], share(say, side.won), side.won)
                for name, side in run.sides()
            ],
            "difference": points(say, run.difference) if run.difference is not None else "",
            "measures": [row[3:] for row in self._differences(run)][1:] if run.before else [],
            "notes": self._lines(run.after, drawn=True),
            "bars": table[:DRAWN],
            "courses": list(courses(run, say)),
            "rows": [
                (one.label, *(text for *_, text in one.bars), *differences.get(card, ()))
                for card, one in zip(cards, table, strict=True)
            ],
        }

    @property
    def sides(self) -> dict[str, str]:
        """The names of the two sides of a chart."""
        key = "lab_col_won" if self.playtest.before is None else "lab_col_{name}"
        return {name: self.say(key.format(name=name)) for name in self.playtest.sides}

    def _lines(self, side: SideFigures, drawn: bool = False) -> list[str]:
        """Return what happened in the games of one side, a line each, without what is ``drawn``."""
        say = self.say
        lines = [say("lab_ends", ends=self._shares(side.ends))]
        if causes := side.a_game.get("impact", {}):
            whole = sum(causes.values())
            parts = {cause: number / whole for cause, number in causes.items()}
            lines.append(say("lab_impacts", causes=self._shares(parts)))
        for what, line in () if drawn else side.by_turn.items():
            every = [*(mark for mark in line[:-1] if mark[0] % TURNS == 0), line[-1]]
            marks = ", ".join(say.decimal(f"{turn}: {number:.1f}") for turn, number in every)
            lines.append(say("lab_by_turn", what=what_of(self.say, what), marks=marks))
        for what, shares in side.in_games.items():
            if what != "impact":
                texts = self._shares(shares)
                lines.append(say("lab_in_games", what=what_of(self.say, what), shares=texts))
        if side.bought_first:
            lines.append(say("lab_first", cards=self._shares(side.bought_first)))
        if side.never_bought:
            cards = say.join([self.name(card) for card in side.never_bought])
            lines.append(say("lab_never", cards=cards))
        return lines

    def _shares(self, shares: Mapping[str, float]) -> str:
        most = list(shares.items())[:LISTED]
        return ", ".join(f"{self.name(item)} {percent(self.say, part, 0)}" for item, part in most)


def _run_data(run: RunFigures) -> dict[str, Any]:
    compared: dict[str, Any] = {}
    if run.difference is not None:
        compared = {
            "difference": run.difference,
            "verdict": run.verdict,
            "smaller_than_margin": run.is_small,
            "effects": [{**vars(one), "certain": one.difference.direction} for one in run.effects],
        }
    sides = {name: vars(side) for name, side in run.sides()}
    return {"players": run.players, "bot": run.bot, **sides, **compared, "worth_a_look": run.seed}


def courses(run: RunFigures, say: Say) -> Iterator[Course]:
    for what in run.after.by_turn:
        sides = [(name, side.by_turn.get(what, ())) for name, side in run.sides()]
        right, across = _marks(turn for _, line in sides for turn, _ in line)
        top, up = _marks(number for _, line in sides for _, number in line)
        lines = [
            (name, [(0.0, 0.0), *((turn / right, number / top) for turn, number in line)])
            for name, line in sides
            if line
        ]
        yield Course(what_of(say, what), lines, across, up)


def _marks(numbers: Iterable[float]) -> tuple[int, list[Mark]]:
    """Return the end of an axis, and its marks."""
    step, end = axis(max(numbers))
    return end, [(mark / end, str(mark)) for mark in range(0, end + 1, step)]


def bars_of(run: RunFigures, card: str, label: str, say: Say) -> Bars:
    """Return in what share of games a card was bought, with any certain difference."""
    shares = [(name, side.in_games.get(BOUGHT, {}).get(card, 0.0)) for name, side in run.sides()]
    bars = [(name, share, percent(say, share)) for name, share in shares]
    certain = (one.difference for one in run.effects if one.card == card and one.size)
    return Bars(label, bars, *(points(say, one, "lab_moved") for one in certain))


def cards_bought(run: RunFigures, changed: Iterable[str]) -> list[str]:
    """Return changed cards, then the largest certain differences, then the most bought."""
    certain = sorted(
        (one for one in run.effects if one.card and one.size), key=lambda one: -one.size
    )
    sides = (side.in_games.get(BOUGHT, {}) for _, side in reversed(run.sides()))
    bought = dict.fromkeys(card for shares in sides for card in shares)
    first = dict.fromkeys((*changed, *(one.card for one in certain), *bought))
    return [card for card in first if card in bought]


def play_out(
    playtest: Playtest,
    lang: str = PLAIN,
    jobs: int = 0,
    cluster: str = "",
    progress: Progress | None = None,
    tell: bool = False,
) -> LabReport:
    """Play what is not in the cache, here or on a cluster; ``tell`` describes one game."""
    if progress:
        progress(0, playtest.all_games)
    with _workers(jobs, cluster) as workers:
        runs = play_runs(playtest, Lab(open_cache(), workers, progress))
    return make_report(playtest, runs, lang, tell)


@contextmanager
def _workers(jobs: int, cluster: str) -> Iterator[Workers]:
    if cluster:
        with connect(cluster) as workers:
            yield workers
        return
    with WorkerPool(jobs, LIMITS) as pool:
        yield pool


def make_report(
    playtest: Playtest, runs: Sequence[BotRun], lang: str, tell: bool = False
) -> LabReport:
    """Build the report from all runs, with a description of one game if requested."""
    run_figures = tuple(figures(playtest, run, len(runs)) for run in runs)
    by = run_figures[-1]
    lines: tuple[str, ...] = ()
    if tell:
        table = playtest.table(AFTER, by.players)
        lines = tuple(game_in_words(table, by.bot, by.seed, lang, playtest.thinking))
    lab_findings = findings(playtest, run_figures, say_in(lang))
    return LabReport(playtest, lang, run_figures, lab_findings, lines, (by.bot, by.seed))

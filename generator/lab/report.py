"""The report of a playtest: figures of every run, and what they show together, in words.

Bots win here, never "players": how people play is not known.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar

from cards_data import Game
from cards_data.words import PLAIN, Say
from generator.report.report_json import rounded
from generator.report.values import TextLine, TextTable
from generator.store.cache import open_cache
from generator.words import say_in
from generator.workers import WorkerPool
from generator.workers.pool import Progress
from generator.workers.process import Limits
from scorer.play.match import game_in_words

from .cluster import connected
from .figures import RunFigures, SideFigures, figures
from .intervals import Interval
from .runs import BotRun, Lab, Workers, play_trial
from .trial import AFTER, Trial

# A chunk of search games takes seconds; a game that a user wrote may take longer.
LIMITS = Limits(seconds=900.0)
# Items of a list on the terminal, and cards drawn as bars on the page; its table has all of them.
LISTED, DRAWN = 8, 12
# A column of numbers is enough for every tenth turn; page and JSON have them closer.
TURNS = 10


@dataclass(frozen=True)
class Changed:
    """A card that differs between the two sides: in what share of games each bot bought it."""

    card: str
    name: str
    # Bot, number of players, share before and after.
    bought: tuple[tuple[str, int, float, float], ...]

    def lines(self, say: Say) -> list[str]:
        return [
            say("lab_changed_bought", bot=bot, n=n, old=f"{100 * old:.0f}", new=f"{100 * new:.0f}")
            for bot, n, old, new in self.bought
        ]


@dataclass(frozen=True)
class LabReport:
    """Everything that is shown."""

    template: ClassVar[str] = "lab"
    ascii: ClassVar[bool] = False
    indent: ClassVar[int] = 2
    trial: Trial
    lang: str
    runs: tuple[RunFigures, ...]
    # What the bots show together: sentences, the most important first.
    sayings: tuple[str, ...]
    disagree: bool
    changed: tuple[Changed, ...]
    # One game in words, by the last bot.
    told: tuple[str, ...] = ()
    told_by: tuple[str, int] = ("", 0)

    @property
    def game(self) -> Game:
        return self.trial.after

    @property
    def say(self) -> Say:
        return say_in(self.lang)

    @property
    def title(self) -> str:
        return self.game.title(self.lang)

    @property
    def heading(self) -> str:
        trial = self.trial
        if trial.without:
            cards = self.say.listed([self.name(card) for card in trial.without])
            return self.say("lab_heading_without", cards=cards)
        if trial.before is not None:
            return self.say("lab_heading_since", ref=trial.against)
        return self.say("lab_heading")

    def name(self, item: str) -> str:
        return name_of(self.game, item, self.lang)

    def chances(self) -> TextTable:
        """A row for each bot and number of players."""
        say = self.say
        sides = ["before", "after", "difference"] if self.trial.before is not None else ["won"]
        keys = ("players", "bot", "games", *sides, "turns")
        rows = tuple(
            (
                str(run.players),
                run.bot,
                str(run.after.games),
                *(share(say, side.won) for _, side in run.sides()),
                *([signed(say, run.difference)] if run.difference is not None else []),
                say.decimal(f"{run.after.turns.value:.1f}"),
            )
            for run in self.runs
        )
        return TextTable(tuple(say(f"lab_col_{key}") for key in keys), rows, left=(1,))

    def parts(self) -> Iterator[TextLine | TextTable]:
        say = self.say
        yield TextLine.of(f"{self.title} · {self.heading}", "bold")
        for saying in self.sayings:
            yield TextLine.of(saying, "yellow" if self.disagree else "")
        yield self.chances()
        for run in self.runs:
            yield TextLine()
            yield TextLine.of(say("lab_run", bot=run.bot, n=run.players), "bold")
            for text in self._lines(run.after):
                yield TextLine.of(f"  {text}")
            yield TextLine.of(f"  {say('lab_replay', seed=run.seed, bot=run.bot)}", "dim")
        for changed in self.changed:
            yield TextLine.of(say("lab_changed_card", card=changed.name), "bold")
            for text in changed.lines(say):
                yield TextLine.of(f"  {text}")
        yield TextLine.of(say("lab_not_people"), "dim")

    def data(self) -> Any:
        trial = self.trial
        data = {
            "game": self.game.slug,
            "against": trial.against or None,
            "without": trial.without,
            "options": {name: str(value) for name, value in trial.options.items()},
            "seed": trial.seed,
            "margin": trial.margin or None,
            "bots_disagree": self.disagree,
            "sayings": self.sayings,
            "runs": [_run_data(run) for run in self.runs],
            "changed_cards": [
                {
                    "card": changed.card,
                    "bought": [
                        {"bot": bot, "players": n, "before": old, "after": new}
                        for bot, n, old, new in changed.bought
                    ],
                }
                for changed in self.changed
            ],
        }
        return rounded(data)

    def drawn(self) -> dict[str, Any]:
        return {"runs": [self._picture(run) for run in self.runs]}

    def _picture(self, run: RunFigures) -> dict[str, Any]:
        say, sides = self.say, run.sides()
        labels = [say(f"lab_col_{name if run.before else 'won'}") for name, _ in sides]
        shares = [side.in_games.get("bought", {}) for _, side in sides]
        cards = dict.fromkeys(card for one in reversed(shares) for card in one)
        return {
            "title": say("lab_run", bot=run.bot, n=run.players),
            "spans": [
                (label, share(say, side.won), side.won)
                for label, (_, side) in zip(labels, sides, strict=True)
            ],
            "difference": signed(say, run.difference) if run.difference is not None else "",
            "notes": self._lines(run.after, drawn=True),
            "bars": [
                (self.name(card), number, f"{100 * number:.0f} %")
                for card, number in list(shares[-1].items())[:DRAWN]
            ],
            "courses": list(self._courses(run)),
            "rows": [
                (self.name(card), *(f"{100 * one.get(card, 0.0):.0f} %" for one in shares))
                for card in cards
            ],
            "sides": labels,
        }

    def _courses(self, run: RunFigures) -> Iterator[tuple[str, str, list[tuple[Any, ...]]]]:
        """What was counted, by turn and side: points between 0 and 1, with their numbers."""
        for what in run.after.by_turn:
            sides = [(name, side.by_turn.get(what, ())) for name, side in run.sides()]
            top = max(number for _, line in sides for _, number in line) or 1.0
            last = max(turn for _, line in sides for turn, _ in line)
            for name, line in sides:
                points: list[tuple[Any, ...]] = [
                    (turn / last, number / top, str(turn), self.say.decimal(f"{number:.1f}"))
                    for turn, number in line
                ]
                yield self._what(what), name, points

    def _what(self, what: str) -> str:
        return self.say.word(f"lab_what_{what}", what)

    def _lines(self, side: SideFigures, drawn: bool = False) -> list[str]:
        """What happened in the games of one side, a line each; without what is ``drawn``."""
        say = self.say
        lines = [say("lab_ends", ends=self._shares(side.ends))]
        if causes := side.a_game.get("impact", {}):
            whole = sum(causes.values())
            parts = {cause: number / whole for cause, number in causes.items()}
            lines.append(say("lab_impacts", causes=self._shares(parts)))
        for what, line in () if drawn else side.by_turn.items():
            every = [*(mark for mark in line[:-1] if mark[0] % TURNS == 0), line[-1]]
            marks = ", ".join(say.decimal(f"{turn}: {number:.1f}") for turn, number in every)
            lines.append(say("lab_by_turn", what=self._what(what), marks=marks))
        for what, shares in side.in_games.items():
            if what != "impact":
                texts = self._shares(shares)
                lines.append(say("lab_in_games", what=self._what(what), shares=texts))
        if side.bought_first:
            lines.append(say("lab_first", cards=self._shares(side.bought_first)))
        if side.never_bought:
            cards = say.listed([self.name(card) for card in side.never_bought])
            lines.append(say("lab_never", cards=cards))
        return lines

    def _shares(self, shares: Mapping[str, float]) -> str:
        most = list(shares.items())[:LISTED]
        return ", ".join(f"{self.name(item)} {100 * number:.0f} %" for item, number in most)


def _run_data(run: RunFigures) -> dict[str, Any]:
    moved = {}
    if run.difference is not None:
        moved = {"difference": run.difference, "verdict": run.verdict}
    sides = {name: vars(side) for name, side in run.sides()}
    return {"players": run.players, "bot": run.bot, **sides, **moved, "worth_a_look": run.seed}


def play_out(
    trial: Trial,
    lang: str = PLAIN,
    jobs: int = 0,
    cluster: str = "",
    progress: Progress | None = None,
    tell: bool = False,
) -> LabReport:
    """Plays a trial on all cores, on so many, or on a cluster; ``tell`` adds one game in words.

    Games that were played before come from the cache.
    """
    if progress:
        progress(0, trial.all_games)
    with _workers(jobs, cluster) as workers:
        runs = play_trial(trial, Lab(open_cache(), workers, progress))
    return make_report(trial, runs, lang, tell)


@contextmanager
def _workers(jobs: int, cluster: str) -> Iterator[Workers]:
    if cluster:
        with connected(cluster) as workers:
            yield workers
        return
    with WorkerPool(jobs, LIMITS) as pool:
        yield pool


def make_report(trial: Trial, runs: Sequence[BotRun], lang: str, tell: bool = False) -> LabReport:
    """The figures of all runs, and one game in words where a page wants it."""
    made = tuple(figures(trial, run) for run in runs)
    say, by = say_in(lang), made[-1]
    disagree = _disagreements(say, made)
    differences = [
        say(
            f"lab_verdict_{run.verdict}", bot=run.bot, n=run.players, by=signed(say, run.difference)
        )
        for run in made
        if run.difference is not None
    ]
    sayings = (*disagree, *differences, *_warnings(say, trial))
    lines: tuple[str, ...] = ()
    if tell:
        table = trial.table(AFTER, by.players)
        lines = tuple(game_in_words(table, by.bot, by.seed, lang, trial.thinking))
    changed = _changed(trial, made, lang)
    return LabReport(trial, lang, made, sayings, bool(disagree), changed, lines, (by.bot, by.seed))


def name_of(game: Game, item: str, lang: str) -> str:
    """What a piece is called on its card; other items by our words, or as they are."""
    for deck in game.decks.values():
        for piece in deck.pieces:
            if piece.id == item:
                words = piece.localised(lang)
                return str(words.get("name") or words.get("latin") or words.get("title") or item)
    return say_in(lang).word(f"lab_item_{item}", item.replace("_", " "))


def _disagreements(say: Say, runs: Sequence[RunFigures]) -> list[str]:
    """Where one bot finds the game easier and another finds it harder."""
    sayings = []
    for players in dict.fromkeys(run.players for run in runs):
        verdicts = {run.bot: run.verdict for run in runs if run.players == players}
        sayings += _against(say, "lab_disagree", verdicts, n=players)
    trends = {bot: _trend([run for run in runs if run.bot == bot]) for bot in _bots(runs)}
    return sayings + _against(say, "lab_disagree_players", trends)


def _against(say: Say, key: str, verdicts: dict[str, str], **values: object) -> list[str]:
    if not {"more", "less"} <= set(verdicts.values()):
        return []
    up, down = (
        say.listed([bot for bot, sign in verdicts.items() if sign == wanted])
        for wanted in ("more", "less")
    )
    return [say(key, more=up, less=down, **values)]


def _bots(runs: Sequence[RunFigures]) -> list[str]:
    return list(dict.fromkeys(run.bot for run in runs))


def _trend(runs: Sequence[RunFigures]) -> str:
    """Whether a bot wins more or less often with most players than with fewest."""
    order = sorted(runs, key=lambda run: run.players)
    few, many = order[0].after.won, order[-1].after.won
    if few.high < many.low:
        return "more"
    return "less" if many.high < few.low else "open"


def signed(say: Say, difference: Interval) -> str:
    """``+3.1 (0.4 to 5.9) points``: percentage points with their bounds."""
    return _interval(say, "lab_points", difference, "+.1f")


def share(say: Say, interval: Interval) -> str:
    """``48 % (39 to 57)``."""
    return _interval(say, "lab_share", interval, ".1f")


def _interval(say: Say, key: str, interval: Interval, form: str) -> str:
    texts = (say.decimal(f"{100 * number:{form}}".replace("-", "−")) for number in interval)
    return say(key, **dict(zip(Interval._fields, texts, strict=True)))


def _warnings(say: Say, trial: Trial) -> tuple[str, ...]:
    """What must be known of the numbers: invented cards take part."""
    game = trial.after
    level = str(trial.options.get("level", "1"))
    invented = [
        name_of(game, piece.id, say.lang)
        for deck in game.decks.values()
        for piece in deck.pieces
        if piece.source == "reconstruction" and piece.deck == "policies" and level != "1"
    ]
    return (say("lab_reconstructed", cards=say.listed(invented)),) if invented else ()


def _changed(trial: Trial, runs: Sequence[RunFigures], lang: str) -> tuple[Changed, ...]:
    """Cards that are not the same on both sides, as far as any bot could buy them."""
    if trial.before is None:
        return ()
    game = trial.after
    cards = trial.without or _edited(trial.before, game)
    found = (Changed(card, name_of(game, card, lang), _bought(runs, card)) for card in cards)
    return tuple(one for one in found if any(old or new for _, _, old, new in one.bought))


def _bought(runs: Sequence[RunFigures], card: str) -> tuple[tuple[str, int, float, float], ...]:
    return tuple(
        (
            run.bot,
            run.players,
            run.before.in_games.get("bought", {}).get(card, 0.0),
            run.after.in_games.get("bought", {}).get(card, 0.0),
        )
        for run in runs
        if run.before is not None
    )


def _edited(before: Game, after: Game) -> list[str]:
    old, new = (
        {
            piece.id: (piece.copies, {key: str(value) for key, value in piece.values.items()})
            for deck in game.decks.values()
            for piece in deck.pieces
        }
        for game in (before, after)
    )
    return [card for card in {**new, **old} if old.get(card) != new.get(card)]

"""The report of a trial: figures of every run, and what they say together, in words.

Comes in: a trial and its runs. Goes out: one frozen LabReport that terminal, JSON and page show.
A bot wins, never "players": how people play is not known here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cards_data import Game, Piece
from cards_data.words import Say
from generator.words import say_in
from scorer.play.match import game_in_words

from .figures import RunFigures, figures
from .intervals import Interval
from .runs import BotRun
from .trial import AFTER, Trial


@dataclass(frozen=True)
class Changed:
    """A card that differs between the two sides: in what share of games each bot bought it."""

    card: str
    name: str
    bought: tuple[tuple[str, int, float, float], ...]


@dataclass(frozen=True)
class LabReport:
    """Everything that is shown."""

    trial: Trial
    lang: str
    runs: tuple[RunFigures, ...]
    # What the bots say together: sentences, the first ones the most important.
    sayings: tuple[str, ...]
    disagree: bool
    changed: tuple[Changed, ...]
    # One game in words, by the last bot.
    game_in_words: tuple[str, ...] = ()
    told_by: tuple[str, int] = ("", 0)

    @property
    def game(self) -> Game:
        return self.trial.after.game

    @property
    def say(self) -> Say:
        return say_in(self.lang)

    @property
    def heading(self) -> str:
        trial = self.trial
        if trial.after.without:
            cards = [name_of(self.game, card, self.lang) for card in trial.after.without]
            return self.say("lab_heading_without", cards=self.say.listed(cards))
        if trial.before is not None:
            return self.say("lab_heading_since", ref=trial.against)
        return self.say("lab_heading")


def name_of(game: Game, item: str, lang: str) -> str:
    """What a piece is called on its card; other items by our words, or as they are."""
    for deck in game.decks.values():
        for piece in deck.pieces:
            if piece.id == item:
                return _title(piece, lang)
    return say_in(lang).word(f"lab_item_{item}", item.replace("_", " "))


def _title(piece: Piece, lang: str) -> str:
    words = piece.localised(lang)
    return str(words.get("name") or words.get("latin") or words.get("title") or piece.id)


def make_report(trial: Trial, runs: Sequence[BotRun], lang: str, tell: bool = False) -> LabReport:
    """The figures of all runs, and one game told where a page wants it."""
    made = tuple(figures(trial, run) for run in runs)
    say = say_in(lang)
    disagree = _disagreements(say, made)
    sayings = (*disagree, *_differences(say, made), *_warnings(say, trial))
    by = made[-1]
    lines = _told(trial, by, lang) if tell else ()
    changed = _changed(trial, made, lang)
    return LabReport(trial, lang, made, sayings, bool(disagree), changed, lines, (by.bot, by.seed))


def _told(trial: Trial, by: RunFigures, lang: str) -> tuple[str, ...]:
    table = trial.table(AFTER, by.players)
    return tuple(game_in_words(table, by.bot, by.seed, lang, trial.thinking))


def _disagreements(say: Say, runs: Sequence[RunFigures]) -> tuple[str, ...]:
    """Where one bot finds the game easier and another finds it harder."""
    sayings = []
    for players in dict.fromkeys(run.players for run in runs):
        verdicts = {run.bot: run.verdict for run in runs if run.players == players}
        if {"more", "less"} <= set(verdicts.values()):
            sayings.append(_against(say, "lab_disagree", verdicts, n=players))
    trends = {bot: _trend([run for run in runs if run.bot == bot]) for bot in _bots(runs)}
    if {"more", "less"} <= set(trends.values()):
        sayings.append(_against(say, "lab_disagree_players", trends))
    return tuple(sayings)


def _against(say: Say, key: str, verdicts: dict[str, str], **values: object) -> str:
    up = say.listed([bot for bot, sign in verdicts.items() if sign == "more"])
    down = say.listed([bot for bot, sign in verdicts.items() if sign == "less"])
    return say(key, more=up, less=down, **values)


def _bots(runs: Sequence[RunFigures]) -> list[str]:
    return list(dict.fromkeys(run.bot for run in runs))


def _trend(runs: Sequence[RunFigures]) -> str:
    """Whether a bot wins more or less often with most players than with fewest."""
    order = sorted(runs, key=lambda run: run.players)
    few, many = order[0].after.won, order[-1].after.won
    if few.high < many.low:
        return "more"
    return "less" if many.high < few.low else "open"


def _differences(say: Say, runs: Sequence[RunFigures]) -> tuple[str, ...]:
    return tuple(
        say(
            f"lab_verdict_{run.verdict}",
            bot=run.bot,
            n=run.players,
            by=signed(say, run.difference),
        )
        for run in runs
        if run.difference is not None
    )


def signed(say: Say, difference: Interval) -> str:
    """``+3.1 (0.4 to 5.9) points``: percentage points with their bounds."""
    value, low, high = (_points(say, number, True) for number in difference)
    return say("lab_points", value=value, low=low, high=high)


def share(say: Say, interval: Interval) -> str:
    """``48 % (39 to 57)``."""
    value, low, high = (_points(say, number) for number in interval)
    return say("lab_share", value=value, low=low, high=high)


def _points(say: Say, number: float, sign: bool = False) -> str:
    text = f"{100 * number:+.1f}" if sign else f"{100 * number:.1f}"
    return say.decimal(text.replace("-", "−"))


def _warnings(say: Say, trial: Trial) -> tuple[str, ...]:
    """What must be known of the numbers: invented cards take part."""
    game = trial.after.game
    level = str(trial.options.get("level", "1"))
    invented = [
        piece.id
        for deck in game.decks.values()
        for piece in deck.pieces
        if piece.source == "reconstruction" and piece.deck == "policies" and level != "1"
    ]
    if not invented:
        return ()
    named = say.listed([name_of(game, card, say.lang) for card in invented])
    return (say("lab_reconstructed", cards=named),)


def _changed(trial: Trial, runs: Sequence[RunFigures], lang: str) -> tuple[Changed, ...]:
    """Cards that are not the same on both sides, as far as any bot could buy them."""
    if trial.before is None:
        return ()
    game = trial.after.game
    cards = trial.after.without or _edited(trial.before.game, game)
    found = (Changed(card, name_of(game, card, lang), _bought(runs, card)) for card in cards)
    return tuple(one for one in found if any(old or new for _, _, old, new in one.bought))


def _bought(runs: Sequence[RunFigures], card: str) -> tuple[tuple[str, int, float, float], ...]:
    return tuple(
        (
            run.bot,
            run.players,
            run.before.shares.get("bought", {}).get(card, 0.0),
            run.after.shares.get("bought", {}).get(card, 0.0),
        )
        for run in runs
        if run.before is not None
    )


def _edited(before: Game, after: Game) -> list[str]:
    rows = [
        {
            piece.id: (piece.copies, {key: str(value) for key, value in piece.values.items()})
            for deck in game.decks.values()
            for piece in deck.pieces
        }
        for game in (before, after)
    ]
    return [card for card in {**rows[1], **rows[0]} if rows[0].get(card) != rows[1].get(card)]

"""Describe what a playtest shows, for terminal, JSON, page and workbench alike.

Always "bots" win, never "players": how people play is unknown.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cards_data import Game
from cards_data.words import Say
from generator.report.values import MINUS, NBSP

from .edited_values import Edit, edit_line, edits, name_of
from .effects import BOUGHT, TURNS, Effect
from .figures import RunFigures
from .intervals import Interval
from .trial import Trial

POINTS, TENTHS, HUNDREDTHS = 100.0, "+.1f", "+.2f"


@dataclass(frozen=True)
class ChangedCard:
    """A card that differs between the two sides, with each bot's purchases of it."""

    card: str
    name: str
    bought: tuple[tuple[RunFigures, Effect], ...]
    lines: tuple[str, ...]


@dataclass(frozen=True)
class LabFindings:
    """Sentences, most important first."""

    # What changed, then what the bots show: the largest certain difference, then who wins.
    changes: tuple[str, ...]
    sayings: tuple[str, ...]
    # All other certain differences, largest first.
    certain: tuple[str, ...]
    cards: tuple[ChangedCard, ...]
    disagree: bool


def findings(trial: Trial, runs: Sequence[RunFigures], say: Say) -> LabFindings:
    made = _Sentences(trial.games_compared, trial.margin, say)
    edited = edits(trial)
    swapped = {edit.where for edit in edited if edit.is_card and not edit.field}
    compared = [run for run in runs if run.difference is not None]
    verdicts = [made.won(run) for run in compared]
    sizes = [(_certain(run.difference), text) for run, text in zip(compared, verdicts, strict=True)]
    sizes += [
        (effect.size, made.effect(run, effect))
        for run in compared
        for effect in run.effects
        if effect.size and effect.card not in swapped
    ]
    certain = [text for size, text in sorted(sizes, key=lambda pair: -pair[0]) if size]
    disagree = _disagreements(say, runs)
    lead = certain[:1] or ([say("lab_nothing_certain")] if verdicts else [])
    sayings = dict.fromkeys((*lead, *disagree, *verdicts, *_warnings(say, trial)))
    changes = [edit_line(edit, trial.games_compared, say) for edit in edited]
    if verdicts and not changes:
        changes = [say("lab_no_edits")]
    cards = tuple(_changed(made, runs, edited))
    said = {*sayings, *(line for card in cards for line in card.lines)}
    rest = tuple(text for text in certain if text not in said)
    return LabFindings(tuple(changes), tuple(sayings), rest, cards, bool(disagree))


def _certain(difference: Interval | None) -> float:
    return 0.0 if difference is None else max(difference.low, -difference.high, 0.0)


def _changed(
    made: _Sentences, runs: Sequence[RunFigures], edited: Sequence[Edit]
) -> Iterator[ChangedCard]:
    """Yield cards that differ between the sides, if any bot could buy them."""
    for card in dict.fromkeys(edit.where for edit in edited if edit.is_card):
        whole = next((edit for edit in edited if edit.where == card and not edit.field), None)
        bought = tuple(
            (run, effect) for run in runs for effect in run.effects if effect.card == card
        )
        lines = tuple(made.bought(run, effect, whole) for run, effect in bought)
        if bought:
            yield ChangedCard(card, name_of(made.games, card, made.say), bought, lines)


@dataclass(frozen=True)
class _Sentences:
    """A writer of sentences about differences."""

    games: Sequence[Game]
    margin: float
    say: Say

    def won(self, run: RunFigures) -> str:
        """Say whether a bot wins more or less often, or why that is unknown."""
        if run.before is None or run.difference is None:
            return ""
        say, shares = self.say, (run.before.won.value, run.after.won.value)
        old, new = (percent(say, share) for share in shares)
        by = points(say, run.difference)
        text = say(f"lab_verdict_{run.verdict}", run=_named(say, run), old=old, new=new, by=by)
        if run.is_small:
            within = say.decimal(f"{POINTS * self.margin:g}")
            return f"{text} {say('lab_within', margin=within)}"
        return f"{text} {say('lab_more_games')}" if run.verdict == "open" else text

    def effect(self, run: RunFigures, effect: Effect) -> str:
        """Describe any other difference."""
        if effect.what == BOUGHT:
            return self.bought(run, effect)
        kind = TURNS if effect.what == TURNS else "count"
        return self.say(
            f"lab_{kind}_{effect.direction}",
            run=_named(self.say, run),
            what=what_of(self.say, effect.what),
            old=number(self.say, effect.before),
            new=number(self.say, effect.after),
            by=moved(self.say, effect),
        )

    def bought(self, run: RunFigures, effect: Effect, whole: Edit | None = None) -> str:
        """Say in how many games a card was bought; a card on one side only is not compared."""
        key = effect.direction if whole is None else "gone" if whole.before else "new"
        return self.say(
            f"lab_bought_{key}",
            run=_named(self.say, run),
            card=name_of(self.games, effect.card, self.say),
            old=percent(self.say, effect.before),
            new=percent(self.say, effect.after),
            by=moved(self.say, effect),
        )


def _named(say: Say, run: RunFigures) -> str:
    return say("lab_run", bot=run.bot, n=run.players)


def what_of(say: Say, what: str) -> str:
    """Return the name of what was counted: ``Habitats restored``."""
    return say.word(f"lab_what_{what}", what)


def percent(say: Say, share: float, digits: int = 1) -> str:
    """Format ``48.3 %``; round to never or always only if it is exactly that."""
    text, least = f"{POINTS * share:.{digits}f}", 10.0**-digits
    if share > 0 and float(text) == 0:
        text = f"<{least:g}"
    elif share < 1 and float(text) == POINTS:
        text = f">{POINTS - least:g}"
    return f"{say.decimal(text)}{NBSP}%"


def number(say: Say, value: float) -> str:
    return say.decimal(f"{value:.1f}")


def share(say: Say, interval: Interval, key: str = "lab_share") -> str:
    """Format ``48 % (39 to 57)``."""
    return _interval(say, key, interval, (POINTS, ".1f"))


def points(say: Say, difference: Interval, key: str = "lab_points") -> str:
    """Format ``+3.1 (0.4 to 5.9) points``: percentage points with their bounds."""
    return _interval(say, key, difference, (POINTS, TENTHS))


def moved(say: Say, effect: Effect) -> str:
    """Format a difference with its bounds, in points or per game."""
    if effect.card:
        return points(say, effect.difference)
    form = TENTHS if effect.what == TURNS else HUNDREDTHS
    return _interval(say, "lab_moved", effect.difference, (1.0, form))


def _interval(say: Say, key: str, interval: Interval, form: tuple[float, str]) -> str:
    times, digits = form
    texts = (say.decimal(_signed(f"{times * bound:{digits}}")) for bound in interval)
    return say(key, **dict(zip(Interval._fields, texts, strict=True)))


def _signed(text: str) -> str:
    """Use a true minus sign; zero has no sign."""
    return text.replace("-", MINUS) if float(text) else text.lstrip("+-")


def _disagreements(say: Say, runs: Sequence[RunFigures]) -> list[str]:
    """List where one bot finds the game easier and another finds it harder."""
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
    """Return whether a bot wins more or less often with most players than with fewest."""
    order = sorted(runs, key=lambda run: run.players)
    few, many = order[0].after.won, order[-1].after.won
    if few.high < many.low:
        return "more"
    return "less" if many.high < few.low else "open"


def _warnings(say: Say, trial: Trial) -> tuple[str, ...]:
    """Return what readers must know about the numbers, such as reconstructed cards."""
    game = trial.after
    level = str(trial.options.get("level", "1"))
    invented = [
        name_of((game,), piece.id, say)
        for deck in game.decks.values()
        for piece in deck.pieces
        if piece.source == "reconstruction" and piece.deck == "policies" and level != "1"
    ]
    return (say("lab_reconstructed", cards=say.listed(invented)),) if invented else ()

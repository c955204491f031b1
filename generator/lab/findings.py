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
from .playtest import Playtest

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


def findings(playtest: Playtest, runs: Sequence[RunFigures], say: Say) -> LabFindings:
    sentences = _Sentences(playtest.games_compared, playtest.margin, say)
    edited = edits(playtest)
    swapped = {edit.where for edit in edited if edit.is_card and not edit.field}
    compared = [run for run in runs if run.difference is not None]
    verdicts = [sentences.win_verdict(run) for run in compared]
    sizes = [(_certain(run.difference), text) for run, text in zip(compared, verdicts, strict=True)]
    sizes += [
        (effect.size, sentences.effect(run, effect))
        for run in compared
        for effect in run.effects
        if effect.size and effect.card not in swapped
    ]
    certain = [text for size, text in sorted(sizes, key=lambda pair: -pair[0]) if size]
    disagree = _disagreements(say, runs)
    lead = certain[:1] or ([say("lab_nothing_certain")] if verdicts else [])
    sayings = dict.fromkeys((*lead, *disagree, *verdicts, *_warnings(say, playtest)))
    changes = [edit_line(edit, playtest.games_compared, say) for edit in edited]
    if verdicts and not changes:
        changes = [say("lab_no_edits")]
    cards = tuple(_changed_cards(sentences, runs, edited))
    mentioned = {*sayings, *(line for card in cards for line in card.lines)}
    rest = tuple(text for text in certain if text not in mentioned)
    return LabFindings(tuple(changes), tuple(sayings), rest, cards, bool(disagree))


def _certain(difference: Interval | None) -> float:
    return 0.0 if difference is None else max(difference.low, -difference.high, 0.0)


def _changed_cards(
    sentences: _Sentences, runs: Sequence[RunFigures], edited: Sequence[Edit]
) -> Iterator[ChangedCard]:
    """Yield cards that differ between the sides, if any bot could buy them."""
    for card in dict.fromkeys(edit.where for edit in edited if edit.is_card):
        whole = next((edit for edit in edited if edit.where == card and not edit.field), None)
        bought = tuple(
            (run, effect) for run in runs for effect in run.effects if effect.card == card
        )
        lines = tuple(sentences.purchase_share(run, effect, whole) for run, effect in bought)
        if bought:
            yield ChangedCard(card, name_of(sentences.games, card, sentences.say), bought, lines)


@dataclass(frozen=True)
class _Sentences:
    """A writer of sentences about differences."""

    games: Sequence[Game]
    margin: float
    say: Say

    def win_verdict(self, run: RunFigures) -> str:
        """Say whether a bot wins more or less often, or why that is unknown."""
        if run.before is None or run.difference is None:
            return ""
        say, shares = self.say, (run.before.won.value, run.after.won.value)
        old, new = (percent(say, share) for share in shares)
        by = points(say, run.difference)
        text = say(f"lab_verdict_{run.verdict}", run=_run_name(say, run), old=old, new=new, by=by)
        if run.is_small:
            within = say.decimal(f"{POINTS * self.margin:g}")
            return f"{text} {say('lab_within', margin=within)}"
        return f"{text} {say('lab_more_games')}" if run.verdict == "open" else text

    def effect(self, run: RunFigures, effect: Effect) -> str:
        """Describe any other difference."""
        if effect.what == BOUGHT:
            return self.purchase_share(run, effect)
        kind = TURNS if effect.what == TURNS else "count"
        return self.say(
            f"lab_{kind}_{effect.direction}",
            run=_run_name(self.say, run),
            what=what_of(self.say, effect.what),
            old=number(self.say, effect.before),
            new=number(self.say, effect.after),
            by=format_effect(self.say, effect),
        )

    def purchase_share(self, run: RunFigures, effect: Effect, whole: Edit | None = None) -> str:
        """Say in how many games a card was bought; a card on one side only is not compared."""
        key = effect.direction if whole is None else "gone" if whole.before else "new"
        return self.say(
            f"lab_bought_{key}",
            run=_run_name(self.say, run),
            card=name_of(self.games, effect.card, self.say),
            old=percent(self.say, effect.before),
            new=percent(self.say, effect.after),
            by=format_effect(self.say, effect),
        )


def _run_name(say: Say, run: RunFigures) -> str:
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


def format_effect(say: Say, effect: Effect) -> str:
    """Format a difference with its bounds, in points or per game."""
    if effect.card:
        return points(say, effect.difference)
    form = TENTHS if effect.what == TURNS else HUNDREDTHS
    return _interval(say, "lab_moved", effect.difference, (1.0, form))


def _interval(say: Say, key: str, interval: Interval, form: tuple[float, str]) -> str:
    times, digits = form
    texts = (say.decimal(_with_minus(f"{times * bound:{digits}}")) for bound in interval)
    return say(key, **dict(zip(Interval._fields, texts, strict=True)))


def _with_minus(text: str) -> str:
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
        say.join([bot for bot, sign in verdicts.items() if sign == direction])
        for direction in ("more", "less")
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


def _warnings(say: Say, playtest: Playtest) -> tuple[str, ...]:
    """Return what readers must know about the numbers, such as reconstructed cards."""
    game = playtest.after
    level = str(playtest.options.get("level", "1"))
    invented = [
        name_of((game,), piece.id, say)
        for deck in game.decks.values()
        for piece in deck.pieces
        if piece.source == "reconstruction" and piece.deck == "policies" and level != "1"
    ]
    return (say("lab_reconstructed", cards=say.join(invented)),) if invented else ()

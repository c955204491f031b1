"""Describe what a playtest shows, for terminal, JSON, page and workbench alike.

That is what differs between its two games, and what the bots made of it. Always "bots" win, never
"players": how people play is unknown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cards_data import Game
from cards_data.documents import flatten
from cards_data.words import Say
from generator.report.values import MINUS, NBSP
from scorer.play.contract import playable

from .figures import BOUGHT, TURNS, Effect, RunFigures
from .intervals import Interval
from .playtest import Playtest

NONE = "–"
POINTS, TENTHS, HUNDREDTHS = 100.0, "+.1f", "+.2f"
CardValues = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True)
class Edit:
    """A value of a card or a number of a file; ``None`` on the side where it is missing."""

    # A card's id, or the file that contains the number.
    where: str
    # The column or number; empty if the whole card was added or removed.
    field: str = ""
    before: Any = None
    after: Any = None
    is_card: bool = True


def edits(playtest: Playtest) -> tuple[Edit, ...]:
    """Return all differences that may affect play; texts of cards do not."""
    if playtest.before is None:
        return ()
    gone = (Edit(card, before=True) for card in playtest.without)
    old, new = (_values(game, playtest.unused_decks) for game in (playtest.before, playtest.after))
    return (*gone, *_cards(old, new), *_numbers(playtest.before, playtest.after))


def _cards(old: CardValues, new: CardValues) -> Iterator[Edit]:
    for card in {**new, **old}:
        if card not in old or card not in new:
            yield Edit(card, before=card in old or None, after=card in new or None)
            continue
        for field in {**new[card], **old[card]}:
            was, now = old[card].get(field), new[card].get(field)
            if str(was) != str(now):
                yield Edit(card, field, was, now)


def _values(game: Game, unused_decks: Collection[str]) -> CardValues:
    """Return the copies of each card and its values, without texts."""
    return {
        piece.id: {
            "copies": piece.copies,
            **{
                name: value
                for name, value in piece.values.items()
                if name not in deck.columns or deck.columns[name].kind != "text"
            },
        }
        for deck in game.decks.values()
        if deck.name not in unused_decks
        for piece in deck.pieces
    }


def _numbers(before: Game, after: Game) -> Iterator[Edit]:
    files: tuple[tuple[str, Mapping[str, object], Mapping[str, object]], ...] = (
        ("scoring.yaml", before.scoring, after.scoring),
        ("game.yaml", {"facts": before.facts}, {"facts": after.facts}),
    )
    for file, was, now in files:
        old, new = dict(flatten(was)), dict(flatten(now))
        for name in {**old, **new}:
            if old.get(name) != new.get(name):
                yield Edit(file, name, old.get(name), new.get(name), is_card=False)


def edit_line(edit: Edit, games: Sequence[Game], say: Say) -> str:
    """Return ``Eelgrass, cost: Sunlight, Sunlight, Salinity → Sunlight, Salinity``."""
    name = name_of(games, edit.where, say) if edit.is_card else edit.where
    if not edit.field:
        return say("lab_without" if edit.before else "lab_added", card=name)
    old, new = (_format_value(value, games, say) for value in (edit.before, edit.after))
    return f"{name}, {edit.field}: {old} → {new}"


def _format_value(value: Any, games: Sequence[Game], say: Say) -> str:
    if isinstance(value, bool):
        return say("changes_yes" if value else "changes_no")
    if isinstance(value, list | tuple):
        return ", ".join(_format_value(item, games, say) for item in value) or say(
            "changes_nothing"
        )
    if isinstance(value, str):
        return name_of(games, value, say)
    return NONE if value is None else str(value)


def name_of(games: Sequence[Game], item: str, say: Say) -> str:
    """Return the name of a piece on its card; other items by our texts, or unchanged."""
    for deck in (deck for game in games for deck in game.decks.values()):
        if piece := deck.by_id.get(item):
            words = piece.values_in(say.lang)
            return str(words.get("name") or words.get("latin") or words.get("title") or item)
    return say.word(f"lab_item_{item}", item.replace("_", " "))


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
    sizes = [
        (run.difference.certain, text)
        for run, text in zip(compared, verdicts, strict=True)
        if run.difference
    ]
    sizes += [
        (effect.size, sentences.effect(run, effect))
        for run in compared
        for effect in run.effects
        if effect.size and effect.card not in swapped
    ]
    certain = [text for size, text in sorted(sizes, key=lambda pair: -pair[0]) if size]
    disagree = _disagreements(say, runs)
    lead = certain[:1] or ([say("lab_nothing_certain")] if verdicts else [])
    sayings = dict.fromkeys((*lead, *disagree, *verdicts, *warnings(say, playtest)))
    changes = [edit_line(edit, playtest.games_compared, say) for edit in edited]
    if verdicts and not changes:
        changes = [say("lab_no_edits")]
    cards = tuple(_changed_cards(sentences, runs, edited))
    mentioned = {*sayings, *(line for card in cards for line in card.lines)}
    rest = tuple(text for text in certain if text not in mentioned)
    return LabFindings(tuple(changes), tuple(sayings), rest, cards, bool(disagree))


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
        text = say(f"lab_verdict_{run.verdict}", run=run_name(say, run), old=old, new=new, by=by)
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
            f"lab_{kind}_{effect.difference.direction}",
            run=run_name(self.say, run),
            what=what_of(self.say, effect.what),
            old=number(self.say, effect.before),
            new=number(self.say, effect.after),
            by=format_effect(self.say, effect),
        )

    def purchase_share(self, run: RunFigures, effect: Effect, whole: Edit | None = None) -> str:
        """Say in how many games a card was bought; a card on one side only is not compared."""
        key = effect.difference.direction if whole is None else "gone" if whole.before else "new"
        return self.say(
            f"lab_bought_{key}",
            run=run_name(self.say, run),
            card=name_of(self.games, effect.card, self.say),
            old=percent(self.say, effect.before),
            new=percent(self.say, effect.after),
            by=format_effect(self.say, effect),
        )


def run_name(say: Say, run: RunFigures) -> str:
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
    bots = dict.fromkeys(run.bot for run in runs)
    trends = {bot: _trend([run for run in runs if run.bot == bot]) for bot in bots}
    return sayings + _against(say, "lab_disagree_players", trends)


def _against(say: Say, key: str, verdicts: dict[str, str], **values: object) -> list[str]:
    if not {"more", "less"} <= set(verdicts.values()):
        return []
    up, down = (
        say.join([bot for bot, sign in verdicts.items() if sign == direction])
        for direction in ("more", "less")
    )
    return [say(key, more=up, less=down, **values)]


def _trend(runs: Sequence[RunFigures]) -> str:
    """Return whether a bot wins more or less often with most players than with fewest."""
    order = sorted(runs, key=lambda run: run.players)
    few, many = order[0].after.won, order[-1].after.won
    if few.high < many.low:
        return "more"
    return "less" if many.high < few.low else "open"


def warnings(say: Say, playtest: Playtest) -> tuple[str, ...]:
    """Return what readers must know about the numbers, such as reconstructed cards."""
    game, pieces = playtest.after, playable(playtest.after).pieces
    played = set(pieces(game, playtest.options)) if pieces else set()
    invented = [
        name_of((game,), piece.id, say)
        for deck in game.decks.values()
        for piece in deck.pieces
        if piece.source == "reconstruction" and piece.id in played
    ]
    return (say("lab_reconstructed", cards=say.join(invented)),) if invented else ()

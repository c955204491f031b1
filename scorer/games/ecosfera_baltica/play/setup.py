"""The table before the first turn (section 2), and what a player cannot see of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from cards_data import Findings, Game, Problems, did_you_mean, quote
from cards_data.problems import Message
from scorer.play.contract import Option, settings
from scorer.play.stream import Stream

from ..rules import SWITCHES
from .box import CardIndex, card_index
from .state import ALL_TOKENS, Cards, Offer, Politics, State, with_item
from .supply import CONSUMERS, PRODUCERS, offer_of
from .turn import begin_turn, draw_row, settle

CALANOIDA = "calanoida"


def options(game: Game) -> tuple[Option, ...]:
    """Return the choices before a game; the first value is the default."""
    numbers = card_index(game).numbers
    stacks = range(numbers.elements.most, numbers.elements.least - 1, -1)
    return (
        Option("level", tuple(numbers.levels)),
        Option("stacks", tuple(stacks)),
        *(Option(name, (False, True)) for name in SWITCHES),
    )


class StartPlan(NamedTuple):
    """What all games with the same options begin with."""

    box: CardIndex
    rows: int
    start: Cards
    stacks: tuple[int, ...]
    producers: Cards
    consumers: Cards
    left_out: Cards
    policies: tuple[str, ...]


def setup(game: Game, options: Mapping[str, object], stream: Stream) -> State:
    """Set up market, stacks, start decks and rows for a number of players (R2.1, R2.2)."""
    plan = _plan(game, tuple(options.items()))
    state = _deal(plan, stream)
    if plan.policies:
        state.politics = Politics(stream.shuffled(plan.policies, "policies"), shuffles=1)
    begin_turn(state)
    settle(state, stream)
    return state


@lru_cache(maxsize=16)
def _plan(game: Game, pairs: tuple[tuple[str, object], ...]) -> StartPlan:
    box, by_name = card_index(game), dict(pairs)
    values = settings(options(game), by_name)
    rows = _rows(box, int(str(by_name.get("players", box.numbers.rows.least))))
    start = _start_deck(box, bool(values["high_pressure"]), bool(values["eutrophication"]))
    stacks = _stacks(box, int(str(values["stacks"])), start, rows)
    names = _left_out(box, by_name, bool(values["loss_of_biodiversity"]))
    left_out = tuple(card for card, name in enumerate(box.names) if name.partition("#")[0] in names)
    producers, consumers = (
        tuple(card for card in cards if card not in left_out)
        for cards in (box.producers, box.consumers)
    )
    copies = (name for name in box.policies for _ in range(box.policy_copies[name]))
    has_policies = int(str(values["level"])) > 1
    policies = tuple(name for name in copies if has_policies and name not in names)
    return StartPlan(box, rows, start, stacks, producers, consumers, left_out, policies)


def _rows(box: CardIndex, players: int) -> int:
    """Return the rows of two to four players; a single player runs two (R3.0a, R3.0d)."""
    allowed = box.numbers.players
    if not allowed.least <= players <= allowed.most:
        fault = Message("play.players", n=players)
        raise Problems.of(
            "--players", fault, Message("allowed.range", low=allowed.least, high=allowed.most)
        )
    return max(players, box.numbers.rows.least)


def _left_out(box: CardIndex, options: Mapping[str, object], loss: bool) -> set[str]:
    """Return the cards left out, by R2.3d and for playing the game without them."""
    without = options.get("without", ())
    names = set(map(str, without)) if isinstance(without, list | tuple) else {str(without)}
    names |= {CALANOIDA} if loss else set()
    findings = Findings()
    names_known = {box.names[card].partition("#")[0] for card in (*box.producers, *box.consumers)}
    names_known |= set(box.policies)
    for name in sorted(names - names_known):
        fault, hint = Message("play.no_card", name=quote(name)), did_you_mean(name, names_known)
        findings.add("--without", fault, Message("play.without"), hint)
    findings.raise_any()
    return names


def _start_deck(box: CardIndex, high_pressure: bool, eutrophication: bool) -> Cards:
    """Return the start deck (R2.2, R2.3b, R2.3c)."""
    cards = [*box.element_codes] * box.facts.start_each
    if eutrophication:
        more = box.numbers.eutrophication.nutrients - cards.count(box.nutrients)
        cards += [box.nutrients] * more
    pressures = box.facts.high_pressures if high_pressure else box.facts.start_pressures
    return (*cards, *[box.pressure] * pressures)


def _stacks(box: CardIndex, size: int, start: Cards, rows: int) -> tuple[int, ...]:
    """Return equal stacks; too few cards in the box are a problem (R2.1, R2.3a)."""
    findings = Findings()
    for element in box.element_codes:
        name = box.names[element]
        left = box.copies[name] - rows * start.count(element)
        if left < size:
            least = box.numbers.elements.least
            allowed = (
                Message("play.stacks_of", low=least, high=left)
                if left >= least
                else Message("play.fewer")
            )
            fault = Message("play.stacks", size=size, n=max(left, 0), name=name)
            findings.add("--set stacks", fault, allowed)
    findings.raise_any()
    return (size,) * box.elements


def _deal(plan: StartPlan, stream: Stream) -> State:
    box, rows, start = plan.box, plan.rows, plan.start
    state = State(
        box=box,
        turn=0,
        rows=((),) * rows,
        decks=((),) * rows,
        discards=((),) * rows,
        tokens=(ALL_TOKENS,) * rows,
        producers=_offer(box, plan.producers, PRODUCERS, stream),
        consumers=_offer(box, plan.consumers, CONSUMERS, stream),
        stacks=plan.stacks,
        pressures=box.copies["pressure"] - rows * start.count(box.pressure),
        shuffles=(0,) * rows,
        gone=plan.left_out,
    )
    for player in range(rows):
        _first_row(state, player, start, stream)
    return state


def _offer(box: CardIndex, cards: Cards, which: str, stream: Stream) -> Offer:
    deck, size = stream.shuffled(cards, which, 0, box.mark_of), box.facts.market
    return Offer(deck[: -size - 1 : -1], deck[:-size])


def _first_row(state: State, player: int, start: Cards, stream: Stream) -> None:
    """Redraw a very first row that has three pressures (R2.3b).

    With two in the start deck it cannot happen; R2.3b names the variant with three.
    """
    draw_row(state, player, start, stream)
    pressure, most = state.box.pressure, state.box.facts.pressures
    while state.rows[player].count(pressure) >= most:
        state.decks = with_item(state.decks, player, ())
        draw_row(state, player, start, stream)


def pieces(game: Game, options: Mapping[str, object]) -> tuple[str, ...]:
    """Return the policy cards in play: all other cards are played by their numbers alone."""
    return _plan(game, tuple(options.items())).policies


def hide(state: State, player: int, stream: Stream) -> State:
    """Return another state that the players could be in: face-down cards are dealt again.

    Rows and discards are open to all, so only the order of the decks changes. Cards that were seen
    going under a deck stay where they are, as do those that somebody just looked at.
    """
    other = state.copy()
    box = state.box
    other.decks = tuple(
        stream.shuffled(deck, f"hidden {owner}", 0, box.mark_of)
        for owner, deck in enumerate(state.decks)
    )
    looked_at = state.politics.asked[1:] if state.politics is not None else ()
    for which in (PRODUCERS, CONSUMERS):
        if which not in looked_at:
            offer = offer_of(state, which)
            seen, unseen = offer.deck[: offer.under], offer.deck[offer.under :]
            hidden = stream.shuffled(unseen, which, 1, box.mark_of)
            setattr(other, which, offer._replace(deck=seen + hidden))
    if state.politics is not None:
        policies = stream.shuffled(state.politics.deck, "policies", 1)
        other.politics = state.politics._replace(deck=policies)
    return other

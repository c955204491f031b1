"""States and moves as plain data: what ``--position`` reads, ``--moves`` and ``--do`` write."""

from __future__ import annotations

from .box import ABILITIES, Box
from .moves import MARKET, TOKEN, is_cheaper, payable
from .policy.drawn import GREEN_ENERGY, ICE_WINTER
from .policy.measures import PLANNING
from .state import NOBODY, Cards, Move, Politics, State

Data = dict[str, object]


def shown(state: State) -> Data:
    """Everything of a state, by names; players count from 1, decks begin with their top card."""
    box = state.box
    policies = {"policies": _policies(box, state.politics)} if state.politics is not None else {}
    return {
        "level": 1 if state.politics is None else 2,
        "turn": state.turn + 1,
        "rows": [_names(box, row) for row in state.rows],
        "used": _names(box, state.used),
        "decks": [_names(box, deck[::-1]) for deck in state.decks],
        "discards": [_names(box, discard) for discard in state.discards],
        "tokens": [_bits(tokens, ABILITIES) for tokens in state.tokens],
        "market": {
            "producers": _names(box, state.producers.shown),
            "consumers": _names(box, state.consumers.shown),
            "producer_deck": _names(box, state.producers.deck[::-1]),
            "consumer_deck": _names(box, state.consumers.deck[::-1]),
            "producers_under": state.producers.under,
            "consumers_under": state.consumers.under,
        },
        "stacks": dict(zip(box.names, state.stacks, strict=False)),
        "pressures": state.pressures,
        "tiles": {"habitats": _bits(state.habitats, box.habitat_names), "impacts": state.impacts},
        "begun": True,
        "acted": state.acted,
        "ending": state.ending,
        "may_reactivate": state.may_reactivate,
        "symbols_used": _bits(state.tapped, box.names),
        "turns": state.turns,
        "shuffles": list(state.shuffles),
        "gone": _names(box, state.gone),
        "struck": list(state.struck),
        "over": state.over,
        **policies,
    }


def _policies(box: Box, politics: Politics) -> Data:
    return {
        "deck": list(politics.deck[::-1]),
        "discard": list(politics.discard),
        "measures": list(politics.measures),
        "funding": politics.funding,
        "in_force": list(politics.in_force),
        "carried_out": politics.carried_out,
        "quiet": politics.quiet + 1 if politics.quiet != NOBODY else None,
        "skips": politics.skips + 1 if politics.skips != NOBODY else None,
        "stars_used": _bits(politics.starred, box.names),
        "draws": politics.draws,
        "asked": list(politics.asked),
        "shuffles": politics.shuffles,
    }


def _names(box: Box, cards: Cards) -> list[str]:
    return [box.names[card] for card in cards]


def _bits(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for place, name in enumerate(names) if bits >> place & 1]


def shown_move(state: State, move: Move) -> Data:
    """A move by names; ``move`` is what ``--do`` takes."""
    kind = str(move[0])
    parts = _PARTS[kind](state, move)
    words = [kind, *(word for part in parts.values() for word in _words(part))]
    extra = _payment(state, move) if kind == "producer" else _places(state, move)
    return {"move": " ".join(words), "do": kind, **parts, **extra}


def _words(part: object) -> list[str]:
    return [str(word) for word in part] if isinstance(part, list) else [str(part)]


def _payment(state: State, move: Move) -> Data:
    """R3.2: what is paid out of the row, and what the market gives."""
    box, card = state.box, int(move[1])
    missing = payable(state)[card]
    pay = [box.names[element] for element in box.payment(card, missing, is_cheaper(state))]
    return {"pay": pay, "market": box.names[missing] if missing >= 0 else None}


def _places(state: State, move: Move) -> Data:
    if move[0] != "habitat":
        return {}
    box = state.box
    common = box.habitats[int(move[1])] & box.habitats[int(move[2])]
    return {"places": _bits(common & ~state.habitats, box.habitat_names)}


def _source(state: State, move: Move) -> str:
    return "token" if move[1] == TOKEN else state.box.names[int(move[1])]


def _consumer(state: State, move: Move) -> Data:
    names = state.box.names
    return {"card": names[int(move[1])], "with": [names[int(card)] for card in move[2:]]}


def _pass(state: State, move: Move) -> Data:
    to = "market" if move[3] == MARKET else int(move[3]) + 1
    return {"by": _source(state, move), "card": state.box.names[int(move[2])], "to": to}


def _measure(state: State, move: Move) -> Data:
    """Players, cards and habitats by name, as each measure has them."""
    name, *way = move[1:]
    box = state.box
    if name == "hazardous_substance_regulation":
        return {"measure": name, "habitat": box.habitat_names[int(way[0])]}
    if name == "migratory_barrier_removal":
        return {"measure": name, "card": box.names[int(way[0])], "to": int(way[1]) + 1}
    if name == PLANNING:
        return {"measure": name, "deck": way[0]}
    return {"measure": name, "players": [int(player) + 1 for player in way]}


def _answer(state: State, move: Move) -> Data:
    assert state.politics is not None
    asked, box = state.politics.asked[0], state.box
    if asked == GREEN_ENERGY:
        return {"answer": box.habitat_names[int(move[1])]}
    if asked == ICE_WINTER:
        return {"answer": _bits(int(move[1]), ABILITIES)[0]}
    if asked == PLANNING:
        return {"answer": box.names[int(move[1])], "to": int(move[2]) + 1}
    return {"answer": move[1]}


_PARTS = {
    "end": lambda state, move: {},
    "producer": lambda state, move: {"card": state.box.names[int(move[1])]},
    "consumer": _consumer,
    "habitat": lambda state, move: {"with": [state.box.names[int(card)] for card in move[1:]]},
    "pass": _pass,
    "plus": lambda state, move: {"by": _source(state, move)},
    "refresh": lambda state, move: {"by": _source(state, move), "what": move[2]},
    "reactivate": lambda state, move: {"token": _bits(int(move[1]), ABILITIES)[0]},
    "star": lambda state, move: {"card": state.box.names[int(move[1])]},
    "measure": _measure,
    "answer": _answer,
}

"""Show states and moves to people: as plain data by names, and as sentences from ``words.csv``.

``--position`` reads the data of a state, ``--moves`` writes that of moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from cards_data import Game
from cards_data.words import Say, Words, read_own_words

from .box import ABILITIES, LITTER, PRESSURE, CardIndex
from .moves import MARKET, TOKEN, is_cheaper, payable
from .policy.drawn import GREEN_ENERGY, ICE_WINTER
from .policy.measures import PLANNING
from .state import NOBODY, Cards, Move, Politics, State

Data = dict[str, object]


def shown(state: State) -> Data:
    """Return a whole state by names; players count from 1, decks begin with their top card."""
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
            "producers_empty": state.producers.empty,
            "consumers_empty": state.consumers.empty,
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


def _policies(box: CardIndex, politics: Politics) -> Data:
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


def _names(box: CardIndex, cards: Cards) -> list[str]:
    return [box.names[card] for card in cards]


def _bits(bits: int, names: tuple[str, ...]) -> list[str]:
    return [name for place, name in enumerate(names) if bits >> place & 1]


def shown_move(state: State, move: Move) -> Data:
    """Return a move by names; ``move`` is the value for ``--do``."""
    kind = str(move[0])
    parts = _PARTS[kind](state, move)
    lists = (part if isinstance(part, list) else [part] for part in parts.values())
    words = [kind, *(str(word) for part in lists for word in part)]
    extra = _payment(state, move) if kind == "producer" else _places(state, move)
    return {"move": " ".join(words), "do": kind, **parts, **extra}


def _payment(state: State, move: Move) -> Data:
    """Return what is paid from the row, and what the market gives (R3.2)."""
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
    """Return players, cards and habitats by name, as each measure has them."""
    name, *details = move[1:]
    box = state.box
    if name == "hazardous_substance_regulation":
        return {"measure": name, "habitat": box.habitat_names[int(details[0])]}
    if name == "migratory_barrier_removal":
        return {"measure": name, "card": box.names[int(details[0])], "to": int(details[1]) + 1}
    if name == PLANNING:
        return {"measure": name, "deck": details[0]}
    return {"measure": name, "players": [int(player) + 1 for player in details]}


def _answer(state: State, move: Move) -> Data:
    assert state.politics is not None
    question, box = state.politics.asked[0], state.box
    if question == GREEN_ENERGY:
        return {"answer": box.habitat_names[int(move[1])]}
    if question == ICE_WINTER:
        return {"answer": _bits(int(move[1]), ABILITIES)[0]}
    if question == PLANNING:
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


_WORDS = Path(__file__).parent / "words.csv"
_WITH_NAMES = ("elements", "producers", "consumers", "habitats", "abilities", "policies")


@cache
def _own_words() -> Words:
    return read_own_words(_WORDS)


@lru_cache(maxsize=8)
def _piece_names(game: Game, lang: str) -> dict[str, str]:
    """Return the name of every piece; the scientific one if a species has no other."""
    names = {}
    for deck in _WITH_NAMES:
        for piece in game.decks[deck].pieces:
            words = piece.values_in(lang)
            names[piece.id] = str(words.get("name") or words.get("latin") or piece.id)
    say = _own_words().say(lang)
    return {**names, PRESSURE: say("pressure"), LITTER: names.get(LITTER, LITTER)}


class Wording:
    """The sentences of one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.say: Say = _own_words().say(lang)
        self._names = _piece_names(game, lang)

    def name(self, word: object) -> str:
        return self._names.get(str(word).partition("#")[0], str(word))

    def join_names(self, words: Iterable[object]) -> str:
        return self.say.join([self.name(word) for word in words])

    def cards(self, state: State, cards: Cards) -> str:
        """List cards with the number of each."""
        counted = Counter(state.box.names[card] for card in cards)
        return ", ".join(
            self.name(name) + (f" × {number}" if number > 1 else "")
            for name, number in counted.items()
        )


def tell(game: Game, state: State, move: Move, lang: str) -> str:
    wording = Wording(game, lang)
    parts = shown_move(state, move)
    kind, by = str(move[0]), parts.get("by")
    values = {
        "card": wording.name(parts.get("card", "")),
        "with": wording.join_names(_list(parts.get("with"))),
        "places": wording.join_names(_list(parts.get("places"))),
        "token": wording.name(parts.get("token", "")),
        "by": wording.say("token") if by == "token" else wording.name(by),
        "to": _target_name(wording, parts.get("to")),
        "what": wording.say.word(str(parts.get("what", "")), ""),
        "measure": wording.name(parts.get("measure", "")),
        "way": _details_text(wording, parts),
        "pay": wording.join_names(_list(parts.get("pay"))) or wording.say("nothing"),
        "market": wording.name(parts.get("market") or ""),
    }
    key = f"{kind}_market" if kind == "producer" and parts["market"] else kind
    return wording.say(f"do_{key}", **values)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _target_name(wording: Wording, to: object) -> str:
    if to == "market":
        return wording.say("market")
    return wording.say("player", n=to) if to else ""


def _details_text(wording: Wording, parts: dict[str, object]) -> str:
    """Describe the details of a measure or an answer."""
    words = [wording.name(parts[key]) for key in ("habitat", "card", "answer") if key in parts]
    words += [wording.say.word(str(parts["deck"]), "")] if "deck" in parts else []
    words += [_target_name(wording, parts["to"])] if "to" in parts else []
    words += [wording.say("player", n=n) for n in _list(parts.get("players"))]
    return ": " + ", ".join(words) if words else ""


def follow(game: Game, before: State | None, after: State, lang: str) -> list[str]:
    """Describe what followed automatically: tiles, policy cards, the next turn, the end."""
    wording = Wording(game, lang)
    sentences = [] if before is None else _changes(wording, before, after)
    if after.over:
        return [*sentences, wording.say(f"over_{after.over}")]
    if before is None or after.turns != before.turns:
        row = wording.cards(after, after.rows[after.turn])
        sentences.append(
            wording.say("turn", player=wording.say("player", n=after.turn + 1), row=row)
        )
    if after.politics is not None and after.politics.asked:
        sentences.append(wording.say("asked", card=wording.name(after.politics.asked[0])))
    return sentences


def _changes(wording: Wording, before: State, after: State) -> list[str]:
    say, sentences = wording.say, []
    names = after.box.habitat_names
    if placed := _bits(after.habitats & ~before.habitats, names):
        count = after.habitats.bit_count()
        sentences.append(say("placed", tiles=wording.join_names(placed), n=count))
    for why, number in Counter(after.struck[len(before.struck) :]).items():
        sentences.append(say("struck", n=number, why=say(f"why_{why}"), all=after.impacts))
    for card in _drawn_policies(before, after):
        sentences.append(say("drawn", card=wording.name(card)))
    return sentences


def _drawn_policies(before: State, after: State) -> list[str]:
    """Return policy cards that left the top of their deck, first drawn first."""
    if before.politics is None or after.politics is None:
        return []
    old, new = before.politics, after.politics
    if new.shuffles != old.shuffles:
        return list(reversed(old.deck))
    return list(reversed(old.deck[len(new.deck) :]))

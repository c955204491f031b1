"""Moves and what follows from them as sentences, from ``words.csv`` and the names on the decks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache, lru_cache
from pathlib import Path

from cards_data import Game
from cards_data.words import Say, Words, read_own_words

from .box import LITTER, PRESSURE
from .shown import shown_move
from .state import Cards, Move, State

_WORDS = Path(__file__).parent / "words.csv"
_NAMED = ("elements", "producers", "consumers", "habitats", "abilities", "policies")


@cache
def _words() -> Words:
    return read_own_words(_WORDS)


@lru_cache(maxsize=8)
def _names(game: Game, lang: str) -> dict[str, str]:
    """What every piece is called; a species without a common name by its scientific one."""
    names = {}
    for deck in _NAMED:
        for piece in game.decks[deck].pieces:
            words = piece.localised(lang)
            names[piece.id] = str(words.get("name") or words.get("latin") or piece.id)
    say = _words().say(lang)
    return {**names, PRESSURE: say("pressure"), LITTER: names.get(LITTER, LITTER)}


class Wording:
    """Says things in one language."""

    def __init__(self, game: Game, lang: str) -> None:
        self.say: Say = _words().say(lang)
        self._names = _names(game, lang)

    def name(self, word: object) -> str:
        return self._names.get(str(word).partition("#")[0], str(word))

    def listed(self, words: Iterable[object]) -> str:
        return self.say.listed([self.name(word) for word in words])

    def cards(self, state: State, cards: Cards) -> str:
        """Cards with how many there are of each."""
        counted = Counter(state.box.names[card] for card in cards)
        return ", ".join(
            self.name(name) + (f" × {number}" if number > 1 else "")
            for name, number in counted.items()
        )


def tell(game: Game, state: State, move: Move, lang: str) -> str:
    """A move in words."""
    wording = Wording(game, lang)
    parts = shown_move(state, move)
    kind = str(move[0])
    values = {
        "card": wording.name(parts.get("card", "")),
        "with": wording.listed(_list(parts.get("with"))),
        "places": wording.listed(_list(parts.get("places"))),
        "token": wording.name(parts.get("token", "")),
        "by": _by(wording, parts.get("by")),
        "to": _to(wording, parts.get("to")),
        "what": wording.say.word(str(parts.get("what", "")), ""),
        "measure": wording.name(parts.get("measure", "")),
        "way": _way(wording, parts),
        "pay": wording.listed(_list(parts.get("pay"))) or wording.say("nothing"),
        "market": wording.name(parts.get("market") or ""),
    }
    key = f"{kind}_market" if kind == "producer" and parts["market"] else kind
    return wording.say(f"do_{key}", **values)


def _list(value: object) -> list[object]:
    return value if isinstance(value, list) else []


def _by(wording: Wording, by: object) -> str:
    return wording.say("token") if by == "token" else wording.name(by)


def _to(wording: Wording, to: object) -> str:
    if to == "market":
        return wording.say("market")
    return wording.say("player", n=to) if to else ""


def _way(wording: Wording, parts: dict[str, object]) -> str:
    """The details of a measure or an answer."""
    words = [wording.name(parts[key]) for key in ("habitat", "card", "answer") if key in parts]
    words += [wording.say.word(str(parts["deck"]), "")] if "deck" in parts else []
    words += [_to(wording, parts["to"])] if "to" in parts else []
    words += [wording.say("player", n=n) for n in _list(parts.get("players"))]
    return ": " + ", ".join(words) if words else ""


def follow(game: Game, before: State | None, after: State, lang: str) -> list[str]:
    """What followed by itself: tiles, policy cards, the next turn, the end."""
    wording = Wording(game, lang)
    told = [] if before is None else _changes(wording, before, after)
    if after.over:
        return [*told, wording.say(f"over_{after.over}")]
    if before is None or after.turns != before.turns:
        row = wording.cards(after, after.rows[after.turn])
        told.append(wording.say("turn", player=wording.say("player", n=after.turn + 1), row=row))
    if after.politics is not None and after.politics.asked:
        told.append(wording.say("asked", card=wording.name(after.politics.asked[0])))
    return told


def _changes(wording: Wording, before: State, after: State) -> list[str]:
    say, told = wording.say, []
    names = after.box.habitat_names
    placed = [
        name for place, name in enumerate(names) if (after.habitats & ~before.habitats) >> place & 1
    ]
    if placed:
        count = after.habitats.bit_count()
        told.append(say("placed", tiles=wording.listed(placed), n=count))
    for why, number in Counter(after.struck[len(before.struck) :]).items():
        told.append(say("struck", n=number, why=say(f"why_{why}"), all=after.impacts))
    for card in _drawn(before, after):
        told.append(say("drawn", card=wording.name(card)))
    return told


def _drawn(before: State, after: State) -> list[str]:
    """Policy cards that left the top of their deck, first drawn first."""
    if before.politics is None or after.politics is None:
        return []
    old, new = before.politics, after.politics
    if new.shuffles != old.shuffles:
        return list(reversed(old.deck))
    return list(reversed(old.deck[len(new.deck) :]))

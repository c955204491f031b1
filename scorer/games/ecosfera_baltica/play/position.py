"""A table that somebody describes, checked and made into a state.

Only ``rows`` is needed; what is not said is as at the beginning of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cards_data import Findings, Game, did_you_mean, quoted
from cards_data.documents import Document
from cards_data.fields import Fields
from cards_data.problems import Message
from scorer.play.stream import Stream

from .box import ABILITIES, Box, box_of
from .state import ALL_TOKENS, NOBODY, Cards, Politics, State
from .turn import begin_turn, settle

KEYS = (
    "game level turn rows used decks discards tokens market stacks pressures tiles begun acted "
    "ending may_reactivate symbols_used turns shuffles gone struck over policies"
).split()
MARKET = ("producers consumers producer_deck consumer_deck producers_under consumers_under").split()
POLICIES = (
    "deck discard measures funding in_force carried_out quiet skips stars_used draws asked shuffles"
).split()


def position(game: Game, document: Document, stream: Stream) -> State:
    """The state that a document describes, after what follows from it by itself."""
    findings = Findings()
    reader = Reader(box_of(game), Fields.of(document, findings), findings)
    state = reader.state()
    findings.raise_any()
    if not reader.fields.flag("begun", bool(state.used or state.acted)):
        begin_turn(state)
    settle(state, stream)
    return state


class Reader:
    """Reads a position; what is wrong is noted with its place."""

    def __init__(self, box: Box, fields: Fields, findings: Findings) -> None:
        self.box, self.fields, self.findings = box, fields, findings
        fields.known(*KEYS)

    def state(self) -> State:
        fields, box = self.fields, self.box
        rows = self._piles("rows", 0)
        if len(rows) < box.numbers.rows.least:
            allowed = Message("play.least_rows", n=box.numbers.rows.least)
            self.findings.add(fields.at("rows"), Message("play.rows", n=len(rows)), allowed)
        count = max(len(rows), 1)
        tiles = fields.inner("tiles", required=False)
        tiles.known("habitats", "impacts")
        state = State(
            box=box,
            turn=self._whole(fields, "turn", 1, (1, count)) - 1,
            rows=rows,
            decks=self._piles("decks", count, top_first=True),
            discards=self._piles("discards", count),
            tokens=self._tokens(count),
            producers=(),
            consumers=(),
            producer_deck=(),
            consumer_deck=(),
            stacks=(),
            pressures=0,
            habitats=self._bits(tiles, "habitats", box.habitat_names),
            impacts=self._whole(tiles, "impacts", 0, (0, box.numbers.lose.impacts - 1)),
            used=self._cards(fields, "used"),
            tapped=self._bits(fields, "symbols_used", box.names),
            acted=fields.flag("acted"),
            ending=fields.flag("ending"),
            may_reactivate=fields.flag("may_reactivate"),
            turns=fields.whole("turns", 0),
            shuffles=self._shuffles(count),
            gone=self._cards(fields, "gone"),
            struck=tuple(map(str, fields.items("struck", required=False))),
            over=fields.text("over", ""),
        )
        self._market(state)
        state.politics = self._politics(count)
        self._count(state)
        return state

    def _piles(self, key: str, count: int, top_first: bool = False) -> tuple[Cards, ...]:
        """One pile of cards a player; missing ones are empty."""
        listed = self.fields.items(key, required=key == "rows")
        if count and len(listed) > count:
            self.findings.add(
                self.fields.at(key),
                Message("play.piles", n=len(listed)),
                Message("play.as_rows", n=count),
            )
        piles = [self._codes((key, index), pile) for index, pile in enumerate(listed)]
        piles += [()] * (count - len(piles))
        return tuple(pile[::-1] if top_first else pile for pile in piles)

    def _cards(self, fields: Fields, key: str) -> Cards:
        path = tuple(str(step) for step in (*fields.path, key))
        return self._codes(path, fields.items(key, required=False))

    def _codes(self, path: Sequence[str | int], names: object) -> Cards:
        if not isinstance(names, list):
            self.findings.add(
                self.fields.document.at(*path),
                Message("value.found", value=quoted(names)),
                Message("allowed.list"),
            )
            return ()
        return tuple(
            code
            for place, name in enumerate(names)
            if (code := self._code((*path, place), str(name))) is not None
        )

    def _code(self, path: Sequence[str | int], name: str) -> int | None:
        if name in self.box.names:
            return self.box.code(name)
        where = self.fields.document.at(*path)
        hint = did_you_mean(name, self.box.names)
        allowed = Message("play.cards")
        self.findings.add(where, Message("play.no_card", name=quoted(name)), allowed, hint)
        return None

    def _whole(self, fields: Fields, key: str, default: int, bounds: tuple[int, int]) -> int:
        number, (least, most) = fields.whole(key, default), bounds
        if not least <= number <= most:
            self.findings.add(
                fields.at(key),
                Message("value.found", value=number),
                Message("allowed.range", low=least, high=most),
            )
            return least
        return number

    def _bits(self, fields: Fields, key: str, names: tuple[str, ...]) -> int:
        bits = 0
        for place, word in enumerate(fields.items(key, required=False)):
            if str(word) in names:
                bits |= 1 << names.index(str(word))
                continue
            hint = did_you_mean(str(word), names)
            allowed = ", ".join(names) if len(names) < 10 else Message("play.card_id")
            self.findings.add(
                fields.at(key, place), Message("value.found", value=quoted(word)), allowed, hint
            )
        return bits

    def _tokens(self, count: int) -> tuple[int, ...]:
        listed = self.fields.items("tokens", required=False)
        tokens = []
        for index in range(count):
            if index >= len(listed):
                tokens.append(ALL_TOKENS)
                continue
            data = {"tokens": listed[index] if isinstance(listed[index], list) else []}
            fields = Fields(self.fields.document, self.findings, (), data)
            tokens.append(self._bits(fields, "tokens", ABILITIES))
        return tuple(tokens)

    def _stacks(self, held: Counter[int]) -> tuple[int, ...]:
        """A number for all stacks, or one for each element; no more than the box has left."""
        given, box = self.fields.data.get("stacks"), self.box
        names = box.names[: box.elements]
        fields = self.fields
        if isinstance(given, dict):
            fields = fields.inner("stacks")
            fields.known(*names)
        stacks = []
        for element, name in enumerate(names):
            left = max(box.copies[name] - held[element], 0)
            key = name if isinstance(given, dict) else "stacks"
            usual = min(left, box.numbers.elements.most)
            stacks.append(self._whole(fields, key, usual, (0, left)))
        return tuple(stacks)

    def _shuffles(self, count: int) -> tuple[int, ...]:
        listed = [int(number) for number in self.fields.items("shuffles", required=False)]
        return tuple(listed[:count] + [0] * (count - len(listed)))

    def _market(self, state: State) -> None:
        """What is not said: the species that lie nowhere else, in the order of the box."""
        fields, box = self.fields.inner("market", required=False), self.box
        fields.known(*MARKET)
        named = {key: self._cards(fields, key) for key in MARKET[:4]}
        placed = Counter(
            card
            for pile in (*state.rows, *state.decks, *state.discards, state.used, state.gone)
            for card in pile
        )
        placed.update(card for cards in named.values() for card in cards)
        self._once(placed)
        for kind, cards in (("producer", box.producers), ("consumer", box.consumers)):
            rest = [card for card in cards if not placed[card]]
            shown, deck = named[f"{kind}s"], named[f"{kind}_deck"][::-1]
            if f"{kind}s" not in fields.data:
                shown, rest = tuple(rest[: box.facts.market]), rest[box.facts.market :]
            if f"{kind}_deck" not in fields.data:
                deck = tuple(reversed(rest))
            setattr(state, f"{kind}s", shown)
            setattr(state, f"{kind}_deck", deck)
        state.producers_under = fields.whole("producers_under", 0)
        state.consumers_under = fields.whole("consumers_under", 0)

    def _once(self, placed: Counter[int]) -> None:
        for card, number in placed.items():
            if card > self.box.litter and number > 1:
                found = Message("play.lies_in", name=self.box.names[card], n=number)
                self.findings.add(self.fields.at(), found, Message("play.species_once"))

    def _count(self, state: State) -> None:
        """No more elements and pressures than the box holds; what is left is the supply."""
        box = self.box
        piles = (*state.rows, *state.decks, *state.discards, state.used, state.gone)
        held = Counter(card for pile in piles for card in pile)
        for card in (*box.element_codes, box.pressure):
            name = box.names[card]
            if held[card] > box.copies[name]:
                found = Message("play.cards_held", n=held[card], name=name)
                self.findings.add(
                    self.fields.at("rows"), found, Message("play.at_most", n=box.copies[name])
                )
        state.stacks = self._stacks(held)
        left = max(box.copies["pressure"] - held[box.pressure], 0)
        state.pressures = self._whole(self.fields, "pressures", left, (0, left))

    def _politics(self, count: int) -> Politics | None:
        """Level 2; the policy cards that lie nowhere else are the deck, in the box's order."""
        fields, levels = self.fields, self.box.numbers.levels
        if self._whole(fields, "level", levels[0], (levels[0], levels[-1])) == 1:
            return None
        inner = fields.inner("policies", required=False)
        inner.known(*POLICIES)
        piles = {
            key: tuple(map(str, inner.items(key, required=False)))
            for key in ("deck", "discard", "measures", "in_force")
        }
        self._known_policies(inner, piles)
        funding = self._whole(inner, "funding", 0, (0, self.box.policy_copies.get("funding", 0)))
        deck = piles["deck"][::-1]
        if "deck" not in inner.data:
            deck = self._other_policies(piles, funding)
        return Politics(
            deck,
            piles["discard"],
            piles["measures"],
            funding,
            piles["in_force"],
            inner.whole("carried_out", 0),
            self._player(inner, "quiet", count),
            self._player(inner, "skips", count),
            self._bits(inner, "stars_used", self.box.names),
            inner.whole("draws", 0),
            tuple(inner.items("asked", required=False)),
            inner.whole("shuffles", 1),
        )

    def _player(self, fields: Fields, key: str, count: int) -> int:
        if fields.data.get(key) is None:
            return NOBODY
        return self._whole(fields, key, 1, (1, count)) - 1

    def _known_policies(self, fields: Fields, piles: dict[str, tuple[str, ...]]) -> None:
        for key, names in piles.items():
            for place, name in enumerate(names):
                if name not in self.box.policies:
                    hint = did_you_mean(name, self.box.policies)
                    where = fields.at(key, place)
                    self.findings.add(where, Message("play.no_policy", name=quoted(name)), "", hint)

    def _other_policies(self, piles: dict[str, tuple[str, ...]], funding: int) -> tuple[str, ...]:
        left = Counter(self.box.policy_copies)
        left.subtract(name for names in piles.values() for name in names)
        left["funding"] -= funding
        return tuple(reversed([name for name in self.box.policies for _ in range(left[name])]))

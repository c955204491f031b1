"""Check a table that somebody describes, and turn it into a state.

Only ``rows`` is required; everything else defaults to the beginning of a game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from cards_data import Findings, Game, did_you_mean, quote
from cards_data.declarations import Text, Words, read_document
from cards_data.documents import Document
from cards_data.problems import Message
from cards_data.schema import Frozen, Path, unknown_key
from scorer.play.stream import Stream

from .box import ABILITIES, CardIndex, card_index
from .state import ALL_TOKENS, NOBODY, Cards, Offer, Politics, State
from .turn import begin_turn, settle

Ids = tuple[Words, ...]


class DeclaredMarket(Frozen):
    producers: Ids = ()
    consumers: Ids = ()
    producer_deck: Ids = ()
    consumer_deck: Ids = ()
    producers_under: int = 0
    consumers_under: int = 0
    producers_empty: int = 0
    consumers_empty: int = 0


class DeclaredTiles(Frozen):
    habitats: Ids = ()
    impacts: int = 0


class DeclaredPolicies(Frozen):
    deck: Ids = ()
    discard: Ids = ()
    measures: Ids = ()
    funding: int = 0
    in_force: Ids = ()
    carried_out: int = 0
    quiet: int | None = None
    skips: int | None = None
    stars_used: Ids = ()
    draws: int = 0
    asked: tuple[Any, ...] = ()
    shuffles: int = 1


class DeclaredPosition(Frozen):
    """A position as written: pieces by their ids, players from 1."""

    game: Any = None
    level: int = 0
    turn: int = 1
    rows: tuple[Ids, ...]
    used: Ids = ()
    decks: tuple[Ids, ...] = ()
    discards: tuple[Ids, ...] = ()
    tokens: tuple[Ids, ...] = ()
    market: DeclaredMarket = DeclaredMarket()
    stacks: Any = None
    pressures: int = 0
    tiles: DeclaredTiles = DeclaredTiles()
    begun: bool = False
    acted: bool = False
    ending: bool = False
    may_reactivate: bool = False
    symbols_used: Ids = ()
    turns: int = 0
    shuffles: tuple[int, ...] = ()
    gone: Ids = ()
    struck: Ids = ()
    over: Text = ""
    policies: DeclaredPolicies = DeclaredPolicies()


def position(game: Game, document: Document, stream: Stream) -> State:
    """Return the state that a document describes, after what follows automatically."""
    findings = Findings()
    reader = Reader(card_index(game), document, findings)
    state = reader.state()
    findings.raise_any()
    if not vars(reader.says).get("begun", state.used or state.acted):
        begin_turn(state)
    settle(state, stream)
    return state


class Reader:
    """A reader of a position into a state; what exceeds the box is recorded with its place."""

    def __init__(self, box: CardIndex, document: Document, findings: Findings) -> None:
        self.box, self.at, self.findings = box, document.at, findings
        self.document = document
        self.says = read_document(DeclaredPosition, document, findings)

    def state(self) -> State:
        says, box = self.says, self.box
        rows = self._piles("rows", 0)
        if len(rows) < box.numbers.rows.least:
            allowed = Message("play.least_rows", n=box.numbers.rows.least)
            self.findings.add(self.at("rows"), Message("play.rows", n=len(rows)), allowed)
        count = max(len(rows), 1)
        most = box.numbers.lose.impacts - 1
        state = State(
            box=box,
            turn=self._range(("turn",), says.turn, 1, count) - 1,
            rows=rows,
            decks=tuple(pile[::-1] for pile in self._piles("decks", count)),
            discards=self._piles("discards", count),
            tokens=self._tokens(count),
            producers=Offer(),
            consumers=Offer(),
            stacks=(),
            pressures=0,
            habitats=self._bits(("tiles", "habitats"), says.tiles.habitats, box.habitat_names),
            impacts=self._range(("tiles", "impacts"), says.tiles.impacts, 0, most),
            used=self._codes(("used",), says.used),
            tapped=self._bits(("symbols_used",), says.symbols_used, box.names),
            acted=says.acted,
            ending=says.ending,
            may_reactivate=says.may_reactivate,
            turns=says.turns,
            shuffles=(*says.shuffles, *(0,) * count)[:count],
            gone=self._codes(("gone",), says.gone),
            struck=says.struck,
            over=says.over,
        )
        self._market(state)
        state.politics = self._politics(count)
        self._count(state)
        return state

    def _piles(self, key: str, count: int) -> tuple[Cards, ...]:
        """Return one pile of cards for each player; missing ones are empty."""
        listed: tuple[Ids, ...] = getattr(self.says, key)
        if count and len(listed) > count:
            fault = Message("play.piles", n=len(listed))
            self.findings.add(self.at(key), fault, Message("play.as_rows", n=count))
        piles = [self._codes((key, index), pile) for index, pile in enumerate(listed)]
        return (*piles, *((),) * (count - len(piles)))

    def _codes(self, path: Path, names: Iterable[str]) -> Cards:
        return tuple(self._places(path, names, self.box.names, "play.no_card", "play.cards"))

    def _places(
        self, path: Path, words: Iterable[str], names: Sequence[str], key: str, allowed: str = ""
    ) -> Iterator[int]:
        """Yield the position of each word among the names; unknown ones are findings."""
        listed = ", ".join(names) if len(names) < 10 else Message("play.card_id")
        for place, word in enumerate(words):
            if word in names:
                yield names.index(word)
            else:
                fault = Message(key, name=quote(word), value=quote(word))
                expected = Message(allowed) if allowed else listed
                hint = did_you_mean(word, names)
                self.findings.add(self.at(*path, place), fault, expected, hint)

    def _range(self, path: Path, number: int, least: int, most: int) -> int:
        if least <= number <= most:
            return number
        allowed = Message("allowed.range", low=least, high=most)
        self.findings.add(self.at(*path), Message("value.found", value=number), allowed)
        return least

    def _bits(self, path: Path, words: Iterable[str], names: Sequence[str]) -> int:
        return sum(1 << place for place in set(self._places(path, words, names, "value.found")))

    def _tokens(self, count: int) -> tuple[int, ...]:
        listed = enumerate(self.says.tokens[:count])
        tokens = [self._bits(("tokens", index), words, ABILITIES) for index, words in listed]
        return (*tokens, *(ALL_TOKENS,) * (count - len(tokens)))

    def _stacks(self, counts: Counter[int]) -> tuple[int, ...]:
        """Read one number for all stacks, or one for each element, within what the box has left."""
        declared, box = self.says.stacks, self.box
        names = box.names[: box.elements]
        kind: Any = dict[Words, int] if isinstance(declared, Mapping) else int
        is_set = "stacks" in vars(self.says)
        number = read_document(kind, self.document, self.findings, ("stacks",)) if is_set else {}
        by_name = number if isinstance(number, Mapping) else dict.fromkeys(names, number)
        self.findings.extend(
            unknown_key(self.at("stacks", name), name, names)
            for name in by_name
            if name not in names
        )
        stacks = []
        for element, name in enumerate(names):
            left = max(box.copies[name] - counts[element], 0)
            usual = min(left, box.numbers.elements.most)
            path = ("stacks", name) if by_name is number else ("stacks",)
            stacks.append(self._range(path, by_name.get(name, usual), 0, left))
        return tuple(stacks)

    def _market(self, state: State) -> None:
        """Fill in the market: the remaining species, in the order of the box."""
        says, box = self.says.market, self.box
        keys = ("producers", "consumers", "producer_deck", "consumer_deck")
        codes = {key: self._codes(("market", key), getattr(says, key)) for key in keys}
        placed = Counter(
            card
            for pile in (*state.rows, *state.decks, *state.discards, state.used, state.gone)
            for card in pile
        )
        placed.update(card for cards in codes.values() for card in cards)
        self._check_once(placed)
        for kind, cards in (("producer", box.producers), ("consumer", box.consumers)):
            rest = [card for card in cards if not placed[card]]
            offered, deck = codes[f"{kind}s"], codes[f"{kind}_deck"][::-1]
            if f"{kind}s" not in vars(says):
                offered, rest = tuple(rest[: box.facts.market]), rest[box.facts.market :]
            if f"{kind}_deck" not in vars(says):
                deck = tuple(reversed(rest))
            under, empty = (
                self._range(("market", key), getattr(says, key), 0, most)
                for key, most in ((f"{kind}s_under", len(deck)), (f"{kind}s_empty", len(cards)))
            )
            setattr(state, f"{kind}s", Offer(offered, deck, under, empty))

    def _check_once(self, placed: Counter[int]) -> None:
        for card, number in placed.items():
            if card > self.box.litter and number > 1:
                fault = Message("play.lies_in", name=self.box.names[card], n=number)
                self.findings.add(self.at(), fault, Message("play.species_once"))

    def _count(self, state: State) -> None:
        """Check elements and pressures against the box; the rest is the supply."""
        box = self.box
        piles = (*state.rows, *state.decks, *state.discards, state.used, state.gone)
        counts = Counter(card for pile in piles for card in pile)
        for card in (*box.element_codes, box.pressure):
            name = box.names[card]
            if counts[card] > box.copies[name]:
                fault = Message("play.cards_held", n=counts[card], name=name)
                allowed = Message("play.at_most", n=box.copies[name])
                self.findings.add(self.at("rows"), fault, allowed)
        state.stacks = self._stacks(counts)
        left = max(box.copies["pressure"] - counts[box.pressure], 0)
        pressures = vars(self.says).get("pressures", left)
        state.pressures = self._range(("pressures",), pressures, 0, left)

    def _politics(self, count: int) -> Politics | None:
        """Return level 2; the remaining policy cards are the deck, in the box's order."""
        levels, says = self.box.numbers.levels, self.says.policies
        level = vars(self.says).get("level", levels[0])
        if self._range(("level",), level, levels[0], levels[-1]) == 1:
            return None
        piles = {key: getattr(says, key) for key in ("deck", "discard", "measures", "in_force")}
        self._known_policies(piles)
        most = self.box.policy_copies.get("funding", 0)
        funding = self._range(("policies", "funding"), says.funding, 0, most)
        has_deck = "deck" in vars(says)
        return Politics(
            says.deck[::-1] if has_deck else self._other_policies(piles, funding),
            says.discard,
            says.measures,
            funding,
            says.in_force,
            says.carried_out,
            self._player("quiet", count),
            self._player("skips", count),
            self._bits(("policies", "stars_used"), says.stars_used, self.box.names),
            says.draws,
            says.asked,
            says.shuffles,
        )

    def _player(self, key: str, count: int) -> int:
        player = getattr(self.says.policies, key)
        return NOBODY if player is None else self._range(("policies", key), player, 1, count) - 1

    def _known_policies(self, piles: Mapping[str, Ids]) -> None:
        for key, names in piles.items():
            for place, name in enumerate(names):
                if name not in self.box.policies:
                    fault = Message("play.no_policy", name=quote(name))
                    hint = did_you_mean(name, self.box.policies)
                    self.findings.add(self.at("policies", key, place), fault, hint=hint)

    def _other_policies(self, piles: Mapping[str, Ids], funding: int) -> tuple[str, ...]:
        left = Counter(self.box.policy_copies)
        left.subtract(name for names in piles.values() for name in names)
        left["funding"] -= funding
        return tuple(reversed([name for name in self.box.policies for _ in range(left[name])]))

"""A leaflet with every gap filled and every example scored: what paper and web page both show.

Comes in: a game and a language. Goes out: chapters of blocks whose texts are ready to be set;
gaps that are not known and examples that cannot be scored are findings with file and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any

from cards_data.leaflet import (
    Example,
    Leaflet,
    LeafletTable,
    Listing,
    Picture,
    Pieces,
    Prose,
    Questions,
    Said,
    Section,
)
from cards_data.models import Game
from cards_data.problems import Findings, Problems

from .placeholders import Value, fill, numbers
from .scored_example import Scored, scored_example

ToldBlock = Prose | Listing | LeafletTable | Pieces | Picture | Questions | Scored


@dataclass(frozen=True)
class Chapter:
    """A section, ready to be set."""

    id: str
    place: str
    title: Said
    blocks: tuple[ToldBlock, ...]


@dataclass(frozen=True)
class Told:
    """A whole leaflet, ready to be set."""

    game: Game
    lang: str
    place: str
    title: Said
    lead: Said
    chapters: tuple[Chapter, ...]


def tell(game: Game, leaflet: Leaflet, findings: Findings) -> Told:
    """The leaflet with its numbers in it."""
    teller = _Teller(game, leaflet.lang, numbers(game, leaflet.lang), findings)
    return Told(
        game,
        leaflet.lang,
        leaflet.place,
        teller.said(leaflet.title, {}),
        teller.said(leaflet.lead, {}),
        tuple(teller.chapter(section) for section in leaflet.sections),
    )


@dataclass(frozen=True)
class _Teller:
    game: Game
    lang: str
    values: Mapping[str, Value]
    findings: Findings

    def chapter(self, section: Section) -> Chapter:
        blocks = tuple(told for block in section.blocks for told in self.blocks(block))
        return Chapter(section.id, section.place, self.said(section.title, {}), blocks)

    def blocks(self, block: Any) -> Iterator[ToldBlock]:
        """A block as it is shown; a picture for several numbers of players becomes several."""
        if isinstance(block, Example):
            yield from self.example(block)
        elif isinstance(block, Picture):
            for number in block.players or (None,):
                given = {} if number is None else {"players": number}
                caption = self.said(block.caption, given)
                players = () if number is None else (number,)
                yield replace(block, players=players, caption=caption)
        else:
            yield self.filled(block)

    def example(self, block: Example) -> Iterator[Scored]:
        try:
            yield scored_example(self.game, block.name, self.lang, block.place)
        except Problems as problems:
            self.findings.extend(problems.problems)

    def filled(self, value: Any) -> Any:
        """The same value, every text in it filled."""
        if isinstance(value, Said):
            return self.said(value, {})
        if isinstance(value, tuple):
            return tuple(self.filled(item) for item in value)
        if not is_dataclass(value) or isinstance(value, type):
            return value
        told = {field.name: self.filled(getattr(value, field.name)) for field in fields(value)}
        return replace(value, **told)

    def said(self, said: Said, given: Mapping[str, Value]) -> Said:
        try:
            return replace(said, text=fill(said.text, {**self.values, **given}, self.lang))
        except Problems as problems:
            for problem in problems.problems:
                found = f"{problem.where}: {problem.found}"
                self.findings.add(said.place, found, problem.allowed, problem.hint)
            return said

"""A leaflet with every placeholder filled and every example scored, for paper and web page.

Comes in: a game and a language. Goes out: chapters of blocks whose texts are ready to be set;
unknown placeholders and examples that cannot be scored are findings with file and line.
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
    Section,
    SourceText,
)
from cards_data.models import Game
from cards_data.problems import Findings, Problems, Text
from generator.words import say_in

from .placeholders import Value, fill, numbers
from .reconstructed import reconstructed_text
from .scored_example import ScoredExample, scored_example

ResolvedBlock = Prose | Listing | LeafletTable | Pieces | Picture | Questions | ScoredExample


@dataclass(frozen=True)
class Chapter:
    """A section, ready to be set."""

    id: str
    place: str
    title: SourceText
    blocks: tuple[ResolvedBlock, ...]


@dataclass(frozen=True)
class ResolvedLeaflet:
    """A whole leaflet, ready to be set."""

    game: Game
    lang: str
    place: str
    title: SourceText
    lead: SourceText
    chapters: tuple[Chapter, ...]


def resolve(game: Game, leaflet: Leaflet, findings: Findings) -> ResolvedLeaflet:
    """The leaflet with its numbers in it."""
    resolver = _Resolver(game, leaflet.lang, numbers(game, leaflet.lang), findings)
    chapters = tuple(resolver.chapter(section) for section in leaflet.sections)
    return ResolvedLeaflet(
        game,
        leaflet.lang,
        leaflet.place,
        resolver.content(leaflet.title, {}),
        resolver.content(leaflet.lead, {}),
        _with_reconstructed(game, leaflet, chapters),
    )


def _with_reconstructed(
    game: Game, leaflet: Leaflet, chapters: tuple[Chapter, ...]
) -> tuple[Chapter, ...]:
    """The last chapter ends with what is ours, where the data says that something is."""
    told = reconstructed_text(game, leaflet.lang, say_in(leaflet.lang))
    if not told or not chapters:
        return chapters
    *others, last = chapters
    note = Prose(last.place, "note", SourceText(told, leaflet.place))
    return (*others, replace(last, blocks=(*last.blocks, note)))


@dataclass(frozen=True)
class _Resolver:
    game: Game
    lang: str
    values: Mapping[str, Value]
    findings: Findings

    def chapter(self, section: Section) -> Chapter:
        blocks = tuple(leaflet for block in section.blocks for leaflet in self.blocks(block))
        return Chapter(section.id, section.place, self.content(section.title, {}), blocks)

    def blocks(self, block: Any) -> Iterator[ResolvedBlock]:
        """A block as it is shown; a picture for several numbers of players becomes several."""
        if isinstance(block, Example):
            yield from self.example(block)
        elif isinstance(block, Picture):
            for number in block.players or (None,):
                given = {} if number is None else {"players": number}
                caption = self.content(block.caption, given)
                players = () if number is None else (number,)
                yield replace(block, players=players, caption=caption)
        else:
            yield self.filled(block)

    def example(self, block: Example) -> Iterator[ScoredExample]:
        try:
            yield scored_example(self.game, block.name, self.lang, block.place)
        except Problems as problems:
            self.findings.extend(problems.problems)

    def filled(self, value: Any) -> Any:
        """The same value, every text in it filled."""
        if isinstance(value, SourceText):
            return self.content(value, {})
        if isinstance(value, tuple):
            return tuple(self.filled(item) for item in value)
        if not is_dataclass(value) or isinstance(value, type):
            return value
        leaflet = {field.name: self.filled(getattr(value, field.name)) for field in fields(value)}
        return replace(value, **leaflet)

    def content(self, content: SourceText, given: Mapping[str, Value]) -> SourceText:
        try:
            return replace(content, text=fill(content.text, {**self.values, **given}, self.lang))
        except Problems as problems:
            for problem in problems.problems:
                found = Text("problem.inside", outer=problem.where, found=problem.found)
                self.findings.add(content.place, found, problem.allowed, problem.hint)
            return content

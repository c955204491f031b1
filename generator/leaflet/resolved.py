"""Fill every placeholder of a leaflet and score every example, for paper and web page.

``{scoring.win.habitats}`` and ICU plurals are filled; any other ``{name}`` is a symbol and stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any

from cards_data.languages.plurals import BrokenMessage, message
from cards_data.leaflet import (
    Example,
    FirstGame,
    Leaflet,
    LeafletTable,
    Listing,
    Picture,
    Pieces,
    Prose,
    Questions,
    Section,
    SourceText,
    is_part,
    with_texts,
)
from cards_data.models import Game
from cards_data.problems import NOWHERE, Findings, Message, Place, Problems, did_you_mean, said_by
from cards_data.reader import read_yaml
from cards_data.schema import replace as replace_fields
from cards_data.words import Say, in_language
from generator.words import say_in
from scorer.core.result import Line, PlacedSide, Result
from scorer.core.translation import Translation
from scorer.engine import scorer_of

Value = int | float | str


def numbers(game: Game, lang: str) -> dict[str, Value]:
    """Return every number and text of a game that a leaflet may use, by its dotted path."""
    decks = game.decks.values()
    cells = (
        _flat(f"pieces.{deck.name}.{piece.id}", piece.values_in(lang))
        for deck in decks
        for piece in deck.pieces
    )
    return {
        **dict(chain.from_iterable(cells)),
        **dict(_flat("scoring", game.scoring)),
        **dict(_flat("facts", game.facts)),
        **{f"words.{key}": in_language(texts, lang) for key, texts in game.words.items()},
        **{f"decks.{deck.name}": deck.total for deck in decks},
        **{f"different.{deck.name}": len(deck.pieces) for deck in decks},
        **{
            # Cards may have several pictures each.
            f"different.{deck.name}.{column.name}": len(
                {one.values[column.name] for one in deck.pieces}
            )
            for deck in decks
            for column in deck.columns.values()
            if column.kind == "choice"
        },
    }


def _flat(path: str, data: Any) -> Iterator[tuple[str, Value]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            yield from _flat(f"{path}.{key}", value)
    elif isinstance(data, list | tuple):
        for index, value in enumerate(data):
            yield from _flat(f"{path}.{index}", value)
    elif isinstance(data, int | float | str) and not isinstance(data, bool):
        yield path, int(data) if str(data).isdecimal() else data


def fill(text: str, values: Mapping[str, Value], lang: str) -> str:
    """Fill the placeholders of a text; an unknown path is a problem, a name is a symbol."""
    for _ in braces(text):
        pass  # an unclosed brace is a problem
    try:
        parsed = message(text, lang)
    except BrokenMessage as error:
        raise Problems.of("gap", said_by(error), "{path, plural, one {…} other {…}}") from None
    for path in sorted(parsed.placeholders):
        if path not in values and ("." in path or path in parsed.numbers):
            hint = did_you_mean(path, values)
            raise Problems.of(
                Message("place.gap", name=f"{{{path}}}"), Message("is.unknown"), hint=hint
            )
    say = Say(lang, {})
    return parsed.fill(
        {path: _format_number(values[path], say) for path in parsed.placeholders & set(values)}
    )


def braces(text: str) -> Iterator[tuple[int, int]]:
    depth, start = 0, 0
    for index, letter in enumerate(text):
        if letter == "{":
            start = start if depth else index
            depth += 1
        elif letter == "}" and depth:
            depth -= 1
            if not depth:
                yield start, index + 1
    if depth:
        raise Problems.of("gap", Message("leaflet.open_brace", text=text[start : start + 40]))


def _format_number(value: Value, say: Say) -> str:
    """Write a number with its language's decimal mark and a true minus sign."""
    if isinstance(value, str):
        return value
    return say.decimal(f"{value:g}").replace("-", "−")


# One and two are words as much as numbers.
LEAST = 3
_NUMBER = re.compile(r"(?<![\w.])\d+(?!\w)")


def check_typed_numbers(leaflet: Leaflet, findings: Findings) -> None:
    """Report every number typed into the text, with its place."""
    sections = [section for section in leaflet.sections if section.id != "example"]
    for content in _texts((leaflet.title, leaflet.lead, leaflet.first_game, sections)):
        for number in typed_numbers(content.text, leaflet.plain):
            fault = Message("leaflet.typed", number=number)
            allowed = Message("leaflet.gap", example="{scoring.…}", other="{facts.…}")
            findings.add(content.place, fault, allowed, Message("leaflet.name_phrase"))


def typed_numbers(text: str, plain: tuple[str, ...] = ()) -> list[str]:
    """Return the numbers of a text outside its placeholders and plain phrases."""
    try:
        spans = list(braces(text))
    except Problems:
        return []
    for start, end in reversed(spans):
        text = f"{text[:start]}|{text[end:]}"
    for phrase in plain:
        text = text.replace(phrase, "|")
    return [number for number in _NUMBER.findall(text) if int(number) >= LEAST]


def _texts(value: Any) -> Iterator[SourceText]:
    if isinstance(value, SourceText):
        yield value
    elif isinstance(value, LeafletTable):
        yield from _texts(value.rows)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)
    elif is_part(value):
        yield from _texts(list(vars(value).values()))


RECONSTRUCTED = "reconstruction"


def reconstructed_text(game: Game, lang: str, t: Say) -> str:
    """Return which pieces are our own, in a sentence; empty if every piece has a source."""
    decks = []
    for deck in game.decks.values():
        count = sum(one.copies for one in deck.pieces if one.source == RECONSTRUCTED)
        part = {"deck": deck.title(lang), "n": count, "of": deck.total}
        if count:
            whole = count == deck.total
            decks.append(deck.title(lang) if whole else t("howto_reconstructed_some", **part))
    return t("howto_reconstructed", decks=", ".join(decks)) if decks else ""


@dataclass(frozen=True)
class ScoredExample:
    """A scored table: every side's lines, and who won."""

    place: Place
    title: str
    result: Result
    say: Translation
    # The table as entered.
    table: Mapping[str, Any]

    def rule(self, name: str) -> str:
        return self.say(f"rule.{name}")

    @property
    def counts_points(self) -> bool:
        """Whether totals are points; a team that wins or loses together has none."""
        return len(self.result.sides) > 1 or self.result.outcome in ("ranked", "draw")

    def lines(self, side: PlacedSide) -> list[Line]:
        """Return the lines of a side that give or take points, or all if nothing is counted."""
        return [line for line in side.lines if line.points or not self.counts_points]


def scored_example(game: Game, name: str, lang: str, place: Place = NOWHERE) -> ScoredExample:
    """Read an example from its file and score it."""
    document = read_yaml(game.folder / "examples" / f"{name}.yaml")
    data: Any = document.data
    if not isinstance(data, dict) or "state" not in data:
        raise Problems.of(
            Place(document.place), Message("leaflet.no_state"), Message("leaflet.key_state")
        )
    scorer = scorer_of(game, lang)
    result = scorer.score(scorer.read(data["state"]))
    titles = data.get("title") or ""
    title = str(in_language(titles, lang) if isinstance(titles, dict) else titles)
    return ScoredExample(place or Place(document.place), title, result, scorer.say, data["state"])


def signed_points(points: int) -> str:
    """Format points: +3, 0, −2."""
    return f"{points:+d}".replace("-", "−") if points else "0"


def total(side: PlacedSide) -> str:
    return signed_points(side.total).removeprefix("+")


ResolvedBlock = Prose | Listing | LeafletTable | Pieces | Picture | Questions | ScoredExample


@dataclass(frozen=True)
class Chapter:
    id: str
    place: Place
    title: SourceText
    blocks: tuple[ResolvedBlock, ...]


@dataclass(frozen=True)
class ResolvedLeaflet:
    game: Game
    lang: str
    place: Place
    title: SourceText
    lead: SourceText
    chapters: tuple[Chapter, ...]
    first_game: FirstGame | None = None


def resolve(game: Game, leaflet: Leaflet, findings: Findings) -> ResolvedLeaflet:
    resolver = _Resolver(game, leaflet.lang, numbers(game, leaflet.lang), findings)
    chapters = tuple(resolver.chapter(section) for section in leaflet.sections)
    return ResolvedLeaflet(
        game,
        leaflet.lang,
        leaflet.place,
        resolver.content(leaflet.title, {}),
        resolver.content(leaflet.lead, {}),
        _with_reconstructed(game, leaflet, chapters),
        resolver.fill_texts(leaflet.first_game),
    )


def _with_reconstructed(
    game: Game, leaflet: Leaflet, chapters: tuple[Chapter, ...]
) -> tuple[Chapter, ...]:
    """Add a note on what is reconstructed to the last chapter, if anything is."""
    text = reconstructed_text(game, leaflet.lang, say_in(leaflet.lang))
    if not text or not chapters:
        return chapters
    *others, last = chapters
    note = Prose(last.place, "note", SourceText(text, leaflet.place))
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
        """Yield a block as shown; a picture for several player counts becomes several."""
        if isinstance(block, Example):
            try:
                yield scored_example(self.game, block.name, self.lang, block.place)
            except Problems as problems:
                self.findings.extend(problems.problems)
        elif isinstance(block, Picture):
            for number in block.players or (None,):
                values = {} if number is None else {"players": number}
                caption = self.content(block.caption, values)
                players = () if number is None else (number,)
                yield replace_fields(block, players=players, caption=caption)
        else:
            yield self.fill_texts(block)

    def fill_texts(self, part: Any) -> Any:
        """Return a part of the leaflet with its placeholders filled."""
        return with_texts(part, lambda text: self.content(text, {}))

    def content(self, content: SourceText, more: Mapping[str, Value]) -> SourceText:
        try:
            return replace(content, text=fill(content.text, {**self.values, **more}, self.lang))
        except Problems as problems:
            for problem in problems.problems:
                fault = Message("problem.inside", outer=problem.where, found=problem.found)
                self.findings.add(content.place, fault, problem.allowed, problem.hint)
            return content

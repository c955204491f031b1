"""Ecosfera Baltica: together, six habitats before six impacts.

Sections in docstrings are those of the English rulebook.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal

from cards_data import Game, did_you_mean, quoted

from ..forms import Choice, Field, Group, choices_of
from ..numbers import deck, read_numbers
from ..result import Line, Outcome, Result, Tally, placed
from ..rules import Change, Rules
from ..speech import Speech
from ..state import Count, Frozen, Mistake, Name, TableState

SLUG = "ecosfera_baltica"
SWITCHES = ("high_pressure", "eutrophication", "loss_of_biodiversity")


# Numbers


class Win(Frozen):
    habitats: int


class Lose(Frozen):
    impacts: int


class Bounds(Frozen):
    least: int
    most: int


class Rows(Frozen):
    least: int


class Eutrophication(Frozen):
    nutrients: int


class Progress(Frozen):
    habitat: int


class Box(Frozen):
    """What the decks hold: names of habitats, impact tiles, nutrients cards."""

    habitats: dict[str, str]
    impacts: int
    nutrients: int


class Numbers(Frozen):
    win: Win
    lose: Lose
    both_at_once: Literal["won", "lost"]
    players: Bounds
    rows: Rows
    levels: tuple[int, ...]
    elements: Bounds
    eutrophication: Eutrophication
    progress: Progress
    box: Box


def numbers(game: Game) -> Numbers:
    """What scoring reads; tiles and cards in the box come from the decks."""
    elements = deck(game, "elements").pieces
    box = {
        "habitats": {piece.id: piece.values["name"] for piece in deck(game, "habitats").pieces},
        "impacts": deck(game, "impacts").total,
        "nutrients": sum(piece.copies for piece in elements if piece.id == "nutrients"),
    }
    return read_numbers(Numbers, game, box)


# State


class Variants(Frozen):
    """Section 2.3: difficulty, each on its own. What was not entered is not known."""

    elements: Count | None = None
    high_pressure: bool = False
    eutrophication: bool = False
    loss_of_biodiversity: bool = False


class State(TableState):
    players: tuple[Name, ...]
    level: int = 1
    variants: Variants = Variants()
    habitats: tuple[str, ...] = ()
    impacts: Count = 0


def blank(numbers: Numbers) -> dict[str, Any]:
    """One player before the first turn."""
    return {"players": ["1"], "level": numbers.levels[0], "habitats": [], "impacts": 0}


def check(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Players, habitats, impacts beyond the box, and variants that cannot be set up."""
    yield from _check_players(state, numbers)
    yield from _check_tiles(state, numbers)
    yield from _check_variants(state, numbers)


def _check_players(state: State, numbers: Numbers) -> Iterator[Mistake]:
    least, most = numbers.players.least, numbers.players.most
    if not least <= len(state.players) <= most:
        yield Mistake(("players",), f"{len(state.players)} players", f"{least} to {most}")
    for index, name in enumerate(state.players):
        times = state.players.count(name)
        if times > 1:
            found = f"{quoted(name)} stands {times} times"
            yield Mistake(("players", index), found, "each name once")
    if state.level not in numbers.levels:
        allowed = ", ".join(str(level) for level in numbers.levels)
        yield Mistake(("level",), f"{state.level} is no level", allowed)


def _check_tiles(state: State, numbers: Numbers) -> Iterator[Mistake]:
    known = numbers.box.habitats
    for index, habitat in enumerate(state.habitats):
        at, times = ("habitats", index), state.habitats.count(habitat)
        if habitat not in known:
            hint = did_you_mean(habitat, known)
            yield Mistake(at, f"{quoted(habitat)} is no habitat", ", ".join(known), hint)
        elif times > 1:
            found = f"{quoted(habitat)} stands {times} times, the box has 1 such tile"
            yield Mistake(at, found, "each habitat once")
    if state.impacts > numbers.box.impacts:
        found = f"{state.impacts} impact tiles on the table, the box has {numbers.box.impacts}"
        yield Mistake(("impacts",), found, f"0 to {numbers.box.impacts}")


def _check_variants(state: State, numbers: Numbers) -> Iterator[Mistake]:
    """Section 2.3: stack sizes, and whether the nutrients cards last for every start deck."""
    least, most, stack = numbers.elements.least, numbers.elements.most, state.variants.elements
    if stack is not None and not least <= stack <= most:
        at = ("variants", "elements")
        yield Mistake(at, f"{stack} cards in each element stack", f"{least} to {most}")
        return
    rows, cards = max(len(state.players), numbers.rows.least), numbers.box.nutrients
    needed = (least if stack is None else stack) + rows * numbers.eutrophication.nutrients
    if state.variants.eutrophication and needed > cards:
        found = f"{needed} nutrients cards needed for {rows} rows, the box has {cards}"
        hint = "smaller stacks or fewer players"
        yield Mistake(
            ("variants", "eutrophication"), found, f"up to {cards}", hint, (("players",),)
        )


# Rules


def habitat_tiles(state: State, numbers: Numbers, say: Speech) -> Line:
    """Section 3.4: the habitats restored so far."""
    names = [say.name("habitat", key, numbers.box.habitats[key]) for key in state.habitats]
    needed, count = numbers.win.habitats, len(state.habitats)
    key = "why.habitats" if names else "why.habitats.none"
    why = say(key, count=count, needed=needed, names=say.listed(names))
    return Line("habitats", count * numbers.progress.habitat, why)


def impact_tiles(state: State, numbers: Numbers, say: Speech) -> Line:
    """Section 3.5: the impacts placed so far; they bring no points, only the end."""
    return Line("impacts", 0, say("why.impacts", count=state.impacts, most=numbers.lose.impacts))


def difficulty(state: State, say: Speech) -> Line:
    """Sections 2.3 and 2.4: how hard the evening was, for the record."""
    variants = state.variants
    parts = [say(f"level.{state.level}")] if state.level in (1, 2) else [str(state.level)]
    if variants.elements is not None:
        parts.append(say("variant.elements", n=variants.elements))
    parts += [say(f"variant.{key}") for key in SWITCHES if getattr(variants, key)]
    return Line("difficulty", 0, f"{say.listed(parts)}.")


def end_of_the_game(habitats: int, impacts: int, numbers: Numbers) -> Outcome:
    """Section 3: won with the sixth habitat, lost with the sixth impact."""
    won, lost = habitats >= numbers.win.habitats, impacts >= numbers.lose.impacts
    if won and lost:
        return numbers.both_at_once
    return "won" if won else "lost" if lost else "ongoing"


def judge(state: State, numbers: Numbers, say: Speech) -> Result:
    """Section 3: all players win or lose together."""
    lines = (
        habitat_tiles(state, numbers, say),
        impact_tiles(state, numbers, say),
        difficulty(state, say),
    )
    outcome = end_of_the_game(len(state.habitats), state.impacts, numbers)
    team = say("side.team")
    gaps = {
        "n": numbers.win.habitats - len(state.habitats),
        "impacts": numbers.lose.impacts - state.impacts,
        "needed": numbers.win.habitats,
        "most": numbers.lose.impacts,
    }
    winners = (team,) if outcome == "won" else ()
    reason = say(f"reason.{outcome}", **gaps)
    return Result(SLUG, outcome, winners, reason, placed([Tally(team, lines)]))


# What is asked, printed and changed


def form(game: Game, say: Speech) -> tuple[Field, ...]:
    known = numbers(game)
    players = Group("players", say("players"), known.players.least, known.players.most)
    habitats = choices_of(deck(game, "habitats"), "habitat", say)
    levels = tuple(Choice(str(level), say.name("level", str(level))) for level in known.levels)
    switches = tuple(Choice(key, say(f"variant.{key}")) for key in SWITCHES)
    stack = known.elements
    return (
        Field("name", say("field.name"), "name", group=players),
        Field("level", say("field.level"), "choice", choices=levels, default=levels[0].value),
        Field(
            "variants.elements",
            say("field.elements"),
            "int",
            stack.least,
            stack.most,
            help=say("help.elements"),
            optional=True,
        ),
        Field("switches", say("field.variants"), "multi", choices=switches, optional=True),
        Field("habitats", say("field.habitats"), "multi", choices=habitats),
        Field("impacts", say("field.impacts"), "int", 0, known.box.impacts, default=0),
    )


def complete(raw: dict[str, Any]) -> dict[str, Any]:
    """Answers list the variants that were played; the state has a switch for each."""
    rest = {key: value for key, value in raw.items() if key != "switches"}
    players = [player.get("name", "") for player in raw.get("players", ())]
    variants = {**raw.get("variants", {}), **dict.fromkeys(raw.get("switches", ()), True)}
    return {**rest, "players": players, "level": int(raw["level"]), "variants": variants}


def printed(game: Game) -> Mapping[str, object]:
    """How many habitats win and how many impacts lose, for reference cards."""
    known = numbers(game)
    return {
        "habitats_needed": known.win.habitats,
        "impacts_lost": known.lose.impacts,
        "both_at_once": known.both_at_once,
        "players": known.players.model_dump(),
        "rows_least": known.rows.least,
        "levels": known.levels,
        "elements": known.elements.model_dump(),
        "eutrophication_nutrients": known.eutrophication.nutrients,
    }


def changes(state: State, numbers: Numbers, say: Speech) -> Iterable[Iterable[Change[State]]]:
    """Habitats and impacts, one more or fewer at a time, and both together."""
    missing = [key for key in numbers.box.habitats if key not in state.habitats]
    for impacts in range(-state.impacts, numbers.box.impacts - state.impacts + 1):
        for step in (1, -1):
            yield _habitat_changes(state, missing, impacts, step, say)


def _habitat_changes(
    state: State, missing: list[str], impacts: int, step: int, say: Speech
) -> Iterator[Change[State]]:
    """With the given change of impacts: habitats as they are, then step by step further."""
    most = len(missing) if step > 0 else len(state.habitats)
    for n in range(most + 1):
        if n == 0 and impacts == 0:
            continue
        more, fewer = (*state.habitats, *missing[:n]), state.habitats[: len(state.habitats) - n]
        update = {"habitats": more if step > 0 else fewer, "impacts": state.impacts + impacts}
        parts = (("habitats", n * step), ("impacts", impacts))
        words = [say(f"change.{key}.{_way(by)}", n=abs(by)) for key, by in parts if by]
        text = say("change.with", parts=say.listed(words))
        touches = frozenset(f"{key} {_way(by)}" for key, by in parts if by)
        yield Change(n + abs(impacts), text, state.model_copy(update=update), touches)


def _way(step: int) -> str:
    return "more" if step > 0 else "fewer"


RULES = Rules(SLUG, State, numbers, blank, check, judge, form, printed, changes, complete=complete)

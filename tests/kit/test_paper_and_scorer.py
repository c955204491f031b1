"""Every number of a scoring.yaml that is no mere bound reaches paper: face, sheet or leaflet."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from thorough import spread
from workshop import composer, kit_of

from cards_data import Findings, Game, Problems, list_games, load_game
from cards_data.documents import freeze
from generator.compose.dependencies import BELOW, Dependencies
from generator.leaflet.resolved import resolve

pytestmark = pytest.mark.slow

Steps = tuple[str | int, ...]
SLUGS = ("better_life", "ecologic", "ecosfera_baltica", "kompensaatiopeli")
# So many pieces of a deck that look at the same numbers say what all of them say.
ENOUGH = 4
# Numbers that bound what may be entered and stand on no paper in figures; that changing them is
# noticed is looked at in tests/scorer/test_scoring_numbers.py.
BOUNDS = {
    ("ecologic", "track.highest"),
    ("ecosfera_baltica", "players.most"),
    ("kompensaatiopeli", "developer.tokens"),
    ("kompensaatiopeli", "line_ups.six.sector_roles"),
    ("kompensaatiopeli", "project.most"),
}
TEXT = re.compile(r"<text[^>]*>([^<]*)</text>")


def plain(data: Any) -> Any:
    if isinstance(data, dict):
        return {key: plain(value) for key, value in data.items()}
    return [plain(item) for item in data] if isinstance(data, tuple | list) else data


def numbers(data: Any, path: Steps = ()) -> Iterator[Steps]:
    """The way to every number below."""
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    for key, value in inner:
        yield from numbers(value, (*path, key))
    if isinstance(data, int) and not isinstance(data, bool):
        yield path


def cases() -> list[tuple[str, str]]:
    cases = [
        (slug, ".".join(map(str, path)))
        for slug in SLUGS
        for path in numbers(plain(load_game(slug).scoring))
    ]
    assert set(cases) > BOUNDS
    return [case for case in cases if case not in BOUNDS]


def changed(game: Game, path: Steps, step: int) -> Game:
    """The game with that one number changed."""
    scoring = plain(game.scoring)
    inner = scoring
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] += step
    return replace(game, scoring=freeze(scoring))


@cache
def speaking(slug: str) -> dict[tuple[str, str], frozenset[str]]:
    """The pieces that look at scoring or at what the rules give, and at which part of it."""
    game, maker = load_game(slug), composer(load_game(slug))
    texts_by_place: dict[tuple[str, str], frozenset[str]] = {}
    for deck in game.decks.values():
        for piece in deck.pieces:
            reads = Dependencies()
            maker.faces(deck, piece, Findings(), reads)
            parts = {name.split(BELOW)[0] for kind, name in reads if kind == "scoring"}
            if any(kind == "scored" for kind, _ in reads):
                parts.add("*")
            alike = [
                one
                for one, numbers_shown in texts_by_place.items()
                if one[0] == deck.name and numbers_shown == parts
            ]
            if parts and len(alike) < ENOUGH:
                texts_by_place[deck.name, piece.id] = frozenset(parts)
    return texts_by_place


def visible_texts(svg: str) -> list[str]:
    return TEXT.findall(svg)


def faces(game: Game, part: str) -> Iterator[list[str]]:
    """What is written on the pieces that speak of a part of scoring.yaml."""
    maker = composer(game)
    for (deck, piece), parts in speaking(game.slug).items():
        if parts & {part, "*"}:
            owner = game.decks[deck]
            piece_faces = maker.faces(owner, owner.piece(piece), Findings(), Dependencies())
            if piece_faces:
                yield [
                    *visible_texts(piece_faces.front.svg),
                    *(visible_texts(piece_faces.back.svg) if piece_faces.back else ()),
                ]


def sheet(game: Game) -> list[str]:
    page = kit_of(game).score_sheet()
    return visible_texts(page.svg) if page else []


def leaflet(game: Game) -> object:
    """The rules with their numbers filled in; setting them in type would change no word."""
    rules = game.leaflet("en")
    if not rules:
        return None
    filled = resolve(game, rules, Findings())
    return filled.title, filled.lead, filled.chapters


def drawn_leaflet(game: Game) -> list[str]:
    """The leaflet with its figures, which count out pieces."""
    return [page.svg for page in kit_of(game).rules()]


# What is soon made first: one place where a number is seen is enough.
LOOKS: tuple[Callable[[Game, str], object], ...] = (
    lambda game, _: leaflet(game),
    lambda game, _: sheet(game),
    lambda game, part: list(faces(game, part)),
    lambda game, _: drawn_leaflet(game),
)
FACES = 2


@cache
def before(slug: str, part: str, look: int) -> object:
    return LOOKS[look](load_game(slug), part)


def reaches_paper(slug: str, path: Steps, step: int) -> bool:
    """Whether anything printed differs."""
    game, part = changed(load_game(slug), path, step), str(path[0])
    return any(differs(game, part, place) for place in range(len(LOOKS)))


def differs(game: Game, part: str, place: int) -> bool:
    """Whether it reads otherwise; what cannot be made any more says nothing."""
    try:
        now = LOOKS[place](game, part)
    except Problems:
        return False
    return now != before(game.slug, part if place == FACES else "", place)


def steps_of(name: str) -> Steps:
    return tuple(int(step) if step.isdigit() else step for step in name.split("."))


@pytest.mark.parametrize(("slug", "name"), spread(cases(), 5))
def test_a_changed_number_is_seen_on_paper(slug: str, name: str) -> None:
    assert any(reaches_paper(slug, steps_of(name), step) for step in (1, -1))


def test_every_game_is_looked_at() -> None:
    assert set(SLUGS) == set(list_games())


def words_of(slug: str, deck: str, piece: str, **numbers: Any) -> str:
    """What stands on a piece of the game with other numbers, which must still fit."""
    game, findings = with_numbers(slug, numbers), Findings()
    owner = game.decks[deck]
    piece_faces = composer(game).faces(owner, owner.piece(piece), findings, Dependencies())
    assert piece_faces and not findings, list(findings)
    return " ".join(
        [
            *visible_texts(piece_faces.front.svg),
            *(visible_texts(piece_faces.back.svg) if piece_faces.back else ()),
        ]
    )


def with_numbers(slug: str, numbers: dict[str, Any]) -> Game:
    game = load_game(slug)
    scoring = {**plain(game.scoring), **numbers}
    return replace(game, scoring=freeze(scoring))


@pytest.mark.parametrize(
    ("part", "of", "share"), [(1, 2, "More than half"), (2, 3, "More than 2/3")]
)
def test_the_card_names_the_share_that_is_scored(part: int, of: int, share: str) -> None:
    share_of = {"part": part, "of": of}
    assert share in words_of("kompensaatiopeli", "references", REFERENCE, majority=share_of)


@pytest.mark.parametrize(("most", "words"), [(1, "(once)"), (2, "(up to 2 times)")])
def test_the_card_says_how_many_clusters_count(most: int, words: str) -> None:
    cluster = {"tokens": 3, "most": most}
    assert words in words_of("kompensaatiopeli", "references", REFERENCE, cluster=cluster)


REFERENCE = "scoring"


@pytest.mark.parametrize("highest", [20, 22, 15])
def test_the_balance_table_ends_above_its_note(highest: int) -> None:
    game = with_numbers("ecologic", {"table": {"highest": highest}})
    deck = game.decks["score_table"]
    piece_faces = composer(game).faces(deck, deck.pieces[0], Findings(), Dependencies())
    assert piece_faces
    # The last one is the plate of the stamp.
    rects = re.findall(r'<rect x="[\d.]+" y="([\d.]+)"', piece_faces.front.svg)[:-1]
    rows = [float(y) for y in rects]
    assert max(rows) < 133
    assert f"Above {highest}" in " ".join(visible_texts(piece_faces.front.svg))


@pytest.mark.parametrize("minus", [0, 1])
def test_table_and_sheet_say_what_minus_counts_as(minus: int) -> None:
    game = with_numbers("ecologic", {"base": {"minus_counts_as": minus}})
    assert f"Minus counts as {minus}" in " ".join(sheet(game))
    deck = game.decks["score_table"]
    table = words_of("ecologic", deck.name, deck.pieces[0].id, base={"minus_counts_as": minus})
    assert f"Minus counts as {minus}" in table


def test_the_sheet_draws_the_board_that_is_played_on() -> None:
    game = with_numbers("kompensaatiopeli", {"board": {"rows": 4, "columns": 6}})
    game = replace(game, sheet_example="")
    page = kit_of(game).score_sheet()
    assert page
    grids = re.findall(r'<path d="((?:M[\d. ]+[vh][\d.]+)+)"', page.svg)
    assert {(lines.count("v"), lines.count("h")) for lines in grids} == {(5, 3)}

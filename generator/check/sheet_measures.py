"""Find what is wrong with a game on paper: each face, and its neighbours on the sheet."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from cards_data.models import Deck, Piece, Size
from cards_data.problems import Findings, Message, Place, Problem
from generator.compose.artwork import Artwork
from generator.compose.composed_game import ComposedGame
from generator.compose.piece import Faces
from generator.geometry.colours import distance
from generator.options import FULL_INK, PrintOptions
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import game_sheets
from generator.sheets.sheet_pages import Cut, Side
from generator.workers import Failure, WorkerPool

from .face_measures import WORK, Gauge, MeasuredFace, cache_measures, cached_measures, gauge_of

# The number of faces sent to a worker at once.
TOGETHER = 4
# By the key of a face.
Measures = Mapping[str, MeasuredFace]


@dataclass(frozen=True)
class Owner:
    """A face and the piece or page it belongs to."""

    deck: Deck
    piece: Piece
    side: str
    art: Artwork

    def place(self, lang: str) -> Place:
        seen = [lang, self.side]
        if self.art.ink != FULL_INK:
            seen.append(f"{self.art.ink} ink")
        path = (f"{self.deck.name}/{self.piece.id}",)
        return self.piece.place._replace(path=path, about=", ".join(seen))


def owners_of(deck: Deck, piece: Piece, faces: Faces) -> Iterator[Owner]:
    yield from (Owner(deck, piece, *side) for side in faces.sides)


def measured_faces(
    owners: Sequence[Owner], gauge: Callable[[], Gauge], pool: WorkerPool, findings: Findings
) -> dict[str, MeasuredFace]:
    """Measure faces and return them by key; the gauge is created only if needed."""
    arts = {owner.art.key: (owner.art, owner.deck.size.seen_from(owner.side)) for owner in owners}
    by_key = {key: cached for key in arts if (cached := cached_measures(*arts[key]))}
    todo = [item for key, item in arts.items() if key not in by_key]

    def group(item: tuple[Artwork, Size]) -> str:
        """Return the deck of a face, or the name of a page."""
        return item[0].where.partition("/")[0]

    answers = pool.map(WORK, gauge() if todo else None, todo, TOGETHER, group)
    for (art, size), answer in zip(todo, answers, strict=True):
        if not isinstance(answer, Failure):
            by_key[art.key] = answer
            cache_measures(art, size, answer)
        elif answer.why != "stopped":
            findings.add(art.where, Message("is.not_drawn", reason=answer.words))
    return by_key


def faults(owners: Sequence[Owner], measured: Measures, lang: str) -> Iterator[Problem]:
    """Yield the faults of each face; a fault shared by all backs of a deck appears once."""
    reported: set[object] = set()
    for owner in owners:
        key = owner.art.key
        for fault in measured[key].faults if key in measured else ():
            if (key, fault[0]) not in reported:
                reported.add((key, fault[0]))
                yield Problem(owner.place(lang), *fault)


# Colours further apart than this (CIE76) show as a thin line if the knife slips …
UNLIKE = 25.0
# … if this is so for more than this share of the cut.
UNLIKE_SHARE = 0.25
PAPERS = ("a4", "letter")
# The edges of a piece, clockwise.
TOP, RIGHT, BOTTOM, LEFT = range(4)


def check_paper(composed: ComposedGame, pool: WorkerPool, findings: Findings) -> None:
    owners = [one for pair in composed.pieces() for one in owners_of(*pair)]
    gauge = partial(gauge_of, composed.game, composed.sources)
    measured = measured_faces(owners, gauge, pool, findings)
    findings.extend(faults(owners, measured, composed.edition.lang))
    for name in PAPERS:
        _check_cuts(composed, measured, name, findings)


def _check_cuts(composed: ComposedGame, measures: Measures, paper: str, findings: Findings) -> None:
    """Report neighbours whose colours differ along a shared cut, once for each pair of decks."""
    reported: set[tuple[str, str]] = set()
    sheets = game_sheets(composed, papers()[paper], PrintOptions())
    sides = (side for sheet in sheets for side in filter(None, sheet))
    for one, other, share in (pair for side in sides for pair in _unlike(side, measures)):
        if (one.deck, other.deck) in reported:
            continue
        reported.add((one.deck, other.deck))
        first, second = f"{one.deck}/{one.piece}", f"{other.deck}/{other.piece}"
        cut = {"paper": paper, "share": f"{100 * share:.0f}"}
        words = Message("check.shared_cut", one=first, other=second, **cut)
        where = Place(f"cards_data/{composed.game.slug}/game.yaml", path=("decks", one.deck))
        findings.add(where, words, Message("check.one_colour"), Message("check.gap"))


def _unlike(side: Side, measured: Measures) -> Iterator[tuple[Cut, Cut, float]]:
    if len(side.placements) != len(side.cuts):
        return
    laid = {
        (round(cut.slot.x_mm, 2), round(cut.slot.y_mm, 2)): (cut, place.face)
        for cut, place in zip(side.cuts, side.placements, strict=True)
        if cut.size.shape == "rect" and place.face in measured and measured[place.face].edges
    }
    for (x, y), (cut, face) in laid.items():
        right, below = (cut.width_mm, 0.0, RIGHT, LEFT), (0.0, cut.height_mm, BOTTOM, TOP)
        for dx, dy, edge, facing in (right, below):
            beside = laid.get((round(x + dx, 2), round(y + dy, 2)))
            if beside and beside[0].size == cut.size:
                mine = _edge(measured[face], edge, cut.turn)
                theirs = _edge(measured[beside[1]], facing, beside[0].turn)
                share = _share(mine, theirs[::-1])
                if share > UNLIKE_SHARE:
                    yield cut, beside[0], share


def _edge(face: MeasuredFace, edge: int, turn: int) -> tuple[str, ...]:
    """Return an edge of a piece on the sheet; upside down, its right edge is on the left."""
    return face.edges[(edge + turn // 90) % 4]


@lru_cache(maxsize=20_000)
def _share(one: tuple[str, ...], other: tuple[str, ...]) -> float:
    """Return the share of a cut where the colours on its two sides differ."""
    pairs = list(zip(one, other, strict=True))
    return sum(_apart(*pair) > UNLIKE for pair in pairs) / len(pairs)


_apart = lru_cache(maxsize=50_000)(distance)

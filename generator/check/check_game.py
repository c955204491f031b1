"""Everything that ``check`` looks at in a game whose data is sound.

Comes in: a checked game. Goes out: findings about all that printing and scoring need: faces and
pages in every language, papers, colours and rules.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TypeVar

from cards_data.models import Game
from cards_data.problems import Findings, Problems, Text, fixed
from generator.compose.composed_game import ComposedGame, compose_all
from generator.compose.piece import Composer
from generator.geometry.colours import DEFICIENCIES, contrast, distance, lightness
from generator.kit.front_pages import Front, ReadPages, opening_of
from generator.kit.kit_pages import Kit
from generator.leaflet.typed_numbers import check_typed_numbers
from generator.options import Edition, PrintOptions
from generator.sheets.grids import must_fit
from generator.sheets.lay_out import lay_out
from generator.sheets.papers import papers
from generator.store.sources import Sources
from generator.workers import WorkerPool
from scorer.registry import check_rules

from .measured_faces import MeasureAhead
from .passed_kits import keep_passed, kit_key, passed_faces
from .picture_notes import bitmap_notes, coarse_notes
from .sheet_measures import check_paper
from .translation_state import translation_problems

# Two colours nearer than this (CIE76) are told apart only side by side.
APART = 11.0
APART_GREY = 4.0
EVERY_LANGUAGE = Edition("")
T = TypeVar("T")


def check_games(
    games: Sequence[Game], pool: WorkerPool, findings: Findings, edition: Edition = EVERY_LANGUAGE
) -> dict[str, int]:
    """All games, in one language or in all of theirs; the number of faces of each."""
    for game in games:
        _check_colours(game, findings)
        _check_sizes(game, findings)
        _check_charts(game, findings)
        findings.extend(check_rules(game))
        if edition.lang:
            findings.extend(translation_problems(game, edition.lang))
        findings.extend(bitmap_notes(game, Sources()))
    # All pages are begun before the first face: setting rules takes long, and cores would wait.
    files = Sources()
    kits = {game.slug: list(_begun(game, edition, files, pool)) for game in games}
    return {game.slug: sum(kit.checked(findings) for kit in kits[game.slug]) for game in games}


@dataclass(frozen=True)
class _CheckedKit:
    """A game in one language, the pages that were begun, and what was found in them so far."""

    kit: Kit
    pages: tuple[Callable[[], object], ...]
    found: Findings
    key: str
    # The number of faces, where nothing was found before and nothing has changed.
    passed: int | None

    def checked(self, findings: Findings) -> int:
        """All faces, composed and measured, and all pages; the number of faces."""
        if self.passed is not None:
            return self.passed
        in_faces = Findings()
        composed = compose_all(self.kit.composer, self.kit.pool, findings=in_faces)
        check_paper(composed, self.kit.pool, in_faces)
        self._check_pages(composed)
        faces = sum(1 for _ in composed.artworks())
        if not [*in_faces, *self.found]:
            keep_passed(self.kit, self.key, faces)
        findings.extend(in_faces)
        # What is the same in every language is told once.
        known = set(findings)
        findings.extend(problem for problem in self.found if problem not in known)
        return faces

    def _check_pages(self, composed: ComposedGame) -> None:
        self.found.extend(coarse_notes(composed))
        leaflet = composed.game.leaflets.get(composed.edition.lang)
        if leaflet:
            check_typed_numbers(leaflet, self.found)
        for page in (lambda: _howto(self.kit, composed), *self.pages):
            _tried(page, self.found)


def _begun(game: Game, wanted: Edition, files: Sources, pool: WorkerPool) -> Iterator[_CheckedKit]:
    """The game in each of its languages: rules and score sheet are being composed.

    Which of them passed before is looked up in ``files``; what is composed has sources of its own,
    which go to the workers and hold no more than they need.
    """
    sources = Sources()
    for lang in (wanted.lang,) if wanted.lang else game.languages:
        edition = replace(wanted, lang=lang, draft=lang in game.unfinished)
        composer = Composer(game, edition, sources, ahead=MeasureAhead(game, sources))
        kit = Kit(composer, PrintOptions(edition=edition), papers()["a4"], pool)
        found, key = Findings(), kit_key(kit, files)
        passed = passed_faces(key)
        steps = () if passed is not None else (kit.start_rules, kit.start_score_sheet)
        begun = [_tried(start, found) for start in steps]
        yield _CheckedKit(kit, tuple(filter(None, begun)), found, key, passed)


def _tried(step: Callable[[], T], findings: Findings) -> T | None:
    """What a step gives; its problems are found, each once."""
    try:
        return step()
    except Problems as problems:
        known = set(findings)
        findings.extend(problem for problem in problems.problems if problem not in known)
    return None


def _howto(kit: Kit, composed: ComposedGame) -> list[Front]:
    """The how-to page as a print would have it; without all pieces there is no list of them."""
    if any(not pieces for _, pieces in composed.decks):
        return []
    sheets = lay_out(composed, kit.paper, kit.options)
    return opening_of(kit, composed, sheets, ReadPages())


def _check_charts(game: Game, findings: Findings) -> None:
    """The statistics name decks and columns that exist."""
    from generator.stats.charts import charts_of

    if (game.folder / "stats.yaml").is_file():
        charts_of(game, findings)


def _check_sizes(game: Game, findings: Findings) -> None:
    """Every deck must fit on the two papers that people have."""
    for deck in game.decks.values():
        for name in ("a4", "letter"):
            try:
                if not deck.split:
                    must_fit(deck.size, deck.gap_mm, papers()[name], deck.name)
            except Problems as problems:
                findings.extend(problems.problems)


def _check_colours(game: Game, findings: Findings) -> None:
    """Colours that players must tell apart, for the common eye, three deficiencies and grey."""
    place = f"cards_data/{game.slug}/game.yaml tell_apart"
    for group in game.tell_apart:
        for first, second in combinations(group, 2):
            one, two = game.colours[first], game.colours[second]
            for eye in ("", *DEFICIENCIES):
                found = distance(one, two, eye)
                if found < APART:
                    both = {"first": first, "one": one, "second": second, "two": two}
                    eyes = Text("check.eyes", eye=eye) if eye else ""
                    words = Text("check.apart", **both, found=f"{found:.0f}", eyes=eyes)
                    findings.add(place, words, Text("check.or_more", n=APART))
            grey = abs(lightness(one) - lightness(two))
            if grey < APART_GREY:
                words = Text(
                    "check.greyscale",
                    first=first,
                    one=one,
                    second=second,
                    two=two,
                    grey=fixed(grey, 1),
                )
                findings.add(place, words, Text("check.lightness", n=APART_GREY))
    if {"ink", "paper"} <= set(game.colours):
        ratio = contrast(game.colours["ink"], game.colours["paper"])
        if ratio < 7:
            found_words = Text("check.contrast", ratio=fixed(ratio, 1))
            findings.add(
                f"cards_data/{game.slug}/game.yaml colours", found_words, Text("check.or_more", n=7)
            )

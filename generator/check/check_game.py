"""The checks that ``ecotable check`` runs on a game whose data is valid.

They cover all that printing and scoring need: faces and pages in every language, papers, colours
and rules. A kit that passes is not checked again until one of its files changes.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import TypeVar

from cards_data.languages.locales import PSEUDO
from cards_data.models import Game, plain_language
from cards_data.problems import (
    AnyText,
    Findings,
    Message,
    Note,
    Place,
    Problem,
    Problems,
    all_of,
    decimals,
    quote,
)
from cards_data.reader import PICTURE_LIMIT
from cards_data.registry import PACKAGE, is_own, load_game
from generator.compose.art import picture_notes
from generator.compose.composed_game import ComposedGame, compose_all
from generator.compose.dependencies import rules_key
from generator.compose.piece import Composer
from generator.geometry.colours import DEFICIENCIES, contrast, distance, lightness
from generator.geometry.units import MM_PER_INCH
from generator.kit.front_pages import Front, ReadPages, opening_of
from generator.kit.kit_pages import Kit
from generator.leaflet.resolved import check_typed_numbers
from generator.options import Edition, PrintOptions
from generator.raster.cairo_library import known_cairo_version
from generator.resources import PACKAGES, ROOT
from generator.sheets.grids import must_fit
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import lay_out
from generator.store.cache import open_cache
from generator.store.fingerprint import code_digest, digest
from generator.store.sources import Sources
from generator.svg.drawing import Drawing, NotDrawn, Photo
from generator.text.fonts import font_digest
from generator.translate.translator_entries import texts_of
from generator.workers import Budget, BudgetSpent, Limits, WorkerPool
from scorer.examples import check_examples
from scorer.registry import check_rules, is_trusted

from .face_measures import MeasureAhead
from .sheet_measures import check_paper

KIND = "passed"
# Files other than code that a face, a page or their measurements can depend on.
_TABLES = (".csv", ".yaml", ".dic")


def kit_key(kit: Kit, sources: Sources) -> str:
    """Return a key for all that the check of a kit depends on; empty if a file is unreadable."""
    game, edition = kit.composer.game, kit.composer.edition
    with suppress(Problems):
        fonts = sorted(font_digest(font, sources) for font in game.fonts.values())
        code = code_digest(), known_cairo_version(), rules_key(game, sources)
        files = _file_hashes(game.folder, sources), _shared_hash(sources)
        return digest(code, game.slug, vars(edition), fonts, files)
    return ""


def cache_passed(kit: Kit, key: str, faces: int) -> None:
    """Record that a kit passed, unless a file was saved since the game was read."""
    game = kit.composer.game
    with suppress(Problems):
        if key and load_game(game.slug) is game and key == kit_key(kit, Sources()):
            open_cache().put(KIND, key, str(faces).encode())


@lru_cache(maxsize=4)
def _shared_hash(sources: Sources) -> str:
    """Return a hash of what all games share: templates, and the tables next to the code."""
    templates = [_file_hashes(folder, sources) for folder in sources.folders]
    tables = [(path.name, sources.read(path).digest) for path in _tables()]
    return digest(templates, tables)


def _tables() -> Iterator[Path]:
    games = {path.parent for path in PACKAGE.glob("*/game.yaml")}
    for package in PACKAGES:
        for folder, below, names in os.walk(ROOT / package):
            below[:] = sorted(name for name in below if Path(folder, name) not in games)
            yield from (Path(folder, name) for name in sorted(names) if name.endswith(_TABLES))


def _file_hashes(folder: Path, sources: Sources) -> list[tuple[str, str]]:
    return [(name, source.digest) for name, source in sources.tree(folder, "**/*")]


# Below this resolution, edges in a picture look jagged at arm's length.
COARSE_DPI = 150


def art_notes(game: Game, sources: Sources) -> Iterator[Note]:
    """Yield notes on a game's SVG pictures: each cause once, with its first picture."""
    folder = game.folder / "art"
    notes: dict[AnyText, list[Note]] = {}
    for name in sorted(sources.names_of(folder)):
        if name.lower().endswith(".svg") and (folder / name).is_file():
            for note in picture_notes(sources.read(folder / name, PICTURE_LIMIT)):
                notes.setdefault(note.found, []).append(note)
    for cause, alike in notes.items():
        more = Message("check.more_pictures", found=cause, n=len(alike) - 1)
        yield replace(alike[0], found=more) if len(alike) > 1 else alike[0]


def coarse_notes(composed: ComposedGame) -> Iterator[Note]:
    """Yield a note for each face with a picture too coarse for its printed size."""
    seen: set[str] = set()
    for deck, piece, faces in composed.pieces():
        for _, art in faces.sides:
            if art.key in seen or "<image" not in art.svg:
                continue
            seen.add(art.key)
            try:
                finest = coarsest_dpi(art.drawing(composed.sources))
            except NotDrawn:
                continue
            if finest < COARSE_DPI - 0.5:
                fault = Message("check.coarse", n=f"{finest:.0f}")
                where = piece.place._replace(path=(f"{deck.name}/{piece.id}",))
                yield Note(where, fault, Message("check.dpi", n=COARSE_DPI))


def coarsest_dpi(drawing: Drawing) -> float:
    """Return the resolution in dpi of the coarsest picture in a drawing measured in millimetres."""
    matrices = (item.matrix for item in drawing.items if isinstance(item, Photo))
    dots_mm = (max(math.hypot(a, b), math.hypot(c, d)) for a, b, c, d, *_ in matrices)
    return min((MM_PER_INCH / dot_mm for dot_mm in dots_mm), default=math.inf)


def translation_problems(game: Game, lang: str) -> Iterator[Problem]:
    """Yield problems of a translation; none for the source language."""
    if lang in (plain_language(game.languages), PSEUDO):
        return
    texts = texts_of(game, lang)
    for one in texts.missing():
        fault = Message("translate.none", text=quote(one.text))
        yield Problem(one.where._replace(about=lang), fault)
    hint = Message("translate.look_again", game=game.slug, lang=lang)
    for one in texts.changed_texts():
        fault = Message("translate.changed", text=quote(one.text))
        yield Problem(one.where._replace(about=lang), fault, hint=hint)


# Colours closer than this (CIE76) can be distinguished only side by side.
APART = 11.0
APART_GREY = 4.0
T = TypeVar("T")


# Limits for an untrusted game: per process, for the whole game, and for each piece in each
# language. A large game therefore gets more time than a small one.
STRANGER = Limits(seconds=5, memory_mb=500)
STRANGER_JOBS = 2
STRANGER_SECONDS = 10.0
PIECE_SECONDS = 0.05


def check_all(games: Sequence[Game], findings: Findings, edition: Edition) -> dict[str, int]:
    """Check trusted games together, and every other game within its own limits.

    Return the number of faces of each game that was checked completely.
    """
    trusted = is_trusted(Path.cwd())
    strangers = [game for game in games if is_own(game) and not trusted]
    safe = [game for game in games if game not in strangers]
    with WorkerPool() as pool:
        counts = check_games(safe, pool, findings, edition) if safe else {}
    for game in strangers:
        counts |= _check_stranger(game, findings, edition)
    return counts


def _check_stranger(game: Game, findings: Findings, edition: Edition) -> dict[str, int]:
    pieces = sum(len(deck.pieces) for deck in game.decks.values())
    seconds = STRANGER_SECONDS + PIECE_SECONDS * pieces * len(game.languages)
    budget = Budget(seconds)
    with WorkerPool(min(STRANGER_JOBS, os.cpu_count() or 1), STRANGER, budget) as pool:
        try:
            return check_games([game], pool, findings, edition)
        except BudgetSpent:
            used = [Message("check.used", what=what, n=decimals(n, 1)) for what, n in budget.used]
            most = all_of(used or [Message("check.reading")])
            fault = Message("check.budget", n=round(seconds), used=most)
            file = Place(f"cards_data/{game.slug}/game.yaml")
            findings.add(file, fault, hint=Message("rules.look_and_trust"))
            return {}


def check_games(
    games: Sequence[Game], pool: WorkerPool, findings: Findings, edition: Edition
) -> dict[str, int]:
    """Check games in one language or in all of theirs; return the number of faces of each."""
    from generator.stats.report import charts_of

    for game in games:
        _check_colours(game, findings)
        _check_sizes(game, findings)
        if (game.folder / "stats.yaml").is_file():
            charts_of(game, findings)
        findings.extend(check_rules(game))
        findings.extend(check_examples(game))
        if edition.lang:
            findings.extend(translation_problems(game, edition.lang))
        findings.extend(art_notes(game, Sources()))
    # Start all pages before the first face: rules take long to typeset, and cores would be idle.
    files = Sources()
    kits = {game.slug: list(_start_kits(game, edition, files, pool)) for game in games}
    return {game.slug: sum(kit.check(findings) for kit in kits[game.slug]) for game in games}


@dataclass(frozen=True)
class _CheckedKit:
    """A game in one language, its started pages, and the findings so far."""

    kit: Kit
    pages: tuple[Callable[[], object], ...]
    findings: Findings
    key: str
    # The number of faces, if the kit passed earlier and has not changed.
    passed: int | None

    def check(self, findings: Findings) -> int:
        """Compose and measure all faces and pages; return the number of faces."""
        if self.passed is not None:
            return self.passed
        in_faces = Findings()
        try:
            composed = compose_all(self.kit.composer, self.kit.pool, findings=in_faces)
            check_paper(composed, self.kit.pool, in_faces)
            self._check_pages(composed)
        finally:
            findings.extend(in_faces)
            # A finding that is the same in every language is reported once.
            _add_new(self.findings, findings)
        faces = sum(1 for _ in composed.artworks())
        if not [*in_faces, *self.findings]:
            cache_passed(self.kit, self.key, faces)
        return faces

    def _check_pages(self, composed: ComposedGame) -> None:
        self.findings.extend(coarse_notes(composed))
        leaflet = composed.game.leaflets.get(composed.edition.lang)
        if leaflet:
            check_typed_numbers(leaflet, self.findings)
        for page in (lambda: _howto(self.kit, composed), *self.pages):
            _try_step(page, self.findings)


def _start_kits(
    game: Game, edition_wanted: Edition, files: Sources, pool: WorkerPool
) -> Iterator[_CheckedKit]:
    """Yield the game in each of its languages, with rules and score sheet being composed.

    ``files`` shows which of them passed before. Composing uses separate sources, which are sent to
    the workers and hold no more than they need.
    """
    sources = Sources()
    for lang in (edition_wanted.lang,) if edition_wanted.lang else game.languages:
        edition = replace(edition_wanted, lang=lang, draft=lang in game.unfinished)
        composer = Composer(game, edition, sources, ahead=MeasureAhead(game, sources))
        kit = Kit(composer, PrintOptions(edition=edition), papers()["a4"], pool)
        findings, key = Findings(), kit_key(kit, files)
        stored = open_cache().get(KIND, key) if key else None
        passed = int(stored) if stored else None
        steps = () if passed is not None else (kit.start_rules, kit.start_score_sheet)
        begun = [_try_step(start, findings) for start in steps]
        yield _CheckedKit(kit, tuple(filter(None, begun)), findings, key, passed)


def _try_step(step: Callable[[], T], findings: Findings) -> T | None:
    """Return the result of a step; add each of its problems to the findings once."""
    try:
        return step()
    except Problems as problems:
        _add_new(problems.problems, findings)
    return None


def _add_new(problems: Iterable[Problem], findings: Findings) -> None:
    before = set(findings)
    findings.extend(problem for problem in problems if problem not in before)


def _howto(kit: Kit, composed: ComposedGame) -> list[Front]:
    """Compose the how-to page as printed; without all pieces it cannot list them."""
    if any(not pieces for _, pieces in composed.decks):
        return []
    sheets = lay_out(composed, kit.paper, kit.options)
    return opening_of(kit, composed, sheets, ReadPages())


def _check_sizes(game: Game, findings: Findings) -> None:
    whole = [deck for deck in game.decks.values() if not deck.split]
    for deck, name in product(whole, ("a4", "letter")):
        _try_step(partial(must_fit, deck.size, deck.gap_mm, papers()[name], deck.name), findings)


def _check_colours(game: Game, findings: Findings) -> None:
    """Check that players can distinguish the colours: normal and deficient vision, and grey."""
    file = Place(f"cards_data/{game.slug}/game.yaml", path=("tell_apart",))
    for first, second in (pair for group in game.tell_apart for pair in combinations(group, 2)):
        one, two = game.colours[first], game.colours[second]
        both = {"first": first, "one": one, "second": second, "two": two}
        for eye in ("", *DEFICIENCIES):
            apart = distance(one, two, eye)
            if apart < APART:
                eyes = Message("check.eyes", eye=eye) if eye else ""
                words = Message("check.apart", **both, found=f"{apart:.0f}", eyes=eyes)
                findings.add(file, words, Message("check.or_more", n=APART))
        grey = abs(lightness(one) - lightness(two))
        if grey < APART_GREY:
            words = Message("check.greyscale", **both, grey=decimals(grey, 1))
            findings.add(file, words, Message("check.lightness", n=APART_GREY))
    if {"ink", "paper"} <= set(game.colours):
        ratio = contrast(game.colours["ink"], game.colours["paper"])
        if ratio < 7:
            words = Message("check.contrast", ratio=decimals(ratio, 1))
            findings.add(file._replace(path=("colours",)), words, Message("check.or_more", n=7))

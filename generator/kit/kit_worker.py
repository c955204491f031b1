"""Compose a kit page or the pages of the leaflet in a worker."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from cards_data.models import Game, Size
from cards_data.problems import Findings, Message, Problems, did_you_mean
from cards_data.registry import PACKAGE
from cards_data.words import Say, in_language
from generator.compose.artwork import Artwork
from generator.compose.dependencies import (
    ALL,
    CurrentHashes,
    Dependencies,
    DependencyHashes,
    TrackedMapping,
)
from generator.compose.piece import Composer, compose_page
from generator.geometry.colours import INK
from generator.options import PrintOptions
from generator.sheets.grids import OVERLAP_MM
from generator.sheets.papers import Paper, page_scale
from generator.words import say_in

# Fits on A4 and on Letter with its margins.
PAGE = Size("page", 186, 258)


@dataclass(frozen=True)
class DeckLine:
    """A row of the parts list."""

    title: str
    pieces: int
    size: str
    sheets: int
    letters: str
    pages: str


@dataclass(frozen=True)
class Contents:
    """The kinds of pieces in a kit: cut along an outline, joined or folded."""

    outlined: tuple[str, ...] = ()
    board_parts: int = 0
    tents: bool = False
    # Whether rows are head to head on most pages, and whether some pieces are glued on cardboard.
    head_to_head: bool = False
    mounted: bool = False
    # Whether pieces with straight edges have a gap between them.
    apart: bool = False


@dataclass(frozen=True)
class Swap:
    """A line of the swap list: what to take out and what to put in."""

    deck: str
    piece: str
    out: int
    into: int
    before: str
    after: str
    # The name of the piece; rules have only a name.
    name: str = ""
    stamp: str = ""


@dataclass(frozen=True)
class PageRequest:
    """Which page, for which print, and its contents."""

    name: str
    options: PrintOptions
    paper: Paper
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def key_parts(self) -> list[object]:
        """The options that a page shows; only the how-to shows paper and turning."""
        options = self.options
        print_options = [options.turning, self.paper] if self.name == "howto" else []
        return [self.name, vars(options.edition), print_options, self.values]


def accent(game: Game) -> str:
    """Return the accent colour of the kit's pages."""
    return game.colours.get("accent") or game.colours.get("ink", INK)


def words_of(game: Game, lang: str, dependencies: Dependencies) -> Say:
    """Return the kit's texts, then the game's; missing ones are in English."""
    own = say_in(lang)
    theirs = {key: in_language(texts, lang) for key, texts in game.words.items()}
    return _Words(lang, TrackedMapping("word", {**theirs, **own.words}, dependencies))


class _Words(Say):
    """Texts for which a missing key is a problem that suggests similar ones."""

    def _text(self, key: str) -> str:
        if key not in self.words:
            hint = did_you_mean(key, self.words)
            raise Problems.of(
                Message("place.word", name=key), Message("is.not_in_words"), hint=hint
            )
        return self.words[key]


def make(composer: Composer, request: PageRequest) -> tuple[list[Artwork], DependencyHashes]:
    """Compose the pages, or raise every problem on them."""
    dependencies = Dependencies()
    dependencies.add("colour", ALL)
    if request.name == "rules":
        pages = _rules(composer, dependencies)
    else:
        pages = [_page(composer, request, dependencies)]
    composer.step_ahead(PAGE, *pages)
    current = CurrentHashes(composer.game, composer.edition, composer.sources)
    return pages, current.hashes(dependencies)


WORK = f"{__name__}:{make.__name__}"


def _rules(composer: Composer, dependencies: Dependencies) -> list[Artwork]:
    from generator.leaflet.leaflet_pages import PageStyle, leaflet_pages

    game = composer.game
    # Any text of the leaflet may use any of them.
    dependencies.add("facts", ALL)
    leaflet = game.leaflet(composer.edition.lang)
    assert leaflet
    own = replace(composer, edition=replace(composer.edition, lang=leaflet.lang))
    look = PageStyle(PAGE, accent(game), say_in(leaflet.lang))
    return leaflet_pages(own, leaflet, look, dependencies)


def _page(composer: Composer, request: PageRequest, dependencies: Dependencies) -> Artwork:
    findings, game, lang = Findings(), composer.game, composer.edition.lang
    own = composer.sources.find(game.slug, f"{request.name}.svg.j2") is not None
    folder = game.slug if own else "_shared"
    extra = {"howto": _howto, "score_sheet": _score_sheet}.get(request.name)
    values = {
        **request.values,
        **(extra(composer, request, own) if extra else {}),
        "t": words_of(game, lang, dependencies),
        "accent": accent(game),
    }
    subject = composer.page(PAGE, request.name)
    page = compose_page(subject, f"{folder}/{request.name}.svg.j2", values, findings, dependencies)
    findings.raise_any()
    assert page
    return page


def _howto(composer: Composer, request: PageRequest, own: bool) -> dict[str, Any]:
    """Return the values of the how-to: what to print, how to turn it, a ruler, parts or swaps.

    The version of the data is not drawn here: every change would then need a new picture.
    """
    from generator.text.markup import Verbatim

    options = request.options
    since = say_in(options.lang)("howto_swap_text", since=request.values["since"])
    return {
        # A file's name is not markup.
        "swap_text": Verbatim(since),
        "overlap": OVERLAP_MM,
        # On small paper the page is drawn smaller, and its ruler correspondingly longer.
        "scale": page_scale(PAGE, request.paper),
        "came_along": composer.game.folder.parent == PACKAGE,
        "turning": options.turning,
        "paper": request.paper,
    }


def _score_sheet(composer: Composer, request: PageRequest, own: bool) -> dict[str, Any]:
    """Return the values of a score sheet: a worked example, or the scorer's questions."""
    game, lang = composer.game, composer.edition.lang
    if not own:
        from scorer.core.kinds import kind_of

        from .score_sheet import blocks

        # The smallest and largest value, in small print next to a question.
        note = {"note": lambda field: kind_of(field).note(field)}
        return {"blocks": blocks(game, lang, say_in(lang)), **note}
    from generator.leaflet.resolved import scored_example
    from scorer.core.translation import translation

    say = translation(game, lang)
    scored = scored_example(game, game.sheet_example, lang) if game.sheet_example else None
    return {
        "example": scored.result if scored else None,
        "example_table": scored.table if scored else {},
        "rule_name": lambda rule: say(f"rule.{rule}"),
    }

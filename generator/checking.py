"""Everything that ``check`` looks at in a game whose data is sound.

Comes in: a checked game. Goes out: findings about faces in every language, papers and colours.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from itertools import combinations

from cards_data.models import Game
from cards_data.problems import Findings, Problem, Problems

from .cache import open_cache
from .compositions import Compositions
from .forking import forked
from .kit import Kit
from .options import PrintOptions
from .render.colours import DEFICIENCIES, contrast, distance, lightness
from .sheets.grids import must_fit
from .sheets.papers import papers

# Two colours nearer than this (CIE76) are told apart only side by side.
APART = 11.0
APART_GREY = 4.0


def check_games(games: Sequence[Game], findings: Findings) -> dict[str, int]:
    """All games on all cores; the number of faces of each."""
    for game in games:
        _check_colours(game, findings)
        _check_sizes(game, findings)
        _check_charts(game, findings)
    # The longest work first: nobody waits for it at the end.
    order = sorted(games, key=lambda game: -len(game.languages) * game.total)
    counts = {}
    found = forked(_check_faces, order, os.cpu_count() or 1)
    for game, (count, problems) in zip(order, found, strict=True):
        counts[game.slug] = count
        findings.extend(problems)
    return counts


def _check_faces(game: Game) -> tuple[int, list[Problem]]:
    """All faces of all languages composed, nothing drawn."""
    findings = Findings()
    count = 0
    for lang in game.languages:
        compositions = Compositions(game, lang, open_cache())
        for deck in game.decks.values():
            for piece in deck.pieces:
                faces = compositions.faces(deck, piece, findings)
                count += 0 if faces is None else 1 + bool(faces.back)
        _check_pages(game, lang, findings)
    return count, list(findings)


def _check_pages(game: Game, lang: str, findings: Findings) -> None:
    """The rules leaflet and the score sheet: every text, number, piece and picture on them."""
    from .leaflet.typed import check_typed

    if lang in game.leaflets:
        check_typed(game.leaflets[lang], findings)
    kit = Kit(game, PrintOptions(lang=lang), papers()["a4"])
    for compose in (kit.rules, kit.score_sheet):
        try:
            compose()
        except Problems as problems:
            findings.extend(problems.problems)


def _check_charts(game: Game, findings: Findings) -> None:
    """The statistics name decks and columns that exist."""
    from .stats.charts import charts_of

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
                    words = f"{first} {one} and {second} {two} are {found:.0f} apart"
                    seen = f" for {eye} eyes" if eye else ""
                    findings.add(place, words + seen, f"{APART:.0f} or more")
            grey = abs(lightness(one) - lightness(two))
            if grey < APART_GREY:
                words = f"{first} {one} and {second} {two} differ by {grey:.1f} in greyscale"
                findings.add(place, words, f"{APART_GREY:g} or more in lightness")
    if {"ink", "paper"} <= set(game.colours):
        ratio = contrast(game.colours["ink"], game.colours["paper"])
        if ratio < 7:
            found_words = f"ink on paper has a contrast of {ratio:.1f}"
            findings.add(f"cards_data/{game.slug}/game.yaml colours", found_words, "7 or more")

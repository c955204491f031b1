"""Views as the page gets them: plain values for JSON.

Comes in: a view. Goes out: its record, or that of what changed in it. Texts stay texts: the page
sets them as text, never as markup.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cards_data import list_games, load_game
from cards_data.models import Deck, Size
from cards_data.outlines.own_outline import corners_of
from cards_data.problem_words import all_words
from cards_data.problems import Problem, Problems, text_in
from cards_data.tables import SUFFIXES, read_table, table_file
from generator.compose.face_cache import Name
from generator.geometry.shapes import outline, path_data
from generator.geometry.units import BLEED_MM, SAFE_MM

from .gallery_view import Card, View, differing, reshaped

_SUFFIX = "|".join(map(re.escape, SUFFIXES))
# ``fish.csv:4``, and of a workbook ``fish.xlsx!Fish B4``; a longer sheet's name is in quotes.
_SHEET = r"!(?:'(?:[^']|'')*'|\w+) "
_LINE = re.compile(
    rf"(?P<row>.*?(?P<deck>\w+)(?:{_SUFFIX})(?::|{_SHEET}))[A-Z]{{0,3}}(?P<line>\d+)"
)


def located(view: View, folder: Path) -> dict[Problem, Name]:
    """The problems of the view's files that stand in the row of a card it shows."""
    rows: dict[str, Mapping[int, str]] = {}
    names: dict[Problem, Name] = {}
    for problem in view.problems:
        place = _LINE.match(str(problem.where))
        if place is None:
            continue
        deck, line = place["deck"], int(place["line"])
        if deck not in rows:
            rows[deck] = _ids_by_line(folder, deck)
        name = (deck, rows[deck].get(line) or _id_at(view, f"{place['row']}{line}"))
        if name in view.cards:
            names[problem] = name
    return names


def _ids_by_line(folder: Path, deck: str) -> dict[int, str]:
    """The ids as the file has them now: lines may have moved since the last good reading."""
    try:
        table = read_table(table_file(folder, deck))
        return {row.line: row.cells.get("id", "") for row in table.rows}
    except Problems:
        return {}


def _id_at(view: View, place: str) -> str:
    """The id of the card that stood there when the file could last be read."""
    return next((card.id for card in view.cards.values() if card.place == place), "")


Record = dict[str, Any]
# Straight pieces that stand for one curve of an outline.
CURVE_STEPS = 8


def view_record(view: View, due: bool) -> Record:
    """The whole gallery of a game in a language."""
    game = view.game
    return {
        "slug": view.slug,
        "lang": view.lang,
        "title": game.title(view.lang) if game else view.slug,
        "languages": list(game.languages) if game else [view.lang],
        "generation": view.generation,
        "complete": not due,
        "decks": [_deck_record(deck, view.lang) for deck in game.decks.values()] if game else [],
        "cards": [card_record(view, card) for card in (*view.cards.values(), *view.gone)],
        "problems": problem_records(view),
    }


def change_record(old: View, new: View, due: bool) -> Record:
    """What the page must do to come from one view to the next."""
    if reshaped(old, new):
        return {"kind": "gallery", "generation": new.generation}
    return {
        "kind": "cards",
        "generation": new.generation,
        "complete": not due,
        "cards": [card_record(new, card) for card in differing(old, new)],
        "problems": problem_records(new),
    }


def shelf_records(lang: str) -> list[Record]:
    """Every game by its title in the page's language; one that cannot be read, by its folder."""
    return [{"slug": slug, "title": _title(slug, lang)} for slug in list_games()]


def _title(slug: str, lang: str) -> str:
    try:
        return load_game(slug).title(lang)
    except Problems:
        return slug


def card_record(view: View, card: Card) -> Record:
    before = view.before(card)
    return {
        "name": written(card.name),
        "deck": card.deck,
        "id": card.id,
        "copies": card.copies,
        "place": card.place,
        "fields": [list(pair) for pair in card.fields],
        "front": card.front,
        "back": card.back,
        "version": card.version,
        "composed": card.composed,
        "old": card.old,
        "state": view.state(card),
        "before": _before_record(before) if before else None,
        "problems": [_problem_record(problem) for problem in card.problems],
    }


def _before_record(card: Card) -> Record:
    fields = [list(pair) for pair in card.fields]
    return {"front": card.front, "back": card.back, "fields": fields}


def written(name: Name) -> str:
    return "/".join(name)


def problem_records(view: View) -> list[Record]:
    """Problems of the files, each with the card it is shown at."""
    cards = located(view, view.game.folder) if view.game else {}
    return [
        {**_problem_record(problem), "card": written(cards[problem]) if problem in cards else ""}
        for problem in view.problems
    ]


def _problem_record(problem: Problem) -> Record:
    """In every language that a page may have: one stream is heard by pages in several."""
    return {
        lang: {name: text_in(words, lang) for name, words in problem._asdict().items()}
        for lang in all_words().languages
    }


def _deck_record(deck: Deck, lang: str) -> Record:
    return {
        "name": deck.name,
        "title": deck.title(lang),
        "different": len(deck.pieces),
        "total": deck.total,
        "width_mm": deck.size.width_mm,
        "height_mm": deck.size.height_mm,
        "bleed_mm": BLEED_MM,
        "has_back": deck.back is not None,
        **_lines(deck.size),
        "back_lines": _lines(deck.size.seen_from("back")),
    }


def _lines(size: Size) -> Record:
    """Where a side is cut, and how far text may go."""
    return {
        "clip": clip(size),
        "cut": path_data(outline(size)),
        "safe": path_data(outline(size, SAFE_MM)),
    }


def clip(size: Size) -> str:
    """The cut outline for the screen, as a CSS shape in parts of the piece's size."""
    if size.shape == "rect":
        across, down = (size.corner_mm / side for side in (size.width_mm, size.height_mm))
        return f"inset(0 round {across:.3%} / {down:.3%})"
    points = ", ".join(
        f"{x / size.width_mm:.2%} {y / size.height_mm:.2%}"
        for x, y in corners_of(outline(size), CURVE_STEPS)
    )
    return f"polygon({points})"

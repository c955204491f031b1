"""What the wall shows of each table, and the debriefing after the games.

Comes in: live tables of the class. Goes out: a record for each tile, made again only where taps
came; and for the debriefing whole results with what could have been otherwise. Rules are asked in
the language of the teacher's page.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cards_data import Problems, load_game
from cards_data.leaflet import Listing

from ..api.records import form_record, score_record, what_if_record
from ..api.scorer_cache import scorer_stamps
from .live_table import LiveTable, TableFacts

Record = dict[str, Any]
DEBRIEFING = "debriefing"


@dataclass(frozen=True)
class TableNow:
    """A table at one moment: what it is may change while its rules are asked."""

    facts: TableFacts
    answers: Record
    taps: int
    phones: int


def table_now(table: LiveTable) -> TableNow:
    return TableNow(table.facts, table.answers, len(table.texts), len(table.who()))


def tile_record(table: TableNow, form: Record) -> Record:
    """One table as the wall shows it, in the language of its form."""
    slug, answers, lang = table.facts.game, table.answers, form["lang"]
    scored = _scored(slug, answers, lang)
    result = scored["result"]
    return {
        "id": table.facts.id,
        "name": table.facts.name,
        "game": slug,
        "title": form["title"],
        "accent": form["accent"],
        "players": _players(answers),
        "open": len(scored["open"]),
        "questions": _questions(form, answers),
        "problems": len(scored["problems"]),
        "outcome": result["outcome"] if result else "",
        "winners": result["winners"] if result and not scored["open"] else [],
        "sides": _sides(result),
        "taps": table.taps,
        "phones": table.phones,
    }


def debrief_record(tables: Iterable[TableNow], lang: str) -> Record:
    """Every table with its result and what would have turned it, and each game's questions."""
    found = [_debriefed(table, lang) for table in tables]
    games = {one["game"] for one in found}
    return {"tables": found, "games": {slug: _game_record(slug, lang) for slug in sorted(games)}}


def _debriefed(table: TableNow, lang: str) -> Record:
    slug, answers = table.facts.game, table.answers
    scored = _scored(slug, answers, lang)
    turns = what_if_record(slug, {"answers": answers}, lang)["turns"] if answers else []
    return {
        "id": table.facts.id,
        "name": table.facts.name,
        "game": slug,
        "players": _players(answers),
        "answers": answers,
        "result": scored["result"],
        "state": scored["state"],
        "open": scored["open"],
        "problems": scored["problems"],
        "turns": turns,
    }


def _game_record(slug: str, lang: str) -> Record:
    form = class_form(slug, lang)
    return {
        **{key: form[key] for key in ("slug", "title", "accent", "fields", "rules")},
        "numbers": _plain(load_game(slug, leaflets=False).scoring),
        "questions": list(_debriefing(slug, lang, scorer_stamps(slug))),
    }


def class_form(slug: str, lang: str) -> Record:
    return _form(slug, lang, scorer_stamps(slug))


@lru_cache(maxsize=32)
def _form(slug: str, lang: str, state: tuple[object, ...]) -> Record:
    return form_record(slug, lang)


@lru_cache(maxsize=32)
def _debriefing(slug: str, lang: str, state: tuple[object, ...]) -> tuple[str, ...]:
    """What the leaflet asks for the debriefing, in the wanted language where it has it."""
    try:
        leaflet = load_game(slug).leaflet(lang)
    except Problems:
        return ()
    sections = leaflet.sections if leaflet else ()
    blocks = [block for part in sections if part.id == DEBRIEFING for block in part.blocks]
    return tuple(str(item) for one in blocks if isinstance(one, Listing) for item in one.items)


def _scored(slug: str, answers: Record, lang: str) -> Record:
    return score_record(slug, {"answers": answers}, lang)


def _players(answers: Record) -> list[str]:
    return [str(one["name"]) for one in answers.get("players", []) if one.get("name")]


def _sides(result: Record | None) -> list[Record]:
    sides = result["sides"] if result else []
    return [{key: side[key] for key in ("name", "total", "place")} for side in sides]


def _questions(form: Record, answers: Record) -> int:
    """How many questions the form asks of a table of this size: how far it is, in parts of it."""
    counts = [
        len(answers.get(field["group"]["key"], [])) if field["group"] else 1
        for field in form["fields"]
        if not field["optional"]
    ]
    return sum(counts)


def _plain(value: Any) -> Any:
    """The numbers of a game as JSON; reasons stay with those who read the file."""
    if isinstance(value, Mapping):
        return (
            _plain(value["value"]) if "value" in value else {k: _plain(v) for k, v in value.items()}
        )
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(one) for one in value]
    return value

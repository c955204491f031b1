"""Report what changed since an earlier state: as lines, data, and images before and after."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from cards_data.models import Game
from cards_data.words import Say
from generator.report.values import TextLine
from generator.words import say_in
from generator.workers import WorkerPool

from .changed_pieces import entries
from .compare import Comparison
from .diff import ABSENT, Changes, FieldChange, PieceChange, PieceState


@dataclass(frozen=True)
class ChangeReport:
    """The result of a comparison, in the language of its edition."""

    template: ClassVar[str] = "changes"
    ascii: ClassVar[bool] = False
    indent: ClassVar[int] = 1
    comparison: Comparison
    pool: WorkerPool

    @property
    def game(self) -> Game:
        return self.comparison.composed.game

    @property
    def lang(self) -> str:
        return self.comparison.composed.edition.lang

    @property
    def title(self) -> str:
        return say_in(self.lang)("changes_title", title=self.game.title(self.lang))

    def parts(self) -> Iterator[TextLine]:
        t = say_in(self.lang)
        for line in (*lines(self.comparison.changes, t), *missing_pictures(self.comparison)):
            yield TextLine(((line, ""),), wraps=False)

    def data(self) -> dict[str, Any]:
        bare = list(map(_identity, self.comparison.missing))
        return {**as_data(self.comparison.changes), **({"unpictured": bare} if bare else {})}

    def page_values(self) -> dict[str, Any]:
        changes, t = self.comparison.changes, say_in(self.lang)
        return {
            "since": self.comparison.since,
            "changes": changes,
            "titles": {deck.name: deck.title(self.lang) for deck in self.game.decks.values()},
            "entries": entries(self.comparison, self.pool),
            "shown": lambda value: format_value(value, t),
            "shown_on": _shown_on(changes, self.lang, t),
            "described": lambda change: describe(change, t),
        }


def missing_pictures(comparison: Comparison) -> Iterator[str]:
    """Yield the pieces that show a placeholder: "Heron: its picture is missing"."""
    lang = comparison.composed.edition.lang
    for piece in comparison.missing:
        yield say_in(lang)("picture_missing", name=piece.name(lang))


def lines(changes: Changes, t: Say) -> Iterator[str]:
    """Yield one line per change: "producers/zostera_marina: sun 2 → 1"."""
    for piece in changes.added:
        yield f"+ {_path_of(piece)}: {t('changes_added')}, {t('changes_copies', n=piece.copies)}"
    for piece in changes.removed:
        yield f"- {_path_of(piece)}: {t('changes_removed')}, {t('changes_copies', n=piece.copies)}"
    yield from _changed_lines(changes, t)
    for deck in changes.moved_decks:
        yield f"~ {deck}: {t('changes_order')}"
    if changes.leaflet:
        yield f"~ {t('changes_leaflet')}"
    if changes.score_sheet:
        yield f"~ {t('changes_score_sheet')}"
    for number in changes.scoring:
        yield f"~ scoring.yaml {number.name}: {arrow(number, t)}"
    pieces = ", ".join(map(_path_of, changes.shown_elsewhere))
    sheet = t("changes_on_sheet") if changes.scoring and changes.score_sheet else ""
    if sheet and pieces:
        sheet, pieces = "", t("changes_sheet_and", sheet=sheet, pieces=pieces)
    if sheet or pieces:
        yield f"  {t('changes_shown_on', places=sheet or pieces)}"


def _changed_lines(changes: Changes, t: Say) -> Iterator[str]:
    """Yield the changed pieces; pieces changed by one cause share a line."""
    together: dict[tuple[str, str], list[str]] = {}
    for change in changes.changed:
        name, words = _path_of(change.after), describe(change, t)
        # Changes of rows are listed row by row.
        together.setdefault((words, name if change.by_itself else ""), []).append(name)
    for (words, _), names in together.items():
        yield f"~ {', '.join(names)}: {words}"


def _path_of(piece: PieceState) -> str:
    return f"{piece.deck}/{piece.id}"


def describe(change: PieceChange, t: Say) -> str:
    """Describe what changed in a piece, field by field."""
    parts = [f"{field.name} {arrow(field, t)}" for field in change.fields]
    if change.causes:
        parts.append(t("changes_by", causes=", ".join(change.causes)))
    elif not parts:
        parts.append(t("changes_face"))
    elif not change.face_changed:
        parts.append(t("changes_same"))
    return ", ".join(parts)


def arrow(field: FieldChange, t: Say) -> str:
    """Format a field before and after, with markup only if nothing else changed."""
    before, after = format_value(field.before, t), format_value(field.after, t)
    plain = [_MARKS.sub(lambda match: match[1] or "", text) for text in (before, after)]
    return " → ".join(plain if plain[0] != plain[1] else (before, after))


# Bold text, and symbols by name.
_MARKS = re.compile(r"\*\*|\{([a-z][a-z0-9_]*)\}")


def format_value(value: Any, t: Say) -> str:
    if value is ABSENT:
        return "–"
    if isinstance(value, list | tuple):
        return "|".join(str(item) for item in value) or t("changes_nothing")
    if isinstance(value, bool):
        return t("changes_yes" if value else "changes_no")
    return t("quoted", text=value) if isinstance(value, str) and " " in value else str(value)


def as_data(changes: Changes) -> dict[str, Any]:
    """Return the report as data, enough to build the new rows from the old ones."""
    return {
        "game": changes.game,
        "before": changes.before,
        "after": changes.after,
        "added": [_piece(piece) for piece in changes.added],
        "removed": [_piece(piece) for piece in changes.removed],
        "changed": [
            {
                **_identity(change.after),
                "stamp": change.after.stamp,
                "fields": [_field(field) for field in change.fields],
                "face_changed": change.face_changed,
                "causes": list(change.causes),
                "version": {"before": change.before.version, "after": change.after.version},
            }
            for change in changes.changed
        ],
        "order": {deck: list(ids) for deck, ids in changes.order.items()},
        "scoring": [_field(field) for field in changes.scoring],
        "leaflet": changes.leaflet,
        "score_sheet": changes.score_sheet,
        "shown_elsewhere": list(map(_identity, changes.shown_elsewhere)),
    }


def _identity(piece: PieceState) -> dict[str, Any]:
    return {"deck": piece.deck, "id": piece.id}


def _piece(piece: PieceState) -> dict[str, Any]:
    look = {"stamp": piece.stamp, "version": piece.version}
    return {**_identity(piece), **look, "row": dict(piece.row)}


def _field(field: FieldChange) -> dict[str, Any]:
    """Return a field change as data, leaving out an absent side."""
    sides = {"before": field.before, "after": field.after}
    return {"field": field.name, **{k: v for k, v in sides.items() if v is not ABSENT}}


def _shown_on(changes: Changes, lang: str, t: Say) -> list[str]:
    """List the names of pieces that show a changed scoring number."""
    sheet = [t("score_sheet")] if changes.score_sheet else []
    return sheet + [piece.name(lang) for piece in changes.shown_elsewhere]

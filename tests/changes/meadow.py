"""Decks of the made-up game that tests change at random, and what they ask of them.

Three decks: flowers (a back, two languages, a column that no template shows), tokens (round, no
back, no stamp) and a summary that shows all flowers and a scoring number, but not its own row.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from workshop import HEAD, composed_by, composer, draw, print_options

from cards_data import Findings, Game
from cards_data.checks import read_game
from generator.changes.diff import Changes, diff
from generator.changes.snapshot import of_composed
from generator.compose.piece import Composer, Faces
from generator.compose.reads import Reads
from generator.options import PrintOptions
from generator.store.sources import Sources

Command = Callable[..., Any]
Row = Mapping[str, str]
Key = tuple[str, str]
Rows = dict[str, list[tuple[str, dict[str, Any]]]]
# Sharp enough that every letter of the stamp leaves its own pixels.
SHARP_DPI = 150

DECKS = """\
decks:
  flowers:
    title: {{en: Flowers, sv: Blommor}}
    size: mini
    front: flower.svg.j2
    back: flower_back.svg.j2
    pieces: {flowers}
    columns:
      name:    {{help: what the flower is called}}
      {number}: {{type: int, min: 0, max: 99}}
      visitors: {{type: list, of: [bee, moth, bird], required: false}}
      note:    {{required: false, translate: never}}
  tokens:
    title: {{en: Tokens, sv: Brickor}}
    size: circle_15
    front: token.svg.j2
    pieces: {tokens}
    options: {{stamp: none}}
    columns:
      points: {{type: int, min: 0, max: 99}}
  summary:
    title: {{en: Summary, sv: Översikt}}
    size: tile
    front: summary.svg.j2
    pieces: 1
"""
GROUND = (
    '<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" '
    'height="{{ h + 2 * bleed }}" fill="#e4efe0"/>'
)
FLOWER = (
    GROUND,
    "{{ text(piece.name, safe, 6, w - 2 * safe, 12, name='name') }}",
    "{{ line(piece.NUMBER, w / 2, 34, size=20, align='center') }}",
    "{{ line(piece.visitors|join(', '), safe, 44) }}",
)
BACK = (GROUND, "{{ line(t('meadow'), w / 2, h / 2, align='center') }}")
TOKEN = (
    '<path d="{{ outline(-bleed) }}" fill="#f2a33a"/>',
    "{{ line(piece.points, w / 2, h / 2, align='center') }}",
)
SUMMARY = (
    GROUND,
    "{% for one in pieces('flowers') %}",
    "{{ line(one.name ~ ' ' ~ one.NUMBER, safe, 6 + loop.index0 * 4, size=7) }}",
    "{% endfor %}",
    "{{ line(t('points', n=scoring.points.flower), safe, h - 5) }}",
)


@dataclass(frozen=True)
class Meadow:
    """The game as values; every change gives a new one."""

    flowers: tuple[Row, ...] = (
        {"id": "daisy", "copies": "2", "name": "Daisy", "name:sv": "Tusensköna", "number": "1"},
        {"id": "clover", "copies": "1", "name": "Clover", "name:sv": "Klöver", "number": "3"},
        {"id": "thistle", "copies": "3", "name": "Thistle", "name:sv": "Tistel", "number": "5"},
    )
    tokens: tuple[Row, ...] = (
        {"id": "one", "copies": "4", "points": "1"},
        {"id": "five", "copies": "2", "points": "5"},
    )
    word: str = "Meadow"
    points: int = 3
    number: str = "cost"
    indent: str = ""
    scoring: str = ""

    def write(self, root: Path) -> Path:
        """The game below a project folder."""
        data, templates = root / "cards_data" / "meadow", root / "templates" / "meadow"
        data.mkdir(parents=True, exist_ok=True)
        templates.mkdir(parents=True, exist_ok=True)
        for name, text in self._data().items():
            (data / name).write_text(text, encoding="utf-8")
        for name, lines in (
            ("flower", FLOWER),
            ("flower_back", BACK),
            ("token", TOKEN),
            ("summary", SUMMARY),
        ):
            text = "".join(f"{self.indent}{line}\n" for line in lines)
            path = templates / f"{name}.svg.j2"
            path.write_text(text.replace("NUMBER", self.number), encoding="utf-8")
        return root

    def _data(self) -> dict[str, str]:
        flowers = ["id", "copies", "name", "name:sv", "number", "visitors", "note"]
        table = _csv(flowers, self.flowers)
        heading, _, rows = table.partition("\n")
        counts = {
            "flowers": sum(int(row["copies"]) for row in self.flowers),
            "tokens": sum(int(row["copies"]) for row in self.tokens),
        }
        return {
            "game.yaml": HEAD + DECKS.format(number=self.number, **counts),
            "flowers.csv": f"{heading.replace('number', self.number)}\n{rows}",
            "tokens.csv": _csv(["id", "copies", "points"], self.tokens),
            "summary.csv": "id\nsummary\n",
            "words.csv": f"id,text,text:sv\nmeadow,{self.word},Äng\npoints,{{n}} points,{{n}} p\n",
            "scoring.yaml": self.scoring or f"points: {{flower: {self.points}}}\n",
        }

    def flower(self, which: str, /, **cells: str) -> Meadow:
        """The same game with some cells of one flower changed."""
        rows = ({**row, **cells} if row["id"] == which else row for row in self.flowers)
        return replace(self, flowers=tuple(rows))


def _csv(columns: list[str], rows: tuple[Row, ...]) -> str:
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()


def read(root: Path) -> Game:
    """Always from the files: two edits within one tick of the clock are two edits."""
    return read_game(root / "cards_data" / "meadow")


def changes(old: Path, new: Path, lang: str = "en") -> Changes:
    """What is different between two project folders."""
    return diff(*(of_composed(composed_by(composing(root, lang))) for root in (old, new)))


def composing(root: Path, lang: str = "en") -> Composer:
    """Composes with the templates of that folder, whatever the current one is."""
    return composer(read(root), lang, Sources((root / "templates",)))


def faces(root: Path, lang: str = "en") -> dict[Key, Faces]:
    """Every piece composed anew, without the cache."""
    one = composing(root, lang)
    found: dict[Key, Faces] = {}
    for deck in one.game.decks.values():
        for piece in deck.pieces:
            problems = Findings()
            made = one.faces(deck, piece, problems, Reads())
            problems.raise_any()
            assert made
            found[deck.name, piece.id] = made
    return found


def pixels(made: Faces) -> tuple[bytes, bytes]:
    """What a piece really looks like on both sides."""

    back = draw(made.back, SHARP_DPI).packed if made.back else b""
    return draw(made.front, SHARP_DPI).packed, back


def options(out: Path, **chosen: Any) -> PrintOptions:
    return print_options(**{"dpi": 72, "jobs": 1, "out": out, **chosen})


def manifest(path: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def copies_on(path: Path) -> dict[Key, int]:
    """How often each piece lies on the fronts of a print, counted on the sheets themselves."""
    return {
        (piece["deck"], piece["id"]): sum(place["side"] == "front" for place in piece["places"])
        for piece in manifest(path)["pieces"]
    }


def applied_from_json(old: Rows, report: dict[str, Any]) -> Rows:
    """What another program makes of the report: nothing but the old rows and the JSON."""
    found = {deck: dict(items) for deck, items in old.items()}
    for piece in report["removed"]:
        del found[piece["deck"]][piece["id"]]
    for piece in report["added"]:
        found.setdefault(piece["deck"], {})[piece["id"]] = piece["row"]
    for change in report["changed"]:
        row = dict(found[change["deck"]][change["id"]])
        for field in change["fields"]:
            row.pop(field["field"], None)
            if "after" in field:
                row[field["field"]] = field["after"]
        found[change["deck"]][change["id"]] = row
    for deck, order in report["order"].items():
        found[deck] = {name: found[deck][name] for name in order}
    return {deck: list(pieces.items()) for deck, pieces in found.items() if pieces}

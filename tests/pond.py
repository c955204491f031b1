"""The made-up game of all tests: its files as text, and the whole game as a value.

Two languages and one of each kind of column; everything is small, so that a whole run at 72 dpi
takes a blink. The fish have a back, drawings and columns that no template shows; the plants are
round and have no back. A test may ask for the summary, which has neither back nor stamp: it shows
all fish and a scoring number, but nothing of its own row.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

Row = Mapping[str, str]
SLUG = "pond"

# What every made-up game begins with.
HEAD = """\
title: {en: Pond Life, sv: Livet i dammen}
languages: [en, sv]
link: https://example.org/pond
makers: Pond Life was made up for the tests.
box: {players: "2–4", minutes: "20", age: "6+"}
colours: {accent: "#1d4f6b", ink: "#13293d", paper: "#ffffff", reed: "#4c8a3f"}
tell_apart: [[reed, ink]]
fonts:
  title:  {family: Manrope, weight: 800}
  body:   {family: Source Sans Pro}
  strong: {family: Source Sans Pro, weight: 700}
  italic: {family: Source Sans Pro, italic: true}
"""
DECKS = """\
bring: {en: [a die], sv: [en tärning]}
decks:
  fish:
    title: {en: Fish, sv: Fiskar}
    size: poker
    front: fish.svg.j2
    back: fish_back.svg.j2
    pieces: ALL_FISH
    options: {note: shown}
    columns:
      name:  {help: what the fish is called}
      rule:  {help: what it does}
      level: {type: choice, of: ["1", "2", "3"]}
      cost:  {type: int, min: 0, max: 9}
      zones: {type: list, of: [reed, mud, open], required: false}
      rare:  {type: bool}
      food:  {type: ref, deck: plants}
      latin: {translate: never, required: false}
  plants:
    title: {en: Plants, sv: Växter}
    size: circle_25
    front: plant.svg.j2
    pieces: ALL_PLANTS
    columns:
      name: {help: what the plant is called}
"""
SUMMARY_DECK = """\
  summary:
    title: {en: Summary, sv: Översikt}
    size: tile
    front: summary.svg.j2
    pieces: 1
    options: {stamp: none}
"""

FISH = """\
id,copies,name,name:sv,rule,rule:sv,level,cost,zones,rare,food,latin
pike,1,Pike,Gädda,Pay 2 {sun} **now**.,Betala 2 {sun} **nu**.,3,4,reed|open,yes,reed,Esox lucius
perch,2,Perch,Abborre,Draw a card.,Dra ett kort.,2,2,reed,no,lily,Perca fluviatilis
tench,2,Tench,Sutare,Rest.,Vila.,1,0,mud,,lily,Tinca tinca
"""
PLANTS = "id,copies,name,name:sv\nreed,1,Reed,Vass\nlily,2,Water lily,Näckros\n"
WORDS = "id,text,text:sv\npoints,{n} points,{n} poäng\npond,Pond,Damm\n"

FRONT = """\
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" \
fill="#e4efe0"/>
{{ line(piece.name, safe, 10, width=w - 2 * safe, font="title", size=11, floor=9) }}
{{ art(10, 14, w - 20, 30) }}
{{ text(piece.rule, safe, 50, w - 2 * safe, 20) }}
{{ line(piece.zones|join(", "), safe, 76) }}
{{ line(piece.cost, w - safe, 76, align="right", font="title", size=14) }}
"""
BACK = """\
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ w + 2 * bleed }}" height="{{ h + 2 * bleed }}" \
fill="{{ c.reed }}"/>
{{ line(t("pond"), w / 2, h / 2, align="center", font="title", size=14, fill="#ffffff") }}
"""
PLANT = """\
<path d="{{ outline(-bleed) }}" fill="{{ c.reed }}"/>
<rect x="{{ safe }}" y="{{ h / 2 - 4 }}" width="{{ w - 2 * safe }}" height="6" fill="#ffffff"/>
{{ line(piece.name, w / 2, h / 2, align="center", size=8) }}
"""
SUMMARY = """\
<path d="{{ outline(-bleed) }}" fill="#e4efe0"/>
{% for one in pieces("fish") %}
{{ line(one.name ~ " " ~ one.cost, safe, 6 + loop.index0 * 4, size=7) }}
{% endfor %}
{{ line(t("points", n=scoring.points.fish), safe, h - 5) }}
"""
SUN = '<svg viewBox="0 0 24 24"><circle cx="12" cy="12" r="9" fill="currentColor"/></svg>'
FISH_ART = '<svg viewBox="0 0 40 20"><path d="M2 10L30 2L38 10L30 18Z" fill="#36607c"/></svg>'


def rows_of(table: str) -> tuple[Row, ...]:
    """The rows of a table by column."""
    return tuple(csv.DictReader(io.StringIO(table)))


@dataclass(frozen=True)
class Pond:
    """The whole game as values; every change gives a new one."""

    fish: tuple[Row, ...] = rows_of(FISH)
    plants: tuple[Row, ...] = rows_of(PLANTS)
    summary: bool = False
    word: str = "Pond"
    points: int = 3
    # What the column of the costs is called.
    number: str = "cost"
    # What stands before every line of the templates.
    indent: str = ""
    # All of scoring.yaml, where the points alone do not do.
    scoring: str = ""

    def write(self, root: Path) -> Path:
        """The game below a project folder, over what stands there."""
        for name, text in self._files().items():
            path = root / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return root

    def with_fish(self, which: str, /, **cells: str) -> Pond:
        """The same game with some cells of one fish changed."""
        return replace(self, fish=_edited(self.fish, which, cells))

    def with_plant(self, which: str, /, **cells: str) -> Pond:
        """The same game with some cells of one plant changed."""
        return replace(self, plants=_edited(self.plants, which, cells))

    def without_plant(self, which: str) -> Pond:
        """The same game without a plant; the fish that ate it eat another one."""
        rest = tuple(row for row in self.plants if row["id"] != which)
        foods = {row["id"]: row["id"] for row in rest} | {which: rest[0]["id"]}
        fish = tuple({**row, "food": foods[row["food"]]} for row in self.fish)
        return replace(self, fish=fish, plants=rest)

    def _files(self) -> dict[str, str]:
        data, templates = f"cards_data/{SLUG}", f"templates/{SLUG}"
        return {
            **{f"{data}/{name}": text for name, text in self._data().items()},
            **{f"{templates}/{name}.svg.j2": text for name, text in self._templates().items()},
            **{f"{templates}/art/{row['id']}.svg": FISH_ART for row in self.fish},
            f"{templates}/symbols/sun.svg": SUN,
        }

    def _data(self) -> dict[str, str]:
        heading, _, rows = _table(FISH, self.fish).partition("\n")
        files = {
            "game.yaml": HEAD + self._decks(),
            "fish.csv": f"{self._renamed(heading)}\n{rows}",
            "plants.csv": _table(PLANTS, self.plants),
            "words.csv": WORDS.replace("Pond", self.word),
            "scoring.yaml": self.scoring or f"points: {{fish: {self.points}}}\n",
        }
        return files | ({"summary.csv": "id\nsummary\n"} if self.summary else {})

    def _decks(self) -> str:
        text = self._renamed(DECKS)
        for place, rows in (("ALL_FISH", self.fish), ("ALL_PLANTS", self.plants)):
            text = text.replace(place, str(sum(int(row["copies"]) for row in rows)))
        return text + (SUMMARY_DECK if self.summary else "")

    def _templates(self) -> dict[str, str]:
        templates = {"fish": FRONT, "fish_back": BACK, "plant": PLANT}
        all_templates = templates | ({"summary": SUMMARY} if self.summary else {})
        return {name: self._indented(self._renamed(text)) for name, text in all_templates.items()}

    def _renamed(self, text: str) -> str:
        return re.sub(r"\bcost\b", self.number, text)

    def _indented(self, text: str) -> str:
        return "".join(f"{self.indent}{line}" for line in text.splitlines(keepends=True))


def _edited(rows: tuple[Row, ...], which: str, cells: Row) -> tuple[Row, ...]:
    return tuple({**row, **cells} if row["id"] == which else row for row in rows)


def _table(like: str, rows: tuple[Row, ...]) -> str:
    """The rows as CSV, with the columns of another table."""
    columns = like.partition("\n")[0].split(",")
    buffer = io.StringIO()
    writer = csv.DictWriter(buffer, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return buffer.getvalue()

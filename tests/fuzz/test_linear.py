"""Twice as long a hostile text is at most twice the work, in every reader of foreign bytes.

The work is counted, not clocked: every line of Python that runs counts as one, and every text,
list or tuple that is bound to a name for the first time as its length, so that copying what is
left at every step shows. Work of libraries written in C is not seen by that: their readers are
also given the longest text they take, with a generous bound of processor time.
"""

from __future__ import annotations

import json
import sys
import zipfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from time import process_time
from types import FrameType
from typing import Any

import pytest
from hostile_requests import sent
from pond import HEAD, SLUG, Pond
from thorough import spread

from cards_data import Problems
from cards_data.checks import read_without_leaflets, with_leaflets
from cards_data.documents import parse_json, parse_yaml
from cards_data.outlines.path_reader import SvgError
from cards_data.tables import read_table
from generator.changes.earlier_state import unzip
from generator.pdf.manifest import read_manifest
from generator.svg.parser import read_svg
from generator.text.fonts import Typeface
from generator.translate.entry_files import TranslatorText, po_bytes, po_entries
from scorer.web.api.records import score_record
from scorer.web.routing import read_body

COPIED = (str, bytes, list, tuple)
ONCE, TWICE = 150, 300
# Twice the work and what is done once; a quadratic reader comes near four times.
GROWTH = 2.5
FEW = 1_000
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{}</svg>'

Reader = Callable[[str, Path], object]


class Work:
    """Counts while it is the tracer."""

    def __init__(self) -> None:
        self.count = 0
        self._known: dict[int, Any] = {}

    def __call__(self, frame: FrameType, event: str, _arg: object) -> Any:
        if event == "line":
            self.count += 1
        if event in ("line", "return"):
            for value in frame.f_locals.values():
                if type(value) in COPIED and id(value) not in self._known:
                    self._known[id(value)] = value
                    self.count += len(value) // 8
        return self


def work(read: Reader, text: str, folder: Path) -> int:
    counted, before = Work(), sys.gettrace()
    sys.settrace(counted)
    try:
        read(text, folder)
    except (Problems, SvgError):
        pass
    finally:
        sys.settrace(before)
    return counted.count


def assert_linear(read: Reader, shape: Callable[[int], str], folder: Path) -> None:
    for number in (ONCE, TWICE):  # what is only done the first time
        with suppress(Problems, SvgError):
            read(shape(number), folder)
    once, twice = (work(read, shape(number), folder) for number in (ONCE, TWICE))
    assert twice <= GROWTH * once + FEW, f"{once:,} steps, then {twice:,}"


def csv_table(text: str, folder: Path) -> None:
    path = folder / "table.csv"
    path.write_text(text, encoding="utf-8")
    read_table(path)


def game_with(name: str) -> Reader:
    """A whole game, one file of which is the text."""

    def read(text: str, folder: Path) -> None:
        own = Pond().write(folder) / "cards_data" / SLUG
        (own / name).write_text(text, encoding="utf-8")
        with_leaflets(read_without_leaflets(own), counted=True)

    return read


def game_of_many(text: str, folder: Path) -> None:
    """A game with a plant for every line of the text, and a fish that eats what the line says."""
    names = text.split()
    plants = "id,name,name:sv\n" + "".join(f"p{number},P,P\n" for number in range(len(names)))
    own = Pond().write(folder) / "cards_data" / SLUG
    (own / "plants.csv").write_text(plants, encoding="utf-8")
    fish = "".join(ROW.format(number, name) for number, name in enumerate(names))
    (own / "fish.csv").write_text(FISH + fish, encoding="utf-8")
    with_leaflets(read_without_leaflets(own), counted=False)


def yaml_text(text: str, _: Path) -> None:
    parse_yaml(text, "x.yaml")


def json_text(text: str, _: Path) -> None:
    parse_json(text, "x.json")


def body(text: str, _: Path) -> None:
    score_record("ecologic", read_body(text.encode()), "en")


def request(text: str, _: Path) -> None:
    sent(text.encode())


def picture(text: str, _: Path) -> None:
    read_svg(text)


def manifest(text: str, _: Path) -> None:
    read_manifest(text)


def archive(text: str, folder: Path) -> None:
    """A zip file with a file for every line of the text."""
    with zipfile.ZipFile(folder / "earlier.zip", "w") as archive_file:
        for name in text.splitlines():
            archive_file.writestr(name, name)
    unzip(folder / "earlier.zip", folder / "into")


def translation(text: str, _: Path) -> None:
    """A translator's file with an entry for every line of the text."""
    entries = [TranslatorText("words.csv", line, line) for line in text.splitlines()]
    po_entries(po_bytes("pond", "et", entries).decode())


def font(text: str, _: Path) -> None:
    with suppress(ValueError, RuntimeError):
        Typeface(text.encode("latin-1"))


FISH = "id,copies,name,name:sv,rule,rule:sv,level,cost,zones,rare,food,latin\n"
ROW = "f{0},1,F,F,R,R,1,1,reed,no,{1},L\n"
PIECE = {"deck": "fish", "id": "pike", "front": "a", "back": None, "copies": 1}
RECORD = {"game": "pond", "lang": "en", "version": "1"}
GET = "GET /api/games{0} HTTP/1.1\r\nHost: 127.0.0.1\r\n{1}\r\n"


def numbered(part: str, count: int) -> str:
    return "".join(part.format(number) for number in range(count))


# Each begins, repeats or refers to something again and again.
SHAPES: dict[str, tuple[Reader, Callable[[int], str]]] = {
    "csv, empty columns": (csv_table, lambda n: "a" + "," * n + "\n1\n"),
    "csv, columns": (csv_table, lambda n: numbered("c{0},", n) + "\n1\n"),
    "csv, the same column": (csv_table, lambda n: "a," * n + "b\n1\n"),
    "csv, columns and rows": (csv_table, lambda n: numbered("c{0},", n) + "x\n" + "1\n" * n),
    "csv, short rows": (csv_table, lambda n: numbered("c{0},", 250) + "x\n" + "1\n" * n),
    "csv, cells too many": (csv_table, lambda n: "a,b\n" + "1,2,3\n" * n),
    "csv, cells without end": (csv_table, lambda n: "a,b\n1" + ",2" * n),
    "csv, quotes": (csv_table, lambda n: 'a\n"' + '""' * n),
    "csv, lines in a cell": (csv_table, lambda n: 'a\n"' + "x\n" * n + '"\n'),
    "csv, blank lines": (csv_table, lambda n: "a\n" + "\n" * n + "1\n"),
    "game, pieces": (
        game_with("fish.csv"),
        lambda n: FISH + "".join(ROW.format(number, "reed") for number in range(n)),
    ),
    "game, references": (game_of_many, lambda n: numbered("p{0}\n", n)),
    "game, wrong references": (game_of_many, lambda n: numbered("q{0}\n", n)),
    "game, the same id": (game_with("fish.csv"), lambda n: FISH + ROW.format(1, "reed") * n),
    "game, unknown pieces": (game_with("fish.csv"), lambda n: FISH + ROW.format(1, "rede") * n),
    "game, unknown columns": (
        game_with("fish.csv"),
        lambda n: FISH.strip() + numbered(",level{0}", n) + "\n",
    ),
    "game, unknown keys": (game_with("game.yaml"), lambda n: HEAD + numbered("titel{0}: 1\n", n)),
    "game, languages": (
        game_with("game.yaml"),
        lambda n: HEAD.replace("languages: [en", "languages: [en" + ", xx" * n),
    ),
    "game, colours": (
        game_with("game.yaml"),
        lambda n: HEAD.replace("colours: {", "colours: {" + numbered("c{0}: '#123456', ", n)),
    ),
    "game, words": (game_with("words.csv"), lambda n: "id,text\n" + numbered("w{0},a {{n}}\n", n)),
    "game, plurals": (game_with("words.csv"), lambda n: "id,text\nw," + '"{n, plural, =1 {"' * n),
    "yaml, keys": (yaml_text, lambda n: numbered("k{0}: 1\n", n)),
    "yaml, the same key": (yaml_text, lambda n: "k: 1\n" * n),
    "yaml, lists in lists": (yaml_text, lambda n: "[" * n),
    "yaml, lists in lists below": (yaml_text, lambda n: "- " * n + "a\n"),
    "yaml, a long text": (yaml_text, lambda n: "a: |\n" + "  x\n" * n),
    "yaml, digits": (yaml_text, lambda n: "a: " + "1:" * n + "\n"),
    "yaml, quotes": (yaml_text, lambda n: 'a: "' + "\\x41" * n),
    "yaml, documents": (yaml_text, lambda n: "--- a\n" * n),
    "yaml, flow": (yaml_text, lambda n: "{a: [" + "1, " * n + "]}"),
    "json, the same key": (json_text, lambda n: "{" + '"a":1,' * n + '"b":1}'),
    "json, keys": (json_text, lambda n: "{" + numbered('"k{0}":1,', n) + '"b":1}'),
    "json, lists in lists": (json_text, lambda n: "[" * n + "]" * n),
    "json, digits": (json_text, lambda n: "1" * n),
    "json, texts": (json_text, lambda n: "[" + '"\\u0041",' * n + '""]'),
    "body, texts": (body, lambda n: '{"players": ["' + '\\"' * n + '"]}'),
    "body, quotes": (body, lambda n: '\\"' * n),
    "body, a long name": (body, lambda n: json.dumps({"players": [{"name": "a" * n}]})),
    "body, a long key": (body, lambda n: json.dumps({"players": [{"a" * n: 1}]})),
    "translation, entries": (translation, lambda n: numbered("text {0}\n", n)),
    "request, headers": (request, lambda n: GET.format("", numbered("X-{0}: 1\r\n", n))),
    "request, questions": (request, lambda n: GET.format("?" + numbered("lang{0}=sv&", n), "")),
    "request, a long path": (request, lambda n: GET.format("/.." * n, "")),
    "request, languages": (
        request,
        lambda n: GET.format("", "Accept-Language: " + "sv;q=0.1," * n + "\r\n"),
    ),
    "request, cookies": (request, lambda n: GET.format("", "Cookie: " + "a=b;" * n + "\r\n")),
    "svg, elements": (picture, lambda n: SVG.format('<rect width="1" height="1"/>' * n)),
    "svg, unknown elements": (picture, lambda n: SVG.format("<blink/>\n" * n)),
    "svg, groups": (picture, lambda n: SVG.format("<g>" * min(n, 40) + "</g>" * min(n, 40))),
    "svg, a path": (picture, lambda n: SVG.format(f'<path d="M0 0{"l1 1" * n}"/>')),
    "svg, a broken path": (picture, lambda n: SVG.format(f'<path d="M0 0{"l1 1" * n}l1"/>')),
    "svg, arcs": (picture, lambda n: SVG.format(f'<path d="M0 0{"a1 1 0 0 1 1 1" * n}"/>')),
    "svg, points": (picture, lambda n: SVG.format(f'<polygon points="{"1,1 " * n}"/>')),
    "svg, transforms": (picture, lambda n: SVG.format(f'<g transform="{"scale(1)" * n}"/>')),
    "svg, declarations": (picture, lambda n: SVG.format(f'<g style="{"fill:red;" * n}"/>')),
    "svg, used again": (
        picture,
        lambda n: SVG.format('<defs><circle id="a" r="1"/></defs>' + '<use href="#a"/>' * n),
    ),
    "svg, one by another": (
        picture,
        lambda n: SVG.format(
            '<linearGradient id="g0"/>'
            + "".join(f'<linearGradient id="g{i + 1}" href="#g{i}"/>' for i in range(n))
            + numbered('<rect width="1" height="1" fill="url(#g{0})"/>', n)
        ),
    ),
    "svg, the same id": (picture, lambda n: SVG.format('<g id="a"/>' * n)),
    "svg, clips": (
        picture,
        lambda n: SVG.format(
            '<clipPath id="c"><rect width="1" height="1"/></clipPath>'
            + '<rect width="1" height="1" clip-path="url(#c)"/>' * n
        ),
    ),
    "svg, dashes": (
        picture,
        lambda n: SVG.format(f'<path d="M0 0h9" stroke="red" stroke-dasharray="{"1 " * n}"/>'),
    ),
    "svg, texts": (picture, lambda n: SVG.format("<text>" + "<tspan>a</tspan>" * n + "</text>")),
    "svg, doctypes": (picture, lambda n: "<!DOCTYPE" * n),
    "svg, comments": (picture, lambda n: SVG.format("<!-- -->" * n)),
    "manifest, pieces": (manifest, lambda n: json.dumps({**RECORD, "pieces": [PIECE] * n})),
    "manifest, rows": (
        manifest,
        lambda n: json.dumps({**RECORD, "pieces": [PIECE | {"row": {"copies": 1, "a": [1] * n}}]}),
    ),
    "manifest, lists in lists": (manifest, lambda n: "[" * n),
    "zip, files": (archive, lambda n: numbered("a{0}.csv\n", n)),
    "zip, names that lead out": (archive, lambda n: numbered("../a{0}.csv\n", n)),
    "zip, folders": (archive, lambda n: "a/" * min(n, 100) + "b.csv\n"),
    "font, no font": (font, lambda n: "OTTO" * n),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", spread(SHAPES, 4))
def test_twice_the_text_is_twice_the_work(name: str, tmp_path: Path) -> None:
    read, shape = SHAPES[name]
    assert_linear(read, shape, tmp_path)


def test_a_reader_that_copies_what_is_left_is_found() -> None:
    def copying(text: str, _: Path) -> None:
        while text:
            text = text[1:]

    with pytest.raises(AssertionError, match="steps, then"):
        assert_linear(copying, lambda n: "x" * 10 * n, Path())


# What libraries written in C look through, as long as a reader takes it; were it looked through
# again from every place, each would take minutes.
LONGEST: dict[str, tuple[Reader, str]] = {
    "csv, empty columns": (csv_table, "a" + "," * 2_000_000),
    "csv, columns": (csv_table, "a," * 1_000_000),
    "csv, quotes": (csv_table, 'a\n"' + '""' * 1_000_000),
    "yaml, brackets": (yaml_text, "[" * 900_000),
    "yaml, quotes": (yaml_text, "'" * 900_000),
    "yaml, blanks": (yaml_text, "a:" + " " * 900_000),
    "yaml, digits": (yaml_text, "a: " + "1:" * 400_000),
    "yaml, lines": (yaml_text, "a: 'x" + "\n" * 900_000),
    "json, brackets": (json_text, "[" * 900_000),
    "json, digits": (json_text, "-" + "1" * 900_000),
    "body, quotes": (body, '\\"' * 32_000),
    "body, digits": (body, "1e" * 32_000),
    "svg, doctypes": (picture, "<!DOCTYPE " * 100_000),
    "svg, comments": (picture, "<svg>" + "<!-- " * 100_000),
    "svg, a path": (picture, SVG.format(f'<path d="{"M0 " * 300_000}"/>')),
    "svg, numbers": (picture, SVG.format(f'<path d="M{"1" * 900_000}"/>')),
    "svg, points": (picture, SVG.format(f'<polygon points="{"1e" * 400_000}"/>')),
    "svg, transforms": (picture, SVG.format(f'<g transform="{"scale(" * 100_000}"/>')),
    "svg, blanks": (picture, SVG.format(f'<g transform="scale{" " * 900_000}"/>')),
    "svg, a colour": (picture, SVG.format(f'<g fill="rgb({" " * 900_000}"/>')),
    "svg, an address": (picture, SVG.format(f'<g fill="url({" " * 900_000}"/>')),
    "svg, a picture": (
        picture,
        SVG.format(f'<image href="data:image/png;base64,{"A" * 900_000}"/>'),
    ),
    "manifest, brackets": (manifest, "[" * 8_000_000),
    "font, no font": (font, "OTTO" + "\xff" * 8_000_000),
    "request, a header": (request, GET.format("", "X: " + "a" * 60_000 + "\r\n")),
}
SECONDS = 8


@pytest.mark.slow
@pytest.mark.parametrize("name", LONGEST)
def test_the_longest_text_is_done_with_soon(name: str, tmp_path: Path) -> None:
    read, text = LONGEST[name]
    begun = process_time()
    with suppress(Problems, SvgError):
        read(text, tmp_path)
    assert process_time() - begun < SECONDS

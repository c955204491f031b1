"""Every reader of foreign bytes: seeds to damage, and a function that takes an input.

A reader may answer or refuse; what it refuses with is ``Problems`` or the error of its room.
Anything else is a fault.
"""

from __future__ import annotations

import base64
import io
import json
import tempfile
import zipfile
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from damage import damaged
from hostile_requests import read_request, request_seeds
from pond import SLUG, Pond
from share_links import LinkReader
from svg_features import FEATURES

from cards_data import Deck, Problems, Size, load_game
from cards_data.checks import read_without_leaflets, with_leaflets
from cards_data.documents import parse_json, parse_yaml
from cards_data.outlines.path_reader import SvgError
from cards_data.tables import read_table
from generator.changes.earlier_state import unzip
from generator.pdf.manifest import manifest_text, read_manifest
from generator.sheets.papers import papers
from generator.sheets.shared_sheets import sheets_of
from generator.sheets.sheet_pages import Layout, PieceToPlace
from generator.svg.parser import read_svg
from scorer.engine import scorer_for, scorer_of
from scorer.registry import slugs
from scorer.terminal.state_source import read_document
from scorer.web.api.records import answers_record, score_record
from scorer.web.routing import read_body
from scorer.whatif import what_if

Input = Any


@dataclass(frozen=True)
class Reader:
    """``make`` gives an input out of chance, ``read`` takes it."""

    make: Callable[[Random], Input]
    read: Callable[[Input], object]


def from_seeds(seeds: Callable[[], list[bytes]], read: Callable[[bytes], object]) -> Reader:
    make_seeds = cache(lambda: tuple(seeds()))
    return Reader(lambda chance: damaged(make_seeds(), chance), read)


@cache
def folder() -> Path:
    """Where files are written that a reader wants as files; gone when the process ends."""
    directory = tempfile.TemporaryDirectory(prefix="ecotable-fuzz-")
    _open_files.append(directory)
    return Path(directory.name)


_open_files: list[Any] = []


def examples() -> list[tuple[str, bytes]]:
    """The worked examples of all games."""
    return [
        (slug, path.read_bytes())
        for slug in slugs()
        for path in sorted((load_game(slug).folder / "examples").glob("*.yaml"))
    ]


def state_seeds() -> list[bytes]:
    seeds = []
    for _, text in examples():
        state = parse_yaml(text.decode(), "example").data["state"]
        seeds += [text, json.dumps(state).encode()]
    return seeds


def read_state(raw: bytes) -> None:
    """A table state from a file: read, checked, scored, and what would have changed it."""
    state = read_document(raw.decode("utf-8", "replace"), "state").data
    slug = state.get("game") if isinstance(state, dict) else None
    scorer = _scorer(slug if slug in slugs() else "ecologic")
    table, mistakes = scorer.check(state)
    "\n".join(map(str, mistakes)).encode()
    if not mistakes:
        scorer.score(table)
        if raw[-1:] < b"b":
            what_if(scorer, table)


_scorer = cache(scorer_for)


def body_seeds() -> list[bytes]:
    states = [seed for seed in state_seeds() if seed.startswith(b"{")]
    wrapped = [
        json.dumps({"answers": answers_record(slug, json.loads(seed), "en")}).encode()
        for slug in slugs()
        for seed in states
        if f'"{slug}"'.encode() in seed
    ]
    return [*states, *wrapped]


def read_request_body(raw: bytes) -> None:
    """What a page sends: a table, or answers as a share link holds them."""
    table = read_body(raw)
    slug = slugs()[len(raw) % len(slugs())]
    json.dumps(score_record(slug, table, "sv" if len(raw) % 2 else "en"), ensure_ascii=False)
    answers_record(slug, table, "en")


def yaml_seeds() -> list[bytes]:
    files = [path for slug in slugs() for path in sorted(load_game(slug).folder.glob("*.yaml"))]
    return [path.read_bytes()[:6000] for path in files]


def read_yaml_text(raw: bytes) -> None:
    parse_yaml(raw.decode("utf-8", "replace"), "x.yaml").at("title")


def read_json_text(raw: bytes) -> None:
    parse_json(raw.decode("utf-8", "replace"), "x.json").at("title")


def csv_seeds() -> list[bytes]:
    files = [path for slug in slugs() for path in sorted(load_game(slug).folder.glob("*.csv"))]
    return [path.read_bytes()[:4000] for path in files]


def read_csv(raw: bytes) -> None:
    path = folder() / "table.csv"
    path.write_bytes(raw)
    read_table(path)


# The files of a small game; one of them is damaged.
GAME_FILES = ("game.yaml", "fish.csv", "plants.csv", "words.csv", "scoring.yaml")
DECLARED = """\
score:
  players: {least: 1, most: 6}
  count:
    fish: {ask: Fish, each: 2, every: 3, deck: fish}
    weeds: {ask: {en: Weeds, sv: Ogräs}, steps: [0, 1, 3, 6], most: 9}
  awards:
    shoal: {ask: Shoal, most_of: fish, points: 5, ties: none}
"""


@cache
def pond_files() -> dict[str, bytes]:
    root = Pond(scoring=DECLARED).write(folder() / "pond")
    return {name: (root / "cards_data" / SLUG / name).read_bytes() for name in GAME_FILES}


def make_game(chance: Random) -> tuple[str, bytes]:
    name = chance.choice(GAME_FILES)
    return name, damaged([pond_files()[name]], chance)


def read_game(files: tuple[str, bytes]) -> None:
    """A whole game with one damaged file, and its declared rules."""
    pond_files()
    path = folder() / "pond" / "cards_data" / SLUG / files[0]
    path.write_bytes(files[1])
    try:
        game = with_leaflets(read_without_leaflets(path.parent), counted=True)
        scorer_of(game).check({"players": [{"name": "Ada", "fish": 1, "weeds": 2}]})
    finally:
        path.write_bytes(pond_files()[files[0]])


def svg_seeds() -> list[bytes]:
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 30" width="60" height="30">'
    return [f"{head}{body}</svg>".encode() for body in FEATURES.values()]


def read_picture(raw: bytes) -> None:
    with suppress(SvgError):
        read_svg(raw.decode("utf-8", "replace"))


def manifest_seeds() -> list[bytes]:
    piece = {"deck": "fish", "id": "pike", "front": "a" * 16, "back": None, "copies": 2}
    whole = {**piece, "version": "1a2b", "row": {"copies": 2, "name": "Pike", "zones": ["reed"]}}
    head = {"game": "pond", "lang": "en", "version": "abcd", "dpi": 300, "sets": 1, "ink": "full"}
    more = {"decks": ["fish"], "whole": [whole], "scoring": {"points": 3}, "leaflet": "ff"}
    return [
        manifest_text({**head, "pieces": [piece, whole]}).encode(),
        manifest_text({**head, **more, "pieces": [whole] * 3}).encode(),
    ]


def read_manifest_text(raw: bytes) -> None:
    record = read_manifest(raw.decode("utf-8", "replace"))
    if record is not None:
        manifest_text(record).encode("utf-8", "replace")


def zip_seeds() -> list[bytes]:
    archives = []
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w", method) as archive:
            for name, text in pond_files().items():
                archive.writestr(f"cards_data/pond/{name}", text[:300])
        archives.append(buffer.getvalue())
    return archives


def read_zip(raw: bytes) -> None:
    path = folder() / "earlier.zip"
    path.write_bytes(raw)
    with tempfile.TemporaryDirectory(dir=folder()) as into:
        outside = folder() / "escaped"
        unzip(path, Path(into) / "in" / "side")
        assert not outside.exists()
        assert {one.name for one in Path(into).iterdir()} <= {"in"}


SHAPES = ("rect", "rect", "hex", "circle", "drop")


def make_layout(chance: Random) -> tuple[list[tuple[Deck, PieceToPlace]], Layout]:
    """Decks of any sizes that may share sheets, on any paper."""
    paper = chance.choice(list(papers().values()))
    pieces = []
    for number in range(chance.choice((1, 1, 2, 3, 4))):
        deck = _deck(number, chance)
        for piece in range(chance.choice((0, 1, 2, 5, 12))):
            copies = chance.choice((1, 1, 2, 9))
            back = f"b{number}" if deck.back else None
            pieces.append((deck, PieceToPlace(f"p{piece}", f"f{number}.{piece}", back, copies)))
    flip = chance.choice(("long", "short"))
    return pieces, Layout(paper, chance.random() < 0.7, flip, chance.random() < 0.3)


def _deck(number: int, chance: Random) -> Deck:
    shape, width = chance.choice(SHAPES), chance.choice((10, 25.4, 44, 63.5, 88.9, 130, 200, 290))
    width *= chance.choice((1, 1, chance.uniform(0.7, 1.3)))
    tall = chance.choice((width, width * 1.4, chance.uniform(10, 300)))
    height = {"hex": width * 3**0.5 / 2, "circle": width, "drop": max(width, tall)}.get(shape, tall)
    size = Size(f"s{number}", width, height, shape, 3.0 if shape == "rect" else 0.0)
    gap = chance.choice((0.0, 0.5, 3.0)) if shape in ("rect", "hex") else 0.5
    back = chance.choice(("b", "b", None))
    split = shape == "rect" and chance.random() < 0.3
    return Deck(f"d{number}", {"en": "Deck"}, size, "f", back, 0, {}, (), gap, split)


def read_layout(case: tuple[list[tuple[Deck, PieceToPlace]], Layout]) -> None:
    """Laid out, no piece is missing and none is there twice, unless it is a board in parts."""
    pieces, layout = case
    sheets = list(sheets_of(pieces, layout))
    cuts = [cut for front, _ in sheets for cut in front.cuts]
    if not any(deck.split for deck, _ in pieces):
        assert len(cuts) == sum(piece.copies for _, piece in pieces)


def link_seeds() -> list[bytes]:
    links = []
    for seed in body_seeds():
        table = json.loads(seed)
        if "answers" in table:
            plain = json.dumps({"g": "ecologic", "a": table["answers"]}).encode()
            packer = zlib.compressobj(9, zlib.DEFLATED, -15)
            raw = packer.compress(plain) + packer.flush()
            links.append(b"#t=" + base64.urlsafe_b64encode(raw).rstrip(b"="))
            links.append(b"https://example.org/score.html?game=ecologic" + links[-1])
    return links


@cache
def links() -> LinkReader:
    return LinkReader()


READERS: dict[str, Reader] = {
    "states": from_seeds(state_seeds, read_state),
    "bodies": from_seeds(body_seeds, read_request_body),
    "yaml": from_seeds(yaml_seeds, read_yaml_text),
    "json": from_seeds(state_seeds, read_json_text),
    "csv": from_seeds(csv_seeds, read_csv),
    "games": Reader(make_game, read_game),
    "svg": from_seeds(svg_seeds, read_picture),
    "manifests": from_seeds(manifest_seeds, read_manifest_text),
    "zips": from_seeds(zip_seeds, read_zip),
    "layouts": Reader(make_layout, read_layout),
    "requests": from_seeds(request_seeds, read_request),
    "links": from_seeds(link_seeds, lambda raw: links().read(raw)),
}
REFUSED = (Problems,)

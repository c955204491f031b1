"""Find earlier prints in a folder, and each piece as last printed: what is in the box now.

A PDF and its manifest belong together. If they differ because a run was interrupted, the PDF is
right: it contains its own manifest. A print of some decks says nothing about the other decks; a
print of single pieces says nothing about their decks. A reprint lists what is in the box after the
swap.
"""

from __future__ import annotations

import mmap
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from cards_data.problems import Message, Place, Problems
from cards_data.reader import read_bytes
from generator.options import Edition
from generator.pdf.manifest import MANIFEST_LIMIT, read_manifest
from generator.store.compression import WELL, pack

from .diff import Key, PieceState, Snapshot, piece_state


@dataclass(frozen=True)
class Print:
    """An earlier print: its manifest or PDF, and the contents."""

    path: Path
    record: dict[str, Any]

    @property
    def pdf(self) -> Path:
        return self.path.with_suffix(".pdf")

    @property
    def dpi(self) -> int:
        return int(self.record.get("dpi", 300))

    @property
    def sets(self) -> int:
        return int(self.record.get("sets", 1))

    @property
    def known_pieces(self) -> list[dict[str, Any]]:
        """Everything known to be in the box after this print."""
        pieces: list[dict[str, Any]] = self.record.get("whole", self.record["pieces"])
        return [piece for piece in pieces if not piece.get("placeholder")]

    @property
    def placeholders(self) -> set[Key]:
        """Pieces printed as placeholders; in the box they are as they were before."""
        pieces = self.record.get("whole", self.record["pieces"])
        return {_key(piece) for piece in pieces if piece.get("placeholder")}

    def is_of(self, slug: str, edition: Edition) -> bool:
        """Return whether it is a print of this game in this edition."""
        record = self.record
        own = record["game"], record["lang"], record.get("ink", "full")
        return own == (slug, edition.lang, edition.ink)


def read_print(path: Path) -> Print | None:
    """Read the print in a file; return nothing if Ecotable did not print it."""
    if path.suffix == ".json":
        record = read_manifest(read_bytes(path, MANIFEST_LIMIT).decode("utf-8", errors="replace"))
    elif path.suffix == ".pdf":
        from generator.pdf.pdf_reader import embedded_manifest

        record = embedded_manifest(path)
    else:
        record = None
    return Print(path, record) if record else None


def prints_in(out: Path, slug: str, edition: Edition) -> tuple[Print, ...]:
    """List every print of a game's edition in a folder, oldest first, without drafts."""
    times = _stems(out, f"{slug}-{edition.lang}-")
    stems = sorted(times, key=lambda stem: times[stem])
    prints = (_pair(out / f"{stem}.json", out / f"{stem}.pdf") for stem in stems)
    of_edition = (one for one in prints if one and one.is_of(slug, edition))
    return tuple(one for one in of_edition if not one.record.get("draft"))


def _stems(out: Path, begin: str) -> dict[str, int]:
    """Return the names that may be prints, each with its modification time."""
    times: dict[str, int] = {}
    with suppress(OSError):
        for path in out.iterdir():
            if path.suffix in (".json", ".pdf") and path.name.startswith(begin):
                with suppress(OSError):
                    time = path.stat().st_mtime_ns
                    times[path.stem] = max(time, times.get(path.stem, time))
    return times


def _pair(manifest: Path, pdf: Path) -> Print | None:
    """Read the print that both files describe; ignore a damaged file."""
    beside = _read_if_valid(manifest)
    if not pdf.is_file() or (beside and _embeds(pdf, manifest)):
        return beside
    return _read_if_valid(pdf) or beside


def _read_if_valid(path: Path) -> Print | None:
    with suppress(Problems):
        return read_print(path)
    return None


def _embeds(pdf: Path, manifest: Path) -> bool:
    """Return whether a PDF contains these manifest bytes, so that it need not be parsed."""
    with suppress(OSError, ValueError), pdf.open("rb") as file:
        packed = pack(manifest.read_bytes(), WELL)
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
            return content.find(packed) >= 0
    return False


def check_edition(one: Print, slug: str, edition: Edition) -> None:
    """Refuse a print of another game or another edition."""
    if not one.is_of(slug, edition):
        record = one.record
        fault = Message("print.of_other", game=record["game"], lang=record["lang"])
        expected = Message("print.game_in", game=slug, lang=edition.lang)
        if record.get("ink", "full") != edition.ink:
            ink = Message("print.with_ink", ink=edition.ink)
            expected = Message("problem.of", subject=expected, found=ink)
        raise Problems.of(Place(str(one.path)), fault, expected)


@dataclass(frozen=True)
class ReadKeys:
    """Hashes of the leaflet and of the score sheet.

    A hash is empty if the game had no such page, and ``None`` if unknown.
    """

    leaflet: str | None = None
    score_sheet: str | None = None
    # The address on the score sheet.
    scorer_url: str = ""

    def after_print(self, record: Mapping[str, Any]) -> ReadKeys:
        """Return what is known after a further print."""
        url = record.get("scorer_url", "") if "score_sheet" in record else self.scorer_url
        sheet = record.get("score_sheet", self.score_sheet)
        return ReadKeys(record.get("leaflet", self.leaflet), sheet, url)


@dataclass(frozen=True)
class PrintedBox:
    """All printed pieces with their prints; scoring as in the last complete print.

    ``decks`` are those that were printed completely, or ``None`` for all.
    """

    snapshot: Snapshot
    prints: tuple[Print, ...]
    origins: Mapping[Key, Print]
    decks: frozenset[str] | None
    read: ReadKeys

    @property
    def sets(self) -> int:
        """The number of sets printed; three sets stay three when one board is reprinted."""
        return max((self.origins[piece.key].sets for piece in self.snapshot.pieces), default=1)

    @property
    def made_of(self) -> tuple[Print, ...]:
        """The prints that anything in the box comes from, newest first."""
        used = {id(self.origins[piece.key]) for piece in self.snapshot.pieces}
        return tuple(one for one in reversed(self.prints) if id(one) in used)


_key = itemgetter("deck", "id")


def box_of(prints: tuple[Print, ...]) -> PrintedBox:
    """Return what is in the box after one or more prints, oldest first."""
    pieces: dict[Key, PieceState] = {}
    origins: dict[Key, Print] = {}
    decks: frozenset[str] | None = frozenset()
    base, read = prints[-1].record, ReadKeys()
    for one in prints:
        closed = one.record.get("decks")
        # A print replaces all earlier pieces of the decks that it contains completely.
        gone = set(pieces if closed is None else (key for key in pieces if key[0] in closed))
        gone -= one.placeholders
        pieces = {key: piece for key, piece in pieces.items() if key not in gone}
        pieces |= {_key(piece): piece_state(piece) for piece in one.known_pieces}
        origins_before, printed = (
            dict.fromkeys(map(_key, listed), one)
            for listed in (one.known_pieces, one.record["pieces"])
        )
        printed = {key: origin for key, origin in printed.items() if key not in one.placeholders}
        origins = {**origins_before, **origins, **printed}
        decks = None if closed is None or decks is None else decks | set(closed)
        base = one.record if closed is None else base
        read = read.after_print(one.record)
    moment = base["game"], base["lang"], base["version"]
    snapshot = Snapshot(*moment, tuple(pieces.values()), base.get("scoring", {}))
    return PrintedBox(snapshot, prints, origins, decks, read)

"""Every piece that looks different, with its pictures before and after."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PIL import Image

from generator.compose.piece import Artwork
from generator.crew import Crew
from generator.draw.pixels import Drawer

from .diff import PieceChange
from .pictures import SCREEN_DPI, Shot, images, kept_image, printed_images, shot
from .since import Comparison
from .snapshot import PieceState

# A piece before and after; one of them may be missing.
Pair = tuple[PieceState | None, PieceState | None]


@dataclass(frozen=True)
class Entry:
    """A piece on the page; a picture that cannot be had any more is missing."""

    kind: str
    piece: PieceState
    change: PieceChange | None
    sides: tuple[tuple[str, Shot | None, Shot | None], ...]


def entries(comparison: Comparison, crew: Crew) -> list[Entry]:
    """Added, changed and removed pieces, in that order."""
    changes = comparison.changes
    wanted: list[tuple[str, PieceState | None, PieceState | None, PieceChange | None]] = [
        *(("added", None, piece, None) for piece in changes.added),
        *(
            ("changed", change.before, change.after, change)
            for change in changes.changed
            if change.face_changed
        ),
        *(("removed", piece, None, None) for piece in changes.removed),
    ]
    look = _Look(comparison, crew, [(before, after) for _, before, after, _ in wanted])
    return [
        Entry(kind, after or before, change, tuple(look.sides(before, after)))  # type: ignore[arg-type]
        for kind, before, after, change in wanted
    ]


class _Look:
    """Draws what is needed once: the new faces, and the old ones where they can be had."""

    def __init__(
        self,
        comparison: Comparison,
        crew: Crew,
        pairs: list[Pair],
    ) -> None:
        new = {art.key: art for art in comparison.composed.artworks()}
        wanted_new = _keys([after for _, after in pairs])
        wanted_old = _keys([before for before, _ in pairs])
        # Both moments at one resolution, so that only real differences are marked.
        dpi = comparison.old_dpi if comparison.old_manifest else SCREEN_DPI
        drawer = Drawer(comparison.composed.sources, crew, dpi)
        self._new = images(drawer, _only(new, wanted_new))
        self._old: dict[str, Image.Image] = images(drawer, _only(comparison.old_faces, wanted_old))
        for key in wanted_old - self._old.keys():
            found = self._new.get(key) or kept_image(key, dpi)
            if found:
                self._old[key] = found
        if comparison.old_manifest:
            missing = wanted_old - self._old.keys()
            self._old |= printed_images(comparison.old_manifest, missing, dpi)

    def sides(
        self, before: PieceState | None, after: PieceState | None
    ) -> Iterator[tuple[str, Shot | None, Shot | None]]:
        for index, name in enumerate(("front", "back")):
            old, new = (piece.faces[index] if piece else None for piece in (before, after))
            if old == new:
                continue
            was, now = self._old.get(old or ""), self._new.get(new or "")
            yield name, shot(was) if was else None, shot(now, was) if now else None


def _keys(pieces: list[PieceState | None]) -> set[str]:
    return {key for piece in pieces if piece for key in piece.faces if key}


def _only(arts: Mapping[str, Artwork], keys: set[str]) -> dict[str, Artwork]:
    return {key: art for key, art in arts.items() if key in keys}

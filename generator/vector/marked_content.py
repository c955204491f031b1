"""Marked content: a content stream tagged for screen readers; the rest is decoration."""

from __future__ import annotations

from dataclasses import replace

from generator.svg.drawing import DECORATION, INLINE, Tag

from .form_xobject import TagNode, text_string

# Tags that contain others; everything inside any other tag belongs to it.
CONTAINERS = frozenset(("list", "table", "row"))
LOOSE_LETTERS = Tag("paragraph")
_TYPES = {
    "paragraph": "P",
    "list": "L",
    "listitem": "LI",
    "table": "Table",
    "row": "TR",
    "columnheader": "TH",
    "rowheader": "TH",
    "cell": "TD",
    "img": "Figure",
}
# The content of a list item is its body; its label would be a separate part.
ITEM_BODY = "LBody"


def structure_type(tag: Tag) -> str:
    """Return the PDF structure type of a tag."""
    return f"H{tag.level}" if tag.role == "heading" else _TYPES[tag.role]


class MarkedContent:
    """The marked content of one stream; a piece has none, as it is one picture."""

    def __init__(self, ops: list[str], tagged: bool) -> None:
        self._ops = ops
        self.tagged = tagged
        # What was begun without a tag and is still open: decoration, or letters.
        self._loose = ""
        # How many tags are open since one that cannot contain others.
        self._inside = 0
        self._count = 0
        # The box of the picture that begins next.
        self.box: tuple[float, ...] = ()
        self._open: list[tuple[Tag, list[TagNode]]] = []
        self._nodes: list[TagNode] = []

    def begin(self, tag: Tag, words: str = "") -> None:
        if tag.role == INLINE:
            # A symbol in a text is in a paragraph if it is outside all tags.
            self.paint(letters=True)
            self._inside += 1
            self._ops.append(f"/Span << /ActualText {text_string(words)} >> BDC")
            return
        if not self.tagged:
            return
        if self._inside:
            self._inside += 1
            return
        self._end_loose()
        if tag.role == DECORATION or (tag.role == "img" and not tag.label):
            self._inside = 1
            self._ops.append("/Artifact BMC")
        elif tag.role in CONTAINERS:
            self._open.append((tag, []))
        else:
            self._inside = 1
            self._mark(tag)

    def end(self, tag: Tag) -> None:
        if tag.role == INLINE:
            self._inside -= 1
            self._ops.append("EMC")
            return
        if not self.tagged:
            return
        if self._inside:
            self._inside -= 1
            if not self._inside:
                self._ops.append("EMC")
            return
        self._end_loose()
        tag, inside = self._open.pop()
        self._siblings.append(TagNode(tag, (), tuple(inside)))

    def paint(self, letters: bool = False) -> None:
        """Prepare for painting: outside tags, letters are a paragraph and all else decoration."""
        kind = "letters" if letters else "decoration"
        if not self.tagged or self._inside or self._loose == kind:
            return
        self._end_loose()
        self._loose = kind
        if letters:
            self._mark(LOOSE_LETTERS)
        else:
            self._ops.append("/Artifact BMC")

    def finish(self) -> tuple[TagNode, ...]:
        self._end_loose()
        return tuple(self._nodes)

    def _mark(self, tag: Tag) -> None:
        number, siblings = self._count, self._siblings
        self._count += 1
        name = ITEM_BODY if tag.role == "listitem" else structure_type(tag)
        self._ops.append(f"/{name} << /MCID {number} >> BDC")
        last = siblings[-1] if siblings else None
        if tag.continued and last and last.tag.role == tag.role:
            siblings[-1] = replace(last, contents=(*last.contents, number))
        else:
            siblings.append(TagNode(tag, (number,), box=self.box if tag.role == "img" else ()))

    @property
    def _siblings(self) -> list[TagNode]:
        return self._open[-1][1] if self._open else self._nodes

    def _end_loose(self) -> None:
        if self._loose:
            self._loose = ""
            self._ops.append("EMC")

"""The structure tree of a PDF: the content of its pages in reading order.

A page to read has its own tags. A piece is a picture with a sentence as the alternative. Everything
else on paper is decoration.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import count, groupby

from generator.geometry.shapes import Box
from generator.geometry.units import points
from generator.sheets.sheet_pages import Placement
from generator.svg.drawing import Tag
from generator.vector.form_xobject import TagNode, text_string
from generator.vector.marked_content import ITEM_BODY, structure_type

from .form_objects import Add

# The longest alternative text of a piece.
LONGEST_ALT = 2_000
DECORATION, CONTENT_END = "/Artifact BMC", "EMC"
# Consecutive rows and items without a table or list get one.
_AROUND = {"row": "table", "listitem": "list"}


@dataclass(frozen=True)
class PlacedFace:
    """A face on a page: a page to read, or a piece with the number of its content."""

    page: str
    face: str
    # Left, bottom, right and top on the page, in points.
    box: Box
    content: int | None = None
    alt: str = ""


@dataclass
class Structure:
    """The structure of a file while it is written."""

    faces: list[PlacedFace] = field(default_factory=list)
    tags: dict[str, tuple[TagNode, ...]] = field(default_factory=dict)
    # The keys of pages and tagged faces in the parent tree.
    parents: dict[str, int] = field(default_factory=dict)
    # The last number of marked content on each page.
    _contents: dict[str, int] = field(default_factory=dict)

    def parent_key(self, name: str) -> int:
        return self.parents.setdefault(name, len(self.parents))

    def marks_around(
        self, page: str, place: Placement, read: bool, height_mm: float
    ) -> tuple[list[str], list[str]]:
        """Return the marks around a face; the first copy of a page to read has its own tags."""
        face, box = place.face, _box(place, height_mm)
        if place.alt:
            number = self._contents[page] = self._contents.get(page, -1) + 1
            self.faces.append(PlacedFace(page, face, box, number, place.alt))
            self.parent_key(page)
            return [f"/Figure << /MCID {number} >> BDC"], [CONTENT_END]
        if not read or face in self.parents:
            return [DECORATION], [CONTENT_END]
        self.faces.append(PlacedFace(page, face, box))
        self.parent_key(face)
        return [], []


class StructureTree:
    """The writer of the tree, once all faces are known."""

    def __init__(self, structure: Structure, add: Add, reference: Callable[[str], str]) -> None:
        self._structure = structure
        self._add = add
        # The reference to a page or a face by its name.
        self._reference = reference
        self._numbers = count(1)
        self._by_content: dict[str, dict[int, str]] = {}

    def root(self, own: str) -> bytes:
        """Write the root of the tree, whose own reference is given."""
        document, write = self._element("Document", own)
        kids = [kid for face in self._structure.faces for kid in self._face_kids(face, document)]
        write(f"/K [{' '.join(kids)}]")
        parents = " ".join(
            f"{key} [{' '.join(elements[number] for number in sorted(elements))}]"
            for name, key in sorted(self._structure.parents.items(), key=lambda item: item[1])
            if (elements := self._by_content.get(name))
        )
        tree = f"<< /Nums [{parents}] >>"
        following = len(self._structure.parents)
        return (
            f"<< /Type /StructTreeRoot /K [{document}] /ParentTree {tree} "
            f"/ParentTreeNextKey {following} >>\n"
        ).encode()

    def _face_kids(self, face: PlacedFace, parent: str) -> Iterator[str]:
        if face.content is None:
            nodes = _with_containers(self._structure.tags.get(face.face, ()))
            yield from (self._node(node, face, parent) for node in nodes)
            return
        own, write = self._element("Figure", parent)
        # Copies of a piece share the text.
        alt_text = text_string(face.alt[:LONGEST_ALT])
        page, alt = self._reference(face.page), self._add(f"alt {alt_text}", f"{alt_text}\n".encode)
        write(f"/Pg {page} /Alt {alt} {_layout(face.box)}/K {face.content}")
        self._by_content.setdefault(face.page, {})[face.content] = own
        yield own

    def _node(self, node: TagNode, face: PlacedFace, parent: str) -> str:
        tag = node.tag
        own, write = self._element(structure_type(tag), parent)
        more = _cell(tag)
        if tag.role == "img":
            more = f"/Alt {text_string(tag.label)} {_layout(_part(node, face))}"
        if not node.contents:
            kids = " ".join(self._node(one, face, own) for one in node.inside)
            write(f"{more}/K [{kids}]")
        elif tag.role == "listitem":
            body, write_body = self._element(ITEM_BODY, own)
            write_body(self._content_reference(node, face, body))
            write(f"{more}/K [{body}]")
        else:
            write(more + self._content_reference(node, face, own))
        return own

    def _content_reference(self, node: TagNode, face: PlacedFace, owner: str) -> str:
        """Return a reference to marked content inside the form of a page."""
        page, form = self._reference(face.page), self._reference(face.face)
        kids = (f"<< /Type /MCR /Pg {page} /Stm {form} /MCID {n} >>" for n in node.contents)
        self._by_content.setdefault(face.face, {}).update(dict.fromkeys(node.contents, owner))
        return f"/Pg {page} /K [{' '.join(kids)}]"

    def _element(self, kind: str, parent: str) -> tuple[str, Callable[[str], None]]:
        """Create an element: return its reference, and a function that takes the rest of it."""
        parts: list[str] = []
        own = self._add(f"tag {next(self._numbers)}", partial(_element, kind, parent, parts))
        return own, parts.append


def _element(kind: str, parent: str, parts: Sequence[str]) -> bytes:
    return f"<< /Type /StructElem /S /{kind} /P {parent} {''.join(parts)} >>\n".encode()


def _box(place: Placement, height_mm: float) -> Box:
    """Return left, bottom, right and top of a placement in points."""
    left, low = place.x_mm, height_mm - place.y_mm - place.height_mm
    right, top = left + place.width_mm, low + place.height_mm
    return points(left), points(low), points(right), points(top)


def _part(node: TagNode, face: PlacedFace) -> Box:
    """Return the box of a picture on its page."""
    left, low, right, top = face.box
    wide, high = right - left, top - low
    x1, y1, x2, y2 = node.box
    return left + x1 * wide, low + y1 * high, left + x2 * wide, low + y2 * high


def _layout(box: Box) -> str:
    edges = " ".join(f"{edge:.2f}" for edge in box)
    return f"/A << /O /Layout /BBox [{edges}] /Placement /Block >> "


def _cell(tag: Tag) -> str:
    """Return the attributes of a cell: what it is the head of, and how many columns it spans."""
    scope = {"columnheader": "/Scope /Column ", "rowheader": "/Scope /Row "}.get(tag.role, "")
    span = f"/ColSpan {tag.span} " if tag.span > 1 else ""
    return f"/A << /O /Table {scope}{span}>> " if scope or span else ""


def _with_containers(nodes: Sequence[TagNode]) -> Iterator[TagNode]:
    """Yield the parts of a page, adding a table around equal rows and a list around items."""

    def kind(node: TagNode) -> tuple[str | None, int]:
        """Return what a part needs around it, and its number of columns."""
        return _AROUND.get(node.tag.role), sum(one.tag.span for one in node.inside)

    for (around, _), run in groupby(nodes, key=kind):
        parts = tuple(run)
        yield from (TagNode(Tag(around), (), parts),) if around else parts

"""The conditions of the Matterhorn Protocol (PDF/UA-1) that a program can check.

Each check yields the number of its checkpoint and what was found.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator
from typing import Any

import pikepdf

STANDARD = frozenset(
    "Document P H1 H2 H3 H4 H5 H6 L LI Lbl LBody Table TR TH TD Figure Span".split()
)
INSIDE = {"TR": {"Table"}, "TH": {"TR"}, "TD": {"TR"}, "LI": {"L"}, "LBody": {"LI"}}
ONLY = {"Table": {"TR"}, "TR": {"TH", "TD"}, "L": {"LI"}, "LI": {"Lbl", "LBody"}}
_TOKEN = re.compile(
    rb"/(?P<mark>\w+) (?:<<(?P<list>.*?)>> )?(?:BDC|BMC)\b"
    rb"|(?P<form>/[\w.]+) Do\b|(?P<font>/[\w+]+) [\d.-]+ Tf\b|<(?P<codes>[0-9A-F]+)>"
    rb"|(?<![\w/])(?P<word>EMC|f\*?|B\*?|S|sh|TJ|Tj)(?!\w)"
)
_MAPPED = re.compile(rb"<([0-9A-F]{4})> <([0-9A-F]+)>")

Fault = tuple[str, str]


def faults(pdf: pikepdf.Pdf) -> list[Fault]:
    """Everything that keeps a file from being PDF/UA-1, as far as a program can tell."""
    return [(check.__name__, fault) for check in CHECKS for fault in check(pdf)]


def listed(value: Any) -> list[Any]:
    return list(value) if isinstance(value, pikepdf.Array) else [value]


def elements(pdf: pikepdf.Pdf) -> list[Any]:
    """All structure elements in the order in which they are read."""

    def walk(element: Any) -> Iterator[Any]:
        yield element
        for kid in listed(element.get("/K", [])):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield from walk(kid)

    return [one for top in listed(pdf.Root.StructTreeRoot.K) for one in walk(top)]


def kind(element: Any) -> str:
    return str(element.S)[1:]


def kids(element: Any) -> list[str]:
    inner = listed(element.get("/K", []))
    return [kind(kid) for kid in inner if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]


def attributes(element: Any) -> dict[str, Any]:
    attribute = listed(element.get("/A", pikepdf.Array()))
    return {key: value for one in attribute for key, value in one.items()}


def content_is_tagged_or_artifact(pdf: pikepdf.Pdf) -> Iterator[str]:
    """01: nothing is painted outside tags and artifacts, and neither is inside the other."""
    contents: dict[tuple[Any, bool], list[str]] = {}
    for number, page in enumerate(pdf.pages, 1):
        yield from (f"page {number}: {fault}" for fault in _content(page, False, contents))


def _content(stream: Any, marked: bool, contents: dict[tuple[Any, bool], list[str]]) -> list[str]:
    """What a stream paints outside of tags and artifacts; ``marked``: it is drawn inside one."""
    key = (stream.objgen, marked)
    if key in contents:
        return contents[key]
    faults = contents[key] = []
    stack: list[bool] = []
    for token in tokens(stream):
        inside = marked or any(stack)
        if token["mark"]:
            own = token["mark"] == b"Artifact" or b"/MCID" in (token["list"] or b"")
            if own and inside:
                faults.append("a tag or artifact inside another")
            stack.append(own)
        elif token["word"] == b"EMC":
            stack.pop()
        elif token["form"]:
            form = stream.Resources.XObject[token["form"].decode()]
            if form.Subtype == "/Form":
                faults += _content(form, inside, contents)
            elif not inside:
                faults.append("a picture outside of all tags")
        elif token["word"] and not inside:
            faults.append(f"{token['word'].decode()} outside of all tags")
    return [*faults, *("marked content without an end" for _ in stack)]


def tokens(stream: Any) -> Iterator[re.Match[bytes]]:
    """The marks, forms, fonts, letters and painting operators of a stream.

    Parsing whole streams takes ten times as long.
    """
    streams = listed(stream.Contents) if "/Contents" in stream else [stream]
    return _TOKEN.finditer(b"\n".join(one.read_bytes() for one in streams))


def types_are_standard(pdf: pikepdf.Pdf) -> Iterator[str]:
    """02: no type needs a role map."""
    yield from sorted({kind(one) for one in elements(pdf)} - STANDARD)


def metadata_names_the_file(pdf: pikepdf.Pdf) -> Iterator[str]:
    """06: the metadata claims PDF/UA and has the title."""
    with pdf.open_metadata() as metadata:
        if str(metadata.get("pdfuaid:part")) != "1":
            yield "pdfuaid:part"
        if not metadata.get("dc:title"):
            yield "dc:title"


def title_is_shown(pdf: pikepdf.Pdf) -> Iterator[str]:
    """07: a viewer shows the title instead of the file name."""
    if not bool(pdf.Root.ViewerPreferences.DisplayDocTitle):
        yield "DisplayDocTitle"


def elements_are_nested(pdf: pikepdf.Pdf) -> Iterator[str]:
    """09: tables and lists have the parts that they need, and no others."""
    for one in elements(pdf):
        own = kind(one)
        if own in INSIDE and kind(one.P) not in INSIDE[own]:
            yield f"{own} in {kind(one.P)}"
        if own in ONLY and not set(kids(one)) <= ONLY[own]:
            yield f"{kids(one)} in {own}"


def language_is_given(pdf: pikepdf.Pdf) -> Iterator[str]:
    """11: the file has a language."""
    if not re.fullmatch("[a-z]{2}(-[A-Z]{2})?", str(pdf.Root.get("/Lang", ""))):
        yield "Lang"


def figures_have_alternatives(pdf: pikepdf.Pdf) -> Iterator[str]:
    """13: every picture has words, and a box on its page."""
    for one in elements(pdf):
        if kind(one) != "Figure":
            continue
        words = str(one.get("/Alt", ""))
        if not any(map(str.isalnum, words)):
            yield f"alternative {words!r}"
        left, low, right, top = map(float, attributes(one).get("/BBox", (0, 0, 0, 0)))
        wide, high = map(float, one.Pg.MediaBox[2:])
        if not (-30 <= left < right <= wide + 30 and -30 <= low < top <= high + 30):
            yield f"box of {words[:40]!r}: {left, low, right, top}"


def headings_do_not_skip(pdf: pikepdf.Pdf) -> Iterator[str]:
    """14: headings begin with the first level, and none is left out."""
    levels = [int(kind(one)[1]) for one in elements(pdf) if re.fullmatch(r"H\d", kind(one))]
    for before, after in itertools.pairwise([0, *levels]):
        if after > before + 1:
            yield f"H{after} after H{before}"


def tables_are_regular(pdf: pikepdf.Pdf) -> Iterator[str]:
    """15: the rows of a table have equal lengths, and its heads say what they head."""
    for table in elements(pdf):
        if kind(table) != "Table":
            continue
        rows = [listed(row.K) for row in listed(table.K)]
        lengths = {sum(int(attributes(one).get("/ColSpan", 1)) for one in row) for row in rows}
        if len(lengths) > 1:
            yield f"rows of {sorted(lengths)} cells"
        heads = [cell for row in rows for cell in row if kind(cell) == "TH"]
        if not heads or any("/Scope" not in attributes(head) for head in heads):
            yield "a table without heads"


def lists_have_items(pdf: pikepdf.Pdf) -> Iterator[str]:
    """16: every list has items with a body."""
    for one in elements(pdf):
        if kind(one) == "L" and not kids(one):
            yield "an empty list"
        if kind(one) == "LI" and "LBody" not in kids(one):
            yield "an item without a body"


def annotations_are_described(pdf: pikepdf.Pdf) -> Iterator[str]:
    """28: links have words, and the tab order follows the structure."""
    for number, page in enumerate(pdf.pages, 1):
        if page.get("/Tabs") != "/S":
            yield f"tab order of page {number}"
        for one in page.get("/Annots", []):
            if "/Contents" not in one or "/StructParent" not in one:
                yield f"annotation on page {number}"


def fonts_are_embedded_and_mapped(pdf: pikepdf.Pdf) -> Iterator[str]:
    """31: every font is in the file, and every glyph that is used has letters."""
    for font, used in _used_glyphs(pdf).items():
        own = font_of(pdf, font)
        bare = own.DescendantFonts[0] if own.Subtype == "/Type0" else own
        if not {"/FontFile2", "/FontFile3"} & set(bare.FontDescriptor.keys()):
            yield f"{own.BaseFont} is not in the file"
        if "/ToUnicode" not in own:
            yield f"{own.BaseFont} without letters"
        elif own.Subtype == "/Type0":
            mapped = {code for code, text in _MAPPED.findall(own.ToUnicode.read_bytes()) if text}
            missing = used - {int(code, 16) for code in mapped}
            if 0 in used or missing:
                yield f"{own.BaseFont}: glyphs without letters: {sorted(missing)}"


def font_of(pdf: pikepdf.Pdf, name: tuple[int, int]) -> Any:
    return pdf.get_object(name)


def _used_glyphs(pdf: pikepdf.Pdf) -> dict[tuple[int, int], set[int]]:
    """The codes of two bytes that each font shows in any stream."""
    used: dict[tuple[int, int], set[int]] = {}
    for stream in (*pdf.pages, *_forms(pdf)):
        fonts = stream.get("/Resources", {}).get("/Font", {})
        current: set[int] = set()
        for token in tokens(stream) if fonts else ():
            if token["font"]:
                current = used.setdefault(fonts[token["font"].decode()].objgen, set())
            elif codes := token["codes"]:
                current.update(int(codes[at : at + 4], 16) for at in range(0, len(codes), 4))
    return used


def _forms(pdf: pikepdf.Pdf) -> Iterator[Any]:
    for one in pdf.objects:
        if isinstance(one, pikepdf.Stream) and one.get("/Subtype") == "/Form":
            yield one


CHECKS: tuple[Callable[[pikepdf.Pdf], Iterator[str]], ...] = (
    content_is_tagged_or_artifact,
    types_are_standard,
    metadata_names_the_file,
    title_is_shown,
    elements_are_nested,
    language_is_given,
    figures_have_alternatives,
    headings_do_not_skip,
    tables_are_regular,
    lists_have_items,
    annotations_are_described,
    fonts_are_embedded_and_mapped,
)

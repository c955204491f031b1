"""What is used of other people's libraries beyond their documented interface.

Each of these is fenced in one module and bounded by the library's major version in pyproject.toml;
a test here that fails says that the library changed, and where to look.
"""

from __future__ import annotations

import inspect
import io
import re
from importlib.metadata import requires
from pathlib import Path

import cairo_header as declaring
import cairocffi
import cairosvg.surface
import pytest
from reportlab.lib import rl_accel
from reportlab.pdfbase.pdfdoc import PDFStream
from reportlab.pdfgen.canvas import Canvas

from generator.raster import cairo
from generator.raster import cairosvg_fallback as reference
from generator.raster.cairo_library import known_cairo_version


@pytest.mark.parametrize("library", ["cairosvg", "cairocffi", "reportlab"])
def test_a_library_that_is_leaned_on_is_bounded(library: str) -> None:
    requirements = [one for one in requires("ecotable") or () if re.match(rf"{library}\b", one)]
    assert requirements and all("<" in one for one in requirements)


def test_cairosvg_makes_its_surface_through_the_method_we_replace() -> None:
    """generator/raster/cairosvg_fallback.py: a plain image instead of a PNG."""
    assert "self._create_surface(" in inspect.getsource(cairosvg.surface.Surface.__init__)
    assert list(inspect.signature(cairosvg.surface.Surface._create_surface).parameters) == [
        "self",
        "width",
        "height",
    ]


def test_cairosvg_looks_up_how_text_is_drawn_in_its_table_of_tags() -> None:
    """generator/raster/cairosvg_fallback.py: letters from the packaged fonts."""
    assert "TAGS[node.tag]" in inspect.getsource(cairosvg.surface.Surface.draw)
    assert cairosvg.surface.TAGS["text"] is reference._text


def test_whoever_else_draws_with_cairosvg_gets_its_own_text(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    called = []
    monkeypatch.setattr(reference, "_text_of_cairosvg", lambda *_: called.append("theirs"))
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text>a</text></svg>'
    cairosvg.svg2png(svg, write_to=io.BytesIO())
    assert called == ["theirs"]


def test_cairocffi_gives_the_pointer_that_our_letters_are_added_through() -> None:
    """generator/raster/cairosvg_fallback.py: the same context, called by our own declarations."""
    surface = cairocffi.ImageSurface(cairocffi.FORMAT_RGB24, 1, 1)
    context = cairocffi.Context(surface)
    assert cairocffi.ffi.typeof(context._pointer).cname == "cairo_t *"
    cairo.lib.cairo_translate(reference._ours(context), 3.0, 4.0)
    assert context.user_to_device(0, 0) == (3, 4)


def test_the_declarations_of_cairo_are_those_of_the_header(tmp_path: Path) -> None:
    """generator/raster/cairo_declared.py is what tests/cairo_header.py writes."""
    declaring.write_declarations(tmp_path / "made.py")
    declarations = (tmp_path / "made.py").read_text(encoding="utf-8")
    assert declarations == declaring.DECLARATIONS.read_text(encoding="utf-8")


def test_the_cairo_that_is_asked_is_the_cairo_that_draws() -> None:
    assert known_cairo_version() == cairocffi.cairo_version()


def test_reportlab_takes_finished_objects_and_names_them_as_we_do() -> None:
    """generator/pdf/writer.py: packed pixels go in as they are."""
    file = io.BytesIO()
    canvas = Canvas(file, invariant=1)
    stream = PDFStream(content=b"packed", filters=[])
    stream.dictionary["Subtype"] = "/Image"
    canvas._doc.addForm("face", stream)
    canvas.doForm("face")
    canvas.save()
    assert b"packed" in file.getvalue()
    assert b"/FormXob.face" in file.getvalue()


def test_reportlab_writes_numbers_by_its_accelerator() -> None:
    """pyproject.toml: without it a few numbers are rounded otherwise, and bytes differ."""
    assert rl_accel.fp_str.__module__ == "_rl_accel"


def test_reportlab_collects_a_file_where_we_take_it_over() -> None:
    """generator/pdf/writer.py: objects go straight into the file."""
    from reportlab.pdfbase.pdfdoc import PDFFile

    collector = PDFFile()
    assert collector.strings
    content: list[bytes] = []
    collector.write = content.append
    assert collector.add("more") > 0
    assert content == [b"more"]


def test_reportlab_writes_what_a_catalog_is_told_to_hold() -> None:
    """generator/pdf/writer.py: an output intent, in a file of a version that knows it."""
    from reportlab.pdfbase.pdfdoc import PDFArray

    file = io.BytesIO()
    canvas = Canvas(file, invariant=1, pdfVersion=(1, 7))
    catalog = canvas._doc.Catalog
    catalog.__NoDefault__ = [*catalog.__NoDefault__, "OutputIntents"]
    catalog.OutputIntents = PDFArray([1])
    canvas.save()
    assert b"/OutputIntents [ 1 ]" in file.getvalue()
    assert file.getvalue().startswith(b"%PDF-1.7")

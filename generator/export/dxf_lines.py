"""Lines as DXF in millimetres, a layer each. The only importer of ezdxf.

Comes in: the lines of a sheet. Goes out: a drawing (AutoCAD 2000) whose origin is the paper's lower
left corner, the same bytes for the same lines.
"""

from __future__ import annotations

import io

from ezdxf import options, units  # type: ignore[attr-defined]
from ezdxf.filemanagement import new

from .cut_lines import Polyline, SheetLines

# Red, blue and the drawing's own ink, as laser cutters tell layers apart.
COLOURS = {"cut": 1, "fold": 5, "registration": 7}
# Without it every file would carry the moment it was written.
options.write_fixed_meta_data_for_testing = True


def as_dxf(drawn: SheetLines) -> str:
    drawing = new("R2000", units=units.MM)
    space = drawing.modelspace()
    for layer, colour in COLOURS.items():
        drawing.layers.add(layer, color=colour)
    for layer, lines in drawn.layers.items():
        for line in lines:
            points = _points(line, drawn.paper.height_mm)
            space.add_lwpolyline(
                points, format="xyb", close=line.closed, dxfattribs={"layer": layer}
            )
    text = io.StringIO()
    drawing.write(text)
    return text.getvalue()


def _points(line: Polyline, height_mm: float) -> list[tuple[float, float, float]]:
    """Upwards instead of downwards: what bulged clockwise now bulges the other way."""
    return [(x, height_mm - y, -bulge) for x, y, bulge in line.vertices]

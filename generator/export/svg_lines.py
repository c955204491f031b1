"""Lines as SVG in millimetres, a group for each layer.

Comes in: the lines of a sheet. Goes out: a page of the paper's size that Inkscape, Cricut Design
Space, Silhouette Studio and laser cutters open.
"""

from __future__ import annotations

import math

from .cut_lines import Polyline, SheetLines

COLOURS = {"cut": "#ff0000", "fold": "#0000ff", "registration": "#000000"}


def as_svg(drawn: SheetLines) -> str:
    paper = drawn.paper
    groups = "\n".join(
        f'<g id="{layer}" inkscape:groupmode="layer" inkscape:label="{layer}" fill="none" '
        f'stroke="{COLOURS[layer]}" stroke-width="0.1">\n'
        + "".join(f'<path d="{path(line)}"/>\n' for line in lines)
        + "</g>"
        for layer, lines in drawn.layers.items()
    )
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" '
        'xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
        f'width="{paper.width_mm:g}mm" height="{paper.height_mm:g}mm" '
        f'viewBox="0 0 {paper.width_mm:g} {paper.height_mm:g}">\n{groups}\n</svg>\n'
    )


def path(line: Polyline) -> str:
    first = line.vertices[0]
    steps = [f"M{first.x_mm:.4f},{first.y_mm:.4f}"]
    for start, end in line.edges:
        to = f"{end.x_mm:.4f},{end.y_mm:.4f}"
        if start.bulge:
            chord = math.dist(start[:2], end[:2])
            radius = chord * (1 + start.bulge**2) / (4 * abs(start.bulge))
            steps.append(f"A{radius:.4f},{radius:.4f} 0 0 {int(start.bulge > 0)} {to}")
        else:
            steps.append(f"L{to}")
    return " ".join((*steps, "Z")) if line.closed else " ".join(steps)

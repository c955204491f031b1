"""Declared boxes into the SVG of a face: looked up, measured, placed and drawn.

Comes in: a layout and the names that a template of the same face would see. Goes out: SVG in the
same grammar as a template's, so that checks, low ink, vectors and exports follow.
"""

SUFFIX = ".layout.yaml"


def is_layout(template: str) -> bool:
    return template.endswith(SUFFIX)

"""The boxes of a layout into the SVG of a face: looked up, measured, placed and drawn."""

SUFFIX = ".layout.yaml"


def is_layout(template: str) -> bool:
    return template.endswith(SUFFIX)

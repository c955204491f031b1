"""Turn the boxes of a layout into the SVG of a face: look up, measure, place and draw."""

SUFFIX = ".layout.yaml"


def is_layout(template: str) -> bool:
    return template.endswith(SUFFIX)

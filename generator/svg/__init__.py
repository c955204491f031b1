"""Parse SVG into a flat drawing, and write drawings as SVG."""

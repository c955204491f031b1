"""SVG read into a flat drawing, and drawings written back as SVG."""

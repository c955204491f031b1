"""A drawing into pixels.

Comes in: a drawing and a size in pixels. Goes out: packed pixels, painted by cairo.
"""

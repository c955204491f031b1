"""SVG into pixels or vectors.

Comes in: artwork and a resolution. Goes out: packed pixels or forms, each face drawn once, on
all cores, and none that was drawn before from the same values by the same code.
"""

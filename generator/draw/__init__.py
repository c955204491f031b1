"""SVG into pixels.

Comes in: artwork and a resolution. Goes out: packed pixels, each different face drawn once, on
all cores, and none that was drawn before from the same values by the same code.
"""

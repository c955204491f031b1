"""Faces ready for paper: drawn once, on all cores.

Comes in: artwork and a resolution. Goes out: packed pixels or form XObjects, none of them drawn
again that was drawn before from the same values by the same code.
"""

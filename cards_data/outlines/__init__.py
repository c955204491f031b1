"""Outlines as SVG writes them: path data into steps, and the cut of a piece made of them.

Comes in: the ``d`` of a path. Goes out: moves, lines and cubic curves; the box around them; an
outline that fits a piece, or what keeps it from being cut.
"""

"""Checked pieces into SVG.

Comes in: a game, an edition and the files it is drawn from. Goes out: one linted, stamped SVG for
each face, what it was made from, and every problem of every face.
"""

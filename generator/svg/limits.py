"""How much one picture may hold: more is a slip of the hand, or fills a computer."""

from __future__ import annotations

SMALLEST_VIEW = 0.01
SHORTEST_DASH = 0.05
# A photo that unpacks to more takes a gigabyte.
MOST_PIXELS = 100_000_000
# Groups inside groups are read, and drawn by CairoSVG, by functions that call themselves.
DEEPEST = 60
MOST_ELEMENTS = 30_000
# Gradients that go on from each other: drawing programs write two.
MOST_GRADIENTS_ON = 20
# How often a repeated gradient may repeat on one shape.
MOST_REPEATS = 200

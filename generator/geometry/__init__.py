"""Lengths, outlines and colours: pure values that know nobody.

Comes in: millimetres, sizes, "#rrggbb". Goes out: points and pixels, paths, mixed and measured
colours.
"""

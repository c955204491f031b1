"""Outlines in SVG syntax: parse path data, and build the cut of a piece from it."""

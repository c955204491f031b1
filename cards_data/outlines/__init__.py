"""Outlines as SVG writes them: path data into steps, and the cut of a piece made of them."""

"""The rules leaflet.

Comes in: a game's structured text, its numbers, pieces and worked examples. Goes out: printed
pages of two columns, and the same as HTML for a web page.
"""

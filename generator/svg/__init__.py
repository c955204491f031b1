"""SVG into a drawing: the one grammar of what a template, a symbol or a picture may say.

Comes in: SVG text and the files its letters come from. Goes out: a flat drawing with every
transform resolved, or what cannot be drawn, with its line and what to write instead.
"""

"""Text into placed glyphs.

Comes in: text from the data, a box and a style. Goes out: runs of letters and symbols at their
places, measured with the real fonts, or by how much the text is too long.
"""

"""Pieces into SVG: templates, the names they see, and a cache of what they made."""

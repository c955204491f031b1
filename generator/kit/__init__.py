"""Pages that are no pieces.

Comes in: a game, the options and what the pages shall list. Goes out: artwork the size of a page:
how-to, score sheet, result.
"""

"""What a print would take, before anything is made.

Comes in: a game and print options. Goes out: its sheets, pages, straight cuts and ink, by deck, and
a table of them. Nothing is composed or drawn: what is not in the cache is not known.
"""

"""What a print would take, before anything is made.

Comes in: a game and print options. Goes out: its sheets, pages, straight cuts and ink, by deck, and
the words for them. Nothing is composed and nothing drawn: what is not kept is not known.
"""

"""Pieces onto sheets: pure geometry in millimetres.

Comes in: pieces with the keys of their faces, a paper and a layout. Goes out: pages on which
every face, cut, mark and label has its absolute place.
"""

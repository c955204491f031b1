"""Texts for translators, and taken in again.

Comes in: a game or the program itself, and a language. Goes out: every text with its place, as a PO
file or a workbook; from such a file, the same texts in the game's own files.
"""

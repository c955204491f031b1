"""Typeset text: fonts, hyphenation, markup and lines."""

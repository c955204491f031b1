"""Text: fonts, hyphenation, markup and typesetting."""

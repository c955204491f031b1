"""Whole games on the pages: new, open, download, text files, remove."""

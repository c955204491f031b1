"""Prints games: from checked data to PDF sheets, pages and files for other programs."""

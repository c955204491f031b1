"""Prints games: from checked data to PDF sheets, pages and files for other programs."""

from cards_data.problems import register_messages

register_messages(__file__)

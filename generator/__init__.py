"""Prints games: from checked data to PDF sheets, pages and files for other programs."""

# A worker can send a message of the scorer before anything else of it is loaded here.
import scorer as scorer
from cards_data.problems import register_messages

register_messages(__file__)

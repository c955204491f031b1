"""The scorer: a table state comes in, explained points go out. Prints nothing on its own."""

from cards_data.problems import register_messages

register_messages(__file__)

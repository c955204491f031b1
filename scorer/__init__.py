"""The scorer: a table state comes in, explained points go out. Prints nothing on its own."""

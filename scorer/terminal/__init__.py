"""``ecotable score``: ask for a table, show its result, and save it for next time."""

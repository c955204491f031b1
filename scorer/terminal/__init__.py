"""``ecotable score``: asks for a table, shows its result, and keeps tables for next time."""

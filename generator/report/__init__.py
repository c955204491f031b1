"""Reports of statistics, changes and the playtest lab, written to the terminal, JSON or HTML."""

"""Reports of statistics and of the playtest lab, written to the terminal, as JSON or as HTML."""

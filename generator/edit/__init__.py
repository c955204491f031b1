"""Edit a game's files: only the bytes of a cell or a value change, and every edit can be undone."""

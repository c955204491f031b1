"""Changes of a game's files: only the bytes of a cell or a value differ, and each can be undone."""

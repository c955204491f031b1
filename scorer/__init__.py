"""The scorer: turns a table state into explained points. It prints nothing itself."""

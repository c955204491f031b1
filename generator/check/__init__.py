"""Everything that can be wrong with a game before it is printed."""

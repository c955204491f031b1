"""Policy cards (3.8), level 2: those that act when drawn, and measures paid with funding."""

"""The rules of a game, on paper and as a web page."""

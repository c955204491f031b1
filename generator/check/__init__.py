"""Find everything that is wrong with a game before it is printed."""

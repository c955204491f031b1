"""Compare the current data with an earlier print, and print only what changed."""

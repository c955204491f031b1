"""What changed between an earlier print and the current data, and a print of only that."""

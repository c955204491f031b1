"""What changed between an earlier print and the data at hand."""

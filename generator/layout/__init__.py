"""Layout files: a face declared as boxes in rows and columns, read into frozen values."""

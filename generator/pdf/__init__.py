"""A print as a PDF and its manifest, written whole and read back."""

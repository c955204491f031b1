"""The page as plain files for any web space."""
